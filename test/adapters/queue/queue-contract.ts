import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MessageQueue, QueueName, ReceivedMessage } from '../../../app/platform/queue.ts';
import { QUEUE_RECEIVES_MAX } from '../../../core/limits/job-limits.ts';

export interface QueueUnderTest {
  readonly queue: MessageQueue;
  close(): Promise<void>;
}

/** Seconds that do not pass in any test. */
const LONG = 600;

/** Tests the guarantees of every queue. `makeQueue` returns empty queues whose receive does not wait for messages. */
export function describeQueueContract(name: string, makeQueue: () => Promise<QueueUnderTest>): void {
  describe(`${name}: queue contract`, () => {
    let made: QueueUnderTest;
    let queue: MessageQueue;
    beforeEach(async () => {
      made = await makeQueue();
      queue = made.queue;
    });
    afterEach(() => made.close());

    const receive = (visibilitySeconds: number, max = 1, from: QueueName = 'statements') =>
      queue.receive(from, { max, visibilitySeconds });
    const receiveOne = async (visibilitySeconds: number, from: QueueName = 'statements'): Promise<ReceivedMessage> => {
      const [message] = await receive(visibilitySeconds, 1, from);
      if (message === undefined) throw new Error('No message was there');
      return message;
    };
    /** Receives again and again until a message comes, because visibilities and delays last at least a second. */
    const awaitOne = (visibilitySeconds: number) =>
      vi.waitFor(() => receiveOne(visibilitySeconds), { timeout: 20_000, interval: 50 });

    test('delivers a message on the first receive, and then hides it', async () => {
      await queue.send('statements', [{ body: '{"jobId":"Łódź→"}', groupId: 'account-1' }]);
      const message = await receiveOne(LONG);
      expect(message.body).toBe('{"jobId":"Łódź→"}');
      expect(message.receiveCount).toBe(1);
      expect(Math.abs(message.sentAt.getTime() - Date.now())).toBeLessThan(600_000);
      expect(await receive(LONG)).toEqual([]);
    });

    test('returns nothing for an empty queue, and accepts an empty send', async () => {
      await queue.send('statements', []);
      expect(await receive(LONG, 10)).toEqual([]);
    });

    test('sends any number of messages, and delivers at most the requested number, each once', async () => {
      const bodies = Array.from({ length: 37 }, (_, index) => `message ${index}`);
      await queue.send(
        'statements',
        bodies.map((body) => ({ body })),
      );
      const received: ReceivedMessage[] = [];
      for (let batch = await receive(LONG, 10); batch.length > 0; batch = await receive(LONG, 10)) {
        expect(batch.length).toBeLessThanOrEqual(10);
        received.push(...batch);
      }
      expect(received.map((message) => message.body).sort()).toEqual(bodies.sort());
      expect(new Set(received.map((message) => message.messageId)).size).toBe(bodies.length);
    });

    test('never gives concurrent receivers the same message', async () => {
      await queue.send(
        'statements',
        Array.from({ length: 40 }, (_, index) => ({ body: String(index), groupId: `account-${index % 3}` })),
      );
      const received = (await Promise.all(Array.from({ length: 12 }, () => receive(LONG, 5)))).flat();
      expect(new Set(received.map((message) => message.messageId)).size).toBe(received.length);
    });

    test('does not deliver messages of another queue', async () => {
      await queue.send('statements-dead', [{ body: 'dead' }]);
      expect(await receive(LONG)).toEqual([]);
      expect((await receiveOne(LONG, 'statements-dead')).body).toBe('dead');
    });

    test('never delivers a deleted message again, and deletes it again without an error', async () => {
      await queue.send('statements', [{ body: 'done' }]);
      const message = await receiveOne(0);
      await queue.delete('statements', message.receiptHandle);
      await queue.delete('statements', message.receiptHandle);
      expect(await receive(LONG)).toEqual([]);
    });

    test('delivers an undeleted message again when its visibility ends, with the next count and a new receipt', async () => {
      await queue.send('statements', [{ body: 'again' }]);
      const first = await receiveOne(1);
      const second = await awaitOne(LONG);
      expect(second).toMatchObject({
        messageId: first.messageId,
        body: 'again',
        receiveCount: 2,
        sentAt: first.sentAt,
      });
      expect(second.receiptHandle).not.toBe(first.receiptHandle);
    });

    test('neither deletes nor shows a message by the receipt of an earlier receive', async () => {
      await queue.send('statements', [{ body: 'fenced' }]);
      const stale = await receiveOne(0);
      const current = await receiveOne(LONG);
      await queue.delete('statements', stale.receiptHandle);
      await queue.changeVisibility('statements', stale.receiptHandle, 0);
      expect(await receive(LONG)).toEqual([]);
      await queue.changeVisibility('statements', current.receiptHandle, 0);
      expect((await receiveOne(LONG)).receiveCount).toBe(3);
    });

    test('changes nothing by the receipt of a deleted message, without an error', async () => {
      await queue.send('statements', [{ body: 'gone' }]);
      const message = await receiveOne(LONG);
      await queue.delete('statements', message.receiptHandle);
      await queue.changeVisibility('statements', message.receiptHandle, 0);
      expect(await receive(LONG)).toEqual([]);
    });

    test('can make a message visible at once', async () => {
      await queue.send('statements', [{ body: 'released' }]);
      const message = await receiveOne(LONG);
      await queue.changeVisibility('statements', message.receiptHandle, 0);
      expect((await receiveOne(LONG)).receiveCount).toBe(2);
    });

    test('can hide a message for longer than at its receive', async () => {
      await queue.send('statements', [{ body: 'kept' }]);
      const message = await receiveOne(1);
      await queue.changeVisibility('statements', message.receiptHandle, LONG);
      // This message becomes visible only after the hidden message's first second has passed, and so serves as a clock.
      await queue.send('statements', [{ body: 'clock', delaySeconds: 2 }]);
      expect((await awaitOne(LONG)).body).toBe('clock');
      expect(await receive(LONG)).toEqual([]);
    });

    test('holds a delayed message back, but not a later message without delay', async () => {
      await queue.send('statements', [{ body: 'far', delaySeconds: 900 }]);
      await queue.send('statements', [{ body: 'soon', delaySeconds: 1 }]);
      await queue.send('statements', [{ body: 'now', delaySeconds: 0 }]);
      expect((await receiveOne(LONG)).body).toBe('now');
      expect((await awaitOne(LONG)).body).toBe('soon');
      expect(await receive(LONG)).toEqual([]);
    });

    test('moves a message to the dead-letter queue after its last receive, and delivers it there', async () => {
      await queue.send('statements', [{ body: 'poison', groupId: 'account-1' }]);
      for (let count = 1; count <= QUEUE_RECEIVES_MAX; count++) {
        expect((await receiveOne(0)).receiveCount).toBe(count);
      }
      expect(await receive(LONG)).toEqual([]);
      const dead = await receiveOne(0, 'statements-dead');
      expect(dead.body).toBe('poison');
      // The message stays in the dead-letter queue, however often it is received.
      expect((await receiveOne(LONG, 'statements-dead')).messageId).toBe(dead.messageId);
    });

    test('can still delete a message in its last receive', async () => {
      await queue.send('statements', [{ body: 'saved' }]);
      for (let count = 1; count < QUEUE_RECEIVES_MAX; count++) await receiveOne(0);
      const last = await receiveOne(LONG);
      expect(await receive(LONG)).toEqual([]);
      expect(await receive(LONG, 1, 'statements-dead')).toEqual([]);
      await queue.delete('statements', last.receiptHandle);
      expect(await receive(LONG)).toEqual([]);
      expect(await receive(LONG, 1, 'statements-dead')).toEqual([]);
    });
  });
}
