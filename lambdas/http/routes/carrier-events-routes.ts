import { z } from '@hono/zod-openapi';
import {
  acceptCarrierEvent,
  acceptedEvent,
  type CarrierEventDecisions,
  disputeCarrierEvent,
  listCarrierEvents,
} from '../../../app/carrier-events/decide-carrier-events.ts';
import { type Clock, recordId, statementMonth } from '../../../app/platform/shared-fields.ts';
import { CARRIER_EVENT_COLUMNS, carrierEvent, eventStates } from '../../../app/reads/carrier-event-record.ts';
import { DISPUTE_CLAIMS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { listWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { offsetList, offsetQuery, sortQuery } from '../paging.ts';
import { bookQuery } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

interface CarrierEventRouteDeps extends CarrierEventDecisions {
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

/** Carrier events: list, accept, dispute. */
export function carrierEventRoutes(deps: CarrierEventRouteDeps): readonly Route[] {
  return [listEvents(deps), acceptEvent(deps), disputeEvent(deps)];
}

const params = z.object({ eventId: recordId('The event.') });

function listEvents({ carrierEvents, writeWorkbook, clock }: CarrierEventRouteDeps): Route {
  const workbook = listWorkbook(writeWorkbook, {
    name: 'Carrier events',
    columns: CARRIER_EVENT_COLUMNS,
    money: ['amount', 'eachAmount'],
  });
  return accountRoute({
    method: 'get',
    path: '/v1/carrier-events',
    operationId: 'listCarrierEvents',
    access: 'account:read',
    tag: 'Carrier events',
    summary: 'What carriers did to many members at once',
    description: `A change of pay that at least ten members and four fifths of those compared have in common, and blocks of members
that left together, and warnings that many members share. Their members' rows tell it as info. Newest period first. A page also as CSV and XLSX.`,
    link: 'carrierEvents',
    request: {
      query: z.strictObject({
        ...offsetQuery,
        ...sortQuery,
        period: statementMonth(clock, 'Only this period.').optional(),
        ...bookQuery,
        state: eventStates.optional().openapi({ description: 'Only events in this state.' }),
      }),
    },
    problems: ['not_found'],
    responses: {
      200: {
        description: 'A page of events.',
        schema: offsetList(carrierEvent),
      },
    },
    csv: { columns: CARRIER_EVENT_COLUMNS, rows: ({ data }) => data },
    also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
  }).handle(async ({ query }, { account }) => {
    const page = await listCarrierEvents({ carrierEvents }, account.accountId, query);
    return isRefused(page) ? page : { status: 200, body: page };
  });
}

function acceptEvent(deps: CarrierEventRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/carrier-events/{eventId}/accept',
    operationId: 'acceptCarrierEvent',
    access: 'account:write',
    tag: 'Carrier events',
    summary: 'Accept an event',
    description: `The pay is right from the event's month on: the rate that follows from it is contracted from that month, for all
workspaces, and the periods it reaches are scored again as when a rate is set. 409 where no single rate follows. Where members left,
accepting says that they did: no rate is stored, and the event asks for no attention any more. Again it changes nothing.`,
    request: { params },
    problems: ['not_found', 'conflict'],
    responses: {
      200: {
        description: 'Accepted.',
        schema: acceptedEvent,
      },
    },
  }).handle(async ({ params: { eventId } }, request) => {
    const { accountId } = request.account;
    const accepted = await acceptCarrierEvent(deps, { accountId, eventId, origin: request.origin });
    if (isRefused(accepted)) return accepted;
    const { event, rescoredPeriods, jobIds } = accepted;
    return { status: 200, body: { ...event, rescoredPeriods, ...(jobIds.length > 0 && { jobIds: [...jobIds] }) } };
  });
}

function disputeEvent(deps: CarrierEventRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/carrier-events/{eventId}/dispute',
    operationId: 'disputeCarrierEvent',
    access: 'account:write',
    tag: 'Carrier events',
    summary: 'Dispute an event',
    description: `The carrier should not have done it. Where pay was cut, what each member of the event is short of in its month becomes a claim
of GET /v1/reports/recoverable, as an estimate unless a rate says what is owed, and all of them, at most the ${DISPUTE_CLAIMS_MAX} largest, become
one dispute with a letter: \`disputeId\`. Claims of another open dispute stay there. 409 once a change of pay was accepted. Again it changes nothing.`,
    request: { params },
    problems: ['not_found', 'conflict'],
    responses: {
      200: {
        description: 'Disputed.',
        schema: carrierEvent,
      },
    },
  }).handle(async ({ params: { eventId } }, request) => {
    const order = { account: request.account, eventId, origin: request.origin, now: deps.clock() };
    const event = await disputeCarrierEvent(deps, order);
    return isRefused(event) ? event : { status: 200, body: event };
  });
}
