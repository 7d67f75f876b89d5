import { z } from '@hono/zod-openapi';
import { filterByOwnAgent } from '../../../app/people/own-session.ts';
import { type Clock, recordId, statementMonth } from '../../../app/platform/shared-fields.ts';
import {
  COMPARISON_ROW_COLUMNS,
  type ComparedMember,
  type ComparisonReports,
  comparePeriods,
  comparisonDelta,
  comparisonRow,
  comparisonSummary,
  exportComparison,
} from '../../../app/reads/compare-periods.ts';
import {
  type CallReads,
  CHANGE_COLUMNS,
  type ChangeRegister,
  change,
  changeAmounts,
  changeCounts,
  changeKinds,
  exportChanges,
  listChanges,
  PERSON_TO_CALL_COLUMNS,
  personToCall,
} from '../../../app/reads/list-changes.ts';
import {
  exportPayChanges,
  listPayChanges,
  PAY_CHANGE_COLUMNS,
  PAY_CHANGE_GROUPS,
  PAY_CHANGE_ORDERS,
  type PayChange,
  type PayChangeRegister,
  payChange,
  payChangeGroup,
  payChangePart,
  payChangeParts,
  payChangeTotals,
} from '../../../app/reads/list-pay-changes.ts';
import { memberStatuses } from '../../../app/reads/member-records.ts';
import { moneyToDollars, scaleDecimal } from '../../../core/money.ts';
import { isRefused } from '../../../core/problem.ts';
import { callSheets, changeSheets } from '../../../core/report/list-workbooks.ts';
import { payChangeSheets } from '../../../core/report/pay-bridge.ts';
import { mapExport } from '../../../core/row-export.ts';
import { CHANGE_ORDERS } from '../../../core/scoring/period-sums.ts';
import { NUMBER_FIELDS } from '../../../core/scoring/scored-row.ts';
import { sheetsWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { bookQuery, searchText } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

export interface ChangeRouteDeps extends ChangeRegister {
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

const changeList = offsetList(change).extend({
  period: z.string().nullable().openapi({ description: 'Null when there is no data at all.' }),
  counts: changeCounts.describe('Members of each kind, whichever kind is asked for.'),
  amounts: changeAmounts.describe('Dollars of these kinds, whichever kind is asked for.'),
  total: z.int().openapi({ description: 'Rows of the whole list.' }),
});

/** The members of a month whose pay changed, over all carriers. */
export function changeRoutes({ writeWorkbook, clock, ...register }: ChangeRouteDeps): readonly Route[] {
  const workbook = sheetsWorkbook(writeWorkbook, changeSheets);
  return [
    accountRoute({
      method: 'get',
      path: '/v1/changes',
      operationId: 'listChanges',
      access: 'account:read',
      agents: 'own_members',
      tag: 'Members',
      summary: 'Who is gone, paid less, new or back in a month',
      description: `One list over all carriers, with the amounts before and now and a sentence for each member. The first month of a carrier has
no changes. Members with the same pay are listed with kind=same only, in the order of members. The workbook is for people: titles and words instead of properties, and
no references.`,
      link: 'changes',
      request: {
        query: z.strictObject({
          ...offsetQuery,
          ...bookQuery,
          period: statementMonth(clock, 'Default: the latest period with data.').optional(),
          kind: changeKinds.optional(),
          agent: searchText('The name or the number of an agent as the statement has it, in any case.'),
          q: searchText('Part of the name, the member id, another id of the member or the policy number, in any case.'),
          sort: z.enum(CHANGE_ORDERS).default('money').openapi({
            description: 'money: the largest difference first. carrier, agent: by name, then by money.',
          }),
        }),
      },
      problems: ['not_found'],
      responses: { 200: { description: 'A page of changes.', schema: changeList } },
      csv: { columns: CHANGE_COLUMNS, rows: ({ data }) => data },
      also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
    }).handle(
      async ({ query }, { account }) => {
        const found = await listChanges(register, account.accountId, filterByOwnAgent(account.person, query));
        if (isRefused(found)) return found;
        const { page, ...head } = found;
        return { status: 200, body: { ...page, ...head } };
      },
      {
        [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
          const rows = await exportChanges(register, account.accountId, filterByOwnAgent(account.person, query));
          return isRefused(rows) ? rows : csvFile(CHANGE_COLUMNS, rows);
        },
        [XLSX_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
          const rows = await exportChanges(register, account.accountId, filterByOwnAgent(account.person, query));
          return isRefused(rows) ? rows : workbook.file(rows);
        },
      },
    ),
  ];
}

interface PayChangeRouteDeps extends PayChangeRegister {
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

const payChangeList = offsetList(payChange).extend({
  period: z.string().nullable().openapi({ description: 'Null when there is no data at all.' }),
  previousPeriod: z
    .string()
    .nullable()
    .openapi({ description: 'The month that it is compared with; null without one.' }),
  parts: z.array(payChangePart).openapi({ description: 'Every part with rows, whichever part is asked for.' }),
  totals: payChangeTotals,
  groups: z
    .array(payChangeGroup)
    .openapi({ description: 'With groupBy: the 200 groups with the largest differences.' }),
  total: z.int().openapi({ description: 'Rows of the whole list.' }),
});

/** Adds what an agent may see to a filter. */
const filterOf = <Query extends { readonly agent?: string | undefined }>(
  person: Parameters<typeof filterByOwnAgent>[0],
  query: Query,
) => ({ ...filterByOwnAgent(person, query), seesEvents: (person?.agent ?? null) === null });

const workbookOf = (writeWorkbook: WriteWorkbook, agency: string) =>
  sheetsWorkbook(writeWorkbook, (batches: AsyncIterable<readonly PayChange[]>) => payChangeSheets(batches, agency));

/** The members behind each part of the bridge. */
export function payChangeRoutes({ writeWorkbook, clock, ...register }: PayChangeRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/pay-changes',
      operationId: 'listPayChanges',
      access: 'account:read',
      agents: 'own_members',
      tag: 'Members',
      summary: 'Who the difference between two months comes from',
      description: `The members behind the bridge of GET /v1/home: each member whose pay differs is in exactly one part, and the rows of a part add up
to it. GET /v1/changes compares regular pay instead, and lists members with the same pay too. A part is listed without
comparison where a carrier has one of the two months only. The workbook is for people: titles and words instead of properties.`,
      link: 'payChanges',
      request: {
        query: z.strictObject({
          ...offsetQuery,
          ...bookQuery,
          period: statementMonth(clock, 'Default: the latest period with data.').optional(),
          part: payChangeParts.optional(),
          agent: searchText('The name or the number of an agent as the statement has it, in any case.'),
          q: searchText('Part of the name, the member id, another id of the member or the policy number, in any case.'),
          eventId: recordId('Only members of this carrier event.').optional(),
          groupBy: z.enum(PAY_CHANGE_GROUPS).optional().openapi({
            description: 'Lists group after group. policy: by policy or group number. reason: by the first finding.',
          }),
          sort: z.enum(PAY_CHANGE_ORDERS).default('money').openapi({
            description: 'money: the largest difference first. Within a group where groupBy names one.',
          }),
        }),
      },
      problems: ['not_found'],
      responses: { 200: { description: 'A page of changes.', schema: payChangeList } },
      csv: { columns: PAY_CHANGE_COLUMNS, rows: ({ data }) => data },
      also: { [XLSX_TYPE]: ({ data }) => workbookOf(writeWorkbook, '').page(data) },
    }).handle(
      async ({ query }, { account }) => {
        const found = await listPayChanges(register, account.accountId, filterOf(account.person, query));
        if (isRefused(found)) return found;
        const { page, parts, groups, totals, ...months } = found;
        const body = { ...page, ...months, totals, parts: [...parts], groups: [...groups], total: totals.count };
        return { status: 200, body };
      },
      {
        [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
          const rows = await exportPayChanges(register, account.accountId, filterOf(account.person, query));
          return isRefused(rows) ? rows : csvFile(PAY_CHANGE_COLUMNS, rows);
        },
        [XLSX_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
          const rows = await exportPayChanges(register, account.accountId, filterOf(account.person, query));
          return isRefused(rows) ? rows : workbookOf(writeWorkbook, account.name).file(rows);
        },
      },
    ),
  ];
}

interface CallListRouteDeps {
  readonly calls: CallReads;
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

/** The people to call. */
export function callListRoutes({ calls, writeWorkbook, clock }: CallListRouteDeps): readonly Route[] {
  const workbook = sheetsWorkbook(writeWorkbook, callSheets);
  return [
    accountRoute({
      method: 'get',
      path: '/v1/members/to-call',
      operationId: 'listPeopleToCall',
      access: 'account:read',
      tag: 'Members',
      summary: 'People who are gone or going, with phone and email',
      description: `Members who are missing since the month before the latest or since another month, and members whose statement names a day of
that time or later on which they end. By name. The workbook is for people who call.`,
      link: 'to-call',
      request: {
        query: z.strictObject({
          ...offsetQuery,
          ...bookQuery,
          agent: z
            .string()
            .min(1, 'must not be empty')
            .max(200, 'must not be longer than 200 characters')
            .optional()
            .openapi({
              description: 'The id or the name of an agent, or a name or number as statements have it, in any case.',
            }),
          since: statementMonth(clock, 'Default: the month before the latest with data.').optional(),
        }),
      },
      problems: ['not_found'],
      responses: { 200: { description: 'A page of people.', schema: offsetList(personToCall) } },
      csv: { columns: PERSON_TO_CALL_COLUMNS, rows: ({ data }) => data },
      also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
    }).handle(
      async ({ query: { limit, offset, ...filter } }, { account }) => {
        const page = await calls.listToCall(account.accountId, filter, { limit, offset });
        return isRefused(page) ? page : { status: 200, body: page };
      },
      {
        [CSV_TYPE]: async ({ query: { limit: _, offset, ...filter } }, { account }) => {
          const rows = await calls.exportToCall(account.accountId, filter, offset);
          return isRefused(rows) ? rows : csvFile(PERSON_TO_CALL_COLUMNS, rows);
        },
        [XLSX_TYPE]: async ({ query: { limit: _, offset, ...filter } }, { account }) => {
          const rows = await calls.exportToCall(account.accountId, filter, offset);
          return isRefused(rows) ? rows : workbook.file(rows);
        },
      },
    ),
  ];
}

interface ComparisonRouteDeps extends ComparisonReports {
  readonly clock: Clock;
}

/** A comparison of two sides of the books, member by member (docs/reference/members-and-comparisons.md#comparisons). */

const granularities = z.enum(['month', 'quarter', 'year']);

const comparison = offsetList(comparisonRow).extend({
  from: z.string(),
  to: z.string(),
  carrierId: z.string().nullable().openapi({ description: 'Null: all carriers.' }),
  granularity: granularities,
  summary: comparisonSummary,
  deltas: z
    .array(comparisonDelta)
    .openapi({ description: "Every field that moved, of the page's members, in the order of their rows." }),
});

/** Comparisons of any two months, quarters or years. */
export function comparisonRoutes(deps: ComparisonRouteDeps): readonly Route[] {
  return [getComparison(deps)];
}

function getComparison({ comparisons, clock }: ComparisonRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/comparisons',
    operationId: 'listComparisons',
    isHeavy: true,
    access: 'account:read',
    tag: 'Members',
    summary: 'Two periods compared',
    description: `Each member by the rules of month-over-month scoring, ordered by carrier, workspace and member. With quarter or year a
side is the calendar quarter or year that holds the month: amounts are sums over its months, and a member is present who is in any of them.
New: never seen up to the end of the earlier side; reappeared: seen before it, not in it. CSV has
the rows.`,
    request: {
      query: z.strictObject({
        ...offsetQuery,
        ...bookQuery,
        from: statementMonth(clock, 'The earlier month, or one of the earlier quarter or year.'),
        to: statementMonth(clock, 'The later month, or one of the later quarter or year.'),
        granularity: granularities.default('month'),
        status: memberStatuses.optional().openapi({ description: 'Only members of this status.' }),
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'A page of the comparison.', schema: comparison } },
    csv: { columns: COMPARISON_ROW_COLUMNS, rows: ({ data }) => data },
  }).handle(
    async ({ query: { limit, offset, ...request } }, { account }) => {
      const found = await comparePeriods(comparisons, account.accountId, { ...request, page: { limit, offset } });
      if (isRefused(found)) return found;
      const { from, to, granularity, carrierId = null } = request;
      const { data, pagination, total } = found.page;
      return {
        status: 200,
        body: {
          from,
          to,
          carrierId,
          granularity,
          summary: found.summary,
          data: data.map(rowFrom),
          deltas: data.flatMap(deltasFrom),
          pagination,
          total,
        },
      };
    },
    {
      [CSV_TYPE]: async ({ query: { limit: _, ...request } }, { account }) => {
        const rows = await exportComparison(comparisons, account.accountId, request);
        return isRefused(rows) ? rows : csvFile(COMPARISON_ROW_COLUMNS, mapExport(rows, rowFrom));
      },
    },
  );
}

function rowFrom({ profile, ...row }: ComparedMember): z.output<typeof comparisonRow> {
  const { memberRefId, memberExternalId, carrierId, workspaceId, status, flags, comparedAgainstPeriod } = row;
  const { policyRefId, policyNumber, memberName, agentId, agentName, effectiveDate, termDate } = profile;
  return {
    memberRefId,
    policyRefId,
    carrierId,
    workspaceId,
    status,
    flags,
    commissionAmount: moneyToDollars(row.commissionAmount),
    prevCommissionAmount: moneyToDollars(row.prevCommissionAmount),
    comparedAgainstPeriod,
    memberName,
    memberExternalId,
    provisional: row.provisional,
    ...(policyNumber === null ? {} : { policyNumber }),
    ...{ carrierName: row.carrierName, agentId, agentName, effectiveDate, termDate },
  };
}

function deltasFrom({ deltas, profile, ...row }: ComparedMember): z.output<typeof comparisonDelta>[] {
  const { memberRefId, memberExternalId, carrierId, carrierName } = row;
  const { memberName, policyNumber, agentId, agentName, effectiveDate, termDate } = profile;
  const member = { memberExternalId, memberName, policyNumber, carrierId, carrierName };
  const context = { ...member, agentId, agentName, effectiveDate, termDate };
  return deltas.map(({ field, prevValue, currValue, changeType }) => {
    const shown = NUMBER_FIELDS.has(field) ? numberFrom : (value: string | null) => value;
    return { memberRefId, field, prevValue: shown(prevValue), currValue: shown(currValue), changeType, ...context };
  });
}

/** Converts a decimal text to a number with two decimals. Amounts have two decimals everywhere, and numbers of lives have no more. */
function numberFrom(value: string | null): number | null {
  const hundredths = value === null ? null : scaleDecimal(value, 2);
  return hundredths === null ? null : Number(hundredths) / 100;
}
