import { once } from 'node:events';
import { z } from 'zod';
import { openDiskObjectStore } from '../../adapters/object-store/disk-object-store.ts';
import { connectDatabase } from '../../adapters/postgres/connection/database.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { processStatement } from '../../app/book/process-statement.ts';
import { createServices } from '../../lambdas/runtime/services.ts';
import { webhookPlatform } from './webhook-deliveries.ts';

/** Runs one job in a worker process, and reports how the job ended. */

const orderSchema = z.object({
  address: z.object({
    kind: z.literal('socket'),
    directory: z.string(),
    port: z.number(),
    user: z.string(),
    database: z.string(),
  }),
  objectDirectory: z.string(),
  jobId: z.string(),
});

const [message] = await once(process, 'message');
const { address, objectDirectory, jobId } = orderSchema.parse(message);
const database = connectDatabase(address, { poolSize: 4, statementTimeoutSeconds: 60 });
const { worker } = createServices({
  database,
  objects: await openDiskObjectStore(objectDirectory),
  queue: createPostgresQueue(database),
  log: (_level, event, fields) => console.error(event, fields),
  ...webhookPlatform,
});
const result = await processStatement(worker, jobId);
await database.close();
process.send?.(result);
process.disconnect();
