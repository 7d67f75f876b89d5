import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from '@hono/zod-openapi';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  BODY_LIMITS,
  FORM_WAIT_SECONDS,
  FORMS_OF_ACCOUNT_AT_ONCE,
  HTTP_SERVER_LIMITS,
  JSON_BYTES_MAX,
  UNAVAILABLE_RETRY_SECONDS,
} from '../../../core/limits/request-limits.ts';
import { createApp } from '../../../lambdas/http/app.ts';
import { accountRoute } from '../../../lambdas/http/route.ts';
import { createSampleApp, sampleDeps, startSampleService, TOKENS } from './sample-service.ts';

/** Guarantee: bodies that arrive slowly or never completely are given up after a bounded time, and delay no other request. */

let spoolDirectory: string;
beforeAll(async () => {
  spoolDirectory = await mkdtemp(join(tmpdir(), 'slow-senders-'));
});
afterAll(() => rm(spoolDirectory, { recursive: true, force: true }));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  // The places belong to the whole process, so none may stay occupied for the next test.
  for (const { breakOff, answer } of begun.splice(0)) {
    breakOff();
    await answer;
  }
});

const about = { tag: 'Things', summary: 'A sample', description: 'A sample of its kind.' } as const;
/** The work of the route that compares a roster. The route holds its slot until the work ends. */
let work: () => Promise<void> = async () => {};
const rosters = createApp(sampleDeps, [
  accountRoute({
    ...about,
    access: 'account:read',
    method: 'post',
    path: '/v1/rosters',
    operationId: 'compareRoster',
    request: { json: z.strictObject({ name: z.string() }) },
    jsonBytesMax: JSON_BYTES_MAX + 1,
    responses: { 200: { description: 'Compared.', schema: z.object({}), example: {} } },
  }).handle(async () => {
    await work();
    return { status: 200, body: {} };
  }),
]);
const sample = () => createSampleApp({ spoolDirectory });

const bodies = {
  '/v1/uploads': { type: 'multipart/form-data; boundary=b', begin: '--b\r\n' },
  '/v1/things': { type: 'application/json', begin: '{"name":' },
  '/v1/admin/things': { type: 'application/json', begin: '{' },
  '/v1/rosters': { type: 'application/json', begin: '{"name":' },
} as const;

interface Sender {
  readonly token?: string;
  readonly path?: keyof typeof bodies;
  readonly address?: string;
  readonly app?: ReturnType<typeof createSampleApp>;
}

const begun: { readonly breakOff: () => void; readonly answer: Promise<Response> }[] = [];

/** Begins a request whose body is sent piece by piece. */
function slowly({ token = TOKENS.good, path = '/v1/uploads', address = '192.0.2.1', app = sample() }: Sender = {}) {
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (started) => {
      controller = started;
    },
  });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': bodies[path].type };
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body, duplex: 'half' });
  const answer = Promise.resolve(app.fetch(request, { incoming: { socket: { remoteAddress: address } } }));
  let status: number | null = null;
  void answer.then((response) => {
    status = response.status;
  });
  const send = (bytes: string | Uint8Array<ArrayBuffer>) => controller?.enqueue(Buffer.from(bytes));
  const sender = {
    send,
    answer,
    end: () => controller?.close(),
    breakOff: () => (status === null ? controller?.error(new Error('The client went away')) : undefined),
    status: () => status,
    /** Returns whether the service has read everything sent so far. */
    isRead: () => controller?.desiredSize === 1,
  };
  begun.push(sender);
  send(bodies[path].begin);
  return sender;
}

/** Waits without letting time pass, while files are written. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

async function upload(token: string, app = sample()): Promise<number> {
  const body = new FormData();
  body.set('periodYear', '2026');
  body.set('file', new File(['a,b'], 'a.csv'));
  const headers = { Authorization: `Bearer ${token}` };
  return (await app.fetch(new Request('http://localhost/v1/uploads', { method: 'POST', headers, body }))).status;
}

const roster = async (token: string) =>
  rosters.fetch(
    new Request('http://localhost/v1/rosters', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"name":"A"}',
    }),
  );

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** The time until the stall is certain, including the second look at the data that arrived meanwhile. */
const STALL_MS = BODY_LIMITS.stallMs + 1_000;

describe('a body that stops', () => {
  test.each([
    ['a form', { path: '/v1/uploads' }],
    ['JSON', { path: '/v1/things' }],
    ['large JSON', { path: '/v1/rosters', app: rosters }],
    ['a body that no route reads', { path: '/v1/admin/things', token: TOKENS.operator }],
  ] as const)('gets 408 after the longest pause, and not before: %s', async (_what, sender) => {
    const slow = slowly(sender);
    await pass(BODY_LIMITS.stallMs - 1);
    expect(slow.status()).toBeNull();
    await pass(STALL_MS);
    const response = await slow.answer;
    expect(response.status).toBe(408);
    expect(await response.json()).toMatchObject({ code: 'request_timeout', status: 408 });
  });

  test('is not waited for without a valid token, or if its headers are invalid', async () => {
    expect((await slowly({ token: TOKENS.unknown }).answer).status).toBe(401);
    expect((await slowly({ token: TOKENS.limited }).answer).status).toBe(429);
    expect((await slowly({ token: TOKENS.operator }).answer).status).toBe(401);
  });
});

describe('a slow body', () => {
  /** Sends the given number of bytes each second, in pieces, until the request is answered. */
  async function drip(bytesASecond: number, { pieces = 1 } = {}) {
    const slow = slowly();
    let seconds = 0;
    for (; seconds < 120 && slow.status() === null; seconds++) {
      for (let piece = 0; piece < pieces; piece++) slow.send(Buffer.alloc(Math.ceil(bytesASecond / pieces), 'x'));
      await until(() => slow.isRead() || slow.status() !== null);
      await pass(1_000);
    }
    return { slow, seconds };
  }

  test.each([1, BODY_LIMITS.bytesPerSecond / 2])('at %i bytes a second gets 408 after a while', async (bytes) => {
    const { slow, seconds } = await drip(bytes);
    expect(slow.status()).toBe(408);
    expect(seconds).toBeLessThanOrEqual((3 * STALL_MS) / 1_000);
  });

  test('at the required rate is accepted, in any pieces', async () => {
    const { slow } = await drip(BODY_LIMITS.bytesPerSecond, { pieces: 16 });
    expect(slow.status()).toBeNull();
    slow.end();
    expect((await slow.answer).status).toBe(400);
  });

  test('gains no longer pause at the end by a fast beginning', async () => {
    const slow = slowly();
    for (let sentCount = 0; sentCount < 10 * 1024 * 1024; sentCount += BODY_LIMITS.memoryBytes)
      slow.send(Buffer.alloc(BODY_LIMITS.memoryBytes, 'x'));
    await until(slow.isRead);
    // The beginning alone would allow a pause of ten minutes. The file system may be late with it, and takes real time.
    for (let waited = 0; slow.status() === null && waited < 10 * STALL_MS; waited += 1_000) {
      await pass(1_000);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(slow.status()).toBe(408);
  });
});

describe('slow bodies', () => {
  test('let everybody upload as usual, even their own account', async () => {
    const app = sample();
    const slow = [TOKENS.good, TOKENS.other].flatMap((token) =>
      Array.from({ length: 2 * FORMS_OF_ACCOUNT_AT_ONCE }, () => slowly({ token, app })),
    );
    await pass(0);
    for (const token of [TOKENS.good, TOKENS.other]) {
      expect(await upload(token, app)).toBe(202);
      expect((await roster(token)).status).toBe(200);
    }
    await pass(STALL_MS);
    expect(await Promise.all(slow.map(async ({ answer }) => (await answer).status))).toEqual(slow.map(() => 408));
  });

  test('of an account with all places lose the slowest to its next one', async () => {
    const app = sample();
    const slow = Array.from({ length: BODY_LIMITS.ofAccount }, (_, index) =>
      slowly({ app, address: `192.0.2.${index}` }),
    );
    await pass(0);
    expect(await upload(TOKENS.good, app)).toBe(429);
    for (const [index, { send }] of slow.entries()) if (index !== 7) send('x'.repeat(1_000));
    await pass(BODY_LIMITS.settledMs);
    expect(await upload(TOKENS.good, app)).toBe(202);
    const lost = await slow[7]?.answer;
    expect(lost?.status).toBe(408);
    expect(await lost?.json()).toMatchObject({ code: 'request_timeout' });
    expect(slow.filter(({ status }) => status() === null)).toHaveLength(BODY_LIMITS.ofAccount - 1);
    await pass(STALL_MS);
    await Promise.all(slow.map(({ answer }) => answer));
  });

  test('leave nothing on disk, however they ended', async () => {
    const app = sample();
    const slow = slowly({ app });
    slow.send(Buffer.alloc(3 * BODY_LIMITS.memoryBytes, 'x'));
    await until(slow.isRead);
    slow.breakOff();
    expect((await slow.answer).status).toBe(400);
    const whole = slowly({ app });
    whole.send(Buffer.alloc(3 * BODY_LIMITS.memoryBytes, 'x'));
    whole.end();
    expect((await whole.answer).status).toBe(400);
    expect(await upload(TOKENS.good, app)).toBe(202);
    expect(await readdir(spoolDirectory)).toEqual([]);
  });
});

test('answers 429 after a while to an account with its full share, and admits others at once', async () => {
  const release = Promise.withResolvers<void>();
  work = () => release.promise;
  const underWay = Array.from({ length: FORMS_OF_ACCOUNT_AT_ONCE }, () => roster(TOKENS.good));
  await pass(0);
  const waiting = roster(TOKENS.good);
  await pass(0);
  work = async () => {};
  expect((await roster(TOKENS.other)).status).toBe(200);
  await pass(FORM_WAIT_SECONDS * 1_000);
  const response = await waiting;
  expect(response.status).toBe(429);
  expect(response.headers.get('Retry-After')).toBe(String(UNAVAILABLE_RETRY_SECONDS));
  expect(await response.json()).toMatchObject({ code: 'rate_limited' });
  release.resolve();
  expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(underWay.map(() => 200));
});

describe('a body over a connection', () => {
  async function open(url: string): Promise<{ readonly socket: Socket; readonly closed: Promise<string> }> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => socket.destroy());
    await once(socket, 'connect');
    return { socket, closed: once(socket, 'close').then(() => received) };
  }

  const head = (...headers: string[]) =>
    [
      'POST /v1/uploads HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${TOKENS.good}`,
      'Content-Type: multipart/form-data; boundary=b',
      ...headers,
      '\r\n',
    ].join('\r\n');

  test.each([
    ['of a known length', 'Content-Length: 1000000'],
    ['in chunks', 'Transfer-Encoding: chunked'],
    ['after a 100 Continue', 'Content-Length: 1000\r\nExpect: 100-continue'],
  ])('that is %s and stops gets 408, and the connection is closed', async (_how, header) => {
    const service = await startSampleService({ spoolDirectory });
    const { socket, closed } = await open(service.url);
    // A connection that has already served a request is treated the same.
    socket.write(`GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n${head(header)}`);
    socket.write(header.startsWith('Transfer') ? '5\r\n--b\r\n\r\n' : '--b\r\n');
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    // Time passes only for the server's own timers, so the test advances it until the server has seen the body.
    while (!isClosed) {
      await pass(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const answers = await closed;
    expect(answers).toMatch(/HTTP\/1\.1 408 /);
    expect(answers.toLowerCase()).toContain('connection: close');
    expect(answers).toContain('"code":"request_timeout"');
    await service.close();
  });

  test('is cut off soon after the limit if even its headers are slow', () => {
    expect(HTTP_SERVER_LIMITS.headersMs + HTTP_SERVER_LIMITS.checkMs).toBeLessThanOrEqual(20_000);
  });
});
