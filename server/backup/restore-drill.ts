// Restores beside the service, compares every account, and throws the copy away.
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import { connectDatabase } from '../../adapters/postgres/connection/database.ts';
import { readAccountSums } from '../../adapters/postgres/operations/account-sums.ts';
import { type Comparison, compareSums, type TableSum } from '../../core/account-sums.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { restoreBackup } from './restore-backup.ts';
import { openServer, takeBackup } from './take-backup.ts';

export interface DrillPlan {
  readonly dataDirectory: string;
  /** The folder in which the copies are made; it has to have room for the data twice. */
  readonly scratch: string;
  readonly serviceVersion: string;
  readonly onBytes: (bytes: number) => void;
}

/**
 * Takes a backup of a data directory, whether or not a service runs on it, restores it, and compares every row of every account. Nothing of
 * it stays.
 */
export async function drillRestore({ dataDirectory, scratch, ...plan }: DrillPlan): Promise<Comparison> {
  const folder = await mkdtemp(join(resolve(scratch), 'restore-drill-'));
  try {
    const backup = join(folder, 'backup');
    const restored = join(folder, 'restored');
    const before = await sumsOfService(dataDirectory);
    await takeBackup({ ...plan, dataDirectory, target: backup, hasOwnDatabase: false });
    const after = await sumsOfService(dataDirectory);
    await restoreBackup({ ...plan, backup, dataDirectory: restored, hasOwnDatabase: false });
    const server = await startEmbeddedPostgres({ dataDirectory: join(restored, 'postgres') });
    try {
      return compareSums(before, after, await sumsAt(server.address));
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sumsOfService(dataDirectory: string): Promise<readonly TableSum[]> {
  const server = await openServer(join(dataDirectory, 'postgres'));
  try {
    return await sumsAt(server.address);
  } finally {
    await server.close();
  }
}

async function sumsAt(address: DatabaseAddress): Promise<readonly TableSum[]> {
  const database = connectDatabase(address, { poolSize: 1, applicationName: 'restore-drill' });
  try {
    return await readAccountSums(database);
  } finally {
    await database.close();
  }
}
