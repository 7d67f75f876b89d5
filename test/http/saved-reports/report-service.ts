import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { z } from 'zod';
import { openFolderMailer } from '../../../adapters/mail/machine-mailers.ts';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { createPostgresQueue } from '../../../adapters/queue/postgres-queue.ts';
import type { Mailer } from '../../../app/platform/mail.ts';
import { createServices, type Services } from '../../../lambdas/runtime/services.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startHttpService } from '../../support/http-service.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { webhookPlatform } from '../../support/webhook-deliveries.ts';

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

type Database = TestDatabase['database'];

interface DueOptions {
  /** The account's address; null for none. */
  readonly email?: string | null;
  readonly status?: 'active' | 'suspended';
  readonly cadence?: 'weekly' | 'monthly';
  /** The minutes since the report was due. */
  readonly dueMinutes?: number;
  readonly sql?: string;
}

interface StoredReport {
  readonly accountId: string;
  readonly reportId: string;
}

/** Inserts a report of a new account that has been due for some minutes. */
export async function insertDueReport(database: Database, options: DueOptions = {}): Promise<StoredReport> {
  const {
    email = 'office@harbor.example',
    status = 'active',
    cadence = 'weekly',
    dueMinutes = 7,
    sql: text = 'select 1',
  } = options;
  const [accountId, reportId] = [randomUUID(), randomUUID()];
  await database.system(async (sql) => {
    await sql`
      insert into accounts (account_id, name, tier, status, email)
      values (${accountId}, 'Harbor Benefits', 'standard', ${status}, ${email})`;
    await sql`
      insert into saved_reports (report_id, account_id, name, sql, cadence, next_due_at)
      values (${reportId}, ${accountId}, 'Dropped members', ${text}, ${cadence},
        date_trunc('minute', now()) - make_interval(mins => ${dueMinutes}))`;
  });
  return { accountId, reportId };
}

/** Makes a scheduled report due now, or expires its claim. */
export async function makeDue(database: Database, { reportId }: Pick<StoredReport, 'reportId'>): Promise<void> {
  await database.system(
    (sql) => sql`update saved_reports set next_due_at = date_trunc('minute', now()) where report_id = ${reportId}`,
  );
}

export async function expireClaims(database: Database): Promise<void> {
  await database.system((sql) => sql`update saved_reports set claimed_until = now() where claimed_until is not null`);
}

interface ReportState {
  readonly last_status: string | null;
  readonly last_error: string | null;
  readonly last_rows: number | null;
  readonly attempts: number;
  readonly is_claimed: boolean;
  /** The next date, which is in the future: `Mon 08:00`, `01 08:00`. */
  readonly next_day: string | null;
}

export async function stateOf(database: Database, { reportId }: Pick<StoredReport, 'reportId'>): Promise<ReportState> {
  const [row] = await database.system(
    (sql) => sql<ReportState[]>`
      select last_status, last_error, last_rows, attempts, claimed_until is not null as is_claimed,
        case when next_due_at > now() then
          case cadence when 'weekly' then to_char(next_due_at, 'Dy HH24:MI') else to_char(next_due_at, 'DD HH24:MI') end
        end as next_day
      from saved_reports where report_id = ${reportId}`,
  );
  if (row === undefined) throw new Error('There is no such report');
  return row;
}
