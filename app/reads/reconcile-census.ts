import { isRefused, type Refused } from '../../core/problem.ts';
import { type RosterMember, reconcileCensus as reconcile } from '../../core/report/census.ts';
import type { CensusReads, CensusReport } from './census-reads.ts';
import type { CarrierBook } from './medicare-reads.ts';

export interface CensusReports {
  readonly census: CensusReads;
}

/**
 * Compares a roster with the members whom a carrier paid for. The roster never reaches the database. Amounts in dollars. Refuses an
 * unknown carrier or workspace.
 */
export async function reconcileCensus(
  census: CensusReads,
  accountId: string,
  { members: roster, ...book }: CarrierBook & { readonly members: readonly RosterMember[] },
): Promise<CensusReport | Refused> {
  const found = await census.paidMembers(accountId, book);
  if (isRefused(found)) return found;
  const { period, members, ...rule } = found;
  return { carrierId: book.carrierId, period, ...reconcile(roster, members, rule) };
}
