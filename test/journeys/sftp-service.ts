import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2, { type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { type DiskDropStore, openDiskDropStore } from '../../adapters/object-store/disk-drop-store.ts';
import { createIntakeStore } from '../../adapters/postgres/intake/intake-store.ts';
import { createSftpFolderStore, createSftpUserStore } from '../../adapters/postgres/intake/sftp-store.ts';
import type { IntakeItem } from '../../app/intake/intake-store.ts';
import type { SftpUser } from '../../app/intake/manage-drop-offs.ts';
import { type SftpSweep, sweepSftp } from '../../app/intake/sweep-sftp.ts';
import type { TaskCounts } from '../../app/platform/portions.ts';
import { isRefused } from '../../core/problem.ts';
import { createSftpAccounting, createSftpSweep, createUploadRejection } from '../../lambdas/runtime/intake-services.ts';
import { createAuthorizeUser } from '../../lambdas/sftp/authorize-user.ts';
import { createSshKeyPair } from '../../server/drop-offs.ts';
import { type SftpServer, type SftpServerParts, startSftpServer } from '../../server/sftp-server.ts';
import { type OwnService, STATEMENT_CONFIG, startService, type TestAccount } from '../support/service.ts';

/** The service with a bucket of drop-offs on disk. The tests never wait for a file to settle: `settle` makes it older. */
export interface SftpService extends OwnService {
  readonly dropStore: DiskDropStore;
  readonly dropDirectory: string;
  readonly sftpSweep: SftpSweep;
  /** Creates a user of the account. An account must be on the Enterprise tier for SFTP. */
  createUser(account: TestAccount, user?: Partial<SftpUser>): Promise<SftpUser>;
  /** Puts a file into a user's /incoming, by default old enough to be accepted. */
  drop(username: string, name: string, content: string | Uint8Array, ageSeconds?: number): Promise<void>;
  /** Gives an object in the bucket this age. */
  settle(key: string, ageSeconds: number): Promise<void>;
  sweep(sweep?: SftpSweep): Promise<TaskCounts>;
  /** The keys below a user's folders. */
  keys(username: string): Promise<readonly string[]>;
  textOf(key: string): Promise<string | null>;
  /** The items, newest first. */
  items(account: TestAccount): Promise<readonly IntakeItem[]>;
}

export const SFTP_CONFIG = { ...STATEMENT_CONFIG, sftp: { patterns: ['ACME_{YYYY}{MM}*.csv'] } };

/** The month before the present month, which is always within the accepted range. */
export function lastMonth(now: Date = new Date()): { readonly period: string; readonly digits: string } {
  const period = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
  return { period, digits: period.replace('-', '') };
}

export async function startSftpService(): Promise<SftpService> {
  const service = await startService({ clock: () => new Date() });
  const directory = await mkdtemp(join(tmpdir(), 'sftp-drops-'));
  const dropStore = await openDiskDropStore(directory);
  const users = createSftpUserStore(service.database);
  const intake = createIntakeStore(service.database);
  const sftpSweep = createSftpSweep({ database: service.database, log: () => {}, dropStore }, service.services.intake);
  const settle = async (key: string, ageSeconds: number) => {
    const changedAt = new Date(Date.now() - ageSeconds * 1000);
    await utimes(join(directory, key), changedAt, changedAt);
  };
  return {
    ...service,
    dropStore,
    dropDirectory: directory,
    sftpSweep,
    settle,
    async createUser({ accountId }, user = {}) {
      const made = await users.create(
        accountId,
        {
          username: `user-${randomUUID().slice(0, 8)}`,
          publicKey: createSshKeyPair().public.trim(),
          carrierIds: null,
          workspaceId: null,
          ...user,
        },
        { actor: 'token:test', ip: null, requestId: 'test' },
      );
      if (isRefused(made)) throw new Error(`The user was refused: ${JSON.stringify(made)}`);
      return made;
    },
    async drop(username, name, content, ageSeconds = 61) {
      const key = `sftp/${username}/incoming/${name}`;
      await dropStore.put(key, typeof content === 'string' ? new TextEncoder().encode(content) : content);
      await settle(key, ageSeconds);
    },
    sweep: (sweep = sftpSweep) => sweepSftp(sweep),
    keys: async (username) => (await dropStore.list(`sftp/${username}/`)).map(({ key }) => key).toSorted(),
    async textOf(key) {
      const bytes = await dropStore.get(key);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    async items({ accountId }) {
      const page = await intake.list(accountId, { limit: 200 });
      if (isRefused(page)) throw new Error('The list was refused');
      return page.data;
    },
    async close() {
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Clients of an SFTP server, with operations that return promises. */
export class SftpClients {
  readonly #port: () => number;
  readonly connected: ssh2.Client[] = [];

  constructor(port: () => number) {
    this.#port = port;
  }

  /** A client that is not connected yet. */
  begin(): ssh2.Client {
    const client = new ssh2.Client();
    this.connected.push(client);
    return client;
  }

  /** Connects, and rejects with any error of the connection. */
  async connectAs(options: ConnectConfig): Promise<ssh2.Client> {
    const client = this.begin();
    const ready = new Promise<void>((resolve, reject) => {
      client
        .on('ready', resolve)
        .on('error', reject)
        .on('close', () => reject(new Error('closed')));
    });
    client.connect({ host: '127.0.0.1', port: this.#port(), ...options });
    await ready;
    client.setNoDelay(true);
    return client;
  }

  async open({ username, privateKey }: { readonly username: string; readonly privateKey: string }) {
    const client = await this.connectAs({ username, privateKey });
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      client.sftp((error, session) => (error ? reject(error) : resolve(session)));
    });
    return { client, sftp };
  }

  destroy(): void {
    for (const client of this.connected.splice(0)) client.destroy();
  }
}

/** Runs an operation of the client as a promise. */
export function ask<T>(
  run: (done: (error: Error | null | undefined, value?: T) => void) => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => run((error, value) => (error ? reject(error) : resolve(value))));
}

export const put = (sftp: SFTPWrapper, path: string, content: string | Buffer) =>
  ask((done) => sftp.writeFile(path, content, (error) => done(error)));

/** Opens a file for writing. */
export async function begin(sftp: SFTPWrapper, path: string, mode: 'w' | 'r+' = 'w'): Promise<Buffer> {
  const handle = await ask<Buffer>((done) => sftp.open(path, mode, done));
  if (handle === undefined) throw new Error('Nothing was opened');
  return handle;
}

/** The sorted names in a folder. */
export const names = async (sftp: SFTPWrapper, path: string) =>
  (await ask<ssh2.FileEntryWithStats[]>((done) => sftp.readdir(path, done)))
    ?.map(({ filename }) => filename)
    .toSorted();

/** Starts the SFTP server of one machine on any free port, with the users and the bucket of a service. */
export function startLocalServer(
  service: SftpService,
  parts: Partial<Pick<SftpServerParts, 'accountOf' | 'isDiskFull' | 'log'>> = {},
): Promise<SftpServer> {
  const authorize = createAuthorizeUser({
    folders: createSftpFolderStore(service.database),
    access: { bucket: 'drops', roleArn: 'local' },
  });
  return startSftpServer({
    isDiskFull: async () => false,
    host: '127.0.0.1',
    port: 0,
    hostKey: createSshKeyPair().private,
    authorize,
    ...createSftpAccounting(service),
    dropStore: service.dropStore,
    reject: createUploadRejection(service),
    log: () => {},
    ...parts,
  });
}

/** The stored form of a key, without its comment. */
export const keyLine = (line: string): string => line.trim().split(' ').slice(0, 2).join(' ');

/** Creates a user of a new account that has a carrier. */
export async function userWithKey(service: SftpService, keys = createSshKeyPair()) {
  const account = await service.createAccount({ tier: 'enterprise' });
  await service.createCarrier({ account, config: SFTP_CONFIG });
  const user = await service.createUser(account, { publicKey: keyLine(keys.public) });
  return { account, ...user, privateKey: keys.private };
}
export type UserWithKey = Awaited<ReturnType<typeof userWithKey>>;
