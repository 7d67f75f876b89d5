import { z } from 'zod';
import { refuseUnnamedWorkspace } from '../../core/month/month-state.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { type HistoryEvent, historyText, statementGrid } from '../../core/report/statement-grid.ts';
import { gridRange, type StatementReads, statementCell, usualDayOfCarrier } from './show-statements.ts';

/** Shows one month of a carrier: its files, its deposit and its history (docs/reference/uploads-and-jobs.md#one-statement). */

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
    isLeft: z.boolean().describe('A person left the failed file, which does not keep the month open.'),
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
export type Statement = Readonly<z.output<typeof statement>>;

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

export interface StoredStatement {
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
