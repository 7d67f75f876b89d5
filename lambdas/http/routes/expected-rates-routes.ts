import { z } from '@hono/zod-openapi';
import { recordId } from '../../../app/platform/shared-fields.ts';
import {
  confirmEstimate,
  listRates,
  previewRate,
  type RateChanges,
  removeRate,
  setRate,
  setRates,
} from '../../../app/rates/decide-rates.ts';
import { estimateConfirmation, newRate, rateList } from '../../../app/rates/new-rate.ts';
import { expectedRate, RATE_COLUMNS, ratePreview, rateSet, ratesSet } from '../../../app/rates/rate-records.ts';
import { isRefused } from '../../../core/problem.ts';
import { refuseField, refuseFields } from '../../../core/refuse.ts';
import { offsetList, shortListQuery } from '../paging.ts';
import { rateCsv, ratesOfCsv, ratesOfJson } from '../rate-list-schemas.ts';
import { bookQuery } from '../request-fields.ts';
import { booleanText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** Expected rates: list, set, delete. */
export function expectedRateRoutes(deps: RateChanges): readonly Route[] {
  return [
    listRoute(deps),
    setRateRoute(deps),
    previewRateRoute(deps),
    setRatesRoute(deps),
    confirmEstimateRoute(deps),
    deleteRateRoute(deps),
  ];
}

function listRoute(deps: RateChanges): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/expected-rates',
    operationId: 'listExpectedRates',
    access: 'account:read',
    tag: 'Expected rates',
    summary: 'What carriers should pay',
    description: `By the carrier's name: contracted rates, and those estimated from a book's first period where none was contracted. Of several that fit, a
contracted one goes before an estimate, a plan's own before the carrier's, then one for the state, with policy months, with lives, for the tier, and the newest.`,
    link: 'expectedRates',
    request: { query: z.strictObject({ ...shortListQuery, carrierId: bookQuery.carrierId }) },
    problems: ['not_found'],
    responses: {
      200: {
        description: 'A page of rates.',
        schema: offsetList(expectedRate),
      },
    },
    csv: { columns: RATE_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => {
    const list = await listRates(deps, account.accountId, query);
    return isRefused(list) ? list : { status: 200, body: list };
  });
}

function setRateRoute(deps: RateChanges): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/expected-rates',
    operationId: 'createExpectedRate',
    access: 'account:write',
    tag: 'Expected rates',
    summary: 'Set a contracted rate',
    description: `Replaces the rate of the same carrier, plan, tier, state, first day and bounds (policy months, lives). Refused with
409 where the same kind of bounds overlap those of another such rate: nobody could tell which of the two holds. The periods it reaches are scored again
before the answer comes. Books too large for that are scored by the jobs that it names; until those have ended, what is owed in
them rests on the rates of before.`,
    request: { json: newRate },
    problems: ['not_found', 'conflict'],
    responses: {
      201: { description: 'Set.', schema: rateSet },
      200: { description: 'Replaced.', schema: rateSet },
    },
  }).handle(async ({ json }, request) => {
    const { accountId } = request.account;
    const set = await setRate(deps, { accountId, rate: json, origin: request.origin });
    return isRefused(set) ? set : { status: set.created ? 201 : 200, body: bodyOf(set) };
  });
}

function previewRateRoute(deps: RateChanges): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/expected-rates/preview',
    operationId: 'previewExpectedRate',
    access: 'account:read',
    tag: 'Expected rates',
    summary: 'See what a rate would change',
    description: `Takes the same body as setting a rate, scores the periods it reaches, compares them with what is stored, and stores
nothing. Books too large to be scored before the answer are left out and counted in \`periodsLeftOut\`. Statements of the carrier
wait meanwhile, as they do while a rate is set.`,
    request: { json: newRate },
    problems: ['not_found', 'conflict'],
    responses: { 200: { description: 'What would change.', schema: ratePreview } },
  }).handle(async ({ json }, request) => {
    const { accountId } = request.account;
    const preview = await previewRate(deps, { accountId, rate: json, origin: request.origin });
    return isRefused(preview) ? preview : { status: 200, body: preview };
  });
}

function setRatesRoute(deps: RateChanges): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/expected-rates/bulk',
    operationId: 'createExpectedRates',
    access: 'account:write',
    preview: 'dryRun',
    tag: 'Expected rates',
    summary: 'Set many contracted rates',
    description: `Sets each rate of a carrier's list, as JSON or CSV, as if it were sent alone; rates that are not listed stay. If anything is
wrong, every fault is told with its row and column, and nothing is stored. The periods they reach are scored again once. With
\`dryRun\` nothing is stored, and \`owed\` says what would change; the scope \`read\` is enough for that.`,
    request: {
      query: z.strictObject({
        carrierId: recordId('The carrier that pays them.'),
        dryRun: booleanText('Only say what would change.').optional(),
      }),
      json: rateList.optional(),
      csv: rateCsv.optional(),
    },
    problems: ['not_found', 'conflict'],
    responses: { 200: { description: 'Set, or what would change.', schema: ratesSet } },
  }).handle(async ({ query: { carrierId, dryRun = false }, json, csv }, request) => {
    const parsed = csv === undefined ? json && ratesOfJson(json) : ratesOfCsv(csv, carrierId);
    if (parsed === undefined) return refuseField('body', 'is required');
    if (parsed.faults.length > 0) return refuseFields(parsed.faults);
    const { accountId } = request.account;
    const rates = parsed.rates.map(({ rate }) => ({ ...rate, carrierId }));
    const set = await setRates(deps, { accountId, carrierId, rates, dryRun, origin: request.origin });
    if (isRefused(set)) return set;
    const { jobIds, ...counts } = set;
    const ignoredColumns = [...parsed.ignoredColumns];
    const jobs = jobIds.length > 0 ? { jobIds: [...jobIds] } : {};
    return { status: 200, body: { carrierId, dryRun, ...counts, ...jobs, ignoredColumns } };
  });
}

function bodyOf<Rate>({ rate, rescoredPeriods, jobIds }: SetRate<Rate>) {
  return { ...rate, rescoredPeriods, ...(jobIds.length > 0 && { jobIds: [...jobIds] }) };
}

interface SetRate<Rate> {
  readonly rate: Rate;
  readonly rescoredPeriods: number;
  readonly jobIds: readonly string[];
}

function confirmEstimateRoute(deps: RateChanges): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/expected-rates/{rateId}/confirm',
    operationId: 'confirmExpectedRate',
    access: 'account:write',
    tag: 'Expected rates',
    summary: 'Make an estimate a contracted rate',
    description: `Contracts what the estimate says, from a month on and for every workspace. The periods it reaches are scored again as
when a rate is set. A repeat gets the same rate and does nothing. Refused where a contracted rate holds for the same members
in that month or later.`,
    request: { params: z.object({ rateId: recordId('The estimate.') }), json: estimateConfirmation.optional() },
    problems: ['conflict'],
    responses: {
      201: { description: 'Contracted.', schema: rateSet },
      200: {
        description: 'It was contracted so before.',
        schema: rateSet,
      },
    },
  }).handle(async ({ params: { rateId }, json }, request) => {
    const fromPeriod = json?.fromPeriod ?? null;
    const { accountId } = request.account;
    const set = await confirmEstimate(deps, { accountId, rateId, fromPeriod, origin: request.origin });
    return isRefused(set) ? set : { status: set.created ? 201 : 200, body: bodyOf(set) };
  });
}

function deleteRateRoute(deps: RateChanges): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/expected-rates/{rateId}',
    operationId: 'deleteExpectedRate',
    access: 'account:write',
    tag: 'Expected rates',
    summary: 'Delete a contracted rate',
    description:
      'The periods it reached are scored again before the answer comes, large books by jobs as when a rate is set. Estimates can not be deleted.',
    request: { params: z.object({ rateId: recordId('The rate.') }) },
    problems: ['conflict'],
    responses: { 204: { description: 'Deleted.', schema: z.void() } },
  }).handle(async ({ params: { rateId } }, request) => {
    const { accountId } = request.account;
    const refused = await removeRate(deps, { accountId, rateId, origin: request.origin });
    return refused ?? { status: 204, body: undefined };
  });
}
