import { z } from '@hono/zod-openapi';
import {
  exportPolicies,
  listPolicies,
  type PolicyLists,
  replacePolicies,
} from '../../../app/policies/manage-policies.ts';
import { LISTED_POLICIES_BYTES_MAX } from '../../../core/limits/request-limits.ts';
import { POLICY_STATUSES } from '../../../core/policies/policy-columns.ts';
import { readPolicies } from '../../../core/policies/read-policies.ts';
import { isRefused } from '../../../core/problem.ts';
import { refuseField } from '../../../core/refuse.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { accountRoute, type Route } from '../route.ts';
import {
  policiesOfCsv,
  policiesOfJson,
  policyCsv,
  policyList,
  replacedExample,
  replacedPolicies,
  storedPolicy,
  storedPolicyExample,
} from '../schemas/policy-schemas.ts';
import { bookQuery, recordId } from '../schemas/record-id.ts';
import { booleanText } from '../text-fields.ts';
import { listWorkbook, type WriteWorkbook, XLSX_TYPE } from '../workbook.ts';

export interface PolicyRouteDeps extends PolicyLists {
  readonly writeWorkbook: WriteWorkbook;
}

/** The agency's own lists of policies. */
export function policyRoutes(deps: PolicyRouteDeps): readonly Route[] {
  return [replaceRoute(deps), listRoute(deps)];
}

function replaceRoute(lists: PolicyLists): Route {
  return accountRoute({
    method: 'put',
    path: '/v1/policies',
    operationId: 'replacePolicies',
    access: 'account:write',
    preview: 'dryRun',
    tag: 'Policies',
    summary: 'Replace a book of business',
    description: `The policies that the agency expects a carrier to pay for, as JSON or CSV. The list takes the place of the one before as a
whole: with carrierId that of the carrier, without it those of all carriers of the workspace, and then each policy names its carrier.
If anything is wrong, every fault is told with its row and column, and nothing is stored. A policy may be listed once for each id, plan and first day. With \`dryRun\` the scope \`read\` is enough.`,
    request: {
      query: z.strictObject({
        carrierId: recordId('The carrier whose list is replaced.').optional(),
        workspaceId: recordId('Needed where the account has several.').optional(),
        dryRun: booleanText('Only count what would change.').optional(),
      }),
      json: policyList.optional(),
      csv: policyCsv.optional(),
    },
    jsonBytesMax: LISTED_POLICIES_BYTES_MAX,
    problems: ['not_found', 'conflict', 'workspace_required'],
    responses: {
      200: { description: 'Replaced, or counted.', schema: replacedPolicies, example: replacedExample },
    },
  }).handle(async ({ query, json, csv }, request) => {
    const parsed = csv === undefined ? json && policiesOfJson(json) : policiesOfCsv(csv);
    if (parsed === undefined) return refuseField('body', 'is required');
    const { drafts, faults } = readPolicies(parsed.rows);
    const replaced = await replacePolicies(lists, {
      accountId: request.account.accountId,
      workspaceId: query.workspaceId ?? null,
      carrierId: query.carrierId ?? null,
      reading: { drafts, faults: [...parsed.faults, ...faults] },
      dryRun: query.dryRun ?? false,
      origin: request.origin,
    });
    if (isRefused(replaced)) return replaced;
    return { status: 200, body: { ...replaced, ignoredColumns: [...parsed.ignoredColumns] } };
  });
}

const COLUMNS = Object.keys(storedPolicy.shape);

function listRoute({ writeWorkbook, ...lists }: PolicyRouteDeps): Route {
  const workbook = listWorkbook(writeWorkbook, { name: 'Policies', columns: COLUMNS, money: ['premium'] });
  return accountRoute({
    method: 'get',
    path: '/v1/policies',
    operationId: 'listPolicies',
    access: 'account:read',
    tag: 'Policies',
    summary: 'The book of business as it is stored',
    description: 'By carrier, workspace and id. Also as CSV and XLSX: without `limit` both have every policy.',
    link: 'policies',
    request: {
      query: z.strictObject({
        ...offsetQuery,
        ...bookQuery,
        status: z.enum(POLICY_STATUSES).optional().openapi({ description: 'Only policies of this status.' }),
      }),
    },
    problems: ['not_found'],
    responses: {
      200: {
        description: 'A page of policies.',
        schema: offsetList(storedPolicy),
        example: { data: [storedPolicyExample], pagination: { limit: 50, offset: 0, hasMore: false }, total: 1 },
      },
    },
    csv: { columns: COLUMNS, rows: ({ data }) => data },
    also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
  }).handle(
    async ({ query }, { account }) => {
      const found = await listPolicies(lists, account.accountId, query);
      return isRefused(found) ? found : { status: 200, body: found };
    },
    {
      [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
        const rows = await exportPolicies(lists, account.accountId, query);
        return isRefused(rows) ? rows : csvFile(COLUMNS, rows);
      },
      [XLSX_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
        const rows = await exportPolicies(lists, account.accountId, query);
        return isRefused(rows) ? rows : workbook.file(rows);
      },
    },
  );
}
