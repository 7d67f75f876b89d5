import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DiskDropStore, openDiskDropStore } from '../../adapters/object-store/disk-drop-store.ts';
import { createIntakeStore } from '../../adapters/postgres/intake/intake-store.ts';
import { createSftpUserStore } from '../../adapters/postgres/intake/sftp-user-store.ts';
import type { IntakeItem } from '../../app/intake/intake-store.ts';
import type { SftpUser } from '../../app/intake/manage-sftp-users.ts';
import { type SftpSweep, sweepSftp } from '../../app/intake/sweep-sftp.ts';
import type { TaskCounts } from '../../app/platform/portions.ts';
import { isRefused } from '../../core/problem.ts';
import { createSftpSweep } from '../../lambdas/runtime/intake-services.ts';
import { createSshKeyPair } from '../../server/drop-offs.ts';
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
