import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
  type SQSClientConfig,
  SQSServiceException,
} from '@aws-sdk/client-sqs';
import type { MessageQueue, OutgoingMessage, QueueName, ReceivedMessage } from '../../app/platform/queue.ts';

/** The most messages of a batch, which is SQS's own limit. */
const BATCH_MAX = 10;
/** The first attempt and two retries, for the SDK's requests and for refused entries of a batch. */
const ATTEMPTS_MAX = 3;
const CONNECT_MS = 2_000;
/** The time-out of a request in milliseconds. SQS answers in tens of milliseconds. */
const REQUEST_MS = 5_000;
/** The longest wait that SQS allows, which gives the fewest empty answers. */
const WAIT_SECONDS = 20;

export interface SqsQueueOptions {
  readonly client: SQSClient;
  /** URLs of the queues that this function may use. */
  readonly urls: Partial<Readonly<Record<QueueName, string>>>;
  /** The seconds for which a receive waits for a first message, 0 to 20. */
  readonly waitSeconds?: number;
}

/** Makes a client with timeouts. Without them an endpoint that drops packets would block its caller for ever. */
export function createSqsClient(config: SQSClientConfig = {}, requestMs = REQUEST_MS): SQSClient {
  return new SQSClient({
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_MS, requestMs),
      requestTimeout: requestMs,
      // Without this setting the SDK only logs a warning and keeps waiting.
      throwOnRequestTimeout: true,
    },
    ...config,
  });
}

export function createSqsQueue({ client, urls, waitSeconds = WAIT_SECONDS }: SqsQueueOptions): MessageQueue {
  const urlOf = (queue: QueueName): string => {
    const url = urls[queue];
    if (url === undefined) throw new Error(`No URL was given for the queue ${queue}`);
    return url;
  };
  return {
    async send(queue, messages) {
      for (let from = 0; from < messages.length; from += BATCH_MAX) {
        await sendBatch(client, urlOf(queue), messages.slice(from, from + BATCH_MAX));
      }
    },

    async receive(queue, { max, visibilitySeconds }) {
      const command = new ReceiveMessageCommand({
        QueueUrl: urlOf(queue),
        MaxNumberOfMessages: max,
        VisibilityTimeout: visibilitySeconds,
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp'],
      });
      // The timeout is longer here, because the server waits for messages.
      const { Messages } = await client.send(command, { requestTimeout: waitSeconds * 1000 + REQUEST_MS });
      return (Messages ?? []).map(receivedMessage);
    },

    async delete(queue, receiptHandle) {
      await client.send(new DeleteMessageCommand({ QueueUrl: urlOf(queue), ReceiptHandle: receiptHandle }));
    },

    async changeVisibility(queue, receiptHandle, seconds) {
      const command = new ChangeMessageVisibilityCommand({
        QueueUrl: urlOf(queue),
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      });
      try {
        await client.send(command);
      } catch (error) {
        if (!isNotInFlight(error)) throw error;
      }
    },
  };
}

/** Makes a function that sends a message to one queue, for a message that is needed on AWS only. */
export function createSqsSender({ client, url }: { readonly client: SQSClient; readonly url: string }) {
  return (body: string): Promise<void> => sendBatch(client, url, [{ body }]);
}

/**
 * Sends one batch. SQS answers for each entry. Entries that SQS refused through a fault of its own are sent again. Throws if any entry is
 * refused in the end.
 */
async function sendBatch(client: SQSClient, url: string, messages: readonly OutgoingMessage[]): Promise<void> {
  let entries = messages.map(batchEntry);
  for (let attempt = 1; entries.length > 0; attempt++) {
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: entries }));
    const [first] = Failed;
    if (first && (attempt === ATTEMPTS_MAX || Failed.some((entry) => entry.SenderFault === true))) {
      throw new Error(
        `SQS refused ${Failed.length} of ${entries.length} messages: ${first.Code} ${first.Message ?? ''}`,
      );
    }
    const refused = new Set(Failed.map((entry) => entry.Id));
    entries = entries.filter((entry) => refused.has(entry.Id));
  }
}

function batchEntry(message: OutgoingMessage, index: number): SendMessageBatchRequestEntry {
  return {
    Id: String(index),
    MessageBody: message.body,
    ...(message.delaySeconds === undefined ? {} : { DelaySeconds: message.delaySeconds }),
    // On a standard queue the group id makes the queue fair between groups.
    ...(message.groupId === undefined ? {} : { MessageGroupId: message.groupId }),
    ...(message.requestId == null
      ? {}
      : { MessageAttributes: { requestId: { DataType: 'String', StringValue: message.requestId } } }),
  };
}

function receivedMessage(message: Message): ReceivedMessage {
  const { MessageId, ReceiptHandle, Body, Attributes } = message;
  const receiveCount = Number(Attributes?.ApproximateReceiveCount);
  const sentAt = new Date(Number(Attributes?.SentTimestamp));
  if (MessageId === undefined || ReceiptHandle === undefined || Body === undefined) {
    throw new Error('SQS delivered a message without id, receipt or body');
  }
  if (!Number.isInteger(receiveCount) || Number.isNaN(sentAt.getTime())) {
    throw new Error(`SQS delivered message ${MessageId} without the attributes that were asked for`);
  }
  return { messageId: MessageId, receiptHandle: ReceiptHandle, body: Body, receiveCount, sentAt };
}

/** Returns true when the message was deleted, is visible again, or was received by another consumer. */
function isNotInFlight(error: unknown): boolean {
  if (!(error instanceof SQSServiceException)) return false;
  // SQS reports an expired receipt as a parameter error that only its text identifies.
  return error.name === 'MessageNotInflight' || error.message.includes('not available for visibility timeout change');
}
