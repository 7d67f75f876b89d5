import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { z } from 'zod';
import { openDiskObjectStore } from '../../adapters/object-store/disk-object-store.ts';
import { type DatabaseAddress, openConnection } from '../../adapters/postgres/connection/connection.ts';
import { connectDatabase, type Database } from '../../adapters/postgres/connection/database.ts';
import { migrate } from '../../adapters/postgres/migrations/migrate.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { ISOLATED_HEAP_MB, ISOLATION_LIMITS } from '../../core/limits/statement-limits.ts';
import { sha256Hex } from '../../lambdas/http/authentication.ts';
import { startHttpServer } from '../../lambdas/http/server.ts';
import { createHttpApp, type HttpParts } from '../../lambdas/runtime/http-app.ts';
import { createIsolation, fileReadingProgram } from '../../lambdas/runtime/isolation.ts';
import { createServices, type Services } from '../../lambdas/runtime/services.ts';
import { startEmbeddedPostgres } from '../../server/embedded-postgres.ts';

/** The service with a database of its own, without worker and schedules, so that only the measured code runs. */
export interface BenchService {
  readonly url: string;
  readonly database: Database;
  readonly services: Services;
  /** The address of the database, for a worker in a process of its own. */
  readonly address: DatabaseAddress;
  readonly objectDirectory: string;
  /** The connection of the database's owner, for filling tables in bulk and for the minimum costs that are measured in plain SQL. */
  readonly owner: postgres.Sql;
  createAccount(name: string): Promise<BenchAccount>;
  close(): Promise<void>;
}

export interface BenchAccount {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly token: string;
  /** Sends a GET and returns the parsed body. Throws unless the status is 200. */
  readonly get: (path: string) => Promise<unknown>;
}

const OPERATOR_TOKEN = 'operator-token-of-the-bench';
const created = z.object({ id: z.string() });
const issued = z.object({ token: z.string() });
const listed = z.object({ workspaces: z.array(z.object({ id: z.string() })) });

export interface BenchServiceOptions {
  /** The pages for people. By default there are none. */
  readonly console?: HttpParts['console'];
}

export async function startBenchService({ console }: BenchServiceOptions = {}): Promise<BenchService> {
  const directory = await mkdtemp(join(tmpdir(), 'cas-bench-'));
  const objectDirectory = join(directory, 'objects');
  const server = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres') });
  await migrate(server.address);
  const database = connectDatabase(server.address, { statementTimeoutSeconds: 600 });
  const owner = openConnection(server.address, { applicationName: 'bench', statementTimeoutSeconds: 0 });
  const log = () => undefined;
  const isolation = createIsolation({
    program: fileReadingProgram(import.meta.url),
    heapMegabytes: ISOLATED_HEAP_MB,
    wallSeconds: ISOLATION_LIMITS.wallSeconds,
  });
  const services = createServices({
    database,
    objects: await openDiskObjectStore(objectDirectory),
    queue: createPostgresQueue(database),
    log,
    publicUrl: () => 'https://bench.example.com',
    runIsolated: isolation.runIsolated,
  });
  const settings = {
    publicUrl: null,
    operatorTokenHashes: () => [sha256Hex(OPERATOR_TOKEN)],
    rateLimitPerMinute: 10_000_000,
    thisMachine: { isOwnPort: () => false },
    proxyHops: 0,
  };
  const app = createHttpApp({ database, services, settings, log, console });
  const http = await startHttpServer({ app, host: '127.0.0.1', port: 0 });
  return {
    url: http.url,
    database,
    services,
    address: server.address,
    objectDirectory,
    owner: owner.client,
    createAccount: (name) => createAccount(http.url, name),
    async close() {
      await http.close();
      isolation.close();
      await database.close();
      await owner.end();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function createAccount(url: string, name: string): Promise<BenchAccount> {
  const account = created.parse(await post(url, '/v1/admin/accounts', { name }));
  const { token } = issued.parse(await post(url, `/v1/admin/accounts/${account.id}/tokens`, {}));
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const body: unknown = await response.json();
    if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${JSON.stringify(body)}`);
    return body;
  };
  const { workspaces } = listed.parse(await get('/v1/workspaces'));
  const workspaceId = workspaces[0]?.id;
  if (workspaceId === undefined) throw new Error('An account begins with a workspace');
  return { accountId: account.id, workspaceId, token, get };
}

async function post(url: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Does what autovacuum does after a table was filled: it takes each part of a parted table, and never the table above them. */
export async function vacuum(owner: BenchService['owner'], table: string): Promise<void> {
  const parts = await owner<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass`;
  for (const { name } of parts.length === 0 ? [{ name: table }] : parts) await owner.unsafe(`vacuum analyze ${name}`);
}
