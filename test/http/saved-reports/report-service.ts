import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { z } from 'zod';
import { openFolderMailer } from '../../../adapters/mail/folder-mailer.ts';
import { connectReports } from '../../../adapters/postgres/report-runner.ts';
import { createPostgresQueue } from '../../../adapters/queue/postgres-queue.ts';
import type { Mailer } from '../../../app/mail-ports.ts';
import { sha256Hex } from '../../../lambdas/http/authentication.ts';
import { startHttpServer } from '../../../lambdas/http/server.ts';
import { createHttpApp } from '../../../lambdas/runtime/http-app.ts';
import { createServices, type Services } from '../../../lambdas/runtime/services.ts';
import { type ApiClient, createApiClient } from '../../support/api-client.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { webhookPlatform } from '../../support/webhook-platform.ts';

const OPERATOR_TOKEN = 'operator-token-of-the-reports';

/** The whole service over real HTTP, with the analysts' database login and a folder for its mail. */
export interface ReportService {
  readonly database: TestDatabase['database'];
  readonly services: Services;
  readonly operate: ApiClient;
  createAccount(options?: AccountOptions): Promise<ReportAccount>;
  /** Everything mailed so far, oldest first. */
  mails(): Promise<readonly Email[]>;
  close(): Promise<void>;
}

export interface AccountOptions {
  readonly name?: string;
  readonly email?: string | null;
  readonly scopes?: readonly ('read' | 'write')[];
}

export interface ReportAccount {
  readonly accountId: string;
  readonly tokenId: string;
  readonly call: ApiClient;
}

const created = z.object({ id: z.string() });
const issued = z.object({ id: z.string(), token: z.string() });
const description = z.record(z.string(), z.unknown());

export async function startReportService(mailer?: Mailer): Promise<ReportService> {
  const { address, database, drop } = await createTestDatabase();
  const mailDirectory = await mkdtemp(join(tmpdir(), 'mail-'));
  const objects = {
    put: async () => {},
    get: async () => null,
    delete: async () => {},
    deleteBelow: async () => ({ objects: 0, bytes: 0 }),
  };
  const runner = connectReports({ database, administrator: address });
  const services = createServices({
    database,
    objects,
    queue: createPostgresQueue(database),
    log: () => {},
    ...webhookPlatform,
    reports: { runner, mailer: mailer ?? (await openFolderMailer(mailDirectory, () => {})) },
  });
  const settings = {
    publicUrl: null,
    operatorTokenHash: sha256Hex(OPERATOR_TOKEN),
    rateLimitPerMinute: 1_000_000,
    thisMachine: { isOwnPort: () => false },
    proxyHops: 0,
  };
  const app = createHttpApp({ database, services, settings, log: () => {} });
  const server = await startHttpServer({ app, host: '127.0.0.1', port: 0, closeGraceMs: 0 });
  const document = description.parse(await (await fetch(`${server.url}/v1/docs/openapi.json`)).json());
  const operate = createApiClient(server.url, document, OPERATOR_TOKEN);
  return {
    database,
    services,
    operate,
    async createAccount({
      name = 'Harbor Benefits',
      email = 'office@harbor.example',
      scopes = ['read', 'write'],
    } = {}) {
      const account = created.parse((await operate('POST', '/v1/admin/accounts', { json: { name, email } })).json);
      const path = `/v1/admin/accounts/${account.id}/tokens`;
      const { id, token } = issued.parse((await operate('POST', path, { json: { scopes } })).json);
      return { accountId: account.id, tokenId: id, call: createApiClient(server.url, document, token) };
    },
    async mails() {
      const names = (await readdir(mailDirectory)).toSorted();
      return Promise.all(names.map(async (file) => PostalMime.parse(await readFile(join(mailDirectory, file)))));
    },
    async close() {
      await server.close();
      await drop();
      await rm(mailDirectory, { recursive: true, force: true });
    },
  };
}

/** Saves a report and gives its id. */
export async function saveReport({ call }: ReportAccount, sql: string, name = 'Workspaces'): Promise<string> {
  return created.parse((await call('POST', '/v1/reports/saved', { json: { name, sql } })).json).id;
}
