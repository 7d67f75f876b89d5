import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import {
  type CensusReconciliation,
  type OtherId,
  type PaidMember,
  type RosterMember,
  reconcileCensus as reconcile,
} from '../../core/report/census.ts';
import type { BookMembers, CarrierBook } from './report-medicare.ts';

export interface CensusReport extends CensusReconciliation {
  readonly carrierId: string;
  /** Null when the request names no period and there is no data. */
  readonly period: Period | null;
}

export interface PaidMembers extends BookMembers<PaidMember> {
  readonly stripLeadingZeros: boolean;
  readonly aliases: readonly OtherId[];
  /** Returns the ids of the members, one for each workspace, whose own id has this key. */
  readonly refsOf: (memberKey: string) => readonly string[];
}

export interface CensusReads {
  /** Returns the members of the carrier's statement, with their other known ids and the carrier's rule for leading zeros. */
  paidMembers(accountId: string, book: CarrierBook): Promise<PaidMembers | Refused>;
}

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
