import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { PolicyFinding, PolicyFindingKind } from '../../core/policies/policy-finding.ts';
import type { Refused } from '../../core/problem.ts';
import type { BookFilter, Exported } from './read-models.ts';

export interface PolicyReportFilter extends BookFilter {
  readonly period?: Period | undefined;
  readonly kind?: PolicyFindingKind | undefined;
}

export interface FoundPolicy extends PolicyFinding {
  readonly carrierId: string;
  readonly workspaceId: string;
}

/** One list against the period. */
export interface ComparedList {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  /** False: the book has no statement of the period, and nothing is found. */
  readonly compared: boolean;
  readonly listed: number;
  readonly active: number;
  readonly paid: number;
  readonly waiting: number;
  readonly counts: Readonly<Record<PolicyFindingKind, number>>;
  readonly sentence: string;
}

export interface PolicyReport {
  /** Null when no period was asked for and no book with a list has data. */
  readonly period: Period | null;
  readonly lists: readonly ComparedList[];
  /** Of all lists, whatever kind was asked for. */
  readonly counts: Readonly<Record<PolicyFindingKind, number>>;
  readonly page: OffsetPage<FoundPolicy>;
}

/** Lists of policies against scored periods, compared anew with each request. */
export interface PolicyReads {
  report(accountId: string, filter: PolicyReportFilter, page: OffsetPosition): Promise<PolicyReport | Refused>;
  exportFindings(accountId: string, filter: PolicyReportFilter, offset: number): Exported<FoundPolicy>;
}
