import { z } from 'zod';
import { EXPORT_BATCH_ROWS } from '../../core/limits/request-limits.ts';
import { type Exported, type OffsetPage, type OffsetPosition, offsetPage } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import {
  comparePolicies,
  type EarlierPresence,
  type IdRule,
  matchPolicies,
  type PolicyMatch,
} from '../../core/policies/compare-policies.ts';
import type { ListedPolicy } from '../../core/policies/policy-columns.ts';
import {
  type BookMember,
  findingFields,
  noFindings,
  POLICY_FINDING_KINDS,
  type PolicyFindingKind,
  policySummary,
} from '../../core/policies/policy-finding.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import type { RowsToExport } from '../../core/row-export.ts';
import { monthName } from '../../core/wording.ts';
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

/** Compares lists of policies with scored periods, one list after the other, so that memory holds the rows of one book. */

export interface PolicyReports {
  readonly policyReads: PolicyReads;
}

/** Reports all lists of the filter, and a page of their findings. Refuses an unknown carrier or workspace. */
export async function reportPolicies(
  policies: PolicyReads,
  accountId: string,
  { limit, offset, ...filter }: PolicyReportFilter & OffsetPosition,
): Promise<PolicyReport | Refused> {
  const found = await policies.read(accountId, filter, (facts) => compareLists(facts, filter));
  if (isRefused(found)) return found;
  const { findings, ...report } = found;
  return {
    ...report,
    page: { ...offsetPage(findings.slice(offset, offset + limit + 1), { limit, offset }), total: findings.length },
  };
}

/** Exports all findings after the first `offset`. Refuses an unknown carrier or workspace. */
export function exportPolicyFindings(
  policies: PolicyReads,
  accountId: string,
  { offset, ...filter }: PolicyReportFilter & Pick<OffsetPosition, 'offset'>,
): Exported<FoundPolicy> {
  return policies.exportRows(accountId, filter, async (facts) => {
    const { findings } = await compareLists(facts, filter);
    return { head: null, batches: batchesOf(findings.slice(offset)) };
  });
}

async function* batchesOf<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += EXPORT_BATCH_ROWS) yield rows.slice(at, at + EXPORT_BATCH_ROWS);
}

type Comparison = Omit<PolicyReport, 'page'> & { readonly findings: readonly FoundPolicy[] };

async function compareLists(facts: PolicyFacts, filter: PolicyReportFilter): Promise<Comparison> {
  const books = await facts.lists(filter);
  const period = filter.period ?? (await facts.latestPeriod(books));
  const compared = period === null ? [] : await compareBooks(facts, books, period);
  const counts = noFindings();
  for (const { list } of compared) for (const kind of POLICY_FINDING_KINDS) counts[kind] += list.counts[kind];
  return {
    period,
    lists: compared.map(({ list }) => list),
    counts,
    findings: compared.flatMap(({ findings }) => findings.filter(({ kind }) => kind === (filter.kind ?? kind))),
  };
}

interface ComparedBook {
  readonly list: ComparedList;
  readonly findings: readonly FoundPolicy[];
}

async function compareBooks(
  facts: PolicyFacts,
  books: readonly NamedBook[],
  period: Period,
): Promise<readonly ComparedBook[]> {
  const compared: ComparedBook[] = [];
  for (const book of books) compared.push(await compareBook(facts, book, period));
  return compared;
}

async function compareBook(facts: PolicyFacts, book: NamedBook, period: Period): Promise<ComparedBook> {
  const { carrierId, carrierName, workspaceId } = book;
  const named = { carrierId, carrierName, workspaceId };
  const { policies, rule, members, refOf } = await facts.book({ ...book, period });
  const match = matchPolicies(period, policies, { members, rule: rule ?? { stripLeadingZeros: false }, refOf });
  const listed = match.listed.length;
  const active = match.listed.filter(({ listedState }) => listedState === 'active').length;
  if (rule === null) {
    const sentence = `There is no statement of ${monthName(period)} to compare your book of business with.`;
    const nothing = { compared: false, listed, active, paid: 0, waiting: 0, counts: noFindings(), sentence };
    return { list: { ...named, ...nothing }, findings: [] };
  }
  const earlier = await facts.earlier({ ...book, period }, match.absent);
  const { findings, ...figures } = comparePolicies(match, earlier);
  const counts = noFindings();
  for (const { kind } of findings) counts[kind] += 1;
  return {
    list: { ...named, compared: true, ...figures, counts, sentence: policySummary(active, counts) },
    findings: findings.map((finding) => ({ carrierId, workspaceId, ...finding })),
  };
}

/**
 * Composes a sentence for each carrier that has a list and a statement of the period. Returns the sentences by carrier id. Costs one query
 * for an account without lists.
 */
export async function summarisePolicies(
  facts: PolicyFacts,
  { period, ...filter }: BookFilter & { readonly period: Period | null },
): Promise<ReadonlyMap<string, string>> {
  const books = period === null ? [] : await facts.lists(filter);
  if (period === null || books.length === 0) return new Map();
  const compared = (await compareBooks(facts, books, period)).filter(({ list }) => list.compared);
  const byCarrier = Map.groupBy(compared, ({ list }) => list.carrierId);
  return new Map(
    [...byCarrier].map(([carrierId, lists]) => {
      const counts: Record<PolicyFindingKind, number> = noFindings();
      let active = 0;
      for (const { list } of lists) {
        active += list.active;
        for (const kind of POLICY_FINDING_KINDS) counts[kind] += list.counts[kind];
      }
      return [carrierId, policySummary(active, counts)] as const;
    }),
  );
}
