import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openDiskObjectStore } from '../../adapters/object-store/disk-object-store.ts';
import { connectReports } from '../../adapters/postgres/saved-reports/report-runner.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import type { Mailer } from '../../app/platform/mail.ts';
import type { DropStore, ObjectStore } from '../../app/platform/object-store.ts';
import type { RunIsolated } from '../../app/reading/run-isolated.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';
import { type AccountContext, sha256Hex } from '../../lambdas/http/authentication.ts';
import type { HttpParts } from '../../lambdas/runtime/http-app.ts';
import type { PeopleParts } from '../../lambdas/runtime/people-services.ts';
import { createServices, type Services } from '../../lambdas/runtime/services.ts';
import type { ApiClient } from './api-client.ts';
import { runStatementJobs } from './engine.ts';
import { startHttpService } from './http-service.ts';
import { inProcess } from './in-process.ts';
import type { OpenApiDocument } from './openapi.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { webhookPlatform } from './webhook-deliveries.ts';

/** The service over HTTP with a database, a queue and stored bytes. Jobs run when `runJobs` is called. */
export interface TestService {
  readonly url: string;
  readonly document: OpenApiDocument;
  readonly database: TestDatabase['database'];
  readonly address: TestDatabase['address'];
  readonly objects: ObjectStore;
  /** The directory of the stored bytes, for other processes. */
  readonly objectDirectory: string;
  readonly services: Services;
  /** By default the account is active, with a default workspace and a token that may do everything. */
  createAccount(options?: Partial<Pick<AccountContext, 'name' | 'tier' | 'scopes'>>): Promise<TestAccount>;
  createWorkspace(account: TestAccount, name: string): Promise<string>;
  /** By default a carrier of the catalogue with the columns of `STATEMENT_CONFIG`; null makes one without a configuration. */
  createCarrier(options?: CarrierOptions): Promise<string>;
  /** Adds the next version, which becomes the active one. */
  addConfig(carrierId: string, config: object, account?: TestAccount): Promise<void>;
  /** Processes the queued jobs, including retries, and returns the number of tries. */
  runJobs(): Promise<number>;
}

/** A service for a single test file. */
export interface OwnService extends TestService {
  close(): Promise<void>;
}

export interface TestAccount {
  readonly accountId: string;
  readonly token: string;
  /** The default workspace. */
  readonly workspaceId: string;
  /** Every response is checked against the description. */
  readonly call: ApiClient;
  /** Uploads a file with POST /v1/files. */
  readonly upload: (fields: UploadFields, headers?: Readonly<Record<string, string>>) => ReturnType<ApiClient>;
  /** Uploads a file, which must be accepted, and processes the queued jobs. */
  readonly load: (fields: UploadFields) => Promise<LoadedFile>;
  /** The sentences of a completed job's warnings, of one code or of all. */
  readonly warningsOf: (jobId: string, code?: string) => Promise<readonly string[]>;
}

const loadedFile = z.object({ jobId: z.string(), fileId: z.string() });
export type LoadedFile = z.output<typeof loadedFile>;
const completedJob = z.object({
  status: z.literal('completed'),
  warnings: z.array(z.object({ code: z.string(), detail: z.string() })),
});

export interface UploadFields {
  readonly file: string | Uint8Array<ArrayBuffer>;
  readonly fileName?: string;
  readonly carrierId: string;
  /** The month as YYYY-MM, in place of the two fields of the form. */
  readonly period: string;
  readonly workspaceId?: string;
  readonly replace?: boolean;
  readonly append?: boolean;
  readonly replaceFileId?: string;
  readonly statedTotal?: string;
  readonly webhookUrl?: string;
}

export interface CarrierOptions {
  readonly name?: string;
  readonly account?: TestAccount;
  readonly config?: object | null;
}

export interface TestServiceOptions {
  /** Signing in with a browser; by default there is none. */
  readonly people?: ((database: TestDatabase['database']) => PeopleParts) | undefined;
  readonly clock?: () => Date;
  readonly localMode?: boolean;
  readonly webhookAddressProblem?: (url: string) => Promise<string | null>;
  /** By default files are read in this process. */
  readonly runIsolated?: RunIsolated;
  /** True for a service that can run reports in SQL; false by default. */
  readonly hasReports?: boolean;
  /** Mails letters to carriers; by default no mail server is set up. */
  readonly letterMailer?: Pick<Mailer, 'send'>;
  /** The places where statements are dropped and mailed; by default mail alone. */
  readonly dropOffPlaces?: HttpParts['dropOffPlaces'];
  /** The bytes of drop-offs; none by default. */
  readonly dropStore?: DropStore;
  /** Whether the disk is full; absent by default, as on a host without a disk of its own. */
  readonly isDiskFull?: HttpParts['isDiskFull'];
  /** The pages for people; none by default. */
  readonly console?: HttpParts['console'];
}

/** The columns of `statement`, by header. */
export const STATEMENT_CONFIG = {
  fileType: 'csv',
  columns: {
    member_external_id: 'Member ID',
    commission_amount: 'Commission',
    member_name: 'Name',
    email: 'Email',
    policy_number: 'Policy',
    plan_name: 'Plan',
    premium_amount: 'Premium',
    agent_name: 'Agent',
    effective_date: 'Effective',
  },
};

export type StatementRow = readonly [
  memberId: string,
  commission: number | string,
  more?: Readonly<Record<string, string>>,
];

const COLUMNS = Object.values(STATEMENT_CONFIG.columns).slice(2);

/** Writes a CSV statement with all columns of `STATEMENT_CONFIG`. Missing values are blank. */
export function statement(rows: readonly StatementRow[]): string {
  const lines = rows.map(([id, amount, cells = {}]) => [
    id,
    amount,
    ...COLUMNS.map((name) => `"${cells[name] ?? ''}"`),
  ]);
  return [['Member ID', 'Commission', ...COLUMNS], ...lines].map((cells) => cells.join(',')).join('\n');
}

let ofThisWorker: Promise<TestService> | null = null;

/**
 * Returns the service that all files of this test worker share, each with its own accounts and carriers. It starts with the first file
 * and ends with the process; the run's database server deletes its database. A file calls `startService` if it needs options, or sees
 * more than its accounts: all carriers of the catalogue, scheduled tasks, whole tables.
 */
export async function sharedService(): Promise<TestService> {
  ofThisWorker ??= startService();
  const service = await ofThisWorker;
  // An earlier file may have left jobs unrun, and `runJobs` must count only this file's jobs.
  await service.database.system(async (sql) => {
    await sql`delete from queue_messages`;
    await sql`delete from outbox where sent_at is null`;
  });
  return service;
}

/** Starts a service for one test file, which closes it. */
export async function startService(options: TestServiceOptions = {}): Promise<OwnService> {
  const { address, database, drop } = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'service-'));
  const objects = await openDiskObjectStore(directory);
  const queue = createPostgresQueue(database);
  const services = createServices({
    database,
    objects,
    queue,
    log: () => {},
    runIsolated: options.runIsolated ?? inProcess,
    isDiskFull: options.isDiskFull,
    ...(options.hasReports === true && {
      reports: { runner: connectReports({ database, administrator: address }), mailer: { send: async () => {} } },
    }),
    ...(options.letterMailer !== undefined && { letterMailer: options.letterMailer }),
    ...(options.dropStore !== undefined && { dropStore: options.dropStore }),
    ...webhookPlatform,
  });
  const { clock = () => new Date('2026-07-15T12:00:00Z'), localMode = false } = options;
  const http = await startHttpService({
    database,
    services,
    people: options.people?.(database),
    settings: {
      thisMachine: localMode ? { isOwnPort: () => false } : null,
      emailDomain: 'inbound.example.com',
    },
    clock,
    console: options.console,
    isDiskFull: options.isDiskFull,
    dropOffPlaces: options.dropOffPlaces,
    webhookAddressProblem: options.webhookAddressProblem ?? (async () => null),
  });
  const runJobs = () => runStatementJobs(services);
  return {
    url: http.url,
    document: http.document,
    database,
    address,
    objects,
    objectDirectory: directory,
    services,
    ...provisioning(database, http.callAs, runJobs),
    runJobs,
    async close() {
      await http.close();
      await drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const ALL_SCOPES: AccountContext['scopes'] = ['read', 'write'];

type Provisioning = Pick<TestService, 'createAccount' | 'createWorkspace' | 'createCarrier' | 'addConfig'>;

/** Makes accounts, workspaces and carriers directly in the database. */
function provisioning(
  database: TestDatabase['database'],
  callAs: (token: string) => ApiClient,
  runJobs: () => Promise<number>,
): Provisioning {
  const insertWorkspace = async (accountId: string, name: string, isDefault: boolean) => {
    const workspaceId = randomUUID();
    await database.system(
      (sql) => sql`
        insert into workspaces (workspace_id, account_id, name, is_default)
        values (${workspaceId}, ${accountId}, ${name}, ${isDefault})`,
    );
    return workspaceId;
  };
  const addConfig: Provisioning['addConfig'] = async (carrierId, config, account) => {
    const parsed = statementConfigSchema.parse(config);
    const accountId = account?.accountId ?? null;
    await database.system(
      (sql) => sql`
        insert into statement_configs (config_id, carrier_id, account_id, version, config)
        select ${randomUUID()}, ${carrierId}, ${accountId}, coalesce(max(version), 0) + 1, ${sql.json(parsed)}
        from statement_configs where carrier_id = ${carrierId} and account_id is not distinct from ${accountId}`,
    );
  };
  return {
    addConfig,
    createWorkspace: ({ accountId }, name) => insertWorkspace(accountId, name, false),
    async createAccount({ name = 'Harbor Benefits', tier = 'standard', scopes = ALL_SCOPES } = {}) {
      const accountId = randomUUID();
      const token = `cas_${randomBytes(32).toString('base64url')}`;
      await database.system(async (sql) => {
        await sql`
          insert into accounts (account_id, name, tier, status) values (${accountId}, ${name}, ${tier}, 'active')`;
        await sql`
          insert into api_tokens (token_id, account_id, token_hash, scopes)
          values (${randomUUID()}, ${accountId}, decode(${sha256Hex(token)}, 'hex'), ${scopes}::text[])`;
      });
      const workspaceId = await insertWorkspace(accountId, 'Default', true);
      const call = callAs(token);
      const upload: TestAccount['upload'] = (fields, headers = {}) =>
        call('POST', '/v1/files', { body: formOf(fields), headers });
      const load: TestAccount['load'] = async (fields) => {
        const { status, json, body } = await upload(fields);
        if (status !== 202) throw new Error(`The upload was refused: ${status} ${body}`);
        await runJobs();
        return loadedFile.parse(json);
      };
      const warningsOf: TestAccount['warningsOf'] = async (jobId, wanted) => {
        const { warnings } = completedJob.parse((await call('GET', `/v1/jobs/${jobId}`)).json);
        return warnings.filter(({ code }) => wanted === undefined || code === wanted).map(({ detail }) => detail);
      };
      return { accountId, token, workspaceId, call, upload, load, warningsOf };
    },
    async createCarrier({ name = 'Summit Senior Life', account, config = STATEMENT_CONFIG } = {}) {
      const carrierId = randomUUID();
      await database.system(
        (sql) => sql`
          insert into carriers (carrier_id, account_id, name, slug)
          values (${carrierId}, ${account?.accountId ?? null}, ${name}, ${carrierId})`,
      );
      if (config !== null) await addConfig(carrierId, config, account);
      return carrierId;
    },
  };
}

export function formOf({ file, fileName = 'statement.csv', period, ...fields }: UploadFields): FormData {
  const [year = '', month = ''] = period.split('-');
  const form = new FormData();
  for (const [name, value] of Object.entries({ periodYear: year, periodMonth: month, ...fields })) {
    form.set(name, String(value));
  }
  form.set('file', new Blob([file]), fileName);
  return form;
}
