import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startThrowawayPostgres } from '../../server/embedded-postgres.ts';

/** Starts one server for the whole run, which ends with the run in any case. `createTestDatabase` makes its databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await ownTemporaryDirectory();
  if (!project.config.coverage.enabled) cacheCompiledModules(directory);
  const server = await startThrowawayPostgres();
  project.provide('postgres', server.address);
  return async () => {
    await server.stop();
    // A process that is ending may still write its compiled modules there.
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}

/** Makes the directory of all temporary files of tests and libraries. Servers use it under another account of the system. */
async function ownTemporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'cas-tests-'));
  await chmod(directory, 0o1777);
  process.env['TMPDIR'] = directory;
  return directory;
}

/**
 * Lets programs that tests start read compiled modules, which the first program writes. Otherwise a start of the service spends most of
 * its time on stripping types. Coverage needs functions that were compiled from their source.
 */
function cacheCompiledModules(directory: string): void {
  process.env['NODE_COMPILE_CACHE'] = join(directory, 'compiled-modules');
}
