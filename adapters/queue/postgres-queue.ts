import type { MessageQueue, OutgoingMessage, QueueName, ReceivedMessage } from '../../app/platform/queue.ts';
import {
  DEAD_LETTER_RETENTION_DAYS,
  QUEUE_DELAY_SECONDS_MAX,
  QUEUE_RECEIVES_MAX,
  QUEUE_RETENTION_DAYS,
  WEBHOOK_RECEIVES_MAX,
} from '../../core/limits/job-limits.ts';
import { queueMessages } from '../../schema/operations.ts';
import type { Database } from '../postgres/connection/database.ts';

/** The channel that is notified with a queue's name when a message becomes receivable. */
const CHANNEL = 'queue_messages';
/**
 * The longest time for which SQS can hide a message, in seconds. Like the longest delay it applies here too, so that calls that work on one
 * machine also work on AWS.
 */
const VISIBILITY_SECONDS_MAX = 12 * 60 * 60;
const RECEIVE_MAX = 10;

export interface PostgresQueue extends MessageQueue {
  /**
   * Makes every received message visible again with its receive count, except those of jobs under way. Called when all other receivers
   * have died.
   */
  releaseAll(jobsUnderWay?: readonly string[]): Promise<void>;
  /** Calls back when a message of the queue may have become receivable. Returns a function that stops it. */
  listen(queue: QueueName, onMessage: () => void): Promise<() => Promise<void>>;
}

/**
 * The rules of SQS as statements over one table. Each is its own transaction, by the database's clock. Groups take turns: a message gets
 * the round in which its group is next due, and receive serves the rounds in order.
 */
export function createPostgresQueue(database: Database): PostgresQueue {
  return {
    send: (queue, messages) => send(database, queue, messages),
    receive: (queue, options) => receive(database, queue, options),

    async delete(queue, receiptHandle) {
      const { messageId, receiveCount } = parseReceipt(receiptHandle);
      await database.systemStatement(
        (sql) => sql`
          delete from ${queueMessages}
          where queue = ${queue} and message_id = ${messageId}::bigint and receive_count = ${receiveCount}::integer`,
      );
    },

    async changeVisibility(queue, receiptHandle, seconds) {
      assertWithin('visibility', seconds, VISIBILITY_SECONDS_MAX);
      const { messageId, receiveCount } = parseReceipt(receiptHandle);
      await database.systemStatement(
        (sql) => sql`
          with changed as (
            update ${queueMessages} set visible_at = statement_timestamp() + make_interval(secs => ${seconds}::float8)
            where queue = ${queue} and message_id = ${messageId}::bigint and receive_count = ${receiveCount}::integer
              and visible_at > statement_timestamp()
            returning queue
          )
          select pg_notify(${CHANNEL}, queue) from changed where ${seconds}::float8 = 0`,
      );
    },

    async releaseAll(jobsUnderWay = []) {
      await database.systemStatement(
        (sql) => sql`
          update ${queueMessages} set visible_at = statement_timestamp()
          where receive_count > 0 and visible_at > statement_timestamp()
            and not exists (select 1 from unnest(${[...jobsUnderWay]}::text[]) as job (id) where position(job.id in body) > 0)`,
      );
    },

    listen: (queue, onMessage) =>
      database.listen(CHANNEL, (payload) => {
        // The payload is empty after a lost connection, when a notification may have been missed.
        if (payload === queue || payload === '') onMessage();
      }),
  };
}

async function send(database: Database, queue: QueueName, messages: readonly OutgoingMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const delays = messages.map((message) => message.delaySeconds ?? 0);
  for (const delay of delays) assertWithin('delay', delay, QUEUE_DELAY_SECONDS_MAX);
  const bodies = messages.map((message) => message.body);
  const groups = messages.map((message) => message.groupId ?? null);
  // `front` is the round that is being served. A group with queued messages continues after its last round. Two concurrent sends may give a
  // group the same rounds, which costs other groups one turn.
  await database.systemStatement(
    (sql) => sql`
      with front as (
        select coalesce(
          (select min(turn) from ${queueMessages} where queue = ${queue} and visible_at <= statement_timestamp()),
          (select max(turn) from ${queueMessages} where queue = ${queue}),
          0
        ) as turn
      ), sent as (
        insert into ${queueMessages} (queue, body, group_id, turn, sent_at, expires_at, visible_at)
        select ${queue}, body, group_id,
          case when group_id is null then front.turn else
            greatest(front.turn, last.turn + 1) + row_number() over (partition by group_id order by position) - 1
          end,
          statement_timestamp(),
          statement_timestamp() + make_interval(days => ${QUEUE_DEFINITIONS[queue].retentionDays}::integer),
          statement_timestamp() + make_interval(secs => delay)
        from unnest(${bodies}::text[], ${groups}::text[], ${delays}::float8[]) with ordinality as message (body, group_id, delay, position)
        cross join front
        left join lateral (
          select max(turn) as turn from ${queueMessages} earlier where earlier.queue = ${queue} and earlier.group_id = message.group_id
        ) last on true
        -- Ids are given out in this order, and receive relies on them within a round.
        order by position
        returning visible_at
      )
      select pg_notify(${CHANNEL}, ${queue}) from sent where visible_at <= statement_timestamp() limit 1`,
  );
}

/** A row of a receive. Its columns are null when no message was received. */
interface ReceivedRow {
  readonly moved: number;
  readonly message_id: string | null;
  readonly body: string;
  readonly receive_count: number;
  readonly sent_at_ms: number;
}

async function receive(
  database: Database,
  queue: QueueName,
  { max, visibilitySeconds }: { readonly max: number; readonly visibilitySeconds: number },
): Promise<readonly ReceivedMessage[]> {
  assertWithin('visibility', visibilitySeconds, VISIBILITY_SECONDS_MAX);
  if (!Number.isInteger(max) || max < 1 || max > RECEIVE_MAX)
    throw new RangeError(`Cannot receive ${max} messages at once`);
  const { deadLetter } = QUEUE_DEFINITIONS[queue];
  const deadLetterDays = deadLetter && QUEUE_DEFINITIONS[deadLetter.queue].retentionDays;
  // "due" is materialized because it locks rows. With skip locked, two receivers never get one message: a row that the other receiver took
  // is checked again under the lock and is no longer visible.
  const rows = await database.systemStatement(
    (sql) => sql<ReceivedRow[]>`
      with expired as (
        delete from ${queueMessages} where expires_at <= statement_timestamp()
      ), due as materialized (
        select message_id, coalesce(receive_count >= ${deadLetter?.receivesMax ?? null}::integer, false) as spent
        from ${queueMessages}
        where queue = ${queue} and visible_at <= statement_timestamp() and expires_at > statement_timestamp()
        order by turn, message_id
        limit ${max}::integer
        for update skip locked
      ), moved as (
        update ${queueMessages} message
        set queue = ${deadLetter?.queue ?? null}::text, expires_at = sent_at + make_interval(days => ${deadLetterDays}::integer)
        from due where due.spent and message.message_id = due.message_id
        returning message.queue
      ), taken as (
        update ${queueMessages} message
        set receive_count = receive_count + 1,
          visible_at = statement_timestamp() + make_interval(secs => ${visibilitySeconds}::float8)
        from due where not due.spent and message.message_id = due.message_id
        returning message.message_id, turn, body, receive_count, sent_at
      ), notified as (
        select count(pg_notify(${CHANNEL}, queue))::integer as moved from moved
      )
      select moved, message_id::text, body, receive_count, (extract(epoch from sent_at) * 1000)::float8 as sent_at_ms
      from notified left join taken on true
      order by turn, taken.message_id`,
  );
  const messages = rows.flatMap(receivedMessage);
  // Dead letters at the front are moved and the receive is repeated, so that they do not make the queue look empty.
  if (messages.length === 0 && rows.some((row) => row.moved > 0))
    return receive(database, queue, { max, visibilitySeconds });
  return messages;
}

function receivedMessage(row: ReceivedRow): ReceivedMessage[] {
  const { message_id: messageId, body, receive_count: receiveCount, sent_at_ms: sentAtMs } = row;
  if (messageId === null) return [];
  return [{ messageId, receiptHandle: `${messageId}:${receiveCount}`, body, receiveCount, sentAt: new Date(sentAtMs) }];
}

/** Parses a receipt. It contains the receive count, so it is invalid once the message is received again. */
function parseReceipt(receiptHandle: string): { messageId: string; receiveCount: string } {
  const [, messageId, receiveCount] = /^(\d{1,18}):(\d{1,9})$/.exec(receiptHandle) ?? [];
  if (messageId === undefined || receiveCount === undefined)
    throw new Error(`Not a receipt of this queue: ${receiptHandle}`);
  return { messageId, receiveCount };
}

function assertWithin(name: string, seconds: number, max: number): void {
  if (!(seconds >= 0 && seconds <= max))
    throw new RangeError(`A ${name} of ${seconds} seconds is not within 0 and ${max}`);
}

/** Settings of a queue. The CDK sets them on the queues of AWS; the queue in PostgreSQL reads them here. */
interface QueueDefinition {
  /** The queue that a message moves to instead of being received more than `receivesMax` times. Null: messages never move. */
  readonly deadLetter: { readonly queue: QueueName; readonly receivesMax: number } | null;
  /** The age in days, counted from the first send, at which a message is dropped. */
  readonly retentionDays: number;
}

export const QUEUE_DEFINITIONS: Readonly<Record<QueueName, QueueDefinition>> = {
  statements: {
    deadLetter: { queue: 'statements-dead', receivesMax: QUEUE_RECEIVES_MAX },
    retentionDays: QUEUE_RETENTION_DAYS,
  },
  'statements-dead': { deadLetter: null, retentionDays: DEAD_LETTER_RETENTION_DAYS },
  webhooks: {
    deadLetter: { queue: 'webhooks-dead', receivesMax: WEBHOOK_RECEIVES_MAX },
    retentionDays: QUEUE_RETENTION_DAYS,
  },
  'webhooks-dead': { deadLetter: null, retentionDays: DEAD_LETTER_RETENTION_DAYS },
};
