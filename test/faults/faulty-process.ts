import { setTimeout as delay } from 'node:timers/promises';
import { connectDatabase, type Database, type Work } from '../../adapters/postgres/connection/database.ts';
import type { Sql } from '../../adapters/postgres/connection/sql.ts';
import { createPostgresQueue, type PostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import type { ObjectStore } from '../../app/platform/object-store.ts';
import type { MessageQueue } from '../../app/platform/queue.ts';
import { createDeadLetterStatement, createIngestStatement } from '../../lambdas/queue/statement-handler.ts';
import { createServices, type Services } from '../../lambdas/runtime/services.ts';
import type { MemoryObjects } from '../support/engine.ts';
import { heldSql } from '../support/held-sql.ts';
import { webhookPlatform } from '../support/webhook-deliveries.ts';
import { type FaultKind, FaultPlan } from './fault-plan.ts';
import type { Server } from './server.ts';

/** Runs the call unless a fault hits the step. Gets the connection for a statement; otherwise null. */
type Pass = <T>(
  step: string,
  call: (kind: FaultKind | null) => Promise<T>,
  connection: StruckConnection | null,
) => Promise<T>;

interface StruckConnection {
  /** Makes the server end the connection. */
  cut(): Promise<void>;
  /** Makes the server answer with an error, after which the transaction can do nothing more. */
  fail(): Promise<void>;
}

/** Serialisation, deadlock, disk full, out of memory, canceled. */
const SERVER_ERRORS = ['40001', '40P01', '53100', '53200', '57014'] as const;
let failures = 0;

/** The number of characters that distinguish a statement from others. */
const STATEMENT_CHARACTERS = 90;

function stepOf(statement: string): string {
  return `sql ${statement.replaceAll(/\s+/g, ' ').trim().slice(0, STATEMENT_CHARACTERS)}`;
}

/** Makes a database of which each statement and each commit is a step. */
function steppedDatabase(
  database: Database,
  pass: Pass,
  terminateBackend: (backend: number) => Promise<void>,
): Database {
  const run = async <T>(transaction: (work: Work<T>) => Promise<T>, work: Work<T>): Promise<T> => {
    let last = '';
    const result = await transaction((sql) =>
      work(
        steppedSql(sql, {
          pass: (step, call, connection) => {
            last = step;
            return pass(step, call, connection);
          },
          terminateBackend,
        }),
      ),
    );
    return pass(`commit after ${last}`, async () => result, null);
  };
  return {
    ...database,
    tenant: (accountId, work) => run((inside) => database.tenant(accountId, inside), work),
    read: (accountId, work) => run((inside) => database.read(accountId, inside), work),
    system: (work) => run((inside) => database.system(inside), work),
    systemStatement: (build) => database.systemStatement((sql) => build(steppedSql(sql, { pass, terminateBackend }))),
  };
}

interface Steps {
  readonly pass: Pass;
  readonly terminateBackend: (backend: number) => Promise<void>;
}

function steppedSql(sql: Sql, { pass, terminateBackend }: Steps): Sql {
  const connection: StruckConnection = {
    cut: async () => {
      const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      if (row !== undefined) await terminateBackend(row.pid);
    },
    fail: async () => {
      const code = SERVER_ERRORS[failures++ % SERVER_ERRORS.length];
      await sql.unsafe(`do $$ begin raise exception 'A fault' using errcode = '${code}'; end $$`);
    },
  };
  return heldSql(sql, (statement, send) => pass(stepOf(statement), send, connection));
}

/** One process of the service with possible faults at every step. */
export interface FaultyProcess {
  readonly services: Services;
  readonly queue: MessageQueue;
  readonly database: Database;
  /** Reads the queue's rows without faults. */
  readonly ownQueue: PostgresQueue;
  readonly handlers: {
    readonly statements: ReturnType<typeof createIngestStatement>;
    readonly 'statements-dead': ReturnType<typeof createDeadLetterStatement>;
  };
  readonly isDead: () => boolean;
  readonly close: () => Promise<void>;
}

export interface Surroundings {
  readonly server: Server;
  readonly objects: MemoryObjects;
  readonly plan: FaultPlan;
  /** The work that the other processes do while this process stands still. */
  readonly meanwhile: () => Promise<void>;
  readonly log: (event: string, error: unknown) => void;
}

/** A killed process, of which only its stored data remain. */
class Killed extends Error {
  override readonly name = 'Killed';
}

/** The error of a full disk. */
class DiskFull extends Error {
  override readonly name = 'DiskFull';
  readonly code = 'ENOSPC';
}

/** Long enough for the other processes to continue, short enough for hundreds of runs. */
const HANG_MS = 10;
let started = 0;

/** A process without faults, which repairs and inspects. */
export function startCleanProcess(server: Server, objects: MemoryObjects): FaultyProcess {
  const nothing = async () => undefined;
  return startFaultyProcess({ server, objects, plan: new FaultPlan([]), meanwhile: nothing, log: () => undefined });
}

export function startFaultyProcess({ server, objects, plan, meanwhile, log }: Surroundings): FaultyProcess {
  started += 1;
  const applicationName = `faulty-${process.pid}-${started}`;
  const plain = connectDatabase(server.address, { poolSize: 6, applicationName });
  let isDead = false;

  const die = async (): Promise<never> => {
    isDead = true;
    await server.terminate(applicationName);
    throw new Killed(applicationName);
  };
  const strike = async (kind: FaultKind, connection: StruckConnection | null): Promise<void> => {
    if (kind === 'throw') await connection?.fail();
    if (kind === 'throw') throw new Error('A fault, before anything was done');
    if (kind === 'full') throw new DiskFull('No space left on device');
    if (kind === 'die') return die();
    if (kind === 'restart') return server.terminate(null);
    if (kind === 'hang') await delay(HANG_MS);
    if (kind === 'hang') throw new Error('No answer in time');
    // The server ends a transaction that stands still, so that it blocks nobody for longer.
    if (kind === 'cut' || kind === 'pause') await connection?.cut();
    if (kind === 'pause') await meanwhile();
  };
  const pass: Pass = async (step, call, connection) => {
    if (isDead) throw new Killed(applicationName);
    const kind = plan.strike(step);
    if (kind !== null && kind !== 'lost' && kind !== 'die-after') await strike(kind, connection);
    const result = await call(kind);
    // A killed process receives no answers.
    if (isDead) throw new Killed(applicationName);
    if (kind === 'lost') throw new Error('A fault, after everything was done');
    return kind === 'die-after' ? die() : result;
  };

  const database = steppedDatabase(plain, pass, (backend) => server.terminateBackend(backend));
  const ownQueue = createPostgresQueue(plain);
  const queue = steppedQueue(createPostgresQueue(database), pass);
  const made = createServices({
    database,
    objects: steppedObjects(objects, pass),
    queue,
    log: (_level, event, { error }) => log(event, error),
    ...webhookPlatform,
  });
  // The injected faults pass at once, so no wait is needed before a retry.
  const patience = { isTransient: () => true, pause: async () => undefined };
  const services = { ...made, worker: { ...made.worker, ...patience } };
  const onUnreadable = (messageId: string) => log('unreadable', messageId);
  return {
    services,
    queue,
    database: plain,
    ownQueue,
    handlers: {
      statements: createIngestStatement({ worker: services.worker, ...services.outbox, queue, onUnreadable }),
      'statements-dead': createDeadLetterStatement({ ...services.outbox, jobs: services.worker.jobs }),
    },
    isDead: () => isDead,
    close: () => plain.close(),
  };
}

function steppedObjects(objects: ObjectStore, pass: Pass): ObjectStore {
  return {
    put: (key, bytes) => pass('objects.put', () => objects.put(key, bytes), null),
    get: (key) => pass('objects.get', () => objects.get(key), null),
    delete: (key) => pass('objects.delete', () => objects.delete(key), null),
    deleteBelow: (prefix) => pass('objects.deleteBelow', () => objects.deleteBelow(prefix), null),
  };
}

/** The most messages that SQS returns in one receive. */
const RECEIVE_MAX = 10;

function steppedQueue(queue: MessageQueue, pass: Pass): MessageQueue {
  return {
    send: (name, messages) =>
      pass(
        'queue.send',
        (kind) => queue.send(name, kind === 'duplicate' ? [...messages, ...messages] : messages),
        null,
      ),
    receive: (name, options) =>
      pass(
        'queue.receive',
        async (kind) => {
          const received = await queue.receive(name, kind === 'reorder' ? { ...options, max: RECEIVE_MAX } : options);
          if (kind === 'duplicate') await queue.send(name, received);
          const last = received.slice(-options.max);
          for (const { receiptHandle } of received.slice(0, -options.max))
            await queue.changeVisibility(name, receiptHandle, 0);
          return last;
        },
        null,
      ),
    delete: (name, receiptHandle) =>
      pass(
        'queue.delete',
        // A deleted message may be delivered again, because SQS promises nothing else.
        (kind) =>
          kind === 'duplicate' ? queue.changeVisibility(name, receiptHandle, 0) : queue.delete(name, receiptHandle),
        null,
      ),
    // The tests do not wait for the delay before a retry.
    changeVisibility: (name, receiptHandle) =>
      pass('queue.changeVisibility', () => queue.changeVisibility(name, receiptHandle, 0), null),
  };
}
