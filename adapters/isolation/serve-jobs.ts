import type { JobCall, StatementJobFunctions, StatementJobName } from '../../app/jobs/isolated-ports.ts';
import { type JobReply, jobCall } from './job-messages.ts';

/** Runs jobs in a process that `isolatedProcesses` started, one after another, until the parent has gone. */
export function serveJobs(jobs: StatementJobFunctions): void {
  const reply = (message: JobReply) => process.send?.(message);
  process.on('disconnect', () => process.exit(0));
  process.on('message', (message) => {
    try {
      reply({ kind: 'done', output: runJob(jobs, jobCall.parse(message)) });
    } catch (error) {
      reply({ kind: 'failed', error });
    }
  });
  reply({ kind: 'ready' });
}

function runJob<Name extends StatementJobName>(jobs: StatementJobFunctions, { name, input }: JobCall<Name>): unknown {
  return jobs[name](input);
}
