import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { answerOf, type CommissionClient, createCommissionClient } from '../../client/commission-client.ts';
import { cursorItems, offsetItems } from '../../client/list-items.ts';
import type { UploadProgress } from '../../client/send-with-progress.ts';
import { identifyStatement, uploadStatement, waitForJob } from '../../client/upload-statement.ts';
import { API_TYPES_FILE, describeClient } from '../../scripts/describe-client.ts';
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
    [undefined, { data: [1, 2], pagination: { nextCursor: 7 } }],
    [7, { data: [3], pagination: { nextCursor: null } }],
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
