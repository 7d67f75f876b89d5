import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { CensusReconciliation, RosterMember } from '../../core/report/census.ts';
import type { CarrierBook } from './medicare-reads.ts';

export interface CensusReport extends CensusReconciliation {
  readonly carrierId: string;
  /** Null when no period was asked for and there is no data. */
  readonly period: Period | null;
}

/** A roster against what a carrier paid for. The roster is compared here and not kept. */
export interface CensusReads {
  reconcile(accountId: string, book: CarrierBook, roster: readonly RosterMember[]): Promise<CensusReport | Refused>;
}
