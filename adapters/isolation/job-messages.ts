import { z } from 'zod';
import type { JobCall, StatementJobName, StatementJobs } from '../../app/jobs/isolated-ports.ts';

/** The message to a process: one job. Both ends are the same program, so the content is not checked. */
export const jobCall = z.custom<JobCall<StatementJobName>>((value) => typeof value === 'object' && value !== null);

/** The messages from a process: one when it is ready, then one for each job. */
export const jobReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('done'), output: z.unknown() }),
  z.object({ kind: z.literal('failed'), error: z.unknown() }),
]);
export type JobReply = z.output<typeof jobReply>;

/** Types the output of the job that was sent. A process runs one job at a time, so the output belongs to it. */
export const outputOf = <Name extends StatementJobName>(_: JobCall<Name>) => z.custom<StatementJobs[Name]['output']>();
