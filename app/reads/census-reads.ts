import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { CensusReconciliation, OtherId, PaidMember } from '../../core/report/census.ts';
import type { BookMembers, CarrierBook } from './medicare-reads.ts';

export interface CensusReport extends CensusReconciliation {
  readonly carrierId: string;
  /** Null when no period was asked for and there is no data. */
  readonly period: Period | null;
}

export interface CensusReads {
  /** Members of the carrier's statement, with the ids they are also known by and the carrier's rule for leading zeros. */
  paidMembers(
    accountId: string,
    book: CarrierBook,
  ): Promise<
    (BookMembers<PaidMember> & { readonly stripLeadingZeros: boolean; readonly aliases: readonly OtherId[] }) | Refused
  >;
}
