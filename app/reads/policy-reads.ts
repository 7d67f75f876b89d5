import { z } from 'zod';
import type { Exported, OffsetPage } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { EarlierPresence, IdRule, PolicyMatch } from '../../core/policies/compare-policies.ts';
import type { ListedPolicy } from '../../core/policies/policy-columns.ts';
import {
  type BookMember,
  findingFields,
  POLICY_FINDING_KINDS,
  type PolicyFindingKind,
} from '../../core/policies/policy-finding.ts';
import type { Refused } from '../../core/problem.ts';
import type { RowsToExport } from '../../core/row-export.ts';
import type { BookFilter } from './read-models.ts';

export interface PolicyReportFilter extends BookFilter {
  readonly period?: Period | undefined;
  readonly kind?: PolicyFindingKind | undefined;
}

/** A book of business compared with a period. */

export const findingKind = z.enum(POLICY_FINDING_KINDS);

export const findingCounts = z
  .object({
    sold_never_paid: z.int(),
    active_but_dropped: z.int(),
    paid_not_listed: z.int(),
    ended_but_paid: z.int(),
    other_agent: z.int(),
    other_rate: z.int(),
    other_premium: z.int(),
    other_lives: z.int(),
  })
  .meta({ id: 'PolicyFindingCounts' });

export const policyFinding = z
  .object({ carrierId: z.string(), workspaceId: z.string(), ...findingFields.shape })
  .meta({ id: 'PolicyFinding' });
export type FoundPolicy = Readonly<z.output<typeof policyFinding>>;

/** One list compared with the period. */
export const comparedList = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    compared: z.boolean().describe('false: there is no statement of the period, and nothing is found.'),
    listed: z.int().describe('Distinct ids of the list.'),
    active: z.int().describe('Ids that are active in the period.'),
    paid: z.int().describe('Active ids that are on the statement, or paid ahead.'),
    waiting: z.int().describe('Active ids that no statement had so far, and that began too lately to tell.'),
    counts: findingCounts,
    sentence: z.string(),
  })
  .meta({ id: 'ComparedPolicyList' });
export type ComparedList = Readonly<z.output<typeof comparedList>>;

export const FINDING_COLUMNS = [
  ...['carrierId', 'workspaceId', 'kind', 'policyId', 'policyNumber', 'memberRefId', 'memberExternalId'],
  ...['memberName', 'planName', 'effectiveDate', 'termDate', 'lastPeriod', 'lastAmount', 'listed', 'onStatement'],
  ...['possibleMatch', 'sentence'],
];

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
