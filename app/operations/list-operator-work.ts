import { z } from 'zod';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';

/** Lists the jobs and dead letters of all accounts for the operator. */

export const OPERATOR_JOB_STATES = ['queued', 'processing', 'completed', 'failed', 'canceled'] as const;
export type OperatorJobState = (typeof OPERATOR_JOB_STATES)[number];

export const operatorJobStates = z.enum(OPERATOR_JOB_STATES);

/** A job of any account. It names no member and no file. */
export const operatorJob = z
  .object({
    id: z.string(),
    accountId: z.string(),
    accountName: z.string(),
    carrierName: z.string(),
    period: z.string(),
    mode: z.string(),
    status: operatorJobStates,
    attempts: z.int(),
    errorCode: z.string().nullable(),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OperatorJob' });
export type OperatorJob = Readonly<z.output<typeof operatorJob>>;

export const OPERATOR_JOB_COLUMNS = [
  ...['id', 'accountId', 'accountName', 'carrierName', 'period', 'mode', 'status', 'attempts', 'errorCode'],
  ...['createdAt', 'completedAt'],
];

/** A message that was given up after its last attempt. */
export const deadLetter = z
  .object({
    id: z.string(),
    queue: z.string(),
    receiveCount: z.int().describe('How often a worker received the message.'),
    recordedAt: z.iso.datetime(),
    jobId: z.string().nullable().describe('Null for a message that is about no job.'),
    jobStatus: operatorJobStates.nullable(),
    accountName: z.string().nullable().describe('Null when the account is gone.'),
  })
  .meta({ id: 'DeadLetter' });
export type OperatorDeadLetter = Readonly<z.output<typeof deadLetter>>;

export const DEAD_LETTER_COLUMNS = ['id', 'queue', 'receiveCount', 'recordedAt', 'jobId', 'jobStatus', 'accountName'];

/** The work of an account in some days. */
export const heavyAccount = z
  .object({
    accountId: z.string(),
    accountName: z.string(),
    jobs: z.int().describe('Jobs that ended in these days.'),
    rows: z.int().describe('Rows that these jobs took in.'),
    workerSeconds: z.int().describe('Seconds for which workers were busy with them.'),
    storedBytes: z.int().describe('Bytes of files that are stored now.'),
  })
  .meta({ id: 'HeavyAccount' });
export type HeavyAccount = Readonly<z.output<typeof heavyAccount>>;

export const HEAVY_ACCOUNT_COLUMNS = ['accountId', 'accountName', 'jobs', 'rows', 'workerSeconds', 'storedBytes'];

const HEAVIEST_ACCOUNTS = 10;

export interface OperatorWorkReads {
  /** Returns jobs, newest first; `status` selects those in one state. */
  listJobs(
    filter: { readonly status?: OperatorJobState | undefined },
    page: OffsetPosition,
  ): Promise<OffsetPage<OperatorJob>>;
  /** Returns dead letters, newest first. */
  listDeadLetters(page: OffsetPosition): Promise<OffsetPage<OperatorDeadLetter>>;
  /** Returns the accounts with work in the last days, those first that kept the workers busy for longest. */
  listHeaviest(last: { readonly days: number; readonly limit: number }): Promise<readonly HeavyAccount[]>;
}

/** Lists the work of all accounts for the operator. */
export interface OperatorWork {
  readonly work: OperatorWorkReads;
}

/** Lists jobs of all accounts, newest first. */
export function listAllJobs(
  { work }: OperatorWork,
  { status, ...page }: OffsetPosition & { readonly status?: OperatorJobState | undefined },
): Promise<OffsetPage<OperatorJob>> {
  return work.listJobs({ status }, page);
}

/** Lists messages that were given up, newest first. */
export function listDeadLetters({ work }: OperatorWork, page: OffsetPosition): Promise<OffsetPage<OperatorDeadLetter>> {
  return work.listDeadLetters(page);
}

/** Lists the accounts that used most in the last days. */
export async function listHeaviestAccounts(
  { work }: OperatorWork,
  days: number,
): Promise<{ days: number; data: HeavyAccount[] }> {
  return { days, data: [...(await work.listHeaviest({ days, limit: HEAVIEST_ACCOUNTS }))] };
}
