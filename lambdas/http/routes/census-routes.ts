import { z } from '@hono/zod-openapi';
import {
  type CensusReports,
  censusReport,
  reconcileCensus,
  UNPAID_COLUMNS,
} from '../../../app/reads/reconcile-census.ts';
import { CENSUS_BYTES_MAX } from '../../../core/limits/request-limits.ts';
import { CENSUS_MEMBERS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { normaliseId } from '../../../core/statement/member-key.ts';
import { type Clock, recordId, statementMonth } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

export interface CensusRouteDeps extends CensusReports {
  readonly clock: Clock;
}

/** An agency's roster compared with the paid members (docs/reference/reports.md#census). */

const ID_CHARACTERS_MAX = 200;

const TEXT_CHARACTERS_MAX = 500;

const rosterText = (description: string) =>
  z
    .string()
    .max(TEXT_CHARACTERS_MAX, `must not be longer than ${TEXT_CHARACTERS_MAX} characters`)
    .nullable()
    .default(null)
    .openapi({ description });

const rosterMember = z.strictObject({
  memberExternalId: z
    .string()
    .max(ID_CHARACTERS_MAX, `must not be longer than ${ID_CHARACTERS_MAX} characters`)
    .refine((id) => normaliseId(id) !== '', 'must not be blank')
    .openapi({ description: "The carrier's member id. Case and white space don't matter." }),
  name: rosterText('Shown again where the member is unpaid.'),
  planName: rosterText('Shown again where the member is unpaid.'),
});

const censusRequest = (clock: Clock) =>
  z.strictObject({
    carrierId: recordId('The carrier.'),
    workspaceId: recordId('Only what this workspace was paid.').optional(),
    period: statementMonth(clock, "Default: the carrier's latest period with data.").optional(),
    members: z
      .array(rosterMember)
      .min(1, 'must hold at least one member')
      .max(CENSUS_MEMBERS_MAX, `must not hold more than ${CENSUS_MEMBERS_MAX} members`)
      .openapi({ description: 'The roster.' }),
  });

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
