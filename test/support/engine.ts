import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { connectDatabase, type Database } from '../../adapters/postgres/connection/database.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { processStatement } from '../../app/book/process-statement.ts';
import { type AcceptedJob, acceptUpload, type UploadOutcome } from '../../app/files/accept-upload.ts';
import { readStatementMessage } from '../../app/jobs/relay-outbox.ts';
import type { ObjectStore } from '../../app/platform/object-store.ts';
import type { MessageQueue, ReceivedMessage } from '../../app/platform/queue.ts';
import type { BookKey } from '../../core/book-key.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';
import { sha256Hex } from '../../lambdas/http/authentication.ts';
import { createIngestStatement } from '../../lambdas/queue/statement-handler.ts';
import { createServices, type Services } from '../../lambdas/runtime/services.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { webhookPlatform } from './webhook-deliveries.ts';

/**
 * The service below HTTP on a real PostgreSQL: uploads use the use case, jobs use the queue and its Lambda handler. Only the bytes are in
 * memory. Nothing runs unless a test calls it.
 */
export interface Engine extends EngineProcess {
  readonly address: TestDatabase['address'];
  /** Starts another process of the service, with its own connections to the same database, queue and bytes. */
  start(options?: ProcessOptions): EngineProcess;
  close(): Promise<void>;
}

/** One process: an API, a worker and the schedules. */
export interface EngineProcess {
  readonly database: Database;
  readonly objects: MemoryObjects;
  readonly queue: MessageQueue;
  readonly services: Services;
  /** The logged errors. */
  readonly logged: { readonly event: string; readonly error: unknown }[];
  /** The seconds after which each failed message was to return. The tests do not wait for them. */
  readonly delays: number[];
  readonly ingest: (event: SQSEvent) => Promise<SQSBatchResponse>;
}

export interface ProcessOptions {
  /** Wraps the database of the process. */
  readonly through?: (database: Database) => Database;
  readonly objects?: MemoryObjects;
  readonly queue?: (queue: MessageQueue) => MessageQueue;
  readonly poolSize?: number;
  /** True for a process that may not delete bytes, like the functions that answer requests on AWS. */
  readonly defersDeletions?: boolean;
}

export interface MemoryObjects extends ObjectStore {
  readonly stored: Map<string, Uint8Array>;
}

export function memoryObjects(): MemoryObjects {
  const stored = new Map<string, Uint8Array>();
  return {
    stored,
    put: async (key, bytes) => void stored.set(key, bytes),
    get: async (key) => stored.get(key) ?? null,
    delete: async (key) => void stored.delete(key),
    async deleteBelow(prefix) {
      const keys = [...stored.keys()].filter((key) => key.startsWith(prefix));
      const bytes = keys.reduce((sum, key) => sum + (stored.get(key)?.byteLength ?? 0), 0);
      for (const key of keys) stored.delete(key);
      return { objects: keys.length, bytes };
    },
  };
}

export async function createEngine(options: ProcessOptions = {}): Promise<Engine> {
  const { address, database, drop } = await createTestDatabase();
  const objects = options.objects ?? memoryObjects();
  const opened: Database[] = [];
  return {
    address,
    ...engineProcess(database, { ...options, objects }),
    start: ({ poolSize = 4, ...own } = {}) => {
      const connected = connectDatabase(address, { poolSize });
      opened.push(connected);
      return engineProcess(connected, { objects, ...own });
    },
    async close() {
      await Promise.all(opened.map((one) => one.close()));
      await drop();
    },
  };
}

function engineProcess(
  connected: Database,
  {
    through = (database) => database,
    objects = memoryObjects(),
    queue: wrapQueue = (queue) => queue,
    defersDeletions = false,
  }: ProcessOptions,
): EngineProcess {
  const database = through(connected);
  const logged: { event: string; error: unknown }[] = [];
  const delays: number[] = [];
  const ownQueue = createPostgresQueue(database);
  const queue = wrapQueue({
    ...ownQueue,
    changeVisibility: (name, receiptHandle, seconds) => {
      delays.push(seconds);
      return ownQueue.changeVisibility(name, receiptHandle, 0);
    },
  });
  const log = (level: string, event: string, { error }: { readonly error?: unknown }) => {
    if (level !== 'info') logged.push({ event, error });
  };
  const made = createServices({ database, objects, queue, log, defersDeletions, ...webhookPlatform });
  // The tests do not wait for an unreachable database.
  const services = { ...made, worker: { ...made.worker, pause: async () => undefined } };
  const onUnreadable = (messageId: string) => void logged.push({ event: 'unreadable', error: messageId });
  const ingest = createIngestStatement({ worker: services.worker, ...services.outbox, queue, onUnreadable });
  return { database, objects, queue, services, logged, delays, ingest };
}

/** The columns of `statementCsv`. */
export const ENGINE_CONFIG = {
  fileType: 'csv',
  columns: {
    member_external_id: 'Member',
    commission_amount: 'Amount',
    policy_number: 'Policy',
    premium_amount: 'Premium',
    lives: 'Lives',
    months_paid: 'Months',
    plan_code: 'Plan code',
    plan_name: 'Plan',
    agent_id: 'Agent no',
    agent_name: 'Agent',
    member_name: 'Name',
    email: 'Email',
    state: 'State',
    effective_date: 'Effective',
    term_date: 'Term',
    carrier_status: 'Carrier status',
    product_type: 'Product',
  },
};

/** Makes an account with a workspace and a carrier of the catalogue. The carrier has a configuration unless that is null. */
export async function createBook(
  { database }: EngineProcess,
  { config = ENGINE_CONFIG, ...known }: { readonly config?: object | null } & Partial<BookKey> = {},
): Promise<BookKey> {
  const { accountId = randomUUID(), carrierId = randomUUID() } = known;
  const book = { accountId, workspaceId: randomUUID(), carrierId };
  await database.system(async (sql) => {
    await sql`
      insert into accounts (account_id, name, tier, status) values (${accountId}, 'Agency', 'standard', 'active')
      on conflict do nothing`;
    await sql`
      insert into workspaces (workspace_id, account_id, name, is_default)
      select ${book.workspaceId}, ${accountId}, ${book.workspaceId}, not exists (select 1 from workspaces where account_id = ${accountId})`;
    await sql`
      insert into carriers (carrier_id, name, slug) values (${carrierId}, 'Carrier', ${carrierId}) on conflict do nothing`;
  });
  if (config !== null) await addConfig(database, carrierId, config);
  return book;
}

/** Adds the carrier's next configuration, which becomes the active one. */
export async function addConfig(database: Database, carrierId: string, config: object): Promise<string> {
  const configId = randomUUID();
  await database.system(
    (sql) => sql`
      insert into statement_configs (config_id, carrier_id, version, config)
      select ${configId}, ${carrierId}, coalesce(max(version), 0) + 1, ${sql.json(statementConfigSchema.parse(config))}
      from statement_configs where carrier_id = ${carrierId}`,
  );
  return configId;
}

export interface StatementUpload {
  readonly period: Period;
  readonly csv: string;
  readonly mode?: 'ingest' | 'append' | 'replace';
  readonly key?: string;
  readonly statedTotal?: string;
  readonly replaceFileId?: string | null;
}

export const ORIGIN = { actor: 'token:test', ip: null, requestId: 'request-1' };

/** Uploads a file as POST /v1/files does, below HTTP. */
export function upload(
  { services }: Pick<EngineProcess, 'services'>,
  { accountId, workspaceId, carrierId }: BookKey,
  { period, csv, mode = 'ingest', key, statedTotal, replaceFileId = null }: StatementUpload,
): Promise<UploadOutcome | Refused> {
  const bytes = Buffer.from(csv);
  const checksumSha256 = sha256Hex(csv);
  const request = {
    accountId,
    workspaceId,
    carrierId,
    period,
    checksumSha256,
    fileName: 'statement.csv',
    byteSize: bytes.length,
    statedTotal: statedTotal ?? null,
    webhookUrl: null,
    replace: mode === 'replace',
    append: mode === 'append',
    replaceFileId,
    idempotencyKey: key ?? null,
    fingerprint: sha256Hex([checksumSha256, workspaceId, carrierId, period, mode].join()),
    source: 'api',
  } as const;
  return acceptUpload(services.intake, { request, bytes, origin: ORIGIN });
}

/** Uploads a file and fails the test unless the upload is accepted. */
export async function accept(
  engine: Pick<EngineProcess, 'services'>,
  book: BookKey,
  statement: StatementUpload,
): Promise<AcceptedJob> {
  return assertAccepted(await upload(engine, book, statement));
}

export function assertAccepted(outcome: UploadOutcome | AcceptedJob | Refused): AcceptedJob {
  if (isRefused(outcome)) throw new Error(`Refused: ${outcome.refused.code}`);
  if (!('kind' in outcome)) return outcome;
  if (outcome.kind !== 'accepted') throw new Error(`Not accepted: ${outcome.kind}`);
  return outcome.job;
}

/** The visibility timeout. Within a test no message is received a second time unless it was returned to the queue. */
const LONG_SECONDS = 3_600;

export async function receive(
  { queue }: EngineProcess,
  queueName: 'statements' | 'statements-dead' = 'statements',
): Promise<ReceivedMessage | null> {
  const [message] = await queue.receive(queueName, { max: 1, visibilitySeconds: LONG_SECONDS });
  return message ?? null;
}

/** Handles one message like the event source. Returns true when the message is complete. */
export async function deliver(process: EngineProcess, message: ReceivedMessage): Promise<boolean> {
  const { batchItemFailures } = await process.ingest(sqsEvent(message));
  if (batchItemFailures.length > 0) return false;
  await process.queue.delete('statements', message.receiptHandle);
  return true;
}

/** Handles every message that can be received, including retries. */
export async function drain(process: EngineProcess): Promise<void> {
  for (;;) {
    const message = await receive(process);
    if (message === null) return;
    await deliver(process, message);
  }
}

export function sqsEvent({ messageId, receiptHandle, body, receiveCount }: ReceivedMessage): SQSEvent {
  const attributes = {
    ApproximateReceiveCount: String(receiveCount),
    SentTimestamp: '0',
    SenderId: 'test',
    ApproximateFirstReceiveTimestamp: '0',
  };
  const source = { eventSource: 'aws:sqs', eventSourceARN: 'arn:aws:sqs:test:0:statements', awsRegion: 'test' };
  return {
    Records: [{ messageId, receiptHandle, body, attributes, messageAttributes: {}, md5OfBody: '', ...source }],
  };
}

/** Processes the queue of statements like the worker, with immediate retries, and returns the number of tries. */
export async function runStatementJobs({
  tasks: { queue },
  worker,
}: Pick<Services, 'tasks' | 'worker'>): Promise<number> {
  let tries = 0;
  for (;;) {
    const messages = await queue.receive('statements', { max: 10, visibilitySeconds: 600 });
    if (messages.length === 0) return tries;
    for (const { body, receiptHandle } of messages) {
      const message = readStatementMessage(body);
      if (message === null) throw new Error(`Not a message of a job: ${body}`);
      const result = await processStatement(worker, message.jobId);
      if (result.kind === 'retry') await queue.changeVisibility('statements', receiptHandle, 0);
      else await queue.delete('statements', receiptHandle);
      tries += 1;
    }
  }
}
