import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { asOwner } from '../support/postgres.ts';
import { words } from '../support/words.ts';
import { createCarrier, startHostileService } from './hostile-service.ts';

/** Guarantee: no whole number from a client, however large, gets an answer of 500 or above. */

const COLUMNS = { member_external_id: 'Member ID', commission_amount: 'Commission' };
const service = await startHostileService();
const account = await service.createAccount('Harbor Benefits');
const carrierId = await createCarrier(account, 'Summit Senior Life', { fileType: 'csv', columns: COLUMNS });
afterAll(() => service.close());

const STATEMENT = 'Member ID,Commission\r\nM-1,5.00\r\n';

/** Numbers around the limits of PostgreSQL's integer and bigint, and of the exact range of a double. */
const EDGES = words(`
  2147483647 2147483648 4294967296 9007199254740991 9007199254740992 9223372036854775807 9223372036854775808 1e21
  999999999999999 -1 -2147483649 0
`);

const numeric = z.object({ type: z.union([z.string(), z.array(z.string())]) });
const parameter = z.object({ name: z.string(), in: z.enum(['query', 'path', 'header']), schema: z.unknown() });
const operation = z.object({
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
});
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

function isNumeric(schema: unknown): boolean {
  const read = numeric.safeParse(schema);
  return read.success && [read.data.type].flat().some((type) => type === 'integer' || type === 'number');
}

test('answers numbers in the query and in the path below 500', async () => {
  let sentCount = 0;
  for (const [template, methods] of Object.entries(description.parse(service.document).paths)) {
    for (const [method, { parameters }] of Object.entries(methods)) {
      for (const swept of parameters.filter(({ schema }) => isNumeric(schema))) {
        for (const edge of EDGES) {
          const path = pathOf(template, swept.in === 'path' ? { name: swept.name, edge } : null);
          const query = swept.in === 'query' ? `?${swept.name}=${edge}${required(template)}` : '';
          const token = template.startsWith('/v1/admin') ? service.operatorToken : account.token;
          const { status } = await account.call(method.toUpperCase(), `${path}${query}`, { token });
          expect([method, template, swept.name, edge, status < 500]).toEqual([
            method,
            template,
            swept.name,
            edge,
            true,
          ]);
          sentCount += 1;
        }
      }
    }
  }
  expect(sentCount).toBeGreaterThan(40 * EDGES.length);
  expect(service.faults).toEqual([]);
});

/** Fills a path in with existing ids if there are any, so that the number reaches the database. */
function pathOf(template: string, swept: { readonly name: string; readonly edge: string } | null): string {
  const ids = new Map([['carrierId', carrierId]]);
  return template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    name === swept?.name ? swept.edge : (ids.get(name) ?? '00000000-0000-0000-0000-000000000000'),
  );
}

/** The other required parameters of a list. */
function required(template: string): string {
  return template === '/v1/comparisons' ? `&carrierId=${carrierId}&period=2026-02` : '';
}

const EVERY_COLUMN = (edge: number) => ({ ...COLUMNS, lives: { column: edge } });

/** Every body that contains a number, by operation. A test below finds omissions. */
const JSON_BODIES: Readonly<Record<string, (edge: number) => readonly object[]>> = {
  'patch /v1/admin/accounts/{accountId}': (edge) => [{ rateLimitPerMinute: edge }],
  'post /v1/admin/carriers/{carrierId}/configs': configsWith,
  'post /v1/carriers/{carrierId}/configs': configsWith,
  'put /v1/account/retention': (edge) => [
    { readFileHours: edge, rejectedRowDays: 30 },
    { readFileHours: 24, rejectedRowDays: edge },
  ],
  'put /v1/carriers/{carrierId}/expected-files': (edge) => [{ expectedFiles: edge }],
  'put /v1/policies': (edge) => [
    { policies: [{ id: 'A', carrier: 'Acme', premium: edge }] },
    { policies: [{ id: 'A', carrier: 'Acme', lives: edge }] },
  ],
  'put /v1/pay-setup': (edge) => [
    { revision: edge, setup: { firstMonth: '2026-01' } },
    ...[
      { ruleId: 'a', pay: { by: 'commission', percent: edge } },
      { ruleId: 'a', pay: { by: 'life', amount: edge } },
      { ruleId: 'a', pay: { by: 'commission', percent: 1 }, policyYear: edge },
    ].map((rule) => ({
      revision: 0,
      setup: { firstMonth: '2026-01', plans: [{ planId: 'p', name: 'P', rules: [rule] }] },
    })),
  ],
  'post /v1/pay-runs/{runId}/adjustments': (edge) => [{ agentId: UNKNOWN, kind: 'fee', amount: edge, reason: 'Own' }],
  'post /v1/pay-runs/{runId}/agents/{agentId}/questions': (edge) => [{ lineNumber: edge, text: 'Own' }],
  'patch /v1/disputes/{disputeId}': (edge) => [{ otherPaidAmount: edge }],
  'put /v1/statements/{carrierId}/{period}/deposit': (edge) => [{ amount: edge, depositedOn: '2026-03-01' }],
  'post /v1/expected-rates': ratesWith,
  'post /v1/expected-rates/preview': ratesWith,
  'post /v1/expected-rates/bulk': (edge) => [{ rates: [{ rateType: 'flat_per_member', rateValue: edge }] }],
};

const UNKNOWN = '00000000-0000-0000-0000-000000000000';

function ratesWith(edge: number): readonly object[] {
  return [
    { carrierId, rateType: 'flat_per_member', rateValue: edge },
    ...['maxLives', 'fromPolicyMonth', 'toPolicyMonth', 'fromLives', 'toLives'].map((field) => ({
      carrierId,
      rateType: 'flat_per_member',
      rateValue: 1,
      [field]: edge,
    })),
  ];
}

function configsWith(edge: number): readonly object[] {
  const config = { fileType: 'csv', columns: COLUMNS };
  return [
    { ...config, headerRow: edge },
    { ...config, columns: EVERY_COLUMN(edge) },
    { ...config, cadence: { '*': edge } },
    { ...config, tolerance: { absolute: edge } },
    { ...config, tolerance: { percent: edge } },
  ];
}

test('leads from a cursor beyond 2^31 to the next page like from any other', async () => {
  const url = 'https://93.184.215.14/hook';
  const made = await account.call('POST', '/v1/webhooks', { json: { url, events: ['job.completed'] } });
  const { id } = z.object({ id: z.string() }).parse(made.json);
  await asOwner(
    service.address,
    (sql) => sql`select setval(pg_get_serial_sequence('webhook_deliveries', 'position'), 2147483646)`,
  );
  const messages: string[] = [];
  for (let count = 0; count < 3; count++) {
    const { json } = await account.call('POST', `/v1/webhooks/${id}/test`);
    messages.unshift(z.object({ id: z.string() }).parse(json).id);
  }
  const page = z.object({
    data: z.array(z.object({ id: z.string() })),
    pagination: z.object({ nextCursor: z.number().nullable() }),
  });
  const listed: string[] = [];
  for (let cursor: number | null | undefined; cursor !== null; ) {
    const from: string = cursor === undefined ? '' : `&cursor=${cursor}`;
    const { json } = await account.call('GET', `/v1/webhooks/deliveries?limit=1${from}`);
    const { data, pagination } = page.parse(json);
    listed.push(...data.map((each) => each.id));
    cursor = pagination.nextCursor;
  }
  expect(listed).toEqual(messages);
  expect(service.faults).toEqual([]);
});

test('answers numbers in bodies of JSON below 500', async () => {
  const found = Object.entries(description.parse(service.document).paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      holdsNumber(requestBody?.content['application/json']?.schema) ? [`${method} ${template}`] : [],
    ),
  );
  expect(found.toSorted()).toEqual(Object.keys(JSON_BODIES).toSorted());
  for (const [name, bodies] of Object.entries(JSON_BODIES)) {
    const [method = '', template = ''] = name.split(' ');
    for (const edge of EDGES.map(Number)) {
      for (const json of bodies(edge)) {
        const filled = template
          .replace('{accountId}', account.accountId)
          .replace('{carrierId}', carrierId)
          .replace('{period}', '2026-02')
          .replaceAll(/\{\w+\}/g, UNKNOWN);
        const path = template.endsWith('/bulk') ? `${filled}?carrierId=${carrierId}` : filled;
        const token = template.startsWith('/v1/admin') ? service.operatorToken : account.token;
        const { status } = await account.call(method.toUpperCase(), path, { token, json });
        expect([name, json, status < 500]).toEqual([name, json, true]);
      }
    }
  }
  await account.call('PATCH', `/v1/admin/accounts/${account.accountId}`, {
    token: service.operatorToken,
    json: { rateLimitPerMinute: null },
  });
  expect(service.faults).toEqual([]);
});

/** True when a number may appear in the schema. References are followed once each. */
function holdsNumber(schema: unknown, seen = new Set<string>()): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if (isNumeric(schema)) return true;
  return Object.entries(schema).some(([key, value]) => {
    if (key !== '$ref' || typeof value !== 'string') return key !== 'example' && holdsNumber(value, seen);
    if (seen.has(value)) return false;
    seen.add(value);
    return holdsNumber(referenced(value), seen);
  });
}

function referenced(pointer: string): unknown {
  const name = pointer.split('/').at(-1) ?? '';
  const { schemas } = z.object({ schemas: z.record(z.string(), z.unknown()) }).parse(service.document['components']);
  return schemas[name];
}

test('answers numbers in forms below 500', async () => {
  for (const edge of EDGES) {
    for (const path of ['/v1/files', `/v1/carriers/${carrierId}/configs/test`]) {
      for (const field of ['periodYear', 'periodMonth', 'statedTotal']) {
        const body = new FormData();
        body.set('file', new File([STATEMENT], 'a.csv'));
        if (path === '/v1/files') body.set('carrierId', carrierId);
        for (const [name, value] of Object.entries({ periodYear: '2026', periodMonth: '3', [field]: edge }))
          body.set(name, value);
        const { status } = await account.call('POST', path, { body });
        expect([path, field, edge, status < 500]).toEqual([path, field, edge, true]);
      }
    }
  }
  await service.runJobs();
  expect(service.faults).toEqual([]);
});
