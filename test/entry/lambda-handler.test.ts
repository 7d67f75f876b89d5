import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Context } from 'aws-lambda';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asLost } from '../../adapters/postgres/connection/database-error.ts';
import { LAMBDA_REPLY_BYTES_MAX } from '../../core/limits/request-limits.ts';
import { compression } from '../../lambdas/http/app.ts';
import type { HttpEnv } from '../../lambdas/http/http-env.ts';
import { createLambdaHandler } from '../../lambdas/http/lambda.ts';
import { lambdaHandler } from '../../lambdas/runtime/lambda-handler.ts';
import { loggableError } from '../../lambdas/runtime/log.ts';
import { invokeLambda } from '../../server/event-source.ts';
import { startScriptedServer } from '../adapters/aws-server.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startLambda } from './lambda-process.ts';

describe('lambda handler', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const MEMBER = 'QUAGMIRE-77';

  /** A PostgreSQL error that quotes a whole row. */
  async function databaseError(): Promise<unknown> {
    return asOwner(database.address, async (sql) => {
      await sql`create temporary table roster (member text, amount integer check (amount > 0))`;
      return sql`insert into roster values (${MEMBER}, -1)`.catch((error: unknown) => error);
    });
  }

  describe('a failing function', () => {
    test('is logged with its cause, and Lambda, which logs all that it gets, learns only that it failed', async () => {
      const lines: unknown[] = [];
      const cause = new Error(`row of ${MEMBER}`);
      const handler = lambdaHandler<object, never>(
        { functionName: 'sweep-outbox', log: (...line) => lines.push(line) },
        async () => {
          throw cause;
        },
      );
      const failure = await invokeLambda(handler, {}, { functionName: 'sweep-outbox', timeoutSeconds: 5 }).catch(
        (error: unknown) => error,
      );
      expect(String(failure)).toBe('FunctionFailed: sweep-outbox failed; its log says why');
      expect(JSON.stringify(failure)).not.toContain(MEMBER);
      expect(lines).toMatchObject([['error', 'handler_failed', { functionName: 'sweep-outbox', error: cause }]]);
    });

    test('is wrapped in its middlewares, with the event and context inside', async () => {
      const order: string[] = [];
      const handler = lambdaHandler<{ n: number }, string>(
        {
          functionName: 'f',
          log: () => {},
          middlewares: [{ before: () => void order.push('before'), after: () => void order.push('after') }],
        },
        async ({ n }, { functionName }: Context) => {
          order.push(functionName);
          return String(n);
        },
      );
      expect(await invokeLambda(handler, { n: 1 }, { functionName: 'f', timeoutSeconds: 5 })).toBe('1');
      expect(order).toEqual(['before', 'f', 'after']);
    });
  });

  describe('a logged error', () => {
    test("of the database has its code and place, and nothing of the statement's values", async () => {
      const logged = loggableError(await databaseError());
      expect(logged).toMatchObject({ name: 'PostgresError', code: '23514', place: 'roster.roster_amount_check' });
      expect(JSON.stringify(logged)).not.toContain(MEMBER);
    });

    test('is treated the same as the cause of another error', async () => {
      const wrapped = new Error('The job could not be ended', { cause: await databaseError() });
      const logged = loggableError(wrapped);
      expect(logged).toMatchObject({ message: 'The job could not be ended', cause: { code: '23514' } });
      expect(JSON.stringify(logged)).not.toContain(MEMBER);
    });

    test("of a connection lost afterwards keeps only the code of PostgreSQL's error", async () => {
      const lost = asLost(await databaseError(), { closed: true });
      const logged = loggableError(lost);
      expect(logged).toMatchObject({ name: 'DatabaseUnavailable', message: expect.stringMatching(/lost: 23514$/) });
      expect(JSON.stringify(logged)).not.toContain(MEMBER);
    });

    test('with message lines that look like frames has none of them', () => {
      const error = Object.assign(new Error(`refused:\n    at ${MEMBER}`), { severity: 'ERROR' });
      const { stack } = loggableError(error);
      expect(stack).toMatch(/^\s+at /);
      expect(stack).not.toContain(MEMBER);
    });

    test('has its stack frames and none of its further properties, even if its causes form a cycle', () => {
      const error: Error & { rows?: string[] } = new Error('a\nb');
      error.rows = [MEMBER];
      error.cause = error;
      const logged = loggableError(error);
      expect(logged.stack).toMatch(/^\s+at /);
      expect(JSON.stringify(logged)).not.toContain(MEMBER);
      expect(loggableError('text')).toMatchObject({ name: 'string' });
    });
  });
});

describe('tracing', () => {
  const HANDLER = fileURLToPath(new URL('traced-handler.ts', import.meta.url));
  const ROOT = '1-5759e988-bd862e3fe1be46a994272793';

  test('carries the trace of the sending invocation in a message: SQS makes its AWSTraceHeader from the request’s', async () => {
    const headers: unknown[] = [];
    const sqs = await startScriptedServer((request, response) => {
      headers.push(request.headers['x-amzn-trace-id']);
      const MD5OfMessageBody = createHash('md5').update('message').digest('hex');
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(JSON.stringify({ Successful: [{ Id: '0', MessageId: '0', MD5OfMessageBody }], Failed: [] }));
    });
    const lambda = await startLambda(HANDLER, {
      STAGE: 'dev',
      STATEMENTS_QUEUE_URL: `${sqs.endpoint}/000000000000/statements`,
      AWS_ENDPOINT_URL_SQS: sqs.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      // Tells the libraries that this is Lambda, and which trace the invocation belongs to.
      LAMBDA_TASK_ROOT: '/var/task',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: 'traced',
      _X_AMZN_TRACE_ID: `Root=${ROOT};Parent=53995c3f42cd8ad8;Sampled=1`,
    });
    await lambda.invoke({});
    expect(headers).toEqual([expect.stringMatching(new RegExp(`^Root=${ROOT};Parent=[0-9a-f]{16};Sampled=1$`))]);
    await lambda.close();
    await sqs.close();
  });
});

describe('reply limits', () => {
  const event = (headers: Record<string, string>) => ({
    version: '2.0',
    routeKey: '$default',
    rawPath: '/v1/large',
    rawQueryString: '',
    headers: { host: 'api.example.com', ...headers },
    isBase64Encoded: false,
    body: null,
    requestContext: {
      accountId: '1',
      apiId: 'x',
      authentication: null,
      authorizer: {},
      domainName: 'api.example.com',
      domainPrefix: 'api',
      http: { method: 'GET', path: '/v1/large', protocol: 'HTTP/1.1', sourceIp: '203.0.113.5', userAgent: 'test' },
      requestId: 'r',
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  });

  const answering = (body: string) => {
    const app = new Hono<HttpEnv>();
    app.use(compression);
    app.get(
      '/v1/large',
      () => new Response(body, { headers: { 'content-type': 'text/csv', 'x-request-id': 'request-1' } }),
    );
    return createLambdaHandler(app);
  };

  describe("a response larger than Lambda's limit", () => {
    const handler = answering('x'.repeat(LAMBDA_REPLY_BYTES_MAX + 1));

    test('is refused with a sentence and the request’s id if the client accepts it only uncompressed', async () => {
      const { statusCode, headers, body } = await handler(event({}));
      expect(statusCode).toBe(406);
      expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'x-request-id': 'request-1' });
      expect(JSON.parse(body)).toMatchObject({ code: 'not_acceptable', requestId: 'request-1' });
    });

    test('is sent compressed to a client that accepts that', async () => {
      const { statusCode, body } = await handler(event({ 'accept-encoding': 'gzip' }));
      expect(statusCode).toBe(200);
      expect(gunzipSync(Buffer.from(body, 'base64')).length).toBe(LAMBDA_REPLY_BYTES_MAX + 1);
    });

    test('counter-case: the largest response that fits is sent', async () => {
      const { statusCode, body } = await answering('x'.repeat(LAMBDA_REPLY_BYTES_MAX))(event({}));
      expect([statusCode, body.length]).toEqual([200, LAMBDA_REPLY_BYTES_MAX]);
    });
  });
});
