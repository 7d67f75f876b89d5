import { z } from '@hono/zod-openapi';
import { type Clock, recordId, statementMonth } from '../../../app/platform/shared-fields.ts';
import {
  type CensusReports,
  censusReport,
  censusRequest,
  FORECAST_COLUMNS,
  type MedicareReports,
  RDE_COLUMNS,
  rdeReport,
  reconcileCensus,
  renewalForecastReport,
  reportRapidDisenrollment,
  reportRenewalForecast,
  UNPAID_COLUMNS,
} from '../../../app/reads/report-book-members.ts';
import { CENSUS_BYTES_MAX } from '../../../core/limits/request-limits.ts';
import { FORECAST_MONTHS_DEFAULT, FORECAST_MONTHS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { bookQuery } from '../request-fields.ts';
import { integerText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

export interface MedicareRouteDeps extends MedicareReports {
  readonly clock: Clock;
}

type Rde = z.output<typeof rdeReport>;

function rdeTable({ byPlan, byAgent }: Rde) {
  return [
    ...byPlan.map(({ planName, planCode, ...group }) => ({
      groupedBy: 'plan',
      name: planName,
      code: planCode,
      ...group,
    })),
    ...byAgent.map(({ agentName, agentId, ...group }) => ({
      groupedBy: 'agent',
      name: agentName,
      code: agentId,
      ...group,
    })),
  ];
}

/** Reports on one Medicare carrier's members: early leavers, and the renewal amounts of the rest. */
export function medicareRoutes(deps: MedicareRouteDeps): readonly Route[] {
  return [getRapidDisenrollment(deps), getRenewalForecast(deps)];
}

const carrierBook = (clock: Clock) => ({
  carrierId: recordId('The carrier.'),
  workspaceId: bookQuery.workspaceId,
  period: statementMonth(clock, "Default: the carrier's latest period with data.").optional(),
});

function getRapidDisenrollment({ medicare, clock }: MedicareRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/medicare-rde',
    operationId: 'getMedicareRapidDisenrollment',
    access: 'account:read',
    tag: 'Reports',
    summary: 'Rapid disenrollment of a Medicare carrier',
    description: `Members who dropped, whose coverage is over or who were charged back in the period. Leaving within three months,
both the effective and the last covered one counted, is rapid, save for enrollments of October to December that end with the year.`,
    request: { query: z.strictObject(carrierBook(clock)) },
    problems: ['not_found'],
    responses: { 200: { description: 'The report.', schema: rdeReport } },
    csv: { columns: RDE_COLUMNS, rows: rdeTable },
  }).handle(async ({ query }, { account }) => {
    const report = await reportRapidDisenrollment(medicare, account.accountId, query);
    return isRefused(report) ? report : { status: 200, body: report };
  });
}

function getRenewalForecast({ medicare, clock }: MedicareRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/medicare-renewal-forecast',
    operationId: 'getMedicareRenewalForecast',
    access: 'account:read',
    tag: 'Reports',
    summary: 'Renewals to come of a Medicare carrier',
    description: `Every active member renews once a year in the month of the enrollment, a year after it for the first time; assumes
retention. Valued by the contracted renewal rates, and by the CMS maximums where none holds. CSV has a row for each month.`,
    request: {
      query: z.strictObject({
        ...carrierBook(clock),
        horizonMonths: integerText({
          min: 1,
          max: FORECAST_MONTHS_MAX,
          description: `Months looked ahead. Default: ${FORECAST_MONTHS_DEFAULT}.`,
        }).optional(),
      }),
    },
    problems: ['not_found'],
    responses: {
      200: { description: 'The forecast.', schema: renewalForecastReport },
    },
    csv: { columns: FORECAST_COLUMNS, rows: ({ byMonth }) => byMonth },
  }).handle(async ({ query: { horizonMonths = FORECAST_MONTHS_DEFAULT, ...book } }, { account }) => {
    const report = await reportRenewalForecast(medicare, account.accountId, { ...book, horizonMonths });
    return isRefused(report) ? report : { status: 200, body: report };
  });
}

interface CensusRouteDeps extends CensusReports {
  readonly clock: Clock;
}

/** Compares a roster with the members that a carrier paid for. */
export function censusRoutes({ census, clock }: CensusRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'post',
      path: '/v1/reports/census-reconcile',
      operationId: 'reconcileCensus',
      // The route only reads: the roster is compared and not stored.
      access: 'account:read',
      tag: 'Reports',
      summary: 'Compare a roster with what was paid',
      description: `Who of the agency's own list was not paid for in the period, and who was paid and is not on the list. Members are matched
by id, without regard to case and white space. Nothing is stored. CSV has a row for each unpaid member.`,
      request: { json: censusRequest(clock) },
      jsonBytesMax: CENSUS_BYTES_MAX,
      problems: ['not_found'],
      responses: { 200: { description: 'The comparison.', schema: censusReport } },
      csv: { columns: UNPAID_COLUMNS, rows: ({ unpaid }) => unpaid },
    }).handle(async ({ json }, { account }) => {
      const report = await reconcileCensus(census, account.accountId, json);
      return isRefused(report) ? report : { status: 200, body: report };
    }),
  ];
}
