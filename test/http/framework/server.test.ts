import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { HTTP_SERVER_LIMITS } from '../../../core/limits/request-limits.ts';
import { FILE_BYTES_MAX } from '../../../core/limits/statement-limits.ts';
import { createLambdaHandler } from '../../../lambdas/http/lambda.ts';
import { addressOf } from '../../../lambdas/http/own-page.ts';
import { startHttpServer } from '../../../lambdas/http/server.ts';
import { exportApp, rowOf } from './sample-export.ts';
import { createSampleApp, type SampleService, startSampleService, TOKENS } from './sample-service.ts';

describe('server', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService();
  });
  afterAll(() => service.close());

  /** Settles when the connection ends in any way; here a reset is not a failure. */
  function ended(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy());
    return new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** Sends raw bytes and returns everything received until the server closes the connection. */
  async function raw(text: string): Promise<string> {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const closed = ended(socket);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.write(text, 'latin1');
    await closed;
    return received;
  }

  const request = (line: string, ...headers: string[]) =>
    `${[line, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

  const keepAlive = (line: string, ...headers: string[]) =>
    `${[line, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

  describe('an invalid HTTP request', () => {
    test.each([
      ['no HTTP', 'hello\r\n\r\n'],
      ['no Host', 'GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
      ['a Host that is none', 'GET /v1/health HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n'],
      ['two Hosts', 'GET /v1/health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
      ['a Host with credentials', 'GET /v1/health HTTP/1.1\r\nHost: user@evil.example\r\nConnection: close\r\n\r\n'],
      ['headers over 16 KB', request('GET /v1/health HTTP/1.1', `X-Long: ${'x'.repeat(17_000)}`)],
      ['a URL over 16 KB', request(`GET /v1/${'x'.repeat(17_000)} HTTP/1.1`)],
      ['two lengths', request('POST /v1/things HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2')],
      ['length and chunks', request('POST /v1/things HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked')],
      ['a bare star', request('OPTIONS * HTTP/1.1')],
      ['a backslash', request('GET /v1\\me HTTP/1.1')],
      ['a header with NUL', request('GET /v1/health HTTP/1.1', 'X-A: \0')],
    ])('gets a problem document: %s', async (_name, bytes) => {
      const response = await raw(bytes);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response.toLowerCase()).toContain('content-type: application/problem+json');
      expect(response).toContain('"code":"bad_request"');
      expect(response.toLowerCase()).toMatch(/x-request-id: [a-z0-9-]{36}/);
    });

    test.each([
      ['localhost:8080', 'http://localhost:8080/v1'],
      ['192.168.1.20', 'http://192.168.1.20/v1'],
      ['[fd00::5]:3000', 'http://[fd00::5]:3000/v1'],
      ['evil.example', null],
      ['localhost.evil.example', null],
      ['8.8.8.8', null],
    ])('a link begins with the Host %s only if it is local', (host, expected) => {
      const req = { url: `http://${host}/v1`, header: () => undefined };
      const env = { incoming: { socket: { localAddress: '::ffff:127.0.0.1', localPort: 3000 } } };
      expect(`${addressOf({ req, env })}/v1`).toBe(expected ?? 'http://127.0.0.1:3000/v1');
    });

    test('is accepted with an unknown Expect header', async () => {
      expect(await raw(request('GET /v1/health HTTP/1.1', 'Expect: 200-maybe'))).toMatch(/^HTTP\/1\.1 200 /);
    });

    test('gets a problem document for unknown methods', async () => {
      expect(await raw(request('PROPFIND /v1/health HTTP/1.1'))).toMatch(/^HTTP\/1\.1 405 /);
      expect(await raw(request('TRACE /v1/health HTTP/1.1'))).toMatch(/^HTTP\/1\.1 405 /);
    });

    test('gets a problem document for bytes over 127 in the path', async () => {
      expect(await raw(request('GET /v1/\xff\xfe HTTP/1.1'))).toMatch(/^HTTP\/1\.1 4\d\d /);
    });
  });

  describe('refused and interrupted uploads', () => {
    const head = (...headers: string[]) =>
      keepAlive(
        'POST /v1/uploads HTTP/1.1',
        `Authorization: Bearer ${TOKENS.good}`,
        'Content-Type: multipart/form-data; boundary=b',
        ...headers,
      );

    test('are refused by their announced length before a byte of the body', async () => {
      const response = await raw(head(`Content-Length: ${FILE_BYTES_MAX * 10}`));
      expect(response).toMatch(/^HTTP\/1\.1 413 /);
      expect(response.toLowerCase()).toContain('connection: close');
    });

    test('may get an early answer without a body', async () => {
      const authorization = `Authorization: Bearer ${TOKENS.good}`;
      const started = request('DELETE /v1/things/2 HTTP/1.1', authorization, 'Content-Length: 1000000');
      expect(await raw(`${started}${'x'.repeat(1000)}`)).toMatch(/^HTTP\/1\.1 204 /);
    });

    test('are cut off near the limit if they are endless', async () => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      const closed = ended(socket);
      let response = '';
      socket.on('data', (chunk) => {
        response += chunk.toString('latin1');
      });
      socket.write(head('Transfer-Encoding: chunked'));
      const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
      const first = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
      socket.write(`${first.length.toString(16)}\r\n${first}\r\n`);
      const pump = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', pump);
      pump();
      await closed;
      expect(response).toMatch(/^HTTP\/1\.1 413 /);
      // The bytes that the server accepted, and those in the buffers of two sockets.
      expect(socket.bytesWritten).toBeLessThan(FILE_BYTES_MAX + 12 * 1024 * 1024);
    });

    test('do no harm when the client goes away', async () => {
      for (const body of [
        '',
        '--b\r\n',
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nxxx',
      ]) {
        const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
        const closed = ended(socket);
        socket.write(head('Content-Length: 1000') + body, () => socket.resetAndDestroy());
        await closed;
      }
      expect((await service.call('GET', '/v1/health')).status).toBe(200);
    });
  });

  describe('the server', () => {
    test('keeps a connection for the next request as long as the limits say', async () => {
      const response = await fetch(`${service.url}/v1/health`);
      expect(response.headers.get('Keep-Alive')).toBe(`timeout=${HTTP_SERVER_LIMITS.keepAliveMs / 1_000}`);
    });

    test('names a port that is already in use', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const address = other.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      await expect(startHttpServer({ app: createSampleApp(), host: '127.0.0.1', port })).rejects.toThrow(
        `Port ${port} of 127.0.0.1 is taken by another program. Set PORT to a free one, or to 0.`,
      );
      other.close();
      await once(other, 'close');
    });

    test('finishes requests in progress before it closes', async () => {
      const entered = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const slow = createSampleApp({
        authenticate: async () => {
          entered.resolve();
          await release.promise;
          return { outcome: 'unknown' };
        },
      });
      const server = await startHttpServer({ app: slow, host: '127.0.0.1', port: 0 });
      const pending = fetch(`${server.url}/v1/me`, { headers: { Authorization: `Bearer ${TOKENS.good}` } });
      await entered.promise;
      const closing = server.close();
      release.resolve();
      expect((await pending).status).toBe(401);
      await closing;
      await expect(fetch(`${server.url}/v1/health`)).rejects.toThrow();
    });

    test('closes although a client never finishes', async () => {
      const server = await startHttpServer({ app: createSampleApp(), host: '127.0.0.1', port: 0, closeGraceMs: 1 });
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => socket.destroy());
      socket.write('GET /v1/health HTTP/1.1\r\n');
      await once(socket, 'connect');
      await server.close();
      socket.destroy();
    });
  });
});

describe('lambda', () => {
  const handler = createLambdaHandler(createSampleApp({ publicUrl: 'https://api.example.com' }));

  /** An event of API Gateway's HTTP API, payload version 2. */
  function event(
    method: string,
    rawPath: string,
    more: { query?: string; headers?: Record<string, string>; body?: string } = {},
  ) {
    return {
      version: '2.0',
      routeKey: '$default',
      rawPath,
      rawQueryString: more.query ?? '',
      headers: { authorization: `Bearer ${TOKENS.good}`, host: 'api.example.com', ...more.headers },
      isBase64Encoded: more.body !== undefined,
      body: more.body === undefined ? null : Buffer.from(more.body, 'latin1').toString('base64'),
      requestContext: {
        accountId: '1',
        apiId: 'x',
        authentication: null,
        authorizer: {},
        domainName: 'api.example.com',
        domainPrefix: 'api',
        http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.5', userAgent: 'test' },
        requestId: 'r',
        routeKey: '$default',
        stage: '$default',
        time: '',
        timeEpoch: 0,
      },
    };
  }

  const result = z.object({
    statusCode: z.int(),
    body: z.string(),
    isBase64Encoded: z.boolean(),
    headers: z.record(z.string(), z.string()),
  });
  const call = async (...args: Parameters<typeof event>) => result.parse(await handler(event(...args)));

  describe('behind API Gateway', () => {
    test('receives and returns JSON', async () => {
      const { statusCode, body, headers } = await call('POST', '/v1/things', {
        headers: { 'content-type': 'application/json' },
        body: '{"name":"a","amount":2}',
      });
      expect([statusCode, JSON.parse(body)]).toMatchObject([201, { name: 'a', amount: 2 }]);
      expect(headers['location']).toBe('https://api.example.com/v1/things/new');
    });

    test('keeps the bytes of a form in base64', async () => {
      const body = `--b\r\nContent-Disposition: form-data; name="periodYear"\r\n\r\n2026\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n\xff\0\xfe\r\n--b--\r\n`;
      const reply = await call('POST', '/v1/uploads', {
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body,
      });
      expect([reply.statusCode, JSON.parse(reply.body)]).toMatchObject([202, { byteSize: 3 }]);
    });

    test('returns compressed responses as base64', async () => {
      const reply = await call('GET', '/v1/things', { query: 'limit=60', headers: { 'accept-encoding': 'gzip' } });
      expect(reply.isBase64Encoded).toBe(true);
      const text = gunzipSync(Buffer.from(reply.body, 'base64')).toString();
      expect(JSON.parse(text)).toMatchObject({ pagination: { limit: 60, hasMore: true } });
    });

    test('returns CSV and problems as text', async () => {
      const csv = await call('GET', '/v1/things', { query: 'limit=1', headers: { accept: 'text/csv' } });
      expect([csv.isBase64Encoded, csv.body.split('\r\n')[0]]).toEqual([false, 'id,name,amount,tags,kind']);
      const problem = await call('GET', '/v1/things', { query: 'limit=0' });
      expect([problem.statusCode, problem.isBase64Encoded, JSON.parse(problem.body).code]).toEqual([
        422,
        false,
        'validation_error',
      ]);
    });
  });

  describe('an export on a host without streaming', () => {
    const rows = 3_000;
    const limits = { bytes: 200_000, seconds: 3_600 };
    const exporting = (inOnePiece = limits) => {
      const { app, exports } = exportApp({ rows }, { exports: { inOnePiece } });
      const answer = createLambdaHandler(app);
      const csv = async (query: string, headers: Record<string, string> = {}) =>
        result.parse(await answer(event('GET', '/v1/rows', { query, headers: { accept: 'text/csv', ...headers } })));
      return { csv, exports };
    };
    const rowsIn = (text: string): unknown[] => parse(text, { columns: true, record_delimiter: '\r\n', cast: true });

    test('ends after a whole row before it is too large, and links to the rest', async () => {
      const { csv, exports } = exporting();
      const found: unknown[] = [];
      let pieces = 0;
      for (let query: string | null = ''; query !== null && pieces < 20; pieces += 1) {
        const { body, headers, statusCode } = await csv(query);
        expect(statusCode).toBe(200);
        expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(limits.bytes + 1_000);
        found.push(...rowsIn(body));
        const next: string | undefined = /\?([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
        expect(headers['x-truncated']).toBe(next === undefined ? undefined : 'true');
        query = next ?? null;
      }
      expect(found).toEqual(Array.from({ length: rows }, (_, id) => rowOf(id)));
      expect(pieces).toBeGreaterThan(3);
      expect([exports.opened, exports.closed]).toEqual([pieces, pieces]);
    });

    test("ends before the gateway's time-out", async () => {
      const { body, headers } = await exporting({ ...limits, seconds: 0 }).csv('');
      expect([body, headers['x-truncated'], headers['link']]).toEqual(['id,note\r\n', 'true', undefined]);
    });

    test('has the same rows when compressed', async () => {
      const { csv } = exporting();
      const packed = await csv('', { 'accept-encoding': 'gzip' });
      const plain = await csv('');
      expect(gunzipSync(Buffer.from(packed.body, 'base64')).toString()).toBe(plain.body);
      expect(packed.headers).toMatchObject({ 'x-truncated': 'true' });
    });
  });
});
