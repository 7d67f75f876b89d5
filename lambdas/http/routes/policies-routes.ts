import { z } from '@hono/zod-openapi';
import { type Clock, recordId, statementMonth } from '../../../app/platform/shared-fields.ts';
import {
  exportPolicies,
  listPolicies,
  type PolicyLists,
  policyList,
  replacedPolicies,
  replacePolicies,
  STORED_POLICY_COLUMNS,
  storedPolicy,
} from '../../../app/policies/manage-policies.ts';
import {
  comparedList,
  exportPolicyFindings,
  FINDING_COLUMNS,
  findingCounts,
  findingKind,
  type PolicyReports,
  policyFinding,
  reportPolicies,
} from '../../../app/reads/policy-reads.ts';
import { bookPeriod } from '../../../app/reads/report-book-members.ts';
import { LISTED_POLICIES_BYTES_MAX } from '../../../core/limits/request-limits.ts';
import { LISTED_POLICIES_MAX, NEVER_PAID_GRACE_MONTHS } from '../../../core/limits/saved-report-limits.ts';
import {
  countPolicyColumns,
  POLICY_COLUMNS,
  POLICY_STATUSES,
  type PolicyColumn,
  readPolicyHeader,
} from '../../../core/policies/policy-columns.ts';
import { type PolicyRow, readPolicies } from '../../../core/policies/read-policies.ts';
import { type FieldError, isRefused } from '../../../core/problem.ts';
import { refuseField } from '../../../core/refuse.ts';
import { csvField, listWorkbook, readCsvTable, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { bookQuery } from '../request-fields.ts';
import { booleanText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

export interface PolicyRouteDeps extends PolicyLists {
  readonly writeWorkbook: WriteWorkbook;
}

const policyCsv = z.string().openapi({
  description: 'A header and a row for each policy, with the columns of the JSON form under any usual name.',
  example: 'Member ID,Plan,Effective Date,Premium,Agent,Status\r\nM-1001,Gold,01/01/2026,412.50,Ann Lee,Active\r\n',
});

/** The request's list of policies before its values are parsed. */
interface SentPolicies {
  readonly rows: readonly PolicyRow[];
  /** Faults of the list as a whole, and of cells beyond the last column. */
  readonly faults: readonly FieldError[];
  /** CSV columns that the service does not read. */
  readonly ignoredColumns: readonly string[];
}

function policiesOfJson({ policies }: z.output<typeof policyList>): SentPolicies {
  const rows = policies.map((policy, index): PolicyRow => {
    const values = new Map<string, string | number | null>(Object.entries(policy));
    const cells = POLICY_COLUMNS.map((column) => [column, String(values.get(column) ?? '')] as const);
    return { cells: Object.fromEntries(cells), fieldOf: (column) => `policies[${index}].${column}` };
  });
  return { rows, faults: [], ignoredColumns: [] };
}

function policiesOfCsv(csv: string): SentPolicies {
  const { headers, rows, faults } = readCsvTable(csv, countPolicyColumns);
  const header = readPolicyHeader(headers);
  const { ignored: ignoredColumns } = header;
  const wrong = [...faults, ...(faults.length > 0 && headers.length === 0 ? [] : headerFaults(header))];
  if (!header.places.has('id')) return { rows: [], faults: wrong, ignoredColumns };
  if (rows.length > LISTED_POLICIES_MAX) {
    const detail = `has ${rows.length} policies; a list may have ${LISTED_POLICIES_MAX}`;
    return { rows: [], faults: [{ field: 'body', detail }, ...wrong], ignoredColumns };
  }
  const read = rows.map(({ number, cells }): PolicyRow => {
    const named = [...header.places].map(([column, place]) => [column, cells[place] ?? ''] as const);
    return { cells: Object.fromEntries(named), fieldOf: (column) => csvField(number, headerOf(column)) };
  });
  const headerOf = (column: PolicyColumn) => headers[header.places.get(column) ?? -1];
  return { rows: read, faults: wrong, ignoredColumns };
}

function headerFaults({ places, repeated }: ReturnType<typeof readPolicyHeader>): readonly FieldError[] {
  const twice = repeated.map((name) => ({ field: csvField(1, name), detail: 'is there twice' }));
  if (places.has('id')) return twice;
  return [...twice, { field: 'row 1', detail: 'names no column of ids, such as "Member ID" or "Policy Number"' }];
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
      200: { description: 'Replaced, or counted.', schema: replacedPolicies },
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

function listRoute({ writeWorkbook, ...lists }: PolicyRouteDeps): Route {
  const workbook = listWorkbook(writeWorkbook, {
    name: 'Policies',
    columns: STORED_POLICY_COLUMNS,
    money: ['premium'],
  });
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
      },
    },
    csv: { columns: STORED_POLICY_COLUMNS, rows: ({ data }) => data },
    also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
  }).handle(
    async ({ query }, { account }) => {
      const found = await listPolicies(lists, account.accountId, query);
      return isRefused(found) ? found : { status: 200, body: found };
    },
    {
      [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
        const rows = await exportPolicies(lists, account.accountId, query);
        return isRefused(rows) ? rows : csvFile(STORED_POLICY_COLUMNS, rows);
      },
      [XLSX_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
        const rows = await exportPolicies(lists, account.accountId, query);
        return isRefused(rows) ? rows : workbook.file(rows);
      },
    },
  );
}

interface PolicyReportDeps extends PolicyReports {
  readonly clock: Clock;
}

const policyReport = offsetList(policyFinding)
  .extend({ period: bookPeriod, lists: z.array(comparedList).readonly(), counts: findingCounts })
  .openapi('PolicyReport');

/** Compares the agency's own lists with the paid policies. */
export function policyReportRoutes({ policyReads, clock }: PolicyReportDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/reports/policies',
      operationId: 'getPolicyReport',
      access: 'account:read',
      tag: 'Reports',
      summary: 'Compare the book of business with a period',
      description: `What the lists of PUT /v1/policies and the statements of a period disagree about: policies that were sold and never paid
(they began more than ${NEVER_PAID_GRACE_MONTHS} months before the period), that are active and no longer paid, that are paid and not listed, or ended and still paid;
and another agent, rate, premium or number of lives where both say one. Compared anew with each request. Statuses, at risk and owed are not changed by it.
By carrier, then kind, then id.`,
      link: 'reportPolicies',
      request: {
        query: z.strictObject({
          ...offsetQuery,
          ...bookQuery,
          period: statementMonth(clock, 'Default: the latest period with data of a book that has a list.').optional(),
          kind: findingKind.optional().openapi({ description: 'Only findings of this kind; counts are of all kinds.' }),
        }),
      },
      problems: ['not_found'],
      responses: { 200: { description: 'The comparison.', schema: policyReport } },
      csv: { columns: FINDING_COLUMNS, rows: ({ data }) => data },
    }).handle(
      async ({ query }, { account }) => {
        const report = await reportPolicies(policyReads, account.accountId, query);
        if (isRefused(report)) return report;
        const { page, ...rest } = report;
        return { status: 200, body: { ...rest, ...page } };
      },
      {
        [CSV_TYPE]: async ({ query: { limit: _, ...filter } }, { account }) => {
          const rows = await exportPolicyFindings(policyReads, account.accountId, filter);
          return isRefused(rows) ? rows : csvFile(FINDING_COLUMNS, rows);
        },
      },
    ),
  ];
}
