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
