import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import {
  answerOf,
  type CommissionClient,
  createCommissionClient,
  cursorItems,
  offsetItems,
} from '../../client/commission-client.ts';
import { type Send, type UploadProgress, waitByTimer } from '../../client/send-requests.ts';
import { identifyStatement, uploadStatement, waitForJob } from '../../client/upload-statement.ts';
import { API_TYPES_FILE, describeClient } from '../../scripts/describe-api.ts';
import { sharedService, statement, type TestAccount, type TestService } from '../support/service.ts';

/** Guarantee: the client has the types of the service's description, and throws every failure as a typed error. */

let service: TestService;
let account: TestAccount;
let client: CommissionClient;
let carrierId: string;
beforeAll(async () => {
  service = await sharedService();
  account = await service.createAccount();
  carrierId = await service.createCarrier({ account, name: 'Pinnacle Life' });
  client = createCommissionClient({ baseUrl: service.url, token: account.token });
});

const APRIL = statement(Array.from({ length: 230 }, (_, index) => [`M-${1000 + index}`, '40.00']));

it('has the types of openapi.json; `npm run client` writes them', async () => {
  const isSame = (await readFile(API_TYPES_FILE, 'utf8')) === (await describeClient());
  expect(isSame, 'The API has changed: run `npm run client` and commit client/generated').toBe(true);
});

it('answers with the body of a success, and throws the problem of a refusal', async () => {
  expect(await answerOf(client.api.GET('/v1/me'))).toMatchObject({ accountId: account.accountId });
  const refused = client.api.GET('/v1/files/{fileId}', { params: { path: { fileId: 'nowhere' } } });
  await expect(answerOf(refused)).rejects.toMatchObject({
    name: 'ProblemError',
    code: 'not_found',
    status: 404,
    requestId: expect.stringMatching(/^[\w-]{8,}$/),
  });
  const wrong = client.api.POST('/v1/carriers', { body: { name: '' } });
  await expect(answerOf(wrong)).rejects.toMatchObject({
    code: 'validation_error',
    fieldErrors: [{ field: 'name', detail: expect.stringContaining('name') }],
  });
});

it('sends each request with the present token', async () => {
  let token: string | null = null;
  const console = createCommissionClient({ baseUrl: service.url, token: () => token });
  await expect(answerOf(console.api.GET('/v1/me'))).rejects.toMatchObject({ code: 'unauthorized' });
  token = account.token;
  expect(await answerOf(console.api.GET('/v1/me'))).toMatchObject({ name: 'Harbor Benefits' });
});

it('identifies and uploads a file with its progress, waits for the job, and lists every page', async () => {
  const progress: UploadProgress[] = [];
  const file = new File([APRIL], 'pinnacle-2026-04.csv');
  const found = await identifyStatement(client, file, { onProgress: (each) => progress.push(each) });
  expect(found).toMatchObject({ period: '2026-04', statement: { members: 230, commissionTotal: 9200 } });
  const { sentBytes, totalBytes } = progress.at(-1) ?? {};
  expect(sentBytes).toBeGreaterThan(APRIL.length);
  expect(sentBytes).toBe(totalBytes);

  const accepted = await uploadStatement(client, { file, carrierId, period: '2026-04' });
  const stages: string[] = [];
  const ended = waitForJob(client, accepted.jobId, { onProgress: ({ stage }) => stages.push(stage) });
  await service.runJobs();
  expect(await ended).toMatchObject({ status: 'completed', period: '2026-04', stats: { members: 230, new: 230 } });
  expect(stages.at(-1)).toBe('completed');

  const members = [];
  const list = offsetItems((page) => client.api.GET('/v1/members', { params: { query: { carrierId, ...page } } }));
  for await (const { memberExternalId } of list) members.push(memberExternalId);
  expect(new Set(members).size).toBe(230);

  const files = [];
  for await (const { originalFilename } of cursorItems((page) =>
    client.api.GET('/v1/files', { params: { query: page } }),
  )) {
    files.push(originalFilename);
  }
  expect(files).toEqual(['pinnacle-2026-04.csv']);
});

it.each([1, 5, 30])(
  'notices the end of a job of %i s late by a quarter of a second and a twentieth of its duration',
  async (seconds) => {
    let elapsedMs = 0;
    const polling = createCommissionClient({
      baseUrl: 'https://statements.example.com',
      retries: {
        wait: async (delayMs) => {
          elapsedMs += delayMs;
        },
      },
      fetch: async () => {
        const status = elapsedMs >= seconds * 1000 ? 'completed' : 'processing';
        return Response.json({ status, progress: { stage: status, percent: 40 } });
      },
    });
    expect(await waitForJob(polling, 'j-1')).toMatchObject({ status: 'completed' });
    expect(elapsedMs - seconds * 1000).toBeLessThanOrEqual(250 + 50 * seconds);
  },
);

it('throws the refusal of a month that has a file, and takes the file with replace', async () => {
  const upload = { file: new File([APRIL], 'a.csv'), carrierId, period: '2026-05', idempotencyKey: 'the-first' };
  const first = await uploadStatement(client, upload);
  expect(await uploadStatement(client, upload)).toMatchObject({ jobId: first.jobId, idempotent: true });
  const again = { ...upload, idempotencyKey: 'another' };
  await expect(uploadStatement(client, again)).rejects.toMatchObject({ code: 'period_exists', status: 409 });
  expect(await uploadStatement(client, { ...again, replace: true })).toMatchObject({ mode: 'replace' });
});

it('follows cursors past the first page', async () => {
  const asked: (number | undefined)[] = [];
  const pages = new Map([
    [undefined, { data: [1, 2], pagination: { nextCursor: 7, hasMore: true } }],
    [7, { data: [3], pagination: { nextCursor: null, hasMore: false } }],
  ]);
  const items = [];
  const list = async ({ cursor }: { readonly cursor?: number }) => {
    asked.push(cursor);
    const data = pages.get(cursor);
    return data === undefined ? { response: new Response() } : { data, response: new Response() };
  };
  for await (const item of cursorItems(list)) items.push(item);
  expect(items).toEqual([1, 2, 3]);
  expect(asked).toEqual([undefined, 7]);
});

it('ends with the last event, although the list of events has a cursor to go on with', async () => {
  const events = [];
  const list = cursorItems((page) => client.api.GET('/v1/events', { params: { query: page } }));
  for await (const { event } of list) events.push(event);
  expect(events).toEqual(['job.completed']);
});

it('yields each row once when the call asks for smaller pages', async () => {
  const offsets: number[] = [];
  const list = async ({ offset }: { readonly offset: number }) => {
    offsets.push(offset);
    const data = { data: [offset, offset + 1], pagination: { hasMore: offset < 4 } };
    return { data, response: new Response() };
  };
  const rows = [];
  for await (const row of offsetItems(list)) rows.push(row);
  expect(rows).toEqual([0, 1, 2, 3, 4, 5]);
});

it('throws a ProblemError for a page of a proxy, and for an answer that broke off, which it has asked for again', async () => {
  const clientFor = (answer: () => Response) => {
    let requests = 0;
    const send: Send = async () => {
      requests += 1;
      return answer();
    };
    const broken = createCommissionClient({
      baseUrl: 'https://statements.example.com',
      fetch: send,
      retries: { wait: async () => {} },
    });
    return { ask: answerOf(broken.api.GET('/v1/me')), requests: () => requests };
  };
  const page = clientFor(
    () => new Response('<html></html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  );
  await expect(page.ask).rejects.toMatchObject({ name: 'ProblemError', code: 'unreadable_answer', status: 200 });
  const cut = clientFor(() => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'));
        controller.error(new TypeError('terminated'));
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'application/json' } });
  });
  await expect(cut.ask).rejects.toMatchObject({ name: 'ProblemError', code: 'no_answer' });
  expect([page.requests(), cut.requests()]).toEqual([1, 4]);
});

it('adds a carrier once, although the first answers were lost', async () => {
  let lost = 0;
  const unlucky = createCommissionClient({
    baseUrl: service.url,
    token: account.token,
    retries: { wait: async () => {} },
    async fetch(request) {
      const isFirst = lost < 2;
      const response = await fetch(request);
      if (!isFirst) return response;
      lost += 1;
      throw new TypeError('The connection was lost');
    },
  });
  const carrier = await answerOf(unlucky.api.POST('/v1/carriers', { body: { name: 'Lost Answer Life' } }));
  const { data } = await answerOf(client.api.GET('/v1/carriers', { params: { query: { limit: 200 } } }));
  expect(data.filter(({ name }) => name === 'Lost Answer Life').map(({ id }) => id)).toEqual([carrier.id]);
  expect(lost).toBe(2);
});

/** Guarantee: a request is repeated exactly where the API says that a repeat is safe, and under the same Idempotency-Key. */

type Step = { readonly status: number; readonly headers?: Record<string, string> } | 'lost';

/** A client whose requests get the answers in order. */
function clientOf(steps: readonly Step[]) {
  const left = [...steps];
  const keys: (string | null)[] = [];
  const bodies: string[] = [];
  const waits: number[] = [];
  const send: Send = async (request) => {
    keys.push(request.headers.get('Idempotency-Key'));
    bodies.push(await request.text());
    const step = left.shift();
    if (step === undefined || step === 'lost') throw new TypeError('fetch failed');
    const { status, headers = {} } = step;
    return new Response(status === 204 ? null : '{"id":"1"}', { status, headers });
  };
  const client = createCommissionClient({
    baseUrl: 'https://statements.example.com',
    token: 'cas_x',
    fetch: send,
    retries: { wait: async (milliseconds) => void waits.push(milliseconds) },
  });
  return { client, keys, bodies, waits };
}

const addCarrier = ({ client }: ReturnType<typeof clientOf>) =>
  answerOf(client.api.POST('/v1/carriers', { body: { name: 'Summit' } }));

it.each([
  ['429 with Retry-After', { status: 429, headers: { 'Retry-After': '7' } }, 7000],
  ['503 with Retry-After', { status: 503, headers: { 'Retry-After': '2' } }, 2000],
  ['409 while the first request is under way', { status: 409, headers: { 'Retry-After': '1' } }, 1000],
  ['429 that asks for an hour', { status: 429, headers: { 'Retry-After': '3600' } }, 60_000],
])('repeats after %s, when the service says, with the same key and body', async (_, first, delayMs) => {
  const calls = clientOf([first, { status: 201 }]);
  expect(await addCarrier(calls)).toEqual({ id: '1' });
  expect(calls.waits).toEqual([delayMs]);
  expect(calls.bodies).toEqual(['{"name":"Summit"}', '{"name":"Summit"}']);
  expect(calls.keys[0]).toMatch(/^[\w-]{36}$/);
  expect(calls.keys[1]).toBe(calls.keys[0]);
});

it.each([[408], [502], [504]])('repeats after %d with growing delays, four times at most', async (status) => {
  const calls = clientOf(Array.from({ length: 5 }, () => ({ status })));
  await expect(addCarrier(calls)).rejects.toMatchObject({ status, code: 'unreadable_answer' });
  expect(calls.keys.length).toBe(4);
  expect(calls.waits.map((each, index) => each / 500 / 2 ** index)).toEqual([
    expect.closeTo(1.125, 0),
    expect.closeTo(1.125, 0),
    expect.closeTo(1.125, 0),
  ]);
});

it.each([[400], [401], [403], [404], [409], [413], [422], [500]])(
  'sends a request that got %d once',
  async (status) => {
    const calls = clientOf([{ status }, { status: 201 }]);
    await expect(addCarrier(calls)).rejects.toMatchObject({ status });
    expect(calls.keys.length).toBe(1);
  },
);

it('repeats a request whose answer was lost, and says so when the service stays away', async () => {
  expect(await addCarrier(clientOf(['lost', 'lost', { status: 201 }]))).toEqual({ id: '1' });
  await expect(addCarrier(clientOf([]))).rejects.toMatchObject({ name: 'ProblemError', code: 'no_answer', status: 0 });
});

it('does not repeat a DELETE whose answer was lost, and repeats one that had no effect', async () => {
  const remove = ({ client }: ReturnType<typeof clientOf>) =>
    answerOf(client.api.DELETE('/v1/files/{fileId}', { params: { path: { fileId: '1' } } }));
  const lost = clientOf(['lost', { status: 202 }]);
  await expect(remove(lost)).rejects.toMatchObject({ code: 'no_answer' });
  expect(lost.keys).toEqual([null]);
  await expect(remove(clientOf([{ status: 502 }, { status: 202 }]))).rejects.toMatchObject({ status: 502 });
  expect(await remove(clientOf([{ status: 503 }, { status: 202 }]))).toEqual({ id: '1' });
});

it('stops at once when its signal aborts, also between two attempts', async () => {
  const controller = new AbortController();
  const client = createCommissionClient({
    baseUrl: 'https://statements.example.com',
    fetch: async () => {
      queueMicrotask(() => controller.abort(new Error('The user left')));
      return new Response('{}', { status: 503, headers: { 'Retry-After': '60' } });
    },
  });
  await expect(client.api.GET('/v1/me', { signal: controller.signal })).rejects.toThrow('The user left');
  await expect(waitByTimer(60_000, controller.signal)).rejects.toThrow('The user left');
});

it('stops at once when its signal aborts and the request never settles', async () => {
  const controller = new AbortController();
  const client = createCommissionClient({
    baseUrl: 'https://statements.example.com',
    fetch: () => {
      queueMicrotask(() => controller.abort(new Error('The user left')));
      return new Promise(() => {});
    },
  });
  await expect(client.api.GET('/v1/me', { signal: controller.signal })).rejects.toThrow('The user left');
});

it('says at once that the disk of the service is full', async () => {
  const problem = {
    title: 'Full',
    status: 503,
    code: 'storage_full',
    requestId: '1',
    type: 'about:blank',
    instance: '/',
  };
  let requests = 0;
  const client = createCommissionClient({
    baseUrl: 'https://statements.example.com',
    fetch: async () => {
      requests += 1;
      return Response.json(problem, { status: 503, headers: { 'Retry-After': '60' } });
    },
  });
  const asked = answerOf(client.api.POST('/v1/carriers', { body: { name: 'Summit' } }));
  await expect(asked).rejects.toMatchObject({ code: 'storage_full' });
  expect(requests).toBe(1);
});

it('tells before a repeat, and when an attempt stays without an answer, that it waits', async () => {
  let told = 0;
  const onWaiting = () => {
    told += 1;
  };
  const { promise: silent, resolve: answer } = Promise.withResolvers<Response>();
  const answers: (() => Promise<Response>)[] = [
    async () => Promise.reject(new TypeError('fetch failed')),
    () => silent,
  ];
  vi.useFakeTimers();
  try {
    const client = createCommissionClient({
      baseUrl: 'https://statements.example.com',
      fetch: async () => (await answers.shift()?.()) ?? Response.error(),
      retries: { wait: async () => {}, onWaiting },
    });
    const asked = answerOf(client.api.GET('/v1/me'));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toBe(1);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(told).toBe(2);
    answer(Response.json({ name: 'Summit' }));
    await asked;
  } finally {
    vi.useRealTimers();
  }
});
