import { z } from 'zod';
import { STATEMENT_STATES } from '../../core/month/statement-state.ts';
import { addMonths, type Period, periodOfDate } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { type GridFacts, statementGrid } from '../../core/report/statement-grid.ts';
import type { BookFilter } from './read-models.ts';

/** Shows which statements are here: carriers down, months across (docs/reference/uploads-and-jobs.md#statements). */

export const usualDayOfCarrier = z
  .object({
    day: z.int().describe('Of the month.'),
    monthsAfter: z.int().describe('Months after the month of the statement; 0 is its own month.'),
    words: z.string().meta({ example: 'usually here by the 12th' }),
  })
  .meta({ id: 'UsualDay' });

const statementStates = z
  .enum(STATEMENT_STATES)
  .describe(
    'complete: here. waiting: more files of the month are expected. missing: not here yet. late: the usual day has passed. reading: a job has not ended. failed: the newest file could not be read. closed: the month is closed. nothing: nothing is expected.',
  );

export const statementCell = z
  .object({
    period: z.string(),
    state: statementStates,
    received: z.int().describe('Files that count.'),
    expected: z.int().nullable().describe('Null when nothing says how many files the month has.'),
    failed: z.int().describe('Files that could not be read.'),
    members: z.int().nullable().describe('Null without a file that counts, like paidNet.'),
    paidNet: z.number().nullable().describe('The sum that was read, net of chargebacks.'),
    printedTotal: z.number().nullable().describe('The sum that the files print; null when one of them prints none.'),
    deposit: z.number().nullable().describe('What the bank shows, as typed.'),
    depositDifference: z
      .number()
      .nullable()
      .describe('deposit less printedTotal or, without one, less paidNet. Null without one of both.'),
    dueOn: z.iso.date().nullable().describe('The usual day of a statement that is not here; null without one.'),
    detail: z.string().describe('The state in words.'),
  })
  .meta({ id: 'StatementCell' });

const carrierFields = {
  carrierId: z.string(),
  carrierName: z.string(),
  workspaceId: z.string(),
  workspaceName: z.string(),
  usual: usualDayOfCarrier.nullable().describe('When a statement is usually here; null when too few tell.'),
};

const openItem = z
  .object({ carrierId: z.string(), carrierName: z.string(), workspaceId: z.string(), detail: z.string() })
  .meta({ id: 'OpenStatement' });

const monthOfStatements = z
  .object({
    period: z.string(),
    isClosed: z.boolean().describe('Every carrier with data in the month is closed.'),
    withData: z.int().describe('Carriers with data.'),
    closedCount: z.int().describe('Carriers whose month is closed.'),
    closedAt: z.iso.datetime().nullable(),
    closedBy: z.string().nullable().describe('As in the audit trail.'),
    signedBy: z.string().nullable().describe('The name that was signed with; null when a program closed the month.'),
    leftOpen: z.array(z.string()).readonly().describe('What was open when the month was closed.'),
    open: z.array(openItem).readonly().describe('What is open now.'),
  })
  .meta({ id: 'MonthOfStatements' });

export const statements = z
  .object({
    from: z.string(),
    to: z.string(),
    hasEarlier: z.boolean().describe('There is data before from.'),
    hasLater: z.boolean(),
    late: z.int().describe('Cells that are late.'),
    months: z.array(monthOfStatements).readonly().describe('Newest first.'),
    carriers: z
      .array(
        z
          .object({
            ...carrierFields,
            cells: z.array(statementCell).readonly().describe('One for each month, in the order of months.'),
          })
          .meta({ id: 'StatementsOfCarrier' }),
      )
      .readonly()
      .describe('Of each carrier and workspace, by name.'),
  })
  .meta({ id: 'Statements' });
export type Statements = Readonly<z.output<typeof statements>>;

export interface StatementReads {
  /** Loads the facts of the months that `since` and `to` include. Files are loaded from the earlier of `since` and `learnFrom` on. */
  grid(
    accountId: string,
    filter: BookFilter,
    range: { readonly since: Period; readonly learnFrom: Period },
  ): Promise<GridFacts | Refused>;
}

export interface StatementOverview {
  readonly statements: Pick<StatementReads, 'grid'>;
}

/** The months whose files tell the usual day: half a year, and as many in which nothing came. */
const LEARN_MONTHS = 12;
/** The months for which an account may have had no statement and still sees its latest ones at once. */
const OLD_MONTHS = 36;

/** Returns the months to load: the shown ones with one before them, and the months that tell the usual day. */
export function gridRange(to: Period | null, { months, today }: { readonly months: number; readonly today: string }) {
  const current = periodOfDate(today);
  return {
    since: addMonths(to ?? addMonths(current, -OLD_MONTHS), -months),
    learnFrom: addMonths(current, -LEARN_MONTHS),
  };
}

export interface GridQuery extends BookFilter {
  readonly to?: Period | undefined;
  readonly months: number;
  readonly today: string;
}

/** Shows the statements of up to 24 months. Refuses an unknown carrier or workspace. */
export async function showStatements(
  { statements: reads }: StatementOverview,
  accountId: string,
  { to, months, today, ...filter }: GridQuery,
): Promise<Statements | Refused> {
  const facts = await reads.grid(accountId, filter, gridRange(to ?? null, { months, today }));
  return isRefused(facts) ? facts : statementGrid(facts, { to: to ?? null, count: months, today });
}
