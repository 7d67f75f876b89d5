import type { TestProject } from 'vitest/node';
import type { DatabaseAddress } from '../../adapters/postgres/connection.ts';
import { startThrowawayPostgres } from '../../local/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseAddress;
  }
}

/** One server for the whole run; its databases are made by `createTestDatabase`. However the run ends, it ends with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowawayPostgres();
  project.provide('postgres', server.address);
  return () => server.stop();
}
