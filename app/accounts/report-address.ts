import { z } from 'zod';
import type { Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { AccountStore } from './manage-accounts.ts';

/** Reads and changes the address to which an account's scheduled reports are mailed. */

export interface ReportAddresses {
  readonly accounts: Pick<AccountStore, 'find' | 'update'>;
}

export const reportAddress = z
  .object({ email: z.string().nullable().describe('null: nothing is mailed.') })
  .meta({ id: 'ReportAddress' });
export type ReportAddress = Readonly<z.output<typeof reportAddress>>;

const deletedAccount = (): Refused => refuse('not_found', 'The account does not exist any more.');

/** Finds the address. Refuses an account that was deleted meanwhile. */
export async function findReportAddress(
  { accounts }: ReportAddresses,
  accountId: string,
): Promise<ReportAddress | Refused> {
  const account = await accounts.find(accountId);
  return account === null ? deletedAccount() : { email: account.email };
}

/** Changes the address; null turns the mails off. Refuses an account that was deleted meanwhile. */
export async function changeReportAddress(
  { accounts }: ReportAddresses,
  { accountId, email }: ReportAddress & { readonly accountId: string },
  origin: RequestOrigin,
): Promise<ReportAddress | Refused> {
  const account = await accounts.update(accountId, { email }, origin);
  return account === null ? deletedAccount() : { email: account.email };
}
