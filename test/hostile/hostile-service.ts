import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openDiskObjectStore } from '../../adapters/object-store/disk-object-store.ts';
import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { createServices } from '../../lambdas/runtime/services.ts';
import type { ApiClient } from '../support/api-client.ts';
import { runStatementJobs } from '../support/engine.ts';
import { OPERATOR_TOKEN, startHttpService } from '../support/http-service.ts';
import { inProcess } from '../support/in-process.ts';
import type { OpenApiDocument } from '../support/openapi.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { formOf, type UploadFields } from '../support/service.ts';
import { webhookPlatform } from '../support/webhook-deliveries.ts';

/** The service with every deployed route, over HTTP. It keeps every logged error and warning. */
export interface HostileService {
  readonly url: string;
  /** The description as the service itself returns it. */
  readonly document: OpenApiDocument;
  readonly database: Database;
  /** The database, as its owner. */
  readonly address: DatabaseAddress;
  readonly operatorToken: string;
  readonly operate: ApiClient;
  /** Every logged error and warning so far: hostile input must cause none. */
  readonly faults: readonly string[];
  /** Creates an account over HTTP, as the operator. */
  createAccount(name: string): Promise<HostileAccount>;
  /** Processes the queued jobs. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

export interface HostileAccount {
  readonly accountId: string;
  readonly token: string;
  readonly call: ApiClient;
  readonly upload: (fields: UploadFields, headers?: Readonly<Record<string, string>>) => ReturnType<ApiClient>;
}

const created = z.object({ id: z.string() });

export async function startHostileService(): Promise<HostileService> {
  const { address, database, drop } = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'hostile-'));
  const objects = await openDiskObjectStore(directory);
  const queue = createPostgresQueue(database);
  const faults: string[] = [];
  const log = (level: string, event: string, details: object) => {
    // Bad tokens cause warnings, but are part of the hostile input.
    if (level !== 'info' && event !== 'bad_tokens') faults.push(`${event} ${inWords(details)}`);
  };
  const services = createServices({ database, objects, queue, log, runIsolated: inProcess, ...webhookPlatform });
  const http = await startHttpService({ database, services, log });
  return {
    url: http.url,
    document: http.document,
    database,
    address,
    operatorToken: OPERATOR_TOKEN,
    operate: http.operate,
    faults,
    async createAccount(name) {
      const { accountId, token, call } = await http.createAccount({ name });
      const upload: HostileAccount['upload'] = (fields, headers = {}) =>
        call('POST', '/v1/files', { body: formOf(fields), headers });
      return { accountId, token, call, upload };
    },
    async runJobs() {
      await runStatementJobs(services);
    },
    async close() {
      await http.close();
      await drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function inWords(details: object): string {
  const error: unknown = new Map<string, unknown>(Object.entries(details)).get('error');
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(details);
}

/** Creates a carrier of the account with its own format, and returns its id. */
export async function createCarrier(account: HostileAccount, name: string, config: object): Promise<string> {
  const made = await account.call('POST', '/v1/carriers', { json: { name, allowSameName: true } });
  const { id } = created.parse(made.json);
  const stored = await account.call('POST', `/v1/carriers/${id}/configs`, { json: config });
  if (stored.status !== 201) throw new Error(stored.body);
  return id;
}
