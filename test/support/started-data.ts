import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { madeOnce } from './made-once.ts';
import { startRunningService } from './running-service.ts';

const call = promisify(execFile);

/**
 * Fills an empty data directory as the first start of `npm start` leaves it: the database is made and migrated. The first start happens once
 * in a run, and each test has a copy. A test of the first start itself begins with an empty directory instead.
 */
export async function copyStartedData(dataDirectory: string): Promise<void> {
  const started = await madeOnce('started-data', async (folder) => {
    const service = await startRunningService({ dataDirectory: folder });
    await service.stop('SIGTERM');
  });
  await call('cp', ['-a', `${started}/.`, dataDirectory]);
}
