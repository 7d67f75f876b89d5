import type { Exported, OffsetPage } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { EarlierPresence, IdRule, PolicyMatch } from '../../core/policies/compare-policies.ts';
import type { ListedPolicy } from '../../core/policies/policy-columns.ts';
import type { BookMember, PolicyFinding, PolicyFindingKind } from '../../core/policies/policy-finding.ts';
import type { Refused } from '../../core/problem.ts';
import type { RowsToExport } from '../../core/row-export.ts';
import type { BookFilter } from './read-models.ts';

export interface PolicyReportFilter extends BookFilter {
  readonly period?: Period | undefined;
  readonly kind?: PolicyFindingKind | undefined;
}

export interface FoundPolicy extends PolicyFinding {
  readonly carrierId: string;
  readonly workspaceId: string;
}

/** One list compared with the period. */
export interface ComparedList {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  /** False when the book has no statement of the period, so that nothing can be found. */
  readonly compared: boolean;
  readonly listed: number;
  readonly active: number;
  readonly paid: number;
  readonly waiting: number;
  readonly counts: Readonly<Record<PolicyFindingKind, number>>;
  readonly sentence: string;
}

export interface PolicyReport {
  /** Null when the request names no period and no book with a list has data. */
  readonly period: Period | null;
  readonly lists: readonly ComparedList[];
  /** Counts over all lists, also of kinds that the request left out. */
  readonly counts: Readonly<Record<PolicyFindingKind, number>>;
  readonly page: OffsetPage<FoundPolicy>;
}

/** A workspace and carrier with a list. */
export interface ListedBook {
  readonly carrierId: string;
  readonly workspaceId: string;
}

export interface NamedBook extends ListedBook {
  readonly carrierName: string;
}

export type BookPeriod = ListedBook & { readonly period: Period };

/** The rows that lists are compared with, for one account as of one moment. */
export interface PolicyFacts {
  /** Returns each workspace and carrier with a list, by the carrier's name. */
  lists(filter: BookFilter): Promise<readonly NamedBook[]>;
  /** Returns the latest month that any of these books has data in, or null. */
  latestPeriod(books: readonly ListedBook[]): Promise<Period | null>;
  /** `rule`: from the format that the period was scored with; null when the book has no data in the period. */
  book(book: BookPeriod): Promise<{
    readonly policies: readonly ListedPolicy[];
    readonly rule: IdRule | null;
    readonly members: readonly BookMember[];
    /** Returns the id of the book's member whose own id has this key. */
    readonly refOf: (memberKey: string) => string;
  }>;
  /** Returns the last periods of ids that are absent from the period. */
  earlier(book: BookPeriod, absent: PolicyMatch['absent']): Promise<readonly EarlierPresence[]>;
}

/**
 * Reads for comparing lists with periods. Both methods run `compose` in one snapshot, and refuse a filter that names an unknown carrier or
 * workspace.
 */
export interface PolicyReads {
  read<R>(accountId: string, filter: BookFilter, compose: (facts: PolicyFacts) => Promise<R>): Promise<R | Refused>;
  /** Keeps the snapshot until the export is closed. */
  exportRows<Row>(
    accountId: string,
    filter: BookFilter,
    compose: (facts: PolicyFacts) => Promise<RowsToExport<Row>>,
  ): Exported<Row>;
}
