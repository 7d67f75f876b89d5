import { z } from 'zod';
import { type Granularity, spanOf } from '../../core/comparison/compare-member.ts';
import type { Exact } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import {
  attritionReport,
  attritionSeries,
  type CarrierMonth,
  type CarrierSpan,
  cumulativeReport,
  type RequestedRange,
} from '../../core/report/carrier-month.ts';
import type { MemberFindings } from '../../core/report/claim.ts';
import type { AgentPay, CarrierArrival, CarrierChanges } from '../../core/report/home.ts';
import type { BookPay } from '../../core/report/pay-bridge.ts';
import { dataQualityReport, scorecardReport, type WaitingMonth } from '../../core/report/scorecard.ts';
import {
  yearReport as composed,
  NEAR_RENEWAL_MONTHS,
  tax1099Report,
  YEAR_ROWS_MAX,
  type YearFacts,
  type YearGroup,
} from '../../core/report/year.ts';
import type { CarrierEventRecord } from './carrier-event-record.ts';
import { describeMonth, type MonthFacts } from './describe-month.ts';
import { type PolicyFacts, summarisePolicies } from './policy-reads.ts';
import type { BookFilter } from './read-models.ts';
import type {
  AttritionReport,
  AttritionSeries,
  CumulativeReport,
  DataQualityReport,
  ScorecardReport,
  Tax1099Report,
} from './report-records.ts';
import { recoverableByCarrier } from './report-recoverable.ts';
import type { AgentRollup } from './report-rollup.ts';

/**
 * Composes reports from the rollups of books. Each report sees one moment. Amounts in dollars, rounded to cents after summing. Every
 * report refuses a filter that names an unknown carrier or workspace.
 */

export interface BookReports {
  readonly reports: ReportReads;
}

/** Reports members lost in the calendar month, quarter or year that contains the period. Refuses an unknown carrier or workspace. */
export function reportAttrition(
  reports: ReportReads,
  accountId: string,
  { period, granularity, ...filter }: BookFilter & { readonly period: Period; readonly granularity: Granularity },
): Promise<AttritionReport | Refused> {
  const { first, last } = spanOf(period, granularity);
  return reports.read(accountId, filter, async (books) =>
    attritionReport(period, granularity, await books.months({ from: first, to: last })),
  );
}

/**
 * Reports members lost by month, over `months` calendar months up to the latest one with data that matches the filter. Refuses an unknown
 * carrier or workspace.
 */
export function reportAttritionSeries(
  reports: ReportReads,
  accountId: string,
  { months, ...filter }: BookFilter & { readonly months: number },
): Promise<AttritionSeries['data'] | Refused> {
  return reports.read(accountId, filter, async (books) => attritionSeries(await books.months({ latest: months })));
}

/**
 * Reports totals over a range of months, in dollars. `byAgent` is present when the query groups by agent. Refuses an unknown carrier or
 * workspace.
 */
export function reportCumulative(
  reports: ReportReads,
  accountId: string,
  { from, to, groupBy, ...filter }: BookFilter & RequestedRange & { readonly groupBy?: 'agent' | undefined },
): Promise<CumulativeReport | Refused> {
  const range = { from, to };
  return reports.read(accountId, filter, async (books) => {
    const [months, special, byAgent] = await Promise.all([
      books.months(range),
      books.specialMonths(range),
      groupBy === 'agent' ? books.agents(range) : undefined,
    ]);
    return { ...cumulativeReport(range, months), months: special.map(describeMonth), ...(byAgent && { byAgent }) };
  });
}

/**
 * Reports the quality of a month's statements. Without a period it reports the latest month with data of any carrier, so that a missing
 * statement shows. Refuses an unknown carrier or workspace.
 */
export function reportDataQuality(
  reports: ReportReads,
  accountId: string,
  { period, ...filter }: BookFilter & { readonly period?: Period | undefined },
): Promise<DataQualityReport | Refused> {
  return reports.read(accountId, filter, async (books) => {
    const range = period === undefined ? { latest: 1 } : { from: period, to: period };
    const [months, spans, events] = await Promise.all([
      books.months(range),
      books.spans(period),
      books.carrierEvents(period),
    ]);
    const reported = period ?? months[0]?.period ?? null;
    const policySummaries = await summarisePolicies(books.policies, { ...filter, period: reported });
    const special = reported === null ? [] : await books.specialMonths({ from: reported, to: reported });
    const described = special.map(describeMonth);
    const waiting = waitingMonths(described);
    return { ...dataQualityReport(reported, { months, spans, policySummaries, events, waiting }), months: described };
  });
}

function waitingMonths(described: readonly ReturnType<typeof describeMonth>[]): readonly WaitingMonth[] {
  return described.flatMap(({ carrierId, period, state, files: { received, expected } }) =>
    state === 'open' && expected !== null ? [{ carrierId, period, received, expected }] : [],
  );
}

/**
 * Grades carriers, by default up to the latest month with data of any carrier. Refuses an unknown carrier or workspace. The recoverable
 * amount is computed from members, so the cost grows with their findings.
 */
export function reportScorecards(
  reports: ReportReads,
  accountId: string,
  { from, to, ...filter }: BookFilter & RequestedRange,
): Promise<ScorecardReport | Refused> {
  const range = { from, to };
  return reports.read(accountId, filter, async (books) => {
    const [months, spans, latest, special] = await Promise.all([
      books.months(range),
      books.spans(to),
      books.latest(),
      books.specialMonths(range),
    ]);
    // The findings are streamed over the same connection, so this read waits for the others.
    const recoverable = await recoverableByCarrier(books, range);
    const waiting = waitingMonths(special.map(describeMonth));
    return scorecardReport({ range, latest, months, spans, waiting, recoverable });
  });
}

/** Reports the amounts, in dollars, that each carrier paid in the calendar year. Refuses an unknown carrier or workspace. */
export function reportTax1099(
  reports: ReportReads,
  accountId: string,
  { year, ...filter }: BookFilter & { readonly year: number },
): Promise<Tax1099Report | Refused> {
  const range = { from: `${year}-01`, to: `${year}-12` };
  return reports.read(accountId, filter, async (books) => {
    const [months, spans, latest, special, balances] = await Promise.all([
      books.months(range),
      books.spans(range.to),
      books.latest(),
      books.specialMonths(range),
      books.balances(range),
    ]);
    return { ...tax1099Report({ year, latest, months, spans, balances }), months: special.map(describeMonth) };
  });
}

/** A range of months with both ends included; an undefined end is unbounded. */
export interface MonthRange extends RequestedRange {
  /** Restricts the range to this many calendar months up to the latest one with data. */
  readonly latest?: number | undefined;
}

/**
 * Facts about the books of a filter, summed by the database as of one moment. The cost grows with months and carriers, not with members,
 * except for `findings`.
 */
export interface BookFacts {
  /** Returns one row for each carrier and month, summed over workspaces. */
  months(range: MonthRange): Promise<readonly CarrierMonth[]>;
  /** Returns the numbers and lost dollars of changed members, one row for each carrier and month. */
  changes(range: MonthRange): Promise<readonly CarrierChanges[]>;
  /** Returns the net pay of each agent by each carrier in the period. */
  agentPay(period: Period): Promise<readonly AgentPay[]>;
  /** Returns the pay of each book in these periods. */
  bookPay(periods: readonly Period[]): Promise<readonly BookPay[]>;
  /** Returns the first and last month with data of each carrier, up to `to`, by the carrier's name. */
  spans(to: Period | undefined): Promise<readonly CarrierSpan[]>;
  /** Returns the day on which each carrier's first file of a month came, from this month on. */
  arrivals(since: Period): Promise<readonly CarrierArrival[]>;
  /** Returns the latest month with data of any carrier in the filter's workspace; null without data. */
  latest(): Promise<Period | null>;
  /** Returns months that wait for files, and closed ones. */
  specialMonths(range: RequestedRange): Promise<readonly MonthFacts[]>;
  /** Returns events of the period; by default of the latest month with data. */
  carrierEvents(period: Period | undefined): Promise<readonly CarrierEventRecord[]>;
  agents(range: RequestedRange): Promise<readonly AgentRollup[]>;
  readonly policies: PolicyFacts;
  /** Yields members with a finding about money in `since` or later. The read streams, so no other read may run meanwhile. */
  findings(since: Period): AsyncIterable<readonly MemberFindings[]>;
  /**
   * Returns the balances that the months' statements bring forward from other loaded statements, in ten-billionths of a dollar by carrier.
   * The sums of the other statement contain this money too.
   */
  balances(range: { readonly from: Period; readonly to: Period }): Promise<ReadonlyMap<string, Exact>>;
}

export interface ReportReads {
  /** Runs `compose` in one snapshot. Refuses a filter that names an unknown carrier or workspace. */
  read<R>(accountId: string, filter: BookFilter, compose: (books: BookFacts) => Promise<R>): Promise<R | Refused>;
}

const figures = {
  paidNet: z.number().describe('Paid in the months of the year up to through.'),
  before: z
    .number()
    .nullable()
    .describe('Paid in the same months of the year before; null without statements of them.'),
  difference: z.number().nullable().describe('paidNet − before.'),
  members: z.int().describe("Members of each book's latest statement."),
  startMembers: z.int().describe('Members of the first month of the twelve before it that has a statement.'),
  keptMembers: z.int().describe('Those of them who are still members.'),
  persistencyPct: z.number().nullable().describe('100 × keptMembers / startMembers; null without an earlier month.'),
  renewalMembers: z.int().describe(`Members who renew within ${NEAR_RENEWAL_MONTHS} months.`),
  renewalPay: z.number().describe('What these were paid in the latest month.'),
};

const yearRow = z
  .object({
    key: z.string().nullable().describe('Null: what belongs to none, such as money without an agent.'),
    name: z.string().nullable(),
    ...figures,
  })
  .meta({ id: 'YearRow' });

const yearMonth = z
  .object({
    period: z.string(),
    paidNet: z.number().nullable().describe('Null without a statement.'),
    before: z.number().nullable().describe('Paid twelve months earlier.'),
  })
  .meta({ id: 'YearMonth' });

const renewalMonth = z
  .object({
    period: z.string(),
    members: z.int(),
    pay: z.number().describe('What they were paid in the latest month.'),
  })
  .meta({ id: 'RenewalMonth' });

export const yearReport = z
  .object({
    year: z.int(),
    through: z.string().nullable().describe('The latest month of the year with a statement; null without one.'),
    keptFrom: z.string().nullable().describe('The earliest month whose members startMembers counts.'),
    totals: z.object(figures).meta({ id: 'YearTotals' }),
    months: z.array(yearMonth).readonly().describe('January to December.'),
    renewals: z.array(renewalMonth).readonly().describe('The twelve months after through.'),
    rows: z.array(yearRow).readonly().describe(`The largest pay first, at most ${YEAR_ROWS_MAX}.`),
    rowCount: z.int().describe('All groups.'),
  })
  .meta({ id: 'YearReport' });
type YearReport = Readonly<z.output<typeof yearReport>>;

export const YEAR_ROW_COLUMNS = [
  ...['key', 'name', 'paidNet', 'before', 'difference', 'members', 'startMembers', 'keptMembers'],
  ...['persistencyPct', 'renewalMembers', 'renewalPay'],
];

export interface YearFilter extends BookFilter {
  /** Absent: the year of the latest statement. */
  readonly year?: number | undefined;
  readonly groupBy: YearGroup;
}

export interface YearReads {
  /** Reads the sums of each group as of one moment. `today` names the year of an account without data. */
  year(accountId: string, filter: YearFilter & { readonly today: string }): Promise<YearFacts | Refused>;
}

export interface YearReports {
  readonly years: YearReads;
}

/** Reports a year beside the year before (docs/reference/reports.md#year). Refuses an unknown carrier or workspace. */
export async function reportYear(
  { years }: YearReports,
  accountId: string,
  filter: YearFilter & { readonly today: string },
): Promise<YearReport | Refused> {
  const facts = await years.year(accountId, filter);
  return isRefused(facts) ? facts : composed(facts);
}
