import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SESEvent } from 'aws-lambda';
import { openFolderMailer } from '../../adapters/mail/machine-mailers.ts';
import { openDiskDropStore } from '../../adapters/object-store/disk-drop-store.ts';
import { openDiskObjectStore } from '../../adapters/object-store/disk-object-store.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import type { MovingBytes } from '../../app/operations/move-account.ts';
import { runTask } from '../../app/operations/scheduled-tasks.ts';
import { createReceiveMail } from '../../lambdas/email/mail-handler.ts';
import { createMailIntake } from '../../lambdas/runtime/mail-intake.ts';
import { createServices, type Services } from '../../lambdas/runtime/services.ts';
import type { ApiClient } from './api-client.ts';
import { runStatementJobs } from './engine.ts';
import { startHttpService } from './http-service.ts';
import { inProcess } from './in-process.ts';
import { asOwner, createTestDatabase, type TestDatabase } from './postgres.ts';
import { webhookPlatform } from './webhook-deliveries.ts';

/**
 * The service with every store of one machine: raw files, drop-offs, received and sent mail, all below one directory. Jobs, sweeps and
 * tasks run when a test calls them. `findText` searches every file and every column of every table.
 */
export interface OneMachineService {
  readonly url: string;
  readonly database: TestDatabase['database'];
  readonly services: Services;
  readonly bytes: MovingBytes;
  readonly operate: ApiClient;
  /** The logged errors. */
  readonly logged: string[];
  createAccount(name: string): Promise<MachineAccount>;
  /** Puts a file into a user's /incoming, old enough to be accepted. */
  dropFile(username: string, name: string, content: string, age?: { readonly hours: number }): Promise<void>;
  receiveMail(message: string, address: string): Promise<void>;
  runJobs(): Promise<void>;
  /** Returns the names of tables and paths of files that contain the text, even in their names. */
  findText(text: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface MachineAccount {
  readonly accountId: string;
  readonly name: string;
  readonly token: string;
  readonly call: ApiClient;
}

const DOMAIN = 'inbound.example.com';

export async function startOneMachineService(): Promise<OneMachineService> {
  const { address, database, drop } = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'machine-'));
  const dropStore = await openDiskDropStore(join(directory, 'drops'));
  const mailer = await openFolderMailer(join(directory, 'mail'), () => {});
  const logged: string[] = [];
  const log = (level: string, event: string, { error }: { readonly error?: unknown }) => {
    if (level !== 'info') logged.push(`${event} ${error instanceof Error ? error.stack : ''}`);
  };
  const objects = await openDiskObjectStore(join(directory, 'objects'));
  const queue = createPostgresQueue(database);
  const runner = { run: noReport, plan: noReport };
  const services = createServices({
    database,
    objects,
    queue,
    log,
    reports: { runner, mailer },
    dropStore,
    sentMail: mailer,
    ...webhookPlatform,
  });
  const http = await startHttpService({
    database,
    services,
    log,
    settings: { thisMachine: { isOwnPort: () => false }, emailDomain: DOMAIN },
  });
  const intake = createMailIntake(
    { database, dropStore, mailer, log, domain: DOMAIN, runIsolated: inProcess },
    services.intake,
  );
  let mails = 0;
  return {
    url: http.url,
    database,
    services,
    bytes: { objects, dropStore },
    operate: http.operate,
    logged,
    async createAccount(name) {
      const account = { name, tier: 'enterprise', email: 'office@agency.example' };
      return { name, ...(await http.createAccount(account)) };
    },
    async dropFile(username, name, content, { hours } = { hours: 0 }) {
      const key = `sftp/${username}/incoming/${name}`;
      await dropStore.put(key, Buffer.from(content));
      const changedAt = new Date(Date.now() - 61_000 - hours * 3_600_000);
      await utimes(join(directory, 'drops', key), changedAt, changedAt);
      await runTask(services.tasks, 'sweep_sftp');
    },
    async receiveMail(message, recipient) {
      mails += 1;
      const messageId = `message-${mails}`;
      await dropStore.put(`mail/${messageId}`, Buffer.from(message));
      await createReceiveMail({ intake, onReceived: () => {} })(receipt(messageId, recipient));
    },
    async runJobs() {
      await runStatementJobs(services);
      await services.outbox.relayOutbox();
    },
    findText: async (text) => [
      ...(await findInFiles(directory, text)).toSorted(),
      ...(await asOwner(address, tablesWith(text))),
    ],
    async close() {
      await http.close();
      await drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const noReport = () => Promise.reject(new Error('No report runs here'));

function receipt(messageId: string, recipient: string): SESEvent {
  const timestamp = new Date().toISOString();
  const pass = { status: 'PASS' } as const;
  const source = 'pay@acme.example';
  const commonHeaders = { returnPath: source, date: timestamp, messageId };
  const mail = { timestamp, source, messageId, destination: [recipient], headersTruncated: false, headers: [] };
  return {
    Records: [
      {
        eventSource: 'aws:ses',
        eventVersion: '1.0',
        ses: {
          mail: { ...mail, commonHeaders },
          receipt: {
            timestamp,
            processingTimeMillis: 1,
            recipients: [recipient],
            spamVerdict: pass,
            virusVerdict: pass,
            spfVerdict: pass,
            dkimVerdict: pass,
            dmarcVerdict: pass,
            action: { type: 'Lambda', functionArn: 'arn:aws:lambda:x', invocationType: 'Event' },
          },
        },
      },
    ],
  };
}

/** Finds the text in files. Base64 and line breaks of mail are decoded before the search. */
async function findInFiles(directory: string, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const shown = path.slice(directory.length + 1);
    if (entry.name.includes(text)) found.push(shown);
    else if (entry.isFile() && readings(await readFile(path, 'utf8')).some((each) => each.includes(text)))
      found.push(shown);
  }
  return found;
}

function readings(content: string): readonly string[] {
  const unfolded = content.replaceAll(/=\r?\n/g, '');
  const packed = content.match(/(?:[A-Za-z0-9+/]{60,76}={0,2}\r?\n)*[A-Za-z0-9+/]{8,76}={0,2}/g) ?? [];
  return [content, unfolded, ...packed.map((each) => Buffer.from(each, 'base64').toString('utf8'))];
}

/** Finds the tables with the text in any column of any row. */
const tablesWith =
  (text: string) =>
  async (sql: Parameters<Parameters<typeof asOwner>[1]>[0]): Promise<readonly string[]> => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await sql`select 1 from ${sql(name)} t where strpos(t::text, ${text}) > 0 limit 1`;
      if (rows.length > 0) found.push(name);
    }
    return found;
  };
