import { createHash, randomUUID } from 'node:crypto';
import { processStatement } from '../../app/book/process-statement.ts';
import { type AcceptedJob, acceptUpload } from '../../app/files/accept-upload.ts';
import { rescoreFile } from '../../app/files/command-files.ts';
import { isRefused } from '../../core/problem.ts';
import type { BenchService } from './bench-service.ts';
import { type Correction, periodOf, STATEMENT_COLUMNS, type StatementPlan, statementBytes } from './bench-statement.ts';

/** An account with one carrier, whose statements take the normal path: they are accepted, and then the worker processes them. */
export interface StatementBook {
  readonly service: BenchService;
  readonly accountId: string;
  readonly carrierId: string;
  readonly token: string;
  readonly plan: Omit<StatementPlan, 'month'>;
}

export interface TimedJob {
  readonly fileId: string;
  /** The wall time of the job itself in milliseconds, from its claim to its commit. */
  readonly elapsedMs: number;
}

const ORIGIN = { actor: 'bench', ip: null, requestId: 'bench' };

async function createBook(service: BenchService, plan: StatementBook['plan']): Promise<StatementBook> {
  const carrierId = randomUUID();
  const { accountId, token } = await service.createAccount(`Agency of ${carrierId}`);
  // An old workbook is read under the format of XLSX.
  const fileType = plan.fileType === 'xls' ? 'xlsx' : plan.fileType;
  const config = JSON.stringify({ fileType, columns: STATEMENT_COLUMNS });
  await service.owner`
    insert into carriers (carrier_id, account_id, name, slug, product_line)
    values (${carrierId}, ${accountId}, 'Carrier', 'carrier', 'medicare')`;
  await service.owner`
    insert into statement_configs (config_id, carrier_id, account_id, version, config)
    values (${randomUUID()}, ${carrierId}, ${accountId}, 1, ${config}::text::jsonb)`;
  return { service, accountId, carrierId, token, plan };
}

/** Creates a book that already contains these months. */
export async function createBookWith(
  service: BenchService,
  plan: StatementBook['plan'],
  months: number,
): Promise<StatementBook> {
  const book = await createBook(service, plan);
  for (let month = 0; month < months; month++) {
    if (months > 2) process.stderr.write(`\rmonth ${month + 1} of ${months}${month + 1 === months ? '\n' : ''}`);
    await ingestMonth(book, month);
  }
  return book;
}

export async function ingestMonth(book: StatementBook, month: number): Promise<TimedJob> {
  return work(book, await acceptMonth(book, month));
}

/** Sends bytes that some other program made, and processes them. The format of the book has to fit them. */
export async function ingestBytes(book: StatementBook, month: number, bytes: Uint8Array): Promise<TimedJob> {
  return work(book, await acceptBytes(book, { bytes, month, replace: false }));
}

/** Adds a format for another kind of file, and makes it the active one. */
export async function useFormat({ service, accountId, carrierId }: StatementBook, format: object): Promise<void> {
  await service.owner`
    insert into statement_configs (config_id, carrier_id, account_id, version, config)
    select ${randomUUID()}, ${carrierId}, ${accountId}, max(version) + 1, ${JSON.stringify(format)}::text::jsonb
    from statement_configs where carrier_id = ${carrierId}`;
}

/** Replaces the month with a corrected statement that has other amounts. */
export async function correctMonth(book: StatementBook, month: number, correction: Correction): Promise<TimedJob> {
  return work(book, await acceptMonth({ ...book, plan: { ...book.plan, correction } }, month, { replace: true }));
}

/** Does the work of a POST. The job is queued, but not started. */
async function acceptMonth(
  book: StatementBook,
  month: number,
  { replace }: { readonly replace: boolean } = { replace: false },
): Promise<AcceptedJob> {
  return acceptBytes(book, { bytes: statementBytes({ ...book.plan, month }), month, replace });
}

async function acceptBytes(
  book: StatementBook,
  { bytes, month, replace }: { readonly bytes: Uint8Array; readonly month: number; readonly replace: boolean },
): Promise<AcceptedJob> {
  const checksum = createHash('sha256').update(bytes).digest('hex');
  const outcome = await acceptUpload(book.service.services.intake, {
    request: {
      accountId: book.accountId,
      carrierId: book.carrierId,
      period: periodOf({ month }),
      workspaceId: null,
      fileName: `statement.${book.plan.fileType}`,
      byteSize: bytes.byteLength,
      checksumSha256: checksum,
      statedTotal: null,
      webhookUrl: null,
      replace,
      append: false,
      replaceFileId: null,
      idempotencyKey: null,
      fingerprint: checksum,
      source: 'api',
    },
    bytes,
    origin: ORIGIN,
  });
  if (isRefused(outcome) || outcome.kind !== 'accepted') throw new Error(`Refused: ${JSON.stringify(outcome)}`);
  return outcome.job;
}

/** Scores the file's period and every later one again. */
export async function rescoreFrom(book: StatementBook, fileId: string): Promise<TimedJob> {
  const job = await rescoreFile(book.service.services.files, { accountId: book.accountId, fileId, origin: ORIGIN });
  if (isRefused(job)) throw new Error(`Refused: ${JSON.stringify(job)}`);
  return work(book, job);
}

/** Does the worker's part of the job. */
async function work({ service }: StatementBook, { jobId, fileId }: AcceptedJob): Promise<TimedJob> {
  const started = performance.now();
  await processStatement(service.services.worker, jobId);
  const elapsedMs = performance.now() - started;
  const [job] = await service.owner`select status, error from jobs where job_id = ${jobId}`;
  if (job?.['status'] !== 'completed') throw new Error(`The job did not complete: ${JSON.stringify(job)}`);
  return { fileId, elapsedMs };
}
