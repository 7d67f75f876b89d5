import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { CensusReconciliation, OtherId, PaidMember } from '../../core/report/census.ts';
import type { BookMembers, CarrierBook } from './medicare-reads.ts';

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
