import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { OPENAPI_FILE } from '../../scripts/describe-api.ts';

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
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string() })).default([]),
  responses: z.looseObject({
    200: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })).optional() }).optional(),
  }),
});
const description = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

interface List {
  readonly operationId: string;
  readonly hasTotal: boolean;
  readonly hasSort: boolean;
}

let lists: readonly List[];
beforeAll(async () => {
  const document = description.parse(JSON.parse(await readFile(OPENAPI_FILE, 'utf8')));
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
