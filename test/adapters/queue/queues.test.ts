import { createHash, randomUUID } from 'node:crypto';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createPostgresQueue, QUEUE_DEFINITIONS } from '../../../adapters/queue/postgres-queue.ts';
import { createSqsClient, createSqsQueue } from '../../../adapters/queue/sqs-queue.ts';
import type { QueueName } from '../../../app/platform/queue.ts';
import { QUEUE_RECEIVES_MAX } from '../../../core/limits/job-limits.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { startAwsServer, startBlackHole, startScriptedServer, TEST_CLIENT } from '../aws-server.ts';
import { describeQueueContract } from './queue-contract.ts';

describe('postgres queue', async () => {
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
});

describe('sqs queue', async () => {
  const ACCOUNT = '000000000000';
  let queues = 0;

  // The server's queue URLs name a host that does not resolve.
  const connect = (endpoint: string, requestMs?: number) =>
    createSqsClient({ ...TEST_CLIENT, endpoint, useQueueUrlAsEndpoint: false }, requestMs);

  const server = await startAwsServer();
  const client = connect(server.endpoint);
  afterAll(() => server.close());

  /** Creates a pair of queues with the settings of the CDK stacks. */
  async function createQueues(): Promise<{ statements: string; 'statements-dead': string }> {
    queues += 1;
    const create = async (name: string, attributes: Record<string, string>) => {
      const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
      return z.string().parse(QueueUrl);
    };
    const dead = await create(`dead-${queues}`, {});
    const redrive = {
      deadLetterTargetArn: `arn:aws:sqs:us-east-1:${ACCOUNT}:dead-${queues}`,
      maxReceiveCount: QUEUE_DEFINITIONS.statements.deadLetter?.receivesMax,
    };
    return {
      statements: await create(`statements-${queues}`, { RedrivePolicy: JSON.stringify(redrive) }),
      'statements-dead': dead,
    };
  }

  describeQueueContract('SQS', async () => ({
    queue: createSqsQueue({ client, urls: await createQueues(), waitSeconds: 0 }),
    close: async () => undefined,
  }));

  test('waits for the first message in a receive', async () => {
    const queue = createSqsQueue({ client, urls: await createQueues(), waitSeconds: 20 });
    const waiting = queue.receive('statements', { max: 1, visibilitySeconds: 30 });
    await queue.send('statements', [{ body: 'late' }]);
    expect((await waiting).map((message) => message.body)).toEqual(['late']);
  });

  test('throws for a queue whose URL the function does not have', async () => {
    const queue = createSqsQueue({ client, urls: { statements: 'http://127.0.0.1/queue' } });
    await expect(queue.send('statements-dead', [{ body: 'x' }])).rejects.toThrow(
      'No URL was given for the queue statements-dead',
    );
  });

  test('throws in every operation for an endpoint that never answers, after a bounded number of attempts', async () => {
    const hole = await startBlackHole();
    const queue = createSqsQueue({
      client: connect(hole.endpoint, 50),
      urls: { statements: `${hole.endpoint}/${ACCOUNT}/statements` },
      waitSeconds: 0,
    });
    await expect(queue.send('statements', [{ body: 'x' }])).rejects.toThrow(/exceeded/);
    expect(hole.connections()).toBe(3);
    await expect(queue.delete('statements', 'receipt')).rejects.toThrow(/exceeded/);
    await expect(queue.changeVisibility('statements', 'receipt', 0)).rejects.toThrow(/exceeded/);
    await hole.close();
  });

  describe('batches that SQS accepts only in part', () => {
    const batchRequest = z.object({
      Entries: z.array(
        z.object({
          Id: z.string(),
          MessageBody: z.string(),
          MessageGroupId: z.string().optional(),
          DelaySeconds: z.number().optional(),
          MessageAttributes: z.unknown().optional(),
        }),
      ),
    });
    type Entry = z.infer<typeof batchRequest>['Entries'][number];

    /** Answers like SQS. `refuses` decides which entries of which request are refused, and which side is at fault. */
    async function startPartialQueue(refuses: (entry: Entry, request: number) => 'sender' | 'service' | null) {
      const requests: Entry[][] = [];
      const played = await startScriptedServer((request, response) => {
        let body = '';
        request.on('data', (chunk) => (body += String(chunk)));
        request.on('end', () => {
          const { Entries } = batchRequest.parse(JSON.parse(body));
          requests.push(Entries);
          const answers = Entries.map((entry) => ({ entry, fault: refuses(entry, requests.length) }));
          const md5 = (text: string) => createHash('md5').update(text).digest('hex');
          response.setHeader('content-type', 'application/x-amz-json-1.0');
          response.end(
            JSON.stringify({
              Successful: answers
                .filter(({ fault }) => fault === null)
                .map(({ entry }) => ({ Id: entry.Id, MessageId: entry.Id, MD5OfMessageBody: md5(entry.MessageBody) })),
              Failed: answers
                .filter(({ fault }) => fault !== null)
                .map(({ entry, fault }) => ({ Id: entry.Id, Code: 'Refused', SenderFault: fault === 'sender' })),
            }),
          );
        });
      });
      const queue = createSqsQueue({
        client: connect(played.endpoint),
        urls: { statements: `${played.endpoint}/${ACCOUNT}/statements` },
      });
      return { requests, queue, close: () => played.close() };
    }
    const messages = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        body: `body ${index}`,
        groupId: `account-${index}`,
        delaySeconds: index,
      }));

    test('are sent ten at a time with group and delay, and only refused entries again', async () => {
      const { requests, queue, close } = await startPartialQueue((entry, request) =>
        request === 1 && entry.MessageBody.endsWith('3') ? 'service' : null,
      );
      await queue.send('statements', messages(12));
      expect(requests.map((entries) => entries.length)).toEqual([10, 1, 2]);
      expect(requests[1]).toEqual([{ Id: '3', MessageBody: 'body 3', MessageGroupId: 'account-3', DelaySeconds: 3 }]);
      await close();
    });

    test('name the request that caused a message, if there is one', async () => {
      const { requests, queue, close } = await startPartialQueue(() => null);
      await queue.send('statements', [
        { body: 'asked for', requestId: 'request-1' },
        { body: 'nobody asked', requestId: null },
      ]);
      expect(requests).toEqual([
        [
          {
            Id: '0',
            MessageBody: 'asked for',
            MessageAttributes: { requestId: { DataType: 'String', StringValue: 'request-1' } },
          },
          { Id: '1', MessageBody: 'nobody asked' },
        ],
      ]);
      await close();
    });

    test('throw when an entry is refused three times', async () => {
      const { requests, queue, close } = await startPartialQueue((entry) => (entry.Id === '1' ? 'service' : null));
      await expect(queue.send('statements', messages(3))).rejects.toThrow('SQS refused 1 of 1 messages: Refused');
      expect(requests).toHaveLength(3);
      await close();
    });

    test('throw at once if the message itself is at fault', async () => {
      const { requests, queue, close } = await startPartialQueue(() => 'sender');
      await expect(queue.send('statements', messages(2))).rejects.toThrow('SQS refused 2 of 2 messages');
      expect(requests).toHaveLength(1);
      await close();
    });
  });
});
