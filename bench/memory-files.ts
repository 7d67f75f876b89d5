import { z } from 'zod';

/** The input and output of bench/memory-job.ts. */

const statementSchema = z.object({ path: z.string(), period: z.string() });

export const memoryJobSchema = z.object({
  prior: statementSchema,
  current: statementSchema,
  /** The path of a list with the ids of members who had dropped before the prior month. */
  dropped: z.string().nullable(),
  /** The carrier's configuration. */
  config: z.unknown(),
});
export type MemoryJob = z.infer<typeof memoryJobSchema>;

/** The figures on which every program that does the job has to agree. */
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
  /** The processor time of the whole process in milliseconds, with all its threads, from its start. */
  cpuMs: z.number(),
  peakKibibytes: z.number(),
  deltas: z.number(),
  counts: countsSchema,
});
export type MemoryAnswer = z.infer<typeof memoryAnswerSchema>;

/** The form of a peer's rollup.json. */
export const peerRollupSchema = countsSchema;
