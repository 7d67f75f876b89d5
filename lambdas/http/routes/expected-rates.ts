import { z } from '@hono/zod-openapi';
import type { RateStore } from '../../../app/carrier-ports.ts';
import { rescoreBooks } from '../../../app/rescore-books.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, shortListQuery } from '../paging.ts';
import { accountRoute, type Route } from '../route.ts';
import { expectedRate, newRate, RATE_COLUMNS, rateExample, rateSet } from '../schemas/rate-schemas.ts';
import { bookQuery, recordId } from '../schemas/record-id.ts';
import { originOf } from './files.ts';

export interface ExpectedRateRouteDeps {
  readonly rates: RateStore;
}

/** Expected rates: list, set, delete. */
export function expectedRateRoutes(deps: ExpectedRateRouteDeps): readonly Route[] {
  return [listRates(deps), setRate(deps), deleteRate(deps)];
}

function listRates({ rates }: ExpectedRateRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/expected-rates',
    operationId: 'listExpectedRates',
    access: 'account:read',
    tag: 'Expected rates',
    summary: 'What carriers should pay',
    description: `Contracted rates, and those estimated from a book's first period where none was contracted. Of several that fit, a
contracted one goes before an estimate, a plan's own before the carrier's.`,
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

function setRate({ rates }: ExpectedRateRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/expected-rates',
    operationId: 'setExpectedRate',
    access: 'account:write',
    tag: 'Expected rates',
    summary: 'Set a contracted rate',
    description: `Replaces the rate of the same carrier, plan, tier, state and first day. The periods it reaches are scored again
before the answer comes.`,
    request: { json: newRate },
    problems: ['not_found'],
    responses: {
      201: { description: 'Set.', schema: rateSet, example: { ...rateExample, rescoredPeriods: 3 } },
      200: { description: 'Replaced.', schema: rateSet, example: { ...rateExample, rescoredPeriods: 3 } },
    },
  }).handle(async ({ json }, request) => {
    const { accountId } = request.account;
    const set = await rates.set({ accountId, rate: json, origin: originOf(request) }, rescoreBooks);
    if (isRefused(set)) return set;
    const body = { ...set.rate, rescoredPeriods: set.rescoredPeriods };
    return set.created ? { status: 201, body } : { status: 200, body };
  });
}

function deleteRate({ rates }: ExpectedRateRouteDeps): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/expected-rates/{rateId}',
    operationId: 'deleteExpectedRate',
    access: 'account:write',
    tag: 'Expected rates',
    summary: 'Delete a contracted rate',
    description: 'The periods it reached are scored again before the answer comes. Estimates can not be deleted.',
    request: { params: z.object({ rateId: recordId('The rate.') }) },
    problems: ['conflict'],
    responses: { 204: { description: 'Deleted.', schema: z.void(), example: undefined } },
  }).handle(async ({ params: { rateId } }, request) => {
    const { accountId } = request.account;
    const refused = await rates.remove({ accountId, rateId, origin: originOf(request) }, rescoreBooks);
    return refused ?? { status: 204, body: undefined };
  });
}
