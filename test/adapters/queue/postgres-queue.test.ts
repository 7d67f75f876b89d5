import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPostgresQueue } from '../../../adapters/queue/postgres-queue.ts';
import type { QueueName } from '../../../app/platform/queue.ts';
import { QUEUE_RECEIVES_MAX } from '../../../core/limits/job-limits.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { describeQueueContract } from './queue-contract.ts';

const LONG = 600;

const { database, drop } = await createTestDatabase();
const queue = createPostgresQueue(database);
afterAll(() => drop());
const empty = () => database.systemStatement((sql) => sql`delete from queue_messages`);
beforeEach(async () => void (await empty()));

describeQueueContract('PostgreSQL', async () => ({ queue, close: async () => undefined }));

const receive = (visibilitySeconds: number, max = 1, from: QueueName = 'statements') =>
  queue.receive(from, { max, visibilitySeconds });
const sendMany = (groupId: string, count: number) =>
  queue.send(
    'statements',
    Array.from({ length: count }, (_, index) => ({ body: `${groupId} ${index + 1}`, groupId })),
  );
/** Receives and finishes messages one by one like a worker. Returns their bodies in this order. */
async function work(count: number): Promise<string[]> {
  const bodies: string[] = [];
  for (let done = 0; done < count; done++) {
    for (const message of await receive(LONG)) {
      bodies.push(message.body);
      await queue.delete('statements', message.receiptHandle);
    }
  }
  return bodies;
}

describe('groups take turns', () => {
  test("so that a hundred messages of one account delay another's by at most one", async () => {
    await sendMany('large', 100);
    await sendMany('small', 1);
    expect(await work(2)).toEqual(['large 1', 'small 1']);
  });

  test('even if the hundred messages came one by one, and many were served before', async () => {
    for (let count = 0; count < 20; count++) await sendMany('large', 5);
    await work(40);
    await sendMany('small', 1);
    expect(await work(2)).toContain('small 1');
  });

  test('even while messages of the large account are in progress, and with several workers', async () => {
    await sendMany('large', 100);
    await receive(LONG, 10);
    await sendMany('small', 1);
    expect(await work(2)).toContain('small 1');
  });

  test('and a failed message that waits for its next attempt does not let new messages of its group overtake other groups', async () => {
    await sendMany('large', 50);
    const [failing] = await receive(LONG);
    await queue.changeVisibility('statements', failing?.receiptHandle ?? '', LONG);
    await work(20);
    await sendMany('new', 20);
    const served = await work(10);
    expect(served.filter((body) => body.startsWith('large'))).toHaveLength(5);
  });

  test('and three accounts are served in rounds, each in its order of sending', async () => {
    await sendMany('a', 4);
    await sendMany('b', 2);
    await sendMany('c', 1);
    expect(await work(7)).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3', 'a 4']);
  });

  test('and a group that sends again after a break has neither lost nor gained turns', async () => {
    await sendMany('a', 3);
    await work(3);
    await sendMany('b', 2);
    await sendMany('a', 2);
    expect(await work(4)).toEqual(['b 1', 'a 1', 'b 2', 'a 2']);
  });

  test('and messages without a group are served in order of sending', async () => {
    await queue.send(
      'statements',
      ['1', '2', '3'].map((body) => ({ body })),
    );
    await queue.send('statements', [{ body: '4' }]);
    expect(await work(4)).toEqual(['1', '2', '3', '4']);
  });
});

test('delivers every message exactly once to many receivers that empty a queue', async () => {
  for (const account of ['a', 'b', 'c']) await sendMany(account, 60);
  const received: string[] = [];
  const drain = async () => {
    for (;;) {
      const messages = await receive(LONG, 3);
      if (messages.length === 0) return;
      for (const message of messages) {
        received.push(message.body);
        await queue.delete('statements', message.receiptHandle);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, drain));
  // A receiver may have stopped early because other receivers had locked the last rows.
  await drain();
  expect(received).toHaveLength(180);
  expect(new Set(received).size).toBe(180);
});

test('ignores an expired receipt', async () => {
  await queue.send('statements', [{ body: 'visible' }]);
  const [message] = await receive(0);
  await queue.changeVisibility('statements', message?.receiptHandle ?? '', LONG);
  expect(await receive(LONG)).toHaveLength(1);
});

test('does not let a dead letter at the front hide the messages behind it', async () => {
  await queue.send('statements', [{ body: 'poison' }]);
  for (let count = 0; count < QUEUE_RECEIVES_MAX; count++) await receive(0);
  await queue.send('statements', [{ body: 'behind' }]);
  expect((await receive(LONG)).map((message) => message.body)).toEqual(['behind']);
});

describe('the start of the only process', () => {
  test('makes messages of the previous process visible, with their counts, and its receipts void after the next receive', async () => {
    await sendMany('a', 2);
    const held = await receive(LONG, 2);
    await queue.releaseAll();
    const again = await receive(LONG, 2);
    expect(again.map((message) => message.receiveCount)).toEqual([2, 2]);
    for (const message of held) await queue.delete('statements', message.receiptHandle);
    await queue.releaseAll();
    expect(await receive(LONG, 2)).toHaveLength(2);
  });

  test('leaves a message alone that was only delayed', async () => {
    await queue.send('statements', [{ body: 'later', delaySeconds: 900 }]);
    await queue.releaseAll();
    expect(await receive(LONG)).toEqual([]);
  });
});

describe('retention', () => {
  const age = (days: number) =>
    database.systemStatement(
      (sql) => sql`
        update queue_messages
        set sent_at = sent_at - make_interval(days => ${days}::integer), expires_at = expires_at - make_interval(days => ${days}::integer)`,
    );
  const count = async () => {
    const [row] = await database.systemStatement(
      (sql) => sql<{ n: number }[]>`select count(*)::integer as n from queue_messages`,
    );
    return row?.n;
  };

  test('drops a message after four days, and still delivers a message after three', async () => {
    await queue.send('statements', [{ body: 'old' }]);
    await age(1);
    await queue.send('statements', [{ body: 'young' }]);
    await age(3);
    expect((await receive(LONG, 10)).map((message) => message.body)).toEqual(['young']);
    expect(await count()).toBe(1);
  });

  test('keeps a dead letter for fourteen days from its first sending', async () => {
    await queue.send('statements', [{ body: 'poison' }]);
    await age(3);
    for (let receives = 0; receives <= QUEUE_RECEIVES_MAX; receives++) await receive(0);
    await age(10);
    expect(await receive(0, 1, 'statements-dead')).toHaveLength(1);
    await age(1);
    expect(await receive(0, 1, 'statements-dead')).toEqual([]);
    expect(await count()).toBe(0);
  });
});

describe('notifications', () => {
  test('reach the listeners of the queue when a message can be received at once', async () => {
    const heard = { statements: 0, dead: 0 };
    const stop = await Promise.all([
      queue.listen('statements', () => (heard.statements += 1)),
      queue.listen('statements-dead', () => (heard.dead += 1)),
    ]);
    const until = (statements: number, dead: number) =>
      vi.waitFor(() => expect(heard).toEqual({ statements, dead }), { timeout: 10_000, interval: 10 });

    await sendMany('a', 25);
    await until(1, 0);
    await empty();
    await queue.send('statements', [{ body: 'later', delaySeconds: 900 }]);
    await queue.send('statements', [{ body: 'poison' }]);
    await until(2, 0);
    const [message] = await receive(LONG);
    await queue.changeVisibility('statements', message?.receiptHandle ?? '', LONG);
    await queue.changeVisibility('statements', message?.receiptHandle ?? '', 0);
    await until(3, 0);
    for (let receives = 1; receives <= QUEUE_RECEIVES_MAX; receives++) await receive(0);
    await until(3, 1);
    await Promise.all(stop.map((end) => end()));
  });
});

describe('limits of SQS', () => {
  test('apply to delays, visibilities and batch sizes', async () => {
    await expect(queue.send('statements', [{ body: 'x', delaySeconds: 901 }])).rejects.toThrow(RangeError);
    await expect(queue.send('statements', [{ body: 'x', delaySeconds: -1 }])).rejects.toThrow(RangeError);
    await expect(receive(43_201)).rejects.toThrow(RangeError);
    await expect(receive(LONG, 11)).rejects.toThrow(RangeError);
    await expect(receive(LONG, 0)).rejects.toThrow(RangeError);
    await expect(queue.changeVisibility('statements', '1:1', 43_201)).rejects.toThrow(RangeError);
  });

  test('apply to a receipt that no receive returned', async () => {
    await expect(queue.delete('statements', 'receipt')).rejects.toThrow('Not a receipt');
    await expect(queue.changeVisibility('statements', '1:', 0)).rejects.toThrow('Not a receipt');
  });
});

test('sends a batch completely or not at all', async () => {
  await expect(queue.send('statements', [{ body: 'good' }, { body: 'bad\0' }])).rejects.toThrow();
  expect(await receive(LONG)).toEqual([]);
});

test('lets no work for an account see the queue', async () => {
  await sendMany('a', 1);
  await expect(database.tenant(randomUUID(), (sql) => sql`select * from queue_messages`)).rejects.toThrow(
    'permission denied',
  );
});
