import { z } from 'zod';
import type { DatabaseAddress } from '../adapters/postgres/connection/connection.ts';

/**
 * The order that the runtime sends its worker process at the start. It goes over the pipe between them, because addresses may hold a
 * password.
 */
const workerOrderSchema = z.object({
  dataDirectory: z.string(),
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
  /** The directory whose disk has to have room before a job begins. */
  readonly dataDirectory: string;
  readonly objectDirectory: string;
  /** The base address of the links that clients get. */
  readonly publicUrl: string;
  readonly address: DatabaseAddress;
}

/** The messages from a worker to the runtime: its current job, and that it is alive. */
export const workerNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('began'), jobId: z.string() }),
  z.object({ kind: z.literal('ended') }),
  z.object({ kind: z.literal('alive') }),
]);
export type WorkerNews = z.output<typeof workerNews>;

export function readWorkerOrder(message: unknown): WorkerOrder {
  return workerOrderSchema.parse(message);
}
