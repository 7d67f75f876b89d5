import { z } from '@hono/zod-openapi';
import type { TokenCheck } from '../../../app/accounts/issue-token.ts';
import type { IdempotencyStore, IdempotentRequest, KeptReply } from '../../../app/files/accept-upload.ts';
import { statementMonth } from '../../../app/platform/shared-fields.ts';
import { cursorPage, offsetPage } from '../../../core/page.ts';
import { refuse } from '../../../core/refuse.ts';
import { createAdmission } from '../../../lambdas/http/admission.ts';
import { createApp, type HttpDeps } from '../../../lambdas/http/app.ts';
import { type AccountContext, sha256Hex } from '../../../lambdas/http/authentication.ts';
import { describeRoutes } from '../../../lambdas/http/openapi.ts';
import { cursorList, cursorQuery, offsetList, offsetQuery } from '../../../lambdas/http/paging.ts';
import { booleanText, fileField, integerText } from '../../../lambdas/http/request-input.ts';
import { accountRoute, operatorRoute, type Route } from '../../../lambdas/http/route.ts';
import { discoveryRoutes } from '../../../lambdas/http/routes/discovery-routes.ts';
import { startHttpServer } from '../../../lambdas/http/server.ts';
import { type ApiClient, createApiClient } from '../../support/api-client.ts';
import type { OpenApiDocument } from '../../support/openapi.ts';

/** A small service on the framework: one route of each kind, and a fixed set of tokens. */

const named = (name: string) => `cas_${name.padEnd(43, '0')}`;
export const TOKENS = {
  good: named('good'),
  other: named('other'),
  reader: named('reader'),
  writer: named('writer'),
  pending: named('pending'),
  suspended: named('suspended'),
  limited: named('limited'),
  limitedByAccount: named('limited_by_account'),
  unknown: named('unknown'),
  operator: 'operator-token-of-this-installation',
} as const;

const rate = {
  admitted: true,
  limit: 600,
  accountLimit: 3_000,
  limitedBy: 'token' as const,
  windowSeconds: 60,
  remaining: 599,
  resetSeconds: 30,
};
const active: AccountContext = {
  accountId: 'acc_1',
  name: 'Harbor Benefits',
  status: 'active',
  tier: 'standard',
  isTest: false,
  tokenId: 'tok_1',
  scopes: ['read', 'write'],
  person: null,
};
const known = (account: Partial<AccountContext>): TokenCheck => ({
  outcome: 'known',
  account: { ...active, ...account },
  rate,
});
const ACCOUNTS = new Map<string, TokenCheck>([
  [sha256Hex(TOKENS.good), known({})],
  [sha256Hex(TOKENS.other), known({ accountId: 'acc_2' })],
  [sha256Hex(TOKENS.reader), known({ scopes: ['read'] })],
  [sha256Hex(TOKENS.writer), known({ scopes: ['write'] })],
  [sha256Hex(TOKENS.pending), known({ status: 'pending' })],
  [sha256Hex(TOKENS.suspended), known({ status: 'suspended' })],
  [
    sha256Hex(TOKENS.limitedByAccount),
    {
      outcome: 'known',
      account: active,
      rate: { ...rate, admitted: false, limitedBy: 'account', remaining: 0, resetSeconds: 12 },
    },
  ],
  [sha256Hex(TOKENS.limited), { outcome: 'known', account: active, rate: { ...rate, admitted: false, remaining: 0 } }],
]);

export class OutOfReach extends Error {}

const thing = z
  .object({ id: z.string(), name: z.string(), amount: z.number(), tags: z.array(z.string()), kind: z.enum(['a', 'b']) })
  .openapi('Thing');
type Thing = z.output<typeof thing>;
const THINGS = Array.from(
  { length: 450 },
  (_, index): Thing => ({
    id: String(index + 1),
    name: index === 0 ? '=HYPERLINK("x")' : `Thing ${index + 1}`,
    amount: index - 1.5,
    tags: ['x', 'y'],
    kind: index % 2 === 0 ? 'a' : 'b',
  }),
);
const example: Thing = { id: '1', name: 'Thing', amount: 1.5, tags: [], kind: 'a' };
const about = { tag: 'Things', summary: 'A sample', description: 'A sample of its kind.' } as const;
const account = { ...about, access: 'account:read' } as const;

const listThings = accountRoute({
  ...account,
  method: 'get',
  path: '/v1/things',
  operationId: 'listThings',
  link: 'things',
  request: {
    query: z.strictObject({
      ...offsetQuery,
      kind: z.enum(['a', 'b']).optional(),
      period: statementMonth(() => new Date('2026-07-15T12:00:00Z'), 'A month.').optional(),
      active: booleanText('Only active ones.').optional(),
    }),
  },
  responses: {
    200: {
      description: 'A page.',
      schema: offsetList(thing),
      example: { data: [example], pagination: { limit: 50, offset: 0, hasMore: false }, total: 1 },
    },
  },
  csv: { columns: ['id', 'name', 'amount', 'tags', 'kind'], rows: (body) => body.data },
}).handle(({ query: { limit, offset, kind } }) => {
  const matching = THINGS.filter((item) => kind === undefined || item.kind === kind);
  return { status: 200, body: offsetPage(matching.slice(offset, offset + limit + 1), { limit, offset }) };
});

const listEntries = accountRoute({
  ...account,
  method: 'get',
  path: '/v1/entries',
  operationId: 'listEntries',
  request: { query: z.strictObject(cursorQuery) },
  responses: {
    200: {
      description: 'A page.',
      schema: cursorList(thing),
      example: { data: [example], pagination: { limit: 50, nextCursor: null, hasMore: false } },
    },
  },
}).handle(({ query: { limit, cursor = 0 } }) => {
  const rows = THINGS.filter(({ id }) => Number(id) > cursor).slice(0, limit + 1);
  return { status: 200, body: cursorPage(rows, limit, ({ id }) => Number(id)) };
});

const params = z.object({ thingId: z.string().max(100) });

const getThing = accountRoute({
  ...account,
  method: 'get',
  path: '/v1/things/{thingId}',
  operationId: 'getThing',
  request: { params },
  responses: { 200: { description: 'The thing.', schema: thing, example } },
}).handle(async ({ params: { thingId } }) => {
  if (thingId === 'boom') throw new Error('select * from secret_table at db.internal');
  if (thingId === 'down') throw new OutOfReach('connect ECONNREFUSED 10.0.0.1');
  const found = THINGS.find(({ id }) => id === thingId);
  return found === undefined ? refuse('not_found') : { status: 200, body: found };
});

/** A fixed path beside a parameter: the fixed path wins, in any order of routes. */
const getSummary = accountRoute({
  ...account,
  method: 'get',
  path: '/v1/things/summary',
  operationId: 'getSummary',
  responses: { 200: { description: 'Counts.', schema: z.object({ count: z.int() }), example: { count: 1 } } },
}).handle(() => ({ status: 200, body: { count: THINGS.length } }));

const deleteThing = accountRoute({
  ...account,
  access: 'account:write',
  method: 'delete',
  path: '/v1/things/{thingId}',
  operationId: 'deleteThing',
  request: { params },
  problems: ['conflict'],
  responses: { 204: { description: 'Gone.', schema: z.void(), example: undefined } },
}).handle(({ params: { thingId } }) =>
  thingId === '1'
    ? refuse('conflict', { title: 'The thing is in use', detail: 'By 3 others.' })
    : { status: 204, body: undefined },
);

const createThing = accountRoute({
  ...account,
  access: 'account:write',
  method: 'post',
  path: '/v1/things',
  operationId: 'createThing',
  request: {
    query: z.strictObject({ dryRun: booleanText('Store nothing.').optional() }),
    json: z.strictObject({
      name: z.string().min(1).max(200),
      amount: z.number(),
      parts: z.array(z.strictObject({ id: z.string(), note: z.string().optional() })).optional(),
    }),
  },
  responses: {
    201: {
      description: 'Made.',
      schema: thing,
      example,
      headers: { Location: { description: 'The thing.', example: '/v1/things/1' } },
    },
  },
}).handle(({ json: { name, amount } }, { href }) => ({
  status: 201,
  headers: { Location: href('/v1/things/new') },
  body: { id: 'new', name, amount, tags: [], kind: 'a' },
}));

const upload = accountRoute({
  ...account,
  access: 'account:write',
  method: 'post',
  path: '/v1/uploads',
  operationId: 'upload',
  request: {
    form: z.strictObject({
      file: fileField('The statement.'),
      periodYear: integerText({ min: 2000, max: 2100 }),
      total: z
        .string()
        .regex(/^\d{1,12}(\.\d+)?$/, 'must be a plain decimal number')
        .optional(),
      replace: booleanText('Replace the period.').optional(),
    }),
  },
  responses: {
    202: {
      description: 'Taken.',
      schema: z.object({
        fileName: z.string(),
        byteSize: z.int(),
        sha256: z.string(),
        periodYear: z.int(),
        replace: z.boolean(),
      }),
      example: { fileName: 'a.csv', byteSize: 1, sha256: '00', periodYear: 2026, replace: false },
    },
  },
}).handle(({ form: { file, periodYear, replace = false } }) => ({
  status: 202,
  body: {
    fileName: file.fileName,
    byteSize: file.bytes.byteLength,
    sha256: sha256Hex(Buffer.from(file.bytes).toString('latin1')),
    periodYear,
    replace,
  },
}));

const adminThings = operatorRoute({
  ...about,
  method: 'post',
  path: '/v1/admin/things',
  operationId: 'adminThings',
  responses: { 200: { description: 'Done.', schema: z.object({ ok: z.boolean() }), example: { ok: true } } },
}).handle(() => ({ status: 200, body: { ok: true } }));

const sampleRoutes: readonly Route[] = [
  getThing,
  listThings,
  listEntries,
  getSummary,
  deleteThing,
  createThing,
  upload,
  adminThings,
];

export const sampleDeps: HttpDeps = {
  ...createAdmission(),
  authenticate: async ({ tokenHash }) => ACCOUNTS.get(tokenHash) ?? { outcome: 'unknown' },
  operatorTokenHashes: () => [sha256Hex(TOKENS.operator)],
  isUnavailable: (error) => error instanceof OutOfReach,
  archive: { listBooks: async () => [], findMonth: async () => null },
  idempotency: memoryIdempotency(),
  service: 'commission-statement-service',
  version: '0.1.0',
  publicUrl: null,
  proxyHops: 0,
};

/** Keeps idempotency keys in the memory of the process. */
function memoryIdempotency(): IdempotencyStore {
  const held = new Map<string, { readonly fingerprint: string; reply: KeptReply | null }>();
  const nameOf = ({ accountId, key }: IdempotentRequest) => `${accountId} ${key}`;
  return {
    async reserve(request) {
      const { fingerprint } = request;
      const known = held.get(nameOf(request));
      if (known === undefined) {
        held.set(nameOf(request), { fingerprint, reply: null });
        return { kind: 'reserved', reservationId: nameOf(request) };
      }
      if (known.fingerprint !== fingerprint) return { kind: 'other-request' };
      return known.reply === null ? { kind: 'under-way' } : { kind: 'replied', reply: known.reply };
    },
    async keep(request, _reservationId, reply) {
      held.set(nameOf(request), { fingerprint: request.fingerprint, reply });
    },
    async release(request) {
      held.delete(nameOf(request));
    },
  };
}

export interface SampleService {
  readonly url: string;
  readonly call: ApiClient;
  readonly routes: readonly Route[];
  readonly document: OpenApiDocument;
  readonly close: () => Promise<void>;
}

/** Starts on a free port of the loopback interface. */
export async function startSampleService(overrides: Partial<HttpDeps> = {}): Promise<SampleService> {
  const deps = { ...sampleDeps, ...overrides };
  const server = await startHttpServer({
    app: createApp(deps, sampleRoutes),
    host: '127.0.0.1',
    port: 0,
    closeGraceMs: 0,
  });
  const routes: readonly Route[] = [...discoveryRoutes(deps, () => routes), ...sampleRoutes];
  const document = Object.fromEntries<unknown>(Object.entries(describeRoutes(routes, deps)));
  return { ...server, routes, document, call: createApiClient(server.url, document, TOKENS.good) };
}

export function createSampleApp(overrides: Partial<HttpDeps> = {}, moreRoutes: readonly Route[] = []) {
  return createApp({ ...sampleDeps, ...overrides }, [...sampleRoutes, ...moreRoutes]);
}
