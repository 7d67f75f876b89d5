/** Messages, and the outbox that they are sent from. The queue's two adapters, SQS and PostgreSQL, pass the same contract tests. */

export type QueueName = 'statements' | 'statements-dead' | 'webhooks' | 'webhooks-dead';

export interface OutgoingMessage {
  readonly body: string;
  /** 0 to 900. */
  readonly delaySeconds?: number;
  /** The account id. The queue serves groups fairly, so that one account does not delay others. */
  readonly groupId?: string;
  /**
   * Id of the request that caused the message, for tracing a request through the queues of AWS. The queue of one machine does not keep it.
   * No decision uses it.
   */
  readonly requestId?: string | null;
}

export interface ReceivedMessage {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** 1 on the first delivery. */
  readonly receiveCount: number;
  readonly sentAt: Date;
}

/** At-least-once messages with the rules of SQS: visibility timeout, receive count, delay, redrive to a dead-letter queue. */
export interface MessageQueue {
  /** Sends any number of messages in batches. Throws if any was refused. */
  send(queue: QueueName, messages: readonly OutgoingMessage[]): Promise<void>;
  /** Receives up to `max` (1 to 10) messages, each hidden from other receivers for `visibilitySeconds`. */
  receive(
    queue: QueueName,
    options: { readonly max: number; readonly visibilitySeconds: number },
  ): Promise<readonly ReceivedMessage[]>;
  /** Deletes a message. Does nothing when the handle has expired and another receiver has the message. */
  delete(queue: QueueName, receiptHandle: string): Promise<void>;
  /** Shows the message again after 0 to 43,200 seconds. Does nothing when the handle has expired. */
  changeVisibility(queue: QueueName, receiptHandle: string, seconds: number): Promise<void>;
}

/** A message that no attempt could finish, as the operator sees it. */
export interface DeadLetter {
  readonly queue: QueueName;
  readonly messageId: string;
  readonly body: string;
  readonly receiveCount: number;
}

export interface OutboxMessage {
  readonly position: string;
  readonly accountId: string;
  readonly jobId: string;
  /** Id of the request that made the job. */
  readonly requestId: string | null;
}

export interface Outbox {
  /** Passes unsent messages to `send`, oldest first, and marks them as sent unless it throws. Returns their number. */
  relay(send: (messages: readonly OutboxMessage[]) => Promise<void>): Promise<number>;
}
