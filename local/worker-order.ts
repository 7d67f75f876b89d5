import { z } from 'zod';
import type { DatabaseAddress } from '../adapters/postgres/connection/connection.ts';

/** What the runtime tells its worker process at the start, over the pipe between them: addresses may hold a password. */
const workerOrderSchema = z.object({
  objectDirectory: z.string(),
  publicUrl: z.string(),
  address: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('url'), url: z.string() }),
    z.object({
      kind: z.literal('socket'),
      directory: z.string(),
      port: z.number(),
      user: z.string(),
      database: z.string(),
    }),
  ]),
});

export interface WorkerOrder {
  readonly objectDirectory: string;
  /** Base of the links in what is sent to clients. */
  readonly publicUrl: string;
  readonly address: DatabaseAddress;
}

/** What a worker tells the runtime: which job it has in hand, and that it is alive. */
export const workerNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('began'), jobId: z.string() }),
  z.object({ kind: z.literal('ended') }),
  z.object({ kind: z.literal('alive') }),
]);
export type WorkerNews = z.output<typeof workerNews>;

export function readWorkerOrder(message: unknown): WorkerOrder {
  return workerOrderSchema.parse(message);
}
