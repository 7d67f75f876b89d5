import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { processStatement, type StatementWorker, unavailableRetryPolicy } from '../../app/book/process-statement.ts';
import type { JobStore } from '../../app/jobs/job-store.ts';
import { readStatementMessage, statementMessageBody } from '../../app/jobs/relay-outbox.ts';
import type { MessageQueue } from '../../app/platform/queue.ts';
import { retryWhileUnavailable } from '../../app/platform/retry-while-unavailable.ts';

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

export interface IngestStatementDeps {
  readonly worker: StatementWorker;
  readonly queue: MessageQueue;
  /** Sends the events of the ended jobs. If it fails, the sweep sends them a minute later. */
  readonly relayOutbox: () => Promise<void>;
  readonly onUnreadable: (messageId: string) => void;
}

/**
 * Handles the statements queue: each message is one attempt at one job. Failed messages stay in the queue and are delivered again after
 * their delay.
 */
export function createIngestStatement(deps: IngestStatementDeps): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async (event) => {
    const failed: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of event.Records) {
      if (!(await ingestRecord(deps, record))) failed.push({ itemIdentifier: record.messageId });
    }
    return { batchItemFailures: failed };
  };
}

/** Processes one message. Returns true when the message is complete. */
async function ingestRecord(deps: IngestStatementDeps, record: SQSRecord): Promise<boolean> {
  const { worker, queue, relayOutbox, onUnreadable } = deps;
  const message = readStatementMessage(record.body);
  if (message === null) {
    onUnreadable(record.messageId);
    return true;
  }
  const result = await processStatement(worker, message.jobId);
  switch (result.kind) {
    case 'done':
      await relayOutbox();
      return true;
    case 'retry':
      // The retry covers the queue too, because on one machine the queue is in the database.
      await retryWhileUnavailable(unavailableRetryPolicy(worker), () =>
        queue.changeVisibility('statements', record.receiptHandle, result.delaySeconds),
      );
      return false;
    case 'later': {
      const { accountId: groupId, delaySeconds } = result;
      await retryWhileUnavailable(unavailableRetryPolicy(worker), () =>
        queue.send('statements', [{ body: record.body, groupId, requestId: requestIdOf(record), delaySeconds }]),
      );
      return true;
    }
    case 'dead':
      // The code itself sends the message there: a recovered job has a new message, so the queue's own count may be too low to move it.
      await queue.send('statements-dead', [
        {
          body: statementMessageBody({ ...message, jobEnded: true }),
          requestId: requestIdOf(record),
        },
      ]);
      await relayOutbox();
      return true;
  }
}

const requestIdOf = ({ messageAttributes }: SQSRecord) => messageAttributes['requestId']?.stringValue ?? null;
