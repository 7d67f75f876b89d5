import { answerOf, type CommissionClient, type Schema } from './commission-client.ts';
import type { UploadProgress } from './send-requests.ts';

export interface StatementUpload {
  /**
   * The file: CSV, a workbook, a PDF with text or a ZIP archive of these, at most 15 MiB. A File keeps its name, which may name the month.
   */
  readonly file: Blob;
  readonly carrierId: string;
  /** The month of the statement, as YYYY-MM. */
  readonly period: string;
  /** The workspace. Required when the account has several. */
  readonly workspaceId?: string;
  /** Replaces every file that the month has. */
  readonly replace?: boolean;
  /** Adds the file to the files that the month has. */
  readonly append?: boolean;
  readonly replaceFileId?: string;
  /** The carrier's own total in dollars. */
  readonly statedTotal?: number;
  /** The key of the upload. Sent again with the same key, the upload answers with its first job. By default every call is a new upload. */
  readonly idempotencyKey?: string;
}

export interface SendingOptions {
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly signal?: AbortSignal;
}

export interface WaitingOptions {
  readonly onProgress?: (progress: Schema<'JobProgress'>) => void;
  readonly signal?: AbortSignal;
}

const FIRST_POLL_MS = 250;
const POLL_MAX_MS = 2000;
/** The growth of the pause between two polls. A job's end is noticed late by the first pause and a twentieth of its duration. */
const POLL_GROWTH = 1.05;

/** Identifies the carrier and month of a file, with its totals. Nothing is stored. Throws a ProblemError. */
export function identifyStatement(
  client: CommissionClient,
  file: Blob,
  { onProgress, signal }: SendingOptions = {},
): Promise<Schema<'IdentifiedStatement'>> {
  return answerOf(
    client.api.POST('/v1/files/identify', { body: { file }, signal: signal ?? null, ...client.form(onProgress) }),
  );
}

/**
 * Sends a statement. The answer names its job, which `waitForJob` waits for. Throws a ProblemError; `period_exists` means that the month
 * has files, and `replace` or `append` decides.
 */
export function uploadStatement(
  client: CommissionClient,
  { idempotencyKey = crypto.randomUUID(), ...fields }: StatementUpload,
  { onProgress, signal }: SendingOptions = {},
): Promise<Schema<'UploadResult'>> {
  return answerOf(
    client.api.POST('/v1/files', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: fields,
      signal: signal ?? null,
      ...client.form(onProgress),
    }),
  );
}

/** Resolves with the job when it has ended: `completed`, `failed` or `canceled`. Asks every two seconds at most. Throws a ProblemError. */
export async function waitForJob(
  client: CommissionClient,
  jobId: string,
  { onProgress, signal = new AbortController().signal }: WaitingOptions = {},
): Promise<Schema<'Job'>> {
  for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(delayMs * POLL_GROWTH, POLL_MAX_MS)) {
    const job = await answerOf(client.api.GET('/v1/jobs/{jobId}', { params: { path: { jobId } }, signal }));
    onProgress?.(job.progress);
    if (hasEnded(job.status)) return job;
    await client.wait(delayMs, signal);
  }
}

/** Returns true for a state that a job does not leave without a request. */
export function hasEnded(status: Schema<'Job'>['status']): boolean {
  return status === 'completed' || status === 'failed' || status === 'canceled';
}
