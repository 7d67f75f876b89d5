import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { createS3Client, createS3ObjectStore } from '../../adapters/object-store/s3-object-store.ts';
import { createSqsClient, createSqsQueue } from '../../adapters/queue/sqs-queue.ts';
import type { QueueName } from '../../app/platform/queue.ts';
import { sha256Hex } from '../../lambdas/http/authentication.ts';
import { createLambdaHandler } from '../../lambdas/http/lambda.ts';
import { createDeadLetterStatement, createIngestStatement } from '../../lambdas/queue/statement-handler.ts';
import { createHttpApp } from '../../lambdas/runtime/http-app.ts';
import { lambdaHandler } from '../../lambdas/runtime/lambda-handler.ts';
import { createServices } from '../../lambdas/runtime/services.ts';
import { runEventSource } from '../../server/event-source.ts';
import { startAwsServer, TEST_CLIENT, type TestServer } from '../adapters/aws-server.ts';
import { type GatewayCall, gatewayTo } from '../entry/api-gateway.ts';
import { bundlesOfThisRun } from '../entry/bundle-contents.ts';
import { type DeployedPlatform, secretArn, startDeployedPlatform } from '../entry/deployed-platform.ts';
import { type LambdaProcess, startLambda } from '../entry/lambda-process.ts';
import { statementOf } from '../support/agency-client.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { OPERATOR_TOKEN } from '../support/running-service.ts';
import { webhookPlatform } from '../support/webhook-deliveries.ts';

/**
 * Tests the deployed parts together: the HTTP app behind its Lambda adapter, raw bytes in S3 and messages in SQS, both over the network,
 * and the queue handlers with the events of AWS. Only the AWS servers are replaced.
 */
describe('on aws parts', () => {
  const BUCKET = 'raw-statements';
  const log = () => undefined;

  let aws: TestServer;
  let database: TestDatabase;
  let handle: (event: object) => Promise<unknown>;
  const stopping = new AbortController();
  const sources: Promise<void>[] = [];

  beforeAll(async () => {
    aws = await startAwsServer();
    database = await createTestDatabase();
    const s3 = createS3Client({ ...TEST_CLIENT, endpoint: aws.endpoint, forcePathStyle: true });
    const sqs = createSqsClient({ ...TEST_CLIENT, endpoint: aws.endpoint, useQueueUrlAsEndpoint: false });
    await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
    const made = async (QueueName: QueueName) => (await sqs.send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? '';
    const urls = { statements: await made('statements'), 'statements-dead': await made('statements-dead') };
    const queue = createSqsQueue({ client: sqs, urls, waitSeconds: 0 });
    const objects = createS3ObjectStore({ bucket: BUCKET, client: s3 });
    const services = createServices({ database: database.database, objects, queue, log, ...webhookPlatform });
    const app = createHttpApp({
      database: database.database,
      services,
      log,
      settings: {
        publicUrl: 'https://api.example.com',
        operatorTokenHashes: () => [sha256Hex(OPERATOR_TOKEN)],
        rateLimitPerMinute: 10_000,
        thisMachine: null,
        proxyHops: 0,
      },
    });
    const lambda = createLambdaHandler(app);
    handle = async (event) => lambda(eventSchema.parse(event));
    const handlers = {
      statements: createIngestStatement({ worker: services.worker, ...services.outbox, queue, onUnreadable: log }),
      'statements-dead': createDeadLetterStatement({ ...services.outbox, jobs: services.worker.jobs }),
    };
    for (const queueName of ['statements', 'statements-dead'] as const) {
      sources.push(
        runEventSource({
          queue,
          queueName,
          handler: lambdaHandler({ functionName: queueName, log }, handlers[queueName]),
          batchSize: 1,
          concurrency: 1,
          visibilitySeconds: 60,
          timeoutSeconds: 60,
          signal: stopping.signal,
          listen: async () => async () => undefined,
          onError: log,
          pollMs: 20,
        }),
      );
    }
  });

  afterAll(async () => {
    stopping.abort();
    await Promise.all(sources);
    await database.drop();
    await aws.close();
  });

  /** An event of API Gateway's HTTP API, payload version 2. */
  const eventSchema = z.object({
    version: z.string(),
    routeKey: z.string(),
    rawPath: z.string(),
    rawQueryString: z.string(),
    headers: z.record(z.string(), z.string()),
    isBase64Encoded: z.boolean(),
    body: z.string().nullable(),
    requestContext: z.any(),
  });

  const reply = z.object({ statusCode: z.int(), body: z.string() });

  async function call(method: string, path: string, token: string, body?: object | FormData) {
    const [rawPath = '', rawQueryString = ''] = path.split('?');
    // Request encodes the form. The body is then sent in base64, as in API Gateway's events.
    const request = new Request('https://api.example.com', {
      method: 'POST',
      body: body instanceof FormData ? body : body === undefined ? null : JSON.stringify(body),
      ...(body instanceof FormData || body === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
    });
    const bytes = Buffer.from(await request.arrayBuffer());
    const answered = reply.parse(
      await handle({
        version: '2.0',
        routeKey: '$default',
        rawPath,
        rawQueryString,
        headers: {
          authorization: `Bearer ${token}`,
          host: 'api.example.com',
          'content-length': String(bytes.length),
          ...(body === undefined ? {} : { 'content-type': request.headers.get('content-type') ?? '' }),
        },
        isBase64Encoded: true,
        body: body === undefined ? null : bytes.toString('base64'),
        requestContext: {
          accountId: '1',
          apiId: 'x',
          domainName: 'api.example.com',
          domainPrefix: 'api',
          http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.5', userAgent: 'test' },
          requestId: randomUUID(),
          routeKey: '$default',
          stage: '$default',
          time: '',
          timeEpoch: 0,
        },
      }),
    );
    return {
      status: answered.statusCode,
      json: z.record(z.string(), z.unknown()).parse(answered.body === '' ? {} : JSON.parse(answered.body)),
    };
  }

  const text = z.string();

  describe('a statement on the AWS parts', () => {
    it('enters through the Lambda adapter, is stored in S3, announced by SQS, and scored', async () => {
      const account = await call('POST', '/v1/admin/accounts', OPERATOR_TOKEN, { name: 'Lakeview' });
      const made = await call('POST', `/v1/admin/accounts/${text.parse(account.json.id)}/tokens`, OPERATOR_TOKEN, {});
      const token = text.parse(made.json.token);
      const carrier = text.parse((await call('POST', '/v1/carriers', token, { name: 'Harbor First' })).json.id);
      const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
      await call('POST', `/v1/carriers/${carrier}/configs`, token, { fileType: 'csv', columns });

      const upload = async (month: string, rows: readonly (readonly [string, string])[]) => {
        const form = new FormData();
        for (const [name, value] of Object.entries({ carrierId: carrier, periodYear: '2026', periodMonth: month }))
          form.set(name, value);
        form.set('file', new Blob([statementOf(rows)]), 'statement.csv');
        const accepted = await call('POST', '/v1/files', token, form);
        expect(accepted.status).toBe(202);
        const jobId = text.parse(accepted.json.jobId);
        await expect
          .poll(async () => (await call('GET', `/v1/jobs/${jobId}`, token)).json.status, { timeout: 20_000 })
          .toBe('completed');
        return jobId;
      };
      await upload('1', [
        ['A', '50'],
        ['B', '20.10'],
      ]);
      const jobId = await upload('2', [['A', '40']]);

      const rollup = await call('GET', '/v1/reports/rollup?period=2026-02', token);
      expect(rollup.json.totals).toMatchObject({
        memberCount: 1,
        yellow: 1,
        red: 1,
        commissionDropped: 20.1,
        commissionReduced: 10,
        commissionAtRisk: 30.1,
      });
      const job = await call('GET', `/v1/jobs/${jobId}`, token);
      expect(job.json._links).toMatchObject({ results: { href: `https://api.example.com/v1/jobs/${jobId}/results` } });
    });
  });
});

/**
 * Guarantee: the rotation of a database login fails no request, at whichever step it stops. The bundled functions run in their own
 * processes, with a server that answers like Secrets Manager.
 */
describe('rotate login', () => {
  const NAMES = ['migrate-database', 'bootstrap-operator', 'http-api', 'rotate-login'] as const;
  const SECRETS = ['service', 'system', 'scheduler', 'report', 'owner'] as const;

  let platform: DeployedPlatform;
  let directory: string;
  let api: GatewayCall;
  let token: string;
  const functions = new Map<string, LambdaProcess>();

  const invoke = (name: (typeof NAMES)[number], event: unknown) => {
    const lambda = functions.get(name);
    if (lambda === undefined) throw new Error(`${name} does not run`);
    return lambda.invoke(event);
  };

  beforeAll(async () => {
    [platform, { directory }] = await Promise.all([startDeployedPlatform(), bundlesOfThisRun()]);
    for (const name of NAMES) {
      if (name === 'http-api') await invoke('migrate-database', {});
      functions.set(name, await startLambda(join(directory, name, 'index.mjs'), platform.environmentOf(name)));
    }
    const made = await invoke('bootstrap-operator', { accountName: 'Lakeview', email: 'owner@lakeview.example' });
    token = z.object({ token: z.string() }).parse(made).token;
    const gateway = functions.get('http-api');
    if (gateway !== undefined) api = gatewayTo(gateway);
  }, 240_000);

  afterAll(async () => {
    await Promise.all([...functions.values()].map((lambda) => lambda.close()));
    await platform.close();
  });

  type Name = (typeof SECRETS)[number];
  type Step = 'createSecret' | 'setSecret' | 'testSecret' | 'finishSecret';

  const rotate = async (name: Name, version: string, ...steps: readonly Step[]) => {
    for (const Step of steps) {
      await invoke('rotate-login', { SecretId: secretArn(name), ClientRequestToken: version, Step });
    }
  };

  /** Ends the connections, so that the next caller has to log in again with the password that it knows. */
  async function hangUp(): Promise<void> {
    const { address } = platform.postgres;
    if (address.kind !== 'socket') throw new TypeError('The server has a socket');
    await asOwner(
      { ...address, database: 'service' },
      (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'cas%'`,
    );
  }

  const ask = async () => (await api('GET', '/v1/carriers', { token })).status;

  /**
   * Matches a refused password in a log. A request may fail because its connection is being closed, but not for its password. The last test
   * checks that such a failure would be logged.
   */
  const REFUSED = /28P01|28000/;
  const isAnswered = async () => {
    await hangUp();
    await expect.poll(ask, { timeout: 10_000 }).toBe(200);
    expect(functions.get('http-api')?.output()).not.toMatch(REFUSED);
  };

  test.each(SECRETS)(
    '%s: gets another password, and every request succeeds before, between and after the steps',
    async (name) => {
      const before = platform.secrets.secrets.get(secretArn(name))?.current;
      const version = randomUUID();
      await isAnswered();
      for (const step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const) {
        await rotate(name, version, step);
        await isAnswered();
      }
      const after = platform.secrets.secrets.get(secretArn(name));
      expect(after?.current).not.toBe(before);
      expect(after?.pending).toBeUndefined();
      // A deployment works with the new password too.
      await invoke('migrate-database', {});
    },
  );

  test('keeps serving when a rotation stops after the database has the new password, and the next attempt completes it', async () => {
    const arn = secretArn('service');
    const version = randomUUID();
    await rotate('service', version, 'createSecret');
    const { current, pending } = platform.secrets.secrets.get(arn) ?? { current: '', pending: undefined };
    expect(pending).toBeDefined();
    await rotate('service', version, 'setSecret');
    // Restores the state as if the last call had not arrived.
    platform.secrets.secrets.set(arn, { current, ...(pending === undefined ? {} : { pending }) });
    await isAnswered();
    await rotate('service', version, 'createSecret', 'setSecret', 'testSecret', 'finishSecret');
    expect(platform.secrets.secrets.get(arn)).toEqual({ current: pending });
    await isAnswered();
  });

  test('leaves a secret alone that is not a login, and logs no password', async () => {
    const key = platform.secrets.secrets.get(secretArn('key'));
    await expect(
      invoke('rotate-login', { SecretId: secretArn('key'), ClientRequestToken: randomUUID(), Step: 'createSecret' }),
    ).rejects.toThrow('rotate-login failed');
    expect(platform.secrets.secrets.get(secretArn('key'))).toEqual(key);
    const written = functions.get('rotate-login')?.output() ?? '';
    for (const name of SECRETS) {
      const { password } = z
        .object({ password: z.string() })
        .parse(JSON.parse(platform.secrets.secrets.get(secretArn(name))?.current ?? ''));
      expect(written).not.toContain(password);
    }
  });

  test('counter-case: a password that the database refuses is logged', async () => {
    const current = JSON.stringify({ username: 'cas_service_login', password: 'another' });
    platform.secrets.secrets.set(secretArn('service'), { current });
    const fresh = await startLambda(join(directory, 'http-api', 'index.mjs'), platform.environmentOf('http-api'));
    functions.set('fresh', fresh);
    expect((await gatewayTo(fresh)('GET', '/v1/carriers', { token })).status).toBe(500);
    expect(fresh.output()).toMatch(REFUSED);
  });
});
