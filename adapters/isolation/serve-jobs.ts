import type { JobCall, StatementJobFunctions, StatementJobName } from '../../app/jobs/isolated-ports.ts';
import { type JobReply, jobCall } from './job-messages.ts';

/** Runs jobs in a process that `isolatedProcesses` started, one after another, until the parent has gone. */
export function serveJobs(jobs: StatementJobFunctions): void {
  const reply = (message: JobReply) => process.send?.(message);
  process.on('disconnect', () => process.exit(0));
  const answer = async (message: unknown) => {
    try {
      reply({ kind: 'done', output: await runJob(jobs, jobCall.parse(message)) });
    } catch (error) {
      reply({ kind: 'failed', error });
    }
  };
  // The parent sends the next job after the answer.
  process.on('message', (message) => void answer(message));
  reply({ kind: 'ready' });
}

function runJob<Name extends StatementJobName>(
  jobs: StatementJobFunctions,
  { name, input }: JobCall<Name>,
): Promise<unknown> {
  return jobs[name](input);
}
