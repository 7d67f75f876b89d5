import type { RequestOrigin } from '../files/upload-ports.ts';
import type { RetentionSettings, RetentionStore } from './retention-ports.ts';

/** Reads and changes for how long an account keeps files and rejected rows. */

export interface RetentionRegister {
  readonly retention: RetentionStore;
}

/** Finds for how long files and rejected rows are kept. */
export function findRetention({ retention }: RetentionRegister, accountId: string): Promise<RetentionSettings> {
  return retention.find(accountId);
}

/** Changes for how long files and rejected rows are kept, also of those that are stored already. */
export function changeRetention(
  { retention }: RetentionRegister,
  { accountId, ...settings }: RetentionSettings & { readonly accountId: string },
  origin: RequestOrigin,
): Promise<RetentionSettings> {
  return retention.set(accountId, settings, origin);
}
