import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { WEBHOOK_EVENTS } from '../../app/webhooks/manage-webhooks.ts';
import { TEST_EVENT } from '../../core/webhook/event-body.ts';
import { OPENAPI_FILE } from '../../scripts/describe-api.ts';

/** Guarantee: useful clients and forms can be generated from the committed description. */

const schema = z.record(z.string(), z.unknown());
const parameter = z.object({
  name: z.string(),
  required: z.boolean(),
  description: z.string(),
  schema,
  example: z.unknown().optional(),
});
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(parameter).default([]),
  responses: z.record(z.string(), schema),
});
const description = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), z.object({ post: operation.omit({ responses: true }) })),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});

let text: string;
let document: z.output<typeof description>;
beforeAll(async () => {
  text = await readFile(OPENAPI_FILE, 'utf8');
  document = description.parse(JSON.parse(text));
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ path, method, ...one })),
  );

it('describes every parameter', () => {
  const silent = operations().flatMap(({ operationId, parameters }) =>
    parameters.filter(({ description: text }) => text.length < 5).map(({ name }) => `${operationId}: ${name}`),
  );
  expect(silent).toEqual([]);
});

it('requires the figures of a completed job', () => {
  const { required } = z.looseObject({ required: z.array(z.string()) }).parse(document.components.schemas['JobStats']);
  expect(required).toEqual(expect.arrayContaining(['members', 'green', 'yellow', 'red', 'new', 'commissionTotal']));
});

describe('operation ids', () => {
  const VERBS: Readonly<Record<string, readonly string[]>> = {
    get: ['get', 'list', 'export'],
    put: ['update', 'replace'],
    patch: ['update'],
    delete: ['delete'],
  };
  /** The verbs of POST operations that create nothing. */
  const ACTIONS =
    'accept approve compare confirm dispute file identify import infer mark move preview purge reconcile redo refuse rescore resolve retry review revoke rotate run send test undo upload'.split(
      ' ',
    );
  const verbOf = (operationId: string) => /^[a-z]+/.exec(operationId)?.[0] ?? '';

  test('begin with a verb of their method', () => {
    const others = operations().filter(
      ({ method, operationId }) => !(VERBS[method] ?? ['create', ...ACTIONS]).includes(verbOf(operationId)),
    );
    expect(others.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('say list for every page of rows by offset or cursor, except reports', () => {
    const pages = operations().filter(({ path, method, responses }) => {
      const isPage = /"pagination"|DeliveryList/.test(JSON.stringify(responses['200']?.['content'] ?? {}));
      return method === 'get' && isPage && !path.startsWith('/v1/reports/');
    });
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.filter(({ operationId }) => verbOf(operationId) !== 'list')).toEqual([]);
  });
});

it('has no default and no example for optional fields, because forms would send them', () => {
  const prefilled = operations().flatMap(({ operationId, parameters }) =>
    parameters
      .filter(
        (one) => !one.required && (one.example !== undefined || 'default' in one.schema || 'example' in one.schema),
      )
      .map(({ name }) => `${operationId}: ${name}`),
  );
  expect(prefilled).toEqual([]);
  expect(defaultsIn(document.paths)).toEqual([]);
  expect(defaultsIn(document.components.schemas)).toEqual([]);
});

it('describes every event that can be sent, with the headers of its signature', () => {
  expect(Object.keys(document.webhooks).toSorted()).toEqual([...WEBHOOK_EVENTS, TEST_EVENT].toSorted());
  for (const { post } of Object.values(document.webhooks)) {
    const required = post.parameters.filter((one) => one.required).map(({ name }) => name);
    expect(required.toSorted()).toEqual(
      ['X-Service-Event', 'X-Service-Signature', 'webhook-id', 'webhook-signature', 'webhook-timestamp'].toSorted(),
    );
  }
});

it('has a name for every larger object that is used more than once', () => {
  const copies = new Map<string, number>();
  countObjects({ paths: document.paths, schemas: document.components.schemas }, copies);
  expect(
    [...copies].filter(([copy, count]) => count > 1 && copy.length > 600).map(([copy]) => copy.slice(0, 200)),
  ).toEqual([]);
});

/** The paths of all schemas with a default; the name of a property may be `default`. */
function defaultsIn(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const isSchema = 'default' in node && ('type' in node || 'anyOf' in node || '$ref' in node);
  const inner = Object.entries(node).flatMap(([key, child]) =>
    key === 'example' || key === 'examples' ? [] : defaultsIn(child, `${path}/${key}`),
  );
  return isSchema ? [path, ...inner] : inner;
}

function countObjects(node: unknown, copies: Map<string, number>): void {
  if (typeof node !== 'object' || node === null) return;
  if ('properties' in node && 'type' in node) {
    const copy = JSON.stringify(node);
    copies.set(copy, (copies.get(copy) ?? 0) + 1);
  }
  for (const [key, child] of Object.entries(node))
    if (key !== 'example' && key !== 'examples') countObjects(child, copies);
}

/** Guarantee: every list of the API has `total` and `sort`, or this file says why not (docs/reference/requests.md#total-and-sort). */

const CURSOR = 'a cursor names a position in the one order, and has no count';
const WITHOUT_TOTAL: Readonly<Record<string, string>> = {
  listFiles: CURSOR,
  listIntake: CURSOR,
  listDeliveries: CURSOR,
  listEvents: CURSOR,
  listWebhookDeliveries: CURSOR,
};

const SHORT = 'one page has every row, so a client sorts what it has';
const LARGE = 'pages follow the key of a large table';
const COMPUTED = 'rows are computed in this order while they are counted';
const WITHOUT_SORT: Readonly<Record<string, string>> = {
  ...WITHOUT_TOTAL,
  listAccounts: SHORT,
  listTokens: SHORT,
  listOwnTokens: SHORT,
  listDeletions: SHORT,
  listCarriers: SHORT,
  listCarrierGroups: SHORT,
  listConfigs: SHORT,
  listEmailAddresses: SHORT,
  listExpectedRates: SHORT,
  listSavedReports: SHORT,
  listSftpUsers: SHORT,
  listTeam: SHORT,
  listAgents: SHORT,
  listPayRuns: SHORT,
  listPayQuestions: SHORT,
  listWebhooks: SHORT,
  listWorkspaces: SHORT,
  listDeadLetters: SHORT,
  listMemberNotes: SHORT,
  listTaskRuns: LARGE,
  listAllJobs: LARGE,
  listMemberLines: LARGE,
  listChargebacks: LARGE,
  listJobDeltas: LARGE,
  listJobResults: LARGE,
  listPeopleToCall: LARGE,
  listPolicies: LARGE,
  listUnassignedLines: LARGE,
  listComparisons: COMPUTED,
  listMonths: COMPUTED,
  listPayRunLines: COMPUTED,
  listAgentSpellings: COMPUTED,
  getOwedWorksheet: COMPUTED,
  getPolicyReport: COMPUTED,
  getRecoverable: COMPUTED,
};

const body = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() });
const listOperation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string() })).default([]),
  responses: z.looseObject({
    200: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })).optional() }).optional(),
  }),
});
const listsDescription = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), listOperation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

interface List {
  readonly operationId: string;
  readonly hasTotal: boolean;
  readonly hasSort: boolean;
}

let lists: readonly List[];
beforeAll(async () => {
  const document = listsDescription.parse(JSON.parse(await readFile(OPENAPI_FILE, 'utf8')));
  const propertiesOf = (schema: unknown) => {
    const name = z.object({ $ref: z.string() }).safeParse(schema).data?.$ref.split('/').at(-1);
    const parsed = body.safeParse(name === undefined ? schema : document.components.schemas[name]);
    return Object.keys(parsed.data?.properties ?? {});
  };
  lists = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, parameters, responses }) => {
      const properties = propertiesOf(responses[200]?.content?.['application/json']?.schema);
      if (!properties.includes('data') || !properties.includes('pagination')) return [];
      const hasSort = parameters.some(({ name }) => name === 'sort');
      return [{ operationId, hasTotal: properties.includes('total'), hasSort }];
    }),
  );
});

it('finds the lists', () => {
  expect(lists.length).toBeGreaterThan(30);
});

it('has a total on every list except lists by cursor', () => {
  const without = lists.filter(({ hasTotal }) => !hasTotal).map(({ operationId }) => operationId);
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_TOTAL).toSorted());
});

it('has sort on every list except lists with a reason', () => {
  const without = lists.filter(({ hasSort }) => !hasSort).map(({ operationId }) => operationId);
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_SORT).toSorted());
});
