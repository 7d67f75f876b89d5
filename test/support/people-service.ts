import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { createServices } from '../../lambdas/runtime/services.ts';
import { inProcess } from './in-process.ts';
import { webhookPlatform } from './webhook-deliveries.ts';

/** Makes the parts of the service for tests of people, who upload no files. */
export function platformOf(database: Database) {
  const services = createServices({
    database,
    objects: {
      put: async () => {},
      get: async () => null,
      delete: async () => {},
      deleteBelow: async () => ({ objects: 0, bytes: 0 }),
    },
    queue: createPostgresQueue(database),
    log: () => {},
    runIsolated: inProcess,
    ...webhookPlatform,
  });
  return { database, services };
}
