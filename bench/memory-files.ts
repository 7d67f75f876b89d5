import { z } from 'zod';

/** What bench/memory-job.ts is told, and what it says. */

const statementSchema = z.object({ path: z.string(), period: z.string() });

export const memoryJobSchema = z.object({
  prior: statementSchema,
  current: statementSchema,
  /** A list of the ids of members who had dropped before the prior month. */
  dropped: z.string().nullable(),
  /** The carrier's configuration. */
  config: z.unknown(),
});
export type MemoryJob = z.infer<typeof memoryJobSchema>;

/** What every one who does the job has to agree on. */
const countsSchema = z.object({
  memberCount: z.number(),
  green: z.number(),
  yellow: z.number(),
  red: z.number(),
  new: z.number(),
  reappeared: z.number(),
  chargebackCount: z.number(),
});

export const memoryAnswerSchema = z.object({
  /** Of the whole process, with all its threads, from its start. */
  cpuMs: z.number(),
  peakKibibytes: z.number(),
  deltas: z.number(),
  counts: countsSchema,
});
export type MemoryAnswer = z.infer<typeof memoryAnswerSchema>;

/** What a peer writes as rollup.json. */
export const peerRollupSchema = countsSchema;
