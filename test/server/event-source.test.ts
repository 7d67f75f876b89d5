import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import type { MessageQueue } from '../../app/platform/queue.ts';
import { QUEUE_RECEIVES_MAX } from '../../core/limits/job-limits.ts';
import { type EventSource, RequestQueue, runEventSource } from '../../server/event-source.ts';
import { asOwner, createTestDatabase } from '../support/postgres.ts';

describe('event source', async () => {
  const LONG = 600;
  /** A poll interval that never ends in a test, so that only a notification wakes a reader. */
  const NEVER_MS = 1_000_000;

  const { database, drop, address } = await createTestDatabase();
  const queue = createPostgresQueue(database);
  afterAll(() => drop());
  beforeEach(async () => void (await database.systemStatement((sql) => sql`delete from queue_messages`)));

  interface Running {
    readonly errors: unknown[];
    stop(): Promise<void>;
  }

  function start(handler: EventSource['handler'], changed: Partial<EventSource> = {}): Running {
    const errors: unknown[] = [];
    const controller = new AbortController();
    const ended = runEventSource({
      queue,
      queueName: 'statements',
      handler,
      batchSize: 1,
      concurrency: 1,
      visibilitySeconds: LONG,
      timeoutSeconds: 60,
      signal: controller.signal,
      listen: (onMessage) => queue.listen('statements', onMessage),
      onError: (error) => errors.push(error),
      pollMs: 20,
      ...changed,
    });
    return {
      errors,
      stop: () => {
        controller.abort();
        return ended;
      },
    };
  }
  const send = (...bodies: string[]) =>
    queue.send(
      'statements',
      bodies.map((body) => ({ body })),
    );
  const failures = (records: readonly SQSRecord[]): SQSBatchResponse => ({
    batchItemFailures: records.map((record) => ({ itemIdentifier: record.messageId })),
  });
  const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 10 });
  const remaining = async () =>
    (
      await database.systemStatement(
        (sql) => sql<{ body: string; queue: string; visible: boolean }[]>`
      select body, queue, visible_at <= statement_timestamp() as visible from queue_messages order by message_id`,
      )
    ).map((row) => `${row.queue}: ${row.body}${row.visible ? '' : ' (hidden)'}`);

  test("passes a handler Lambda's event, and deletes the message when it returns", async () => {
    const calls: { event: SQSEvent; context: Context; remaining: number }[] = [];
    const running = start(async (event, context) => {
      calls.push({ event, context, remaining: context.getRemainingTimeInMillis() });
      return undefined;
    });
    await send('{"jobId":"1"}');
    await eventually(async () => expect(await remaining()).toEqual([]));
    await running.stop();
    expect(calls).toHaveLength(1);
    const [call] = calls;
    expect(call?.event.Records).toEqual([
      {
        messageId: expect.stringMatching(/./),
        receiptHandle: expect.stringMatching(/./),
        body: '{"jobId":"1"}',
        attributes: {
          ApproximateReceiveCount: '1',
          SentTimestamp: expect.stringMatching(/^\d{13}$/),
          SenderId: 'local',
          ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
        },
        messageAttributes: {},
        md5OfBody: '587d93647177c70fab1c0df663d53575',
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:local:000000000000:statements',
        awsRegion: 'local',
      },
    ]);
    expect(call?.context).toMatchObject({
      functionName: 'statements',
      awsRequestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(call?.remaining).toBeGreaterThan(0);
    expect(call?.remaining).toBeLessThanOrEqual(60_000);
    expect(running.errors).toEqual([]);
  });

  test('receives nothing while it is paused, counts no attempt, and goes on by itself', async () => {
    await send('waits');
    let isPaused = true;
    let asked = 0;
    const counts: string[] = [];
    const running = start(
      async ({ Records }) => {
        counts.push(...Records.map(({ attributes }) => attributes.ApproximateReceiveCount));
        return undefined;
      },
      {
        isPaused: async () => {
          asked += 1;
          return isPaused;
        },
      },
    );
    await eventually(() => expect(asked).toBeGreaterThan(3));
    expect(await remaining()).toEqual(['statements: waits']);
    isPaused = false;
    await eventually(async () => expect(await remaining()).toEqual([]));
    await running.stop();
    expect(counts).toEqual(['1']);
  });

  test('keeps the failed messages of a batch and deletes the others', async () => {
    await send('good 1', 'bad', 'good 2');
    const running = start(async ({ Records }) => failures(Records.filter((record) => record.body === 'bad')), {
      batchSize: 10,
    });
    await eventually(async () => expect(await remaining()).toEqual(['statements: bad (hidden)']));
    await running.stop();
  });

  test("delivers a postponed message again at the handler's chosen time", async () => {
    await send('retried');
    const counts: string[] = [];
    const running = start(async ({ Records }) => {
      for (const record of Records) {
        counts.push(record.attributes.ApproximateReceiveCount);
        if (counts.length < 3) await queue.changeVisibility('statements', record.receiptHandle, 0);
      }
      return counts.length < 3 ? failures(Records) : undefined;
    });
    await eventually(async () => expect(await remaining()).toEqual([]));
    await running.stop();
    expect(counts).toEqual(['1', '2', '3']);
  });

  test('keeps the message of a handler that throws, and continues with the next', async () => {
    await send('poison', 'good');
    const running = start(async ({ Records }) => {
      if (Records[0]?.body === 'poison') throw new Error('cannot read it');
      return undefined;
    });
    await eventually(async () => expect(await remaining()).toEqual(['statements: poison (hidden)']));
    await running.stop();
    expect(running.errors).toEqual([new Error('cannot read it')]);
  });

  test('moves a poison message to the dead-letter queue after its receives, where no handler sees it', async () => {
    await send('poison', 'good');
    let receives = 0;
    const running = start(
      async ({ Records }) => {
        if (Records[0]?.body !== 'poison') return undefined;
        receives += 1;
        throw new Error('cannot read it');
      },
      { visibilitySeconds: 0 },
    );
    await eventually(async () => expect(await remaining()).toEqual(['statements-dead: poison']));
    await running.stop();
    expect(receives).toBe(QUEUE_RECEIVES_MAX);
  });

  test('fails the batch of a handler that names an unknown message', async () => {
    await send('kept');
    const running = start(async () => ({ batchItemFailures: [{ itemIdentifier: 'unknown' }] }));
    await eventually(() => expect(running.errors).toHaveLength(1));
    await running.stop();
    expect(await remaining()).toEqual(['statements: kept (hidden)']);
  });

  test('gives up a handler that never ends after its time-out, and continues', async () => {
    await send('endless', 'good');
    const running = start(
      ({ Records }) => (Records[0]?.body === 'endless' ? new Promise(() => undefined) : Promise.resolve(undefined)),
      {
        timeoutSeconds: 0.05,
      },
    );
    await eventually(async () => expect(await remaining()).toEqual(['statements: endless (hidden)']));
    await running.stop();
    expect(running.errors).toEqual([new Error('statements was given up after 0.05 seconds')]);
  });

  /** The queue, with a count of the receives. */
  function watch(): { watched: MessageQueue; receives(): number } {
    let receives = 0;
    const receive: MessageQueue['receive'] = async (...args) => {
      const messages = await queue.receive(...args);
      receives += 1;
      return messages;
    };
    return { watched: { ...queue, receive }, receives: () => receives };
  }

  test("wakes up on a message's notification", async () => {
    const { watched, receives } = watch();
    const handled: string[] = [];
    const running = start(
      async ({ Records }) => {
        handled.push(...Records.map((record) => record.body));
        return undefined;
      },
      { queue: watched, pollMs: NEVER_MS },
    );
    await eventually(() => expect(receives()).toBe(1));
    await send('one');
    await eventually(() => expect(handled).toEqual(['one']));
    await eventually(() => expect(receives()).toBe(3));
    await send('two');
    await eventually(() => expect(handled).toEqual(['one', 'two']));
    await running.stop();
  });

  test('never runs the same delivery in two concurrent sources', async () => {
    const deliveries: string[] = [];
    const handler: EventSource['handler'] = async ({ Records }) => {
      deliveries.push(...Records.map((record) => record.receiptHandle));
      return undefined;
    };
    const sources = [start(handler, { concurrency: 3 }), start(handler, { concurrency: 3, batchSize: 4 })];
    await queue.send(
      'statements',
      Array.from({ length: 120 }, (_, index) => ({ body: String(index), groupId: `account-${index % 7}` })),
    );
    await eventually(async () => expect(await remaining()).toEqual([]));
    await Promise.all(sources.map((source) => source.stop()));
    expect(deliveries).toHaveLength(120);
    expect(new Set(deliveries).size).toBe(120);
  });

  test('runs no more concurrent invocations than allowed', async () => {
    let running = 0;
    let most = 0;
    const source = start(
      async () => {
        running += 1;
        most = Math.max(most, running);
        await eventually(() => expect(most).toBe(2));
        running -= 1;
        return undefined;
      },
      { concurrency: 2 },
    );
    await send('1', '2', '3', '4', '5', '6');
    await eventually(async () => expect(await remaining()).toEqual([]));
    await source.stop();
    expect(most).toBe(2);
  });

  test('stops after the current invocation, receives no other message, and leaves the rest visible', async () => {
    await send('running', 'waiting');
    const entered = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<undefined>();
    const source = start(() => {
      entered.resolve();
      return leave.promise;
    });
    await entered.promise;
    let stopped = false;
    const stopping = source.stop().then(() => (stopped = true));
    await remaining();
    expect(stopped).toBe(false);
    leave.resolve(undefined);
    await stopping;
    expect(await remaining()).toEqual(['statements: waiting']);
  });

  test('stops at once while it waits for messages', async () => {
    const { watched, receives } = watch();
    const source = start(async () => undefined, { queue: watched, pollMs: NEVER_MS });
    await eventually(() => expect(receives()).toBe(1));
    await source.stop();
    expect(source.errors).toEqual([]);
  });

  test('makes messages visible again that it received while it was stopping', async () => {
    await send('late');
    const controller = new AbortController();
    const aborting: MessageQueue = {
      ...queue,
      receive: async (...args) => {
        const messages = await queue.receive(...args);
        controller.abort();
        return messages;
      },
    };
    const handler = vi.fn<EventSource['handler']>(async () => undefined);
    await start(handler, { queue: aborting, signal: controller.signal }).stop();
    expect(handler).not.toHaveBeenCalled();
    expect(await remaining()).toEqual(['statements: late']);
  });

  test('retries an unreachable queue until it answers', async () => {
    let refusals = 3;
    const refused = async (): Promise<void> => {
      if (refusals === 0) return;
      refusals -= 1;
      throw new Error('connection refused');
    };
    const failing: MessageQueue = { ...queue, receive: (...args) => refused().then(() => queue.receive(...args)) };
    await send('patient');
    const source = start(async () => undefined, {
      queue: failing,
      listen: () => Promise.reject(new Error('no notifications')),
      pollMs: 1,
    });
    await eventually(async () => expect(await remaining()).toEqual([]));
    await source.stop();
    expect(source.errors).toHaveLength(4);
  });

  test('continues after the server cuts every connection, and gets notifications again', async () => {
    const { watched, receives } = watch();
    const handled: string[] = [];
    const source = start(
      async ({ Records }) => {
        handled.push(...Records.map((record) => record.body));
        return undefined;
      },
      { queue: watched, pollMs: NEVER_MS },
    );
    await eventually(() => expect(receives()).toBe(1));
    await asOwner(
      address,
      (sql) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    // The listener reconnects and causes a receive, because it may have missed a notification.
    await eventually(() => expect(receives()).toBe(2));
    await send('after');
    await eventually(() => expect(handled).toEqual(['after']));
    await source.stop();
  });

  test('handles a message again whose deletion failed', async () => {
    let failing = true;
    const once: MessageQueue = {
      ...queue,
      delete: async (...args) => {
        if (!failing) return queue.delete(...args);
        failing = false;
        throw new Error('connection lost');
      },
    };
    await send('twice');
    let handled = 0;
    const source = start(
      async () => {
        handled += 1;
        return undefined;
      },
      { queue: once, visibilitySeconds: 0, pollMs: 1 },
    );
    await eventually(async () => expect(await remaining()).toEqual([]));
    await source.stop();
    expect(handled).toBe(2);
    expect(source.errors).toEqual([new Error('connection lost')]);
  });
});

/** Guarantee: requests are answered in order of arrival, and the connection is paused while too many requests wait. */
describe('request queue', () => {
  function queueOf(limits: { readonly requests: number; readonly bytes: number }) {
    const reading: string[] = [];
    const queue = new RequestQueue(limits, {
      pause: () => reading.push('pause'),
      resume: () => reading.push('resume'),
    });
    const gates: (() => void)[] = [];
    const done: number[] = [];
    const add = (bytes: number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const number = gates.push(resolve);
      queue.add(bytes, async () => {
        await promise;
        done.push(number);
      });
    };
    return { queue, add, gates, done, reading };
  }

  test('answers in order, whichever answer is ready first', async () => {
    const { queue, add, gates, done } = queueOf({ requests: 10, bytes: 10 });
    for (let n = 0; n < 3; n++) add(0);
    for (const open of gates.toReversed()) open();
    await queue.idle;
    expect(done).toEqual([1, 2, 3]);
  });

  test.each([
    ['requests', { requests: 2, bytes: 1_000 }, 1],
    ['bytes', { requests: 100, bytes: 20 }, 10],
  ])('does not read the connection while too many %s wait', async (_, limits, bytes) => {
    const { queue, add, gates, reading } = queueOf(limits);
    for (let n = 0; n < 2; n++) add(bytes);
    expect(reading).toEqual([]);
    for (let n = 0; n < 3; n++) add(bytes);
    expect(reading).toEqual(['pause']);
    for (const open of gates) open();
    await queue.idle;
    expect(reading).toEqual(['pause', 'resume']);
  });
});
