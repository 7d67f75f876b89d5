import type { RequestOrigin } from '../../core/request-origin.ts';
import type { RetentionSettings, RetentionStore } from './retention-ports.ts';

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
