import { z } from '@hono/zod-openapi';
import { type RateChanges, removeRate, setRate } from '../../../app/change-rates.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, shortListQuery } from '../paging.ts';
import { accountRoute, type Route } from '../route.ts';
import { expectedRate, newRate, RATE_COLUMNS, rateExample, rateSet } from '../schemas/rate-schemas.ts';
import { bookQuery, recordId } from '../schemas/record-id.ts';
import { originOf } from './files.ts';

/** Expected rates: list, set, delete. */
export function expectedRateRoutes(deps: RateChanges): readonly Route[] {
  return [listRates(deps), setRateRoute(deps), deleteRateRoute(deps)];
}

function listRates({ rates }: RateChanges): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/expected-rates',
    operationId: 'listExpectedRates',
    access: 'account:read',
    tag: 'Expected rates',
    summary: 'What carriers should pay',
    description: `Contracted rates, and those estimated from a book's first period where none was contracted. Of several that fit, a
contracted one goes before an estimate, a plan's own before the carrier's, then one for the state, with policy months, with lives, for the tier, and the newest.`,
    link: 'expectedRates',
    request: { query: z.strictObject({ ...shortListQuery, carrierId: bookQuery.carrierId }) },
    problems: ['not_found'],
    responses: {
      200: {
        description: 'A page of rates.',
        schema: offsetList(expectedRate),
        example: { data: [rateExample], pagination: { limit: 200, offset: 0, hasMore: false } },
      },
    },
    csv: { columns: RATE_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query: { carrierId, ...page } }, { account }) => {
    const list = await rates.list(account.accountId, { carrierId }, page);
    return isRefused(list) ? list : { status: 200, body: list };
  });
}

function setRateRoute(deps: RateChanges): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/expected-rates',
    operationId: 'setExpectedRate',
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
      201: { description: 'Set.', schema: rateSet, example: { ...rateExample, rescoredPeriods: 3 } },
      200: { description: 'Replaced.', schema: rateSet, example: { ...rateExample, rescoredPeriods: 3 } },
    },
  }).handle(async ({ json }, request) => {
    const { accountId } = request.account;
    const set = await setRate(deps, { accountId, rate: json, origin: originOf(request) });
    if (isRefused(set)) return set;
    const { rate, created, rescoredPeriods, jobIds } = set;
    const body = { ...rate, rescoredPeriods, ...(jobIds.length > 0 && { jobIds: [...jobIds] }) };
    return created ? { status: 201, body } : { status: 200, body };
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
    responses: { 204: { description: 'Deleted.', schema: z.void(), example: undefined } },
  }).handle(async ({ params: { rateId } }, request) => {
    const { accountId } = request.account;
    const refused = await removeRate(deps, { accountId, rateId, origin: originOf(request) });
    return refused ?? { status: 204, body: undefined };
  });
}
