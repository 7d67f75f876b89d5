import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createS3Client, createS3ObjectStore } from '../../adapters/object-store/s3-object-store.ts';
import { connectDatabase, type Database } from '../../adapters/postgres/connection/database.ts';
import { createSqsClient, createSqsQueue } from '../../adapters/queue/sqs-queue.ts';
import { processStatement } from '../../app/book/process-statement.ts';
import type { AcceptedJob } from '../../app/files/accept-upload.ts';
import type { ObjectStore } from '../../app/platform/object-store.ts';
import type { MessageQueue, QueueName } from '../../app/platform/queue.ts';
import type { BookKey } from '../../core/book-key.ts';
import { createIngestStatement } from '../../lambdas/queue/statement-handler.ts';
import { createServices, type Services } from '../../lambdas/runtime/services.ts';
import { startAwsServer, TEST_CLIENT, type TestServer } from '../adapters/aws-server.ts';
import { assertAccepted, createBook, createEngine, type Engine, sqsEvent, upload } from '../support/engine.ts';
import { findJob, listEvents, listLines } from '../support/engine-tables.ts';
import { webhookPlatform } from '../support/webhook-deliveries.ts';

/** Passes on connections, and can let them fall silent without closing either end, as a lost route or a frozen host does. */
interface HalfOpenProxy {
  /** The loopback port; zero if it listens at a path. */
  readonly port: number;
  /** From now on connections, including new ones, are accepted and pass no data on in either direction. */
  freeze(): void;
  /** Lets new connections work again. Frozen connections stay silent, as after a real fault. */
  heal(): void;
  close(): Promise<void>;
}

async function startHalfOpenProxy(target: NetConnectOpts, path?: string): Promise<HalfOpenProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    track(near);
    if (isFrozen) return void near.resume();
    const far = track(createConnection(target));
    // Data that arrive on a silent connection are lost, and must not appear after the others have been healed.
    const pass = (from: Socket, to: Socket) => {
      let isDead = false;
      from.on('data', (chunk) => {
        isDead ||= isFrozen;
        if (!isDead) to.write(chunk);
      });
      from.on('close', () => isFrozen || isDead || to.destroy());
    };
    pass(near, far);
    pass(far, near);
  });
  if (path === undefined) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  return {
    port: path === undefined ? portOf(server.address()) : 0,
    freeze: () => {
      isFrozen = true;
    },
    heal: () => {
      isFrozen = false;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen on a port');
  return address.port;
}

/**
 * Guarantee: a silent connection to PostgreSQL, S3 or SQS blocks nobody for ever. Work in progress fails, accepted work is kept, and the
 * job succeeds when the connection works again.
 */

const REQUEST_MS = 300;
const STATEMENT_SECONDS = 1;
const CSV = 'Member,Amount\nA,50\nB,20.10';
const period = '2026-01';

let engine: Engine;
let aws: TestServer;
let directory: string;
const lines: Record<'postgres' | 'aws', HalfOpenProxy | null> = { postgres: null, aws: null };
let database: Database;
let services: Services;
let queue: MessageQueue;
let book: BookKey;
let beforeGet: () => void = () => undefined;

beforeAll(async () => {
  engine = await createEngine();
  aws = await startAwsServer();
  const server = inject('postgres');
  if (server.kind !== 'socket' || engine.address.kind !== 'socket') throw new TypeError('Tests run on a socket');
  directory = await mkdtemp('/tmp/cas-hole-');
  const name = `.s.PGSQL.${server.port}`;
  lines.postgres = await startHalfOpenProxy({ path: join(server.directory, name) }, join(directory, name));
  lines.aws = await startHalfOpenProxy({ host: '127.0.0.1', port: Number(new URL(aws.endpoint).port) });
  database = connectDatabase(
    { ...engine.address, directory },
    { poolSize: 4, statementTimeoutSeconds: STATEMENT_SECONDS },
  );
  const endpoint = `http://127.0.0.1:${lines.aws.port}`;
  const s3 = createS3Client({ ...TEST_CLIENT, endpoint, forcePathStyle: true }, REQUEST_MS);
  const sqs = createSqsClient({ ...TEST_CLIENT, endpoint, useQueueUrlAsEndpoint: false }, REQUEST_MS);
  await s3.send(new CreateBucketCommand({ Bucket: 'raw' }));
  const urlOf = async (QueueName: QueueName) => (await sqs.send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? '';
  const urls = { statements: await urlOf('statements'), 'statements-dead': await urlOf('statements-dead') };
  queue = createSqsQueue({ client: sqs, urls, waitSeconds: 0 });
  const stored = createS3ObjectStore({ bucket: 'raw', client: s3 });
  const objects: ObjectStore = {
    ...stored,
    get: (key) => {
      beforeGet();
      return stored.get(key);
    },
  };
  services = createServices({ database, objects, queue, log: () => undefined, ...webhookPlatform });
  book = await createBook(engine);
});

afterAll(async () => {
  for (const line of Object.values(lines)) await line?.close();
  await database.close();
  await aws.close();
  await engine.close();
  await rm(directory, { recursive: true, force: true });
});

const send = async (month: string): Promise<AcceptedJob> =>
  assertAccepted(await upload({ services }, book, { period: month, csv: CSV }));

/** Receives messages until this job has ended. Makes retries visible at once instead of after their delay. */
async function workUntilEnd(jobId: string): Promise<void> {
  const impatient: MessageQueue = {
    ...queue,
    changeVisibility: (name, receipt) => queue.changeVisibility(name, receipt, 0),
  };
  const ingest = createIngestStatement({
    worker: services.worker,
    relayOutbox: services.outbox.relayOutbox,
    queue: impatient,
    onUnreadable: () => undefined,
  });
  while (['queued', 'processing'].includes((await findJob(engine.database, book, jobId)).status)) {
    for (const message of await queue.receive('statements', { max: 1, visibilitySeconds: 60 })) {
      const { batchItemFailures } = await ingest(sqsEvent(message));
      if (batchItemFailures.length === 0) await queue.delete('statements', message.receiptHandle);
    }
  }
}

async function expectDone({ jobId }: AcceptedJob, month: string): Promise<void> {
  expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed' });
  expect(await listLines(engine.database, book, month)).toEqual(['A 50', 'B 20.1']);
  expect((await listEvents(engine.database, book)).filter((event) => event.endsWith(jobId))).toEqual([
    `job.completed ${jobId}`,
  ]);
}

describe('a silent connection', () => {
  it('to S3 fails an upload; a job gives its attempt back and ends when the connection works', async () => {
    const job = await send(period);
    lines.aws?.freeze();
    await expect(send('2026-06')).rejects.toThrow();
    expect(await processStatement(services.worker, job.jobId)).toMatchObject({ kind: 'retry' });
    expect(await findJob(engine.database, book, job.jobId)).toMatchObject({ status: 'queued', attempts: 1 });
    lines.aws?.heal();
    await workUntilEnd(job.jobId);
    await expectDone(job, period);
  });

  it('to SQS keeps stored jobs accepted, and the sweep sends them when the connection works', async () => {
    const put: ObjectStore['put'] = async (key, bytes) => {
      await services.intake.objects.put(key, bytes);
      lines.aws?.freeze();
    };
    const held = { ...services, intake: { ...services.intake, objects: { ...services.intake.objects, put } } };
    const job = assertAccepted(await upload({ services: held }, book, { period: '2026-02', csv: CSV }));
    await expect(services.outbox.sweepOutbox()).rejects.toThrow();
    expect(await findJob(engine.database, book, job.jobId)).toMatchObject({ status: 'queued', attempts: 0 });
    lines.aws?.heal();
    expect(await services.outbox.sweepOutbox()).toBe(1);
    await workUntilEnd(job.jobId);
    await expectDone(job, '2026-02');
  });

  it('to PostgreSQL stores nothing of the attempt, and the worker gives the attempt back as soon as the connection works', async () => {
    const job = await send('2026-03');
    beforeGet = () => lines.postgres?.freeze();
    const pauses: number[] = [];
    const pause = async (seconds: number) => {
      pauses.push(seconds);
      beforeGet = () => undefined;
      lines.postgres?.heal();
    };
    // This call lasts until the service gives up the silent connection, after the time of a statement and the margin for its answer.
    expect(await processStatement({ ...services.worker, pause }, job.jobId)).toEqual({
      kind: 'retry',
      delaySeconds: 2,
    });
    expect(pauses).toEqual([1]);
    expect(await findJob(engine.database, book, job.jobId)).toMatchObject({ status: 'queued', attempts: 1 });
    expect(await listLines(engine.database, book, '2026-03')).toEqual([]);
    await workUntilEnd(job.jobId);
    await expectDone(job, '2026-03');
  });
});
