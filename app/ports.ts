/** What the use cases need from the outside. Each has two adapters: AWS and one machine; one contract suite runs over both. */

/** Raw bytes of statements by key. Keys are ours (`raw/<account>/<file>`), never made from what a user sent. */
export interface ObjectStore {
  /** Stores all of it or nothing. Overwrites. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
}

export type QueueName = 'statements' | 'statements-dead';

export interface OutgoingMessage {
  readonly body: string;
  /** 0 to 900. */
  readonly delaySeconds?: number;
  /** Messages of one group share the queue fairly with other groups; the account id. */
  readonly groupId?: string;
}

export interface ReceivedMessage {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** 1 on the first delivery. */
  readonly receiveCount: number;
}

/** At-least-once messages with SQS's rules: visibility timeout, receive count, delay, redrive to a dead-letter queue. */
export interface MessageQueue {
  /** Any number of messages; sends in batches. Throws if any was refused. */
  send(queue: QueueName, messages: readonly OutgoingMessage[]): Promise<void>;
  /** Up to `max` (1 to 10) messages, each hidden from others for `visibilitySeconds`. */
  receive(queue: QueueName, options: { readonly max: number; readonly visibilitySeconds: number }): Promise<readonly ReceivedMessage[]>;
  /** Done with it. A handle whose visibility ran out and that somebody else received since deletes nothing. */
  delete(queue: QueueName, receiptHandle: string): Promise<void>;
  /** Shows the message again after so many seconds: 0 is at once. */
  changeVisibility(queue: QueueName, receiptHandle: string, seconds: number): Promise<void>;
}
