import { z } from 'zod';
import { DEPOSIT_NOTE_CHARACTERS_MAX } from '../../core/limits/account-limits.ts';
import { refuseUnnamedWorkspace } from '../../core/month/month-state.ts';
import { STATEMENT_STATES } from '../../core/month/statement-state.ts';
import { addMonths, type Period, periodOfDate } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { type GridFacts, type HistoryEvent, historyText, statementGrid } from '../../core/report/statement-grid.ts';
import { recordId } from '../platform/shared-fields.ts';
import type { BookFilter } from './read-models.ts';

const AMOUNT_MAX = 100_000_000;

export const typedDeposit = z.strictObject({
  amount: z
    .number()
    .min(-AMOUNT_MAX)
    .max(AMOUNT_MAX)
    .multipleOf(0.01)
    .meta({ description: 'In dollars and cents; below zero is money taken back.' }),
  depositedOn: z.iso.date(),
  note: z
    .string()
    .trim()
    .max(DEPOSIT_NOTE_CHARACTERS_MAX, `must not be longer than ${DEPOSIT_NOTE_CHARACTERS_MAX} characters`)
    .nullable()
    .default(null),
  workspaceId: recordId('Required when the account has several.').optional(),
});

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

const statementCell = z
  .object({
    period: z.string(),
    state: statementStates,
    received: z.int().describe('Files that count.'),
    expected: z.int().nullable().describe('Null when nothing says how many files the month has.'),
    failed: z.int().describe('Files that could not be read.'),
    unreadRows: z.int().describe('Rows of files that count which could not be read, until they are left.'),
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

/** Shows one month of a carrier: its files, its deposit and its history (docs/reference/uploads-and-jobs.md#statements). */

export const statementDeposit = z
  .object({
    amount: z.number(),
    depositedOn: z.iso.date(),
    note: z.string().nullable(),
    author: z.string().nullable().describe('The name of the person at that time; null when a program wrote it.'),
    enteredAt: z.iso.datetime(),
  })
  .meta({ id: 'StatementDeposit' });
export type StatementDeposit = Readonly<z.output<typeof statementDeposit>>;

const fileOfStatement = z
  .object({
    fileId: z.string(),
    jobId: z.string(),
    fileName: z.string(),
    byteSize: z.int(),
    source: z.enum(['api', 'sftp', 'email']),
    sentBy: z
      .string()
      .nullable()
      .describe('The name of a person, a token, an SFTP user or an address; null when unknown.'),
    uploadedAt: z.iso.datetime(),
    status: z.enum(['pending', 'active', 'failed', 'canceled', 'replaced', 'retracted']),
    isReading: z.boolean().describe('A job of the file has not ended.'),
    members: z.int().nullable().describe('Null, like sumRead, until the file was read.'),
    sumRead: z.number().nullable().describe('The sum of its rows, net of chargebacks.'),
    sumPrinted: z.number().nullable().describe('As the sender stated it or, else, as the file prints it.'),
    rowsFailed: z.int(),
    error: z.string().nullable().describe('Why the file could not be read.'),
    warnings: z.array(z.string()).readonly(),
    isLeft: z.boolean().describe('A person left the failed file, or the rows that could not be read.'),
    isKept: z.boolean().describe('The original can be downloaded, moved and read again.'),
    countsElsewhere: z.boolean().describe('The same file counts under another id, so that it cannot count here too.'),
    rescoreSuggested: z.boolean().describe('The carrier has a newer layout than the one the month was scored with.'),
    layoutVersion: z.int().nullable().describe('The version of the layout that read it.'),
    isLayoutOnlyHere: z.boolean().describe('No other file was read with this layout of the account.'),
  })
  .meta({ id: 'FileOfStatement' });
export type FileOfStatement = Readonly<z.output<typeof fileOfStatement>>;

const historyEntry = z
  .object({ at: z.iso.datetime(), who: z.string(), text: z.string() })
  .meta({ id: 'StatementHistoryEntry' });

export const statement = z
  .object({
    ...{ carrierId: z.string(), carrierName: z.string(), workspaceId: z.string(), workspaceName: z.string() },
    usual: usualDayOfCarrier.nullable(),
    ...statementCell.shape,
    files: z.array(fileOfStatement).readonly().describe('In any state, newest first.'),
    depositRecord: statementDeposit.nullable(),
    closed: z
      .object({
        closedAt: z.iso.datetime(),
        closedBy: z.string(),
        signedBy: z.string().nullable(),
        leftOpen: z.array(z.string()).readonly(),
      })
      .meta({ id: 'ClosingOfStatement' })
      .nullable(),
    history: z.array(historyEntry).readonly().describe('Newest first, at most 200.'),
  })
  .meta({ id: 'Statement' });
type Statement = Readonly<z.output<typeof statement>>;

export interface StatementKey {
  readonly accountId: string;
  readonly carrierId: string;
  /** Required when the account has several workspaces. */
  readonly workspaceId?: string | undefined;
  readonly period: Period;
}

/** A key whose workspace is known. */
export interface BookStatementKey extends StatementKey {
  readonly workspaceId: string;
}

interface StoredStatement {
  readonly files: readonly FileOfStatement[];
  readonly deposit: StatementDeposit | null;
  readonly history: readonly HistoryEvent[];
}

export interface StatementDetailReads extends StatementReads {
  /** Returns the workspaces that a key may mean. Refuses an unknown carrier or workspace. */
  workspacesOf(key: StatementKey): Promise<readonly string[] | Refused>;
  find(key: BookStatementKey): Promise<StoredStatement>;
}

export interface StatementDetails {
  readonly statements: StatementDetailReads;
}

/** Names the workspace of a key. Refuses an unknown carrier or workspace, and a key without one where there are several. */
export async function placeStatement(
  reads: Pick<StatementDetailReads, 'workspacesOf'>,
  key: StatementKey,
): Promise<BookStatementKey | Refused> {
  const workspaceIds = await reads.workspacesOf(key);
  if (isRefused(workspaceIds)) return workspaceIds;
  const [workspaceId] = workspaceIds;
  if (workspaceId === undefined) throw new Error('Every account has a workspace.');
  return refuseUnnamedWorkspace(workspaceIds.length) ?? { ...key, workspaceId };
}

/** Shows a month of a carrier, also one without files. Refuses an unknown carrier or workspace, and a carrier without any file. */
export async function showStatement(
  { statements: reads }: StatementDetails,
  named: StatementKey,
  today: string,
): Promise<Statement | Refused> {
  const key = await placeStatement(reads, named);
  if (isRefused(key)) return key;
  const { accountId, carrierId, workspaceId, period } = key;
  const [facts, found] = await Promise.all([
    reads.grid(accountId, { carrierId, workspaceId }, gridRange(period, { months: 1, today })),
    reads.find(key),
  ]);
  if (isRefused(facts)) return facts;
  const [row] = statementGrid(facts, { to: period, count: 1, today, keepsEmpty: true }).carriers;
  const [cell] = row?.cells ?? [];
  if (row === undefined || cell === undefined) {
    return refuse('not_found', 'No file of this carrier was ever sent.');
  }
  const { cells: _, ...carrier } = row;
  const month = facts.months.find((one) => one.period === period);
  const { closedAt = null, closedBy = null, signedBy = null, leftOpen = null } = month ?? {};
  return {
    ...carrier,
    ...cell,
    files: found.files,
    depositRecord: found.deposit,
    closed: closedAt === null || closedBy === null ? null : { closedAt, closedBy, signedBy, leftOpen: leftOpen ?? [] },
    history: found.history.map((event) => ({ at: event.at, who: event.who, text: historyText(event) })),
  };
}
