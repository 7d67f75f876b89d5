import { type CensusReports, reconcileCensus } from '../../../app/reads/reconcile-census.ts';
import { CENSUS_BYTES_MAX } from '../../../core/limits/request-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';
import { censusExample, censusReport, censusRequest, UNPAID_COLUMNS } from '../schemas/census-schemas.ts';
import type { Clock } from '../schemas/report-query.ts';

export interface CensusRouteDeps extends CensusReports {
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
      responses: { 200: { description: 'The comparison.', schema: censusReport, example: censusExample } },
      csv: { columns: UNPAID_COLUMNS, rows: ({ unpaid }) => unpaid },
    }).handle(async ({ json }, { account }) => {
      const report = await reconcileCensus(census, account.accountId, json);
      return isRefused(report) ? report : { status: 200, body: report };
    }),
  ];
}
