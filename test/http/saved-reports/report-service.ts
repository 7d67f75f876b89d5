import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { z } from 'zod';
import { openFolderMailer } from '../../../adapters/mail/folder-mailer.ts';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { createPostgresQueue } from '../../../adapters/queue/postgres-queue.ts';
import type { Mailer } from '../../../app/platform/mail.ts';
import { createServices, type Services } from '../../../lambdas/runtime/services.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startHttpService } from '../../support/http-service.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { webhookPlatform } from '../../support/webhook-platform.ts';

/** The whole service over HTTP, with the analysts' database login and a folder for its mail. */
export interface ReportService {
  readonly database: TestDatabase['database'];
  readonly services: Services;
  readonly operate: ApiClient;
  createAccount(options?: AccountOptions): Promise<ReportAccount>;
  /** All mail so far, oldest first. */
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
  const http = await startHttpService({
    database,
    services,
    settings: { thisMachine: { isOwnPort: () => false } },
  });
  return {
    database,
    services,
    operate: http.operate,
    createAccount: ({ name = 'Harbor Benefits', email = 'office@harbor.example', scopes = ['read', 'write'] } = {}) =>
      http.createAccount({ name, email }, scopes),
    async mails() {
      const names = (await readdir(mailDirectory)).toSorted();
      return Promise.all(names.map(async (file) => PostalMime.parse(await readFile(join(mailDirectory, file)))));
    },
    async close() {
      await http.close();
      await drop();
      await rm(mailDirectory, { recursive: true, force: true });
    },
  };
}

/** Saves a report and returns its id. */
export async function saveReport({ call }: ReportAccount, sql: string, name = 'Workspaces'): Promise<string> {
  return created.parse((await call('POST', '/v1/reports/saved', { json: { name, sql } })).json).id;
}
