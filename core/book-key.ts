/** The book of one carrier in one workspace. Its lock protects the rebuilding of periods. */
export interface BookKey {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly carrierId: string;
}

/** Another job or a request holds the book. This is not a failure: the same work can begin when the lock is free. */
export class BookBusy extends Error {
  override readonly name = 'BookBusy';
  constructor(cause: unknown) {
    super('The book is being worked on.', { cause });
  }
}

/**
 * The change would reach a month whose rows are in the archive, or a month that was compared with one. The database refuses it, so that no
 * path can forget to (schema/migrations/0480-archived-months.sql).
 */
export class MonthArchived extends Error {
  override readonly name = 'MonthArchived';
  readonly period: string;
  constructor(period: string, cause?: unknown) {
    super(`${period} is archived, or was compared with an archived month`, { cause });
    this.period = period;
  }
}
