import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { JobStore } from '../../app/jobs/job-ports.ts';
import { readStatementMessage } from '../../app/jobs/statement-message.ts';

/**
 * The dead-letter queue of statements: what no try could finish. The job is failed, so that it doesn't stay open for
 * ever, and the message is kept for the operator.
 */
export function createDeadLetterStatement({
  jobs,
  relayOutbox,
}: {
  readonly jobs: Pick<JobStore, 'failDead'>;
  /** Tells of the jobs that were failed; failing only means that the sweep does it a minute later. */
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
  // A job that ended before may have been tried again by hand since: an old letter must not end it a second time.
  const openJobId = message === null || message.jobEnded ? null : message.jobId;
  await jobs.failDead(openJobId, {
    queue: 'statements-dead',
    messageId: record.messageId,
    body: record.body,
    receiveCount: Number(record.attributes.ApproximateReceiveCount),
  });
}
