import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MessageQueue, QueueName, ReceivedMessage } from '../../../app/jobs/queue-ports.ts';
import { QUEUE_RECEIVES_MAX } from '../../../core/limits/job-limits.ts';

export interface QueueUnderTest {
  readonly queue: MessageQueue;
  close(): Promise<void>;
}

/** Long enough that no test sees it end. */
const LONG = 600;

/** What every queue guarantees. `makeQueue` gives empty queues whose receive does not wait for messages. */
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
    /** Asks until a message comes: for what takes a second by its nature. */
    const awaitOne = (visibilitySeconds: number) =>
      vi.waitFor(() => receiveOne(visibilitySeconds), { timeout: 20_000, interval: 50 });

    test('delivers what was sent, on its first receive, and then hides it', async () => {
      await queue.send('statements', [{ body: '{"jobId":"Łódź→"}', groupId: 'account-1' }]);
      const message = await receiveOne(LONG);
      expect(message.body).toBe('{"jobId":"Łódź→"}');
      expect(message.receiveCount).toBe(1);
      expect(Math.abs(message.sentAt.getTime() - Date.now())).toBeLessThan(600_000);
      expect(await receive(LONG)).toEqual([]);
    });

    test('an empty queue gives nothing, and sending nothing is no error', async () => {
      await queue.send('statements', []);
      expect(await receive(LONG, 10)).toEqual([]);
    });

    test('sends any number, delivers at most as many as asked for, each once', async () => {
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

    test('receivers at the same time never get the same message', async () => {
      await queue.send(
        'statements',
        Array.from({ length: 40 }, (_, index) => ({ body: String(index), groupId: `account-${index % 3}` })),
      );
      const received = (await Promise.all(Array.from({ length: 12 }, () => receive(LONG, 5)))).flat();
      expect(new Set(received.map((message) => message.messageId)).size).toBe(received.length);
    });

    test('a queue does not deliver what was sent to another', async () => {
      await queue.send('statements-dead', [{ body: 'dead' }]);
      expect(await receive(LONG)).toEqual([]);
      expect((await receiveOne(LONG, 'statements-dead')).body).toBe('dead');
    });

    test('a deleted message never comes back, and deleting it again is no error', async () => {
      await queue.send('statements', [{ body: 'done' }]);
      const message = await receiveOne(0);
      await queue.delete('statements', message.receiptHandle);
      await queue.delete('statements', message.receiptHandle);
      expect(await receive(LONG)).toEqual([]);
    });

    test('a message nobody deleted comes back when its visibility ends, with the next count and a new receipt', async () => {
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

    test('the receipt of an earlier receive deletes nothing and shows nothing', async () => {
      await queue.send('statements', [{ body: 'fenced' }]);
      const stale = await receiveOne(0);
      const current = await receiveOne(LONG);
      await queue.delete('statements', stale.receiptHandle);
      await queue.changeVisibility('statements', stale.receiptHandle, 0);
      expect(await receive(LONG)).toEqual([]);
      await queue.changeVisibility('statements', current.receiptHandle, 0);
      expect((await receiveOne(LONG)).receiveCount).toBe(3);
    });

    test('a receipt whose message is gone changes nothing, without an error', async () => {
      await queue.send('statements', [{ body: 'gone' }]);
      const message = await receiveOne(LONG);
      await queue.delete('statements', message.receiptHandle);
      await queue.changeVisibility('statements', message.receiptHandle, 0);
      expect(await receive(LONG)).toEqual([]);
    });

    test('a message can be shown at once', async () => {
      await queue.send('statements', [{ body: 'released' }]);
      const message = await receiveOne(LONG);
      await queue.changeVisibility('statements', message.receiptHandle, 0);
      expect((await receiveOne(LONG)).receiveCount).toBe(2);
    });

    test('a message can be hidden for longer than it was received for', async () => {
      await queue.send('statements', [{ body: 'kept' }]);
      const message = await receiveOne(1);
      await queue.changeVisibility('statements', message.receiptHandle, LONG);
      // Visible only after the first second has passed: it tells the time.
      await queue.send('statements', [{ body: 'clock', delaySeconds: 2 }]);
      expect((await awaitOne(LONG)).body).toBe('clock');
      expect(await receive(LONG)).toEqual([]);
    });

    test('a delayed message waits, a later one without delay does not', async () => {
      await queue.send('statements', [{ body: 'far', delaySeconds: 900 }]);
      await queue.send('statements', [{ body: 'soon', delaySeconds: 1 }]);
      await queue.send('statements', [{ body: 'now', delaySeconds: 0 }]);
      expect((await receiveOne(LONG)).body).toBe('now');
      expect((await awaitOne(LONG)).body).toBe('soon');
      expect(await receive(LONG)).toEqual([]);
    });

    test('after its last receive a message goes to the dead-letter queue and is delivered there', async () => {
      await queue.send('statements', [{ body: 'poison', groupId: 'account-1' }]);
      for (let count = 1; count <= QUEUE_RECEIVES_MAX; count++) {
        expect((await receiveOne(0)).receiveCount).toBe(count);
      }
      expect(await receive(LONG)).toEqual([]);
      const dead = await receiveOne(0, 'statements-dead');
      expect(dead.body).toBe('poison');
      // There it stays, however often somebody looks at it.
      expect((await receiveOne(LONG, 'statements-dead')).messageId).toBe(dead.messageId);
    });

    test('a message in its last receive is not dead yet: it can still be deleted', async () => {
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
