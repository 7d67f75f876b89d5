import { z } from 'zod';
import type { JobCall, StatementJobName, StatementJobs } from '../../app/jobs/isolated-ports.ts';

/** What a process is sent: one job. Both ends are this program, so that what is inside needs no check. */
export const jobCall = z.custom<JobCall<StatementJobName>>((value) => typeof value === 'object' && value !== null);

/** What it answers: once that it is ready, then once for each job. */
export const jobReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('done'), output: z.unknown() }),
  z.object({ kind: z.literal('failed'), error: z.unknown() }),
]);
export type JobReply = z.output<typeof jobReply>;

/** Of the job that was sent: nothing else is under way in its process. */
export const outputOf = <Name extends StatementJobName>(_: JobCall<Name>) => z.custom<StatementJobs[Name]['output']>();
