import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { JobStore } from '../../app/jobs/job-store.ts';
import { readStatementMessage } from '../../app/jobs/statement-message.ts';

/**
 * Handles the dead-letter queue of statements: messages that failed on every attempt. The job is failed, so that it does not stay open for
 * ever, and the message is kept for the operator.
 */
export function createDeadLetterStatement({
  jobs,
  relayOutbox,
}: {
  readonly jobs: Pick<JobStore, 'failDead'>;
  /** Sends the events of the failed jobs. If it fails, the sweep sends them a minute later. */
  readonly relayOutbox: () => Promise<void>;
}): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async (event) => {
    for (const record of event.Records) await failDeadJob(jobs, record);
    await relayOutbox();
    return { batchItemFailures: [] };
  };
}

async function failDeadJob(jobs: Pick<JobStore, 'failDead'>, record: SQSRecord): Promise<void> {
  const message = readStatementMessage(record.body);
  // With `jobEnded`, the job of this message has already ended, and a person may have retried it since. It must not end a second time.
  const openJobId = message === null || message.jobEnded ? null : message.jobId;
  await jobs.failDead(openJobId, {
    queue: 'statements-dead',
    messageId: record.messageId,
    body: record.body,
    receiveCount: Number(record.attributes.ApproximateReceiveCount),
  });
}
