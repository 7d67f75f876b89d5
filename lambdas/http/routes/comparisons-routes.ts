import { z } from '@hono/zod-openapi';
import { type Clock, statementMonth } from '../../../app/platform/shared-fields.ts';
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
import { memberStatuses } from '../../../app/reads/member-records.ts';
import { moneyToDollars, scaleDecimal } from '../../../core/money.ts';
import { isRefused } from '../../../core/problem.ts';
import { mapExport } from '../../../core/row-export.ts';
import { NUMBER_FIELDS } from '../../../core/scoring/scored-row.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { bookQuery } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

export interface ComparisonRouteDeps extends ComparisonReports {
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
