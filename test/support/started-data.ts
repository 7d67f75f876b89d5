import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { madeOnce } from './made-once.ts';
import { startRunningService } from './running-service.ts';

const call = promisify(execFile);

/**
 * Fills an empty data directory like the first start of `npm start`: the database is created and migrated. The first start happens once
 * in a run, and each test gets a copy. A test of the first start itself uses an empty directory instead.
 */
export async function copyStartedData(dataDirectory: string): Promise<void> {
  const started = await madeOnce('started-data', async (folder) => {
    const service = await startRunningService({ dataDirectory: folder });
    await service.stop('SIGTERM');
  });
  await call('cp', ['-a', `${started}/.`, dataDirectory]);
}
