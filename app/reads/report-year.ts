import { z } from 'zod';
import { isRefused, type Refused } from '../../core/problem.ts';
import {
  yearReport as composed,
  NEAR_RENEWAL_MONTHS,
  YEAR_ROWS_MAX,
  type YearFacts,
  type YearGroup,
} from '../../core/report/year.ts';
import type { BookFilter } from './read-models.ts';

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
export type YearReport = Readonly<z.output<typeof yearReport>>;

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
