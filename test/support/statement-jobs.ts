import { processStatement } from '../../app/book/process-statement.ts';
import { readStatementMessage } from '../../app/jobs/relay-outbox.ts';
import type { Services } from '../../lambdas/runtime/services.ts';

/** Processes the queue of statements like the worker, with immediate retries, and returns the number of tries. */
export async function runStatementJobs({
  tasks: { queue },
  worker,
}: Pick<Services, 'tasks' | 'worker'>): Promise<number> {
  let tries = 0;
  for (;;) {
    const messages = await queue.receive('statements', { max: 10, visibilitySeconds: 600 });
    if (messages.length === 0) return tries;
    for (const { body, receiptHandle } of messages) {
      const message = readStatementMessage(body);
      if (message === null) throw new Error(`Not a message of a job: ${body}`);
      const result = await processStatement(worker, message.jobId);
      if (result.kind === 'retry') await queue.changeVisibility('statements', receiptHandle, 0);
      else await queue.delete('statements', receiptHandle);
      tries += 1;
    }
  }
}
