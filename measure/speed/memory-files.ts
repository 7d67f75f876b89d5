import { z } from 'zod';

/** The input and output of measure/speed/memory-job.ts. */

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

/** The counts that follow from the member ids alone, on which every program that does the job has to agree. */
const idCountsSchema = z.object({
  memberCount: z.number(),
  red: z.number(),
  new: z.number(),
  reappeared: z.number(),
});

/** The counts that depend on rules: the service explains planned steps, while the peers compare two amounts. */
const ruleCountsSchema = z.object({ green: z.number(), yellow: z.number(), chargebackCount: z.number() });

const countsSchema = z.object({ ...idCountsSchema.shape, ...ruleCountsSchema.shape });
export type MemberCounts = z.infer<typeof countsSchema>;

/** Returns the counts of a result on which all programs have to agree. */
export const idCounts = (counts: MemberCounts) => idCountsSchema.parse(counts);

export const memoryAnswerSchema = z.object({
  /** The processor time of the whole process in milliseconds, with all its threads, from its start. */
  cpuMs: z.number(),
  peakKibibytes: z.number(),
  deltas: z.number(),
  /** The SHA-256 of all scored rows without their file. A change that only makes the service faster keeps it. */
  rowsHash: z.string(),
  counts: countsSchema,
});
export type MemoryAnswer = z.infer<typeof memoryAnswerSchema>;

/** The form of a peer's rollup.json. */
export const peerRollupSchema = countsSchema;
