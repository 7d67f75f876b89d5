import { createHash } from 'node:crypto';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { QUEUE_DEFINITIONS } from '../../../adapters/queue/postgres-queue.ts';
import { createSqsClient, createSqsQueue } from '../../../adapters/queue/sqs-queue.ts';
import { startAwsServer, startBlackHole, startScriptedServer, TEST_CLIENT } from '../aws-server.ts';
import { describeQueueContract } from './queue-contract.ts';

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
