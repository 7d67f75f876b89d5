import type { RequestOrigin } from '../../core/book-key.ts';

/** How long an account keeps files and rejected rows before the service deletes them (docs/retention.md#set-by-the-account). */
export interface RetentionSettings {
  /** Hours that the bytes of a statement are kept after the end of its job. */
  readonly readFileHours: number;
  /** Days that rejected rows are kept after the end of their job. */
  readonly rejectedRowDays: number;
}

export interface RetentionStore {
  /** Returns the account's settings; the service's defaults where it has set none. */
  find(accountId: string): Promise<RetentionSettings>;
  /** Replaces the settings. The next run of purge_files obeys them. */
  set(accountId: string, settings: RetentionSettings, origin: RequestOrigin): Promise<RetentionSettings>;
}

/** Reads and changes how long an account keeps files and rejected rows. */

export interface RetentionRegister {
  readonly retention: RetentionStore;
}

/** Finds how long files and rejected rows are kept. */
export function findRetention({ retention }: RetentionRegister, accountId: string): Promise<RetentionSettings> {
  return retention.find(accountId);
}

/** Changes how long files and rejected rows are kept. The change also applies to stored files and rows. */
export function changeRetention(
  { retention }: RetentionRegister,
  { accountId, ...settings }: RetentionSettings & { readonly accountId: string },
  origin: RequestOrigin,
): Promise<RetentionSettings> {
  return retention.set(accountId, settings, origin);
}
