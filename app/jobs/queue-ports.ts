/**
 * Messages and the outbox that they are sent from. Two adapters implement the queue, SQS and PostgreSQL; one contract suite tests both.
 */

export type QueueName = 'statements' | 'statements-dead' | 'webhooks' | 'webhooks-dead';

export interface OutgoingMessage {
  readonly body: string;
  /** 0 to 900. */
  readonly delaySeconds?: number;
  /** Messages of one group share the queue fairly with other groups; the account id. */
  readonly groupId?: string;
  /**
   * Of the request that caused it, for whoever follows one through AWS's queues; that of one machine doesn't keep it.
   * Nothing is decided by it.
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

/** At-least-once messages with SQS's rules: visibility timeout, receive count, delay, redrive to a dead-letter queue. */
export interface MessageQueue {
  /** Any number of messages; sends in batches. Throws if any was refused. */
  send(queue: QueueName, messages: readonly OutgoingMessage[]): Promise<void>;
  /** Up to `max` (1 to 10) messages, each hidden from others for `visibilitySeconds`. */
  receive(
    queue: QueueName,
    options: { readonly max: number; readonly visibilitySeconds: number },
  ): Promise<readonly ReceivedMessage[]>;
  /** Done with it. A handle whose visibility ran out and that somebody else received since deletes nothing. */
  delete(queue: QueueName, receiptHandle: string): Promise<void>;
  /** Shows the message again after so many seconds (0 to 43,200): 0 is at once. Changes nothing unless the handle still hides it. */
  changeVisibility(queue: QueueName, receiptHandle: string, seconds: number): Promise<void>;
}

/** A message no try could finish, as the operator finds it. */
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
  /** Of the request that asked for the job. */
  readonly requestId: string | null;
}

export interface Outbox {
  /** Hands unsent messages to `send`, oldest first, and marks them sent if it did not throw. Returns how many. */
  relay(send: (messages: readonly OutboxMessage[]) => Promise<void>): Promise<number>;
}
