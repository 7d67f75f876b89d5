import { z } from '@hono/zod-openapi';
import type { MemberFilter, MemberReads } from '../../../app/reads/read-models.ts';
import { periodOf } from '../../../core/period.ts';
import { type FieldError, isRefused, type Refused, refuse } from '../../../core/problem.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { accountRoute, type Route } from '../route.ts';
import {
  member,
  memberExample,
  memberFlags,
  memberStatuses,
  signalCodes,
  timeline,
  timelineEntry,
  timelineExample,
} from '../schemas/member-schemas.ts';
import { bookQuery, recordId } from '../schemas/record-id.ts';
import { type Clock, statementMonth } from '../schemas/report-query.ts';
import { integerText } from '../text-fields.ts';

export interface MemberRouteDeps {
  readonly members: MemberReads;
  readonly clock: Clock;
}

/** Members: list, one, timeline. */
export function memberRoutes(deps: MemberRouteDeps): readonly Route[] {
  return [listMembers(deps), getMember(deps), getTimeline(deps)];
}

const COLUMNS = Object.keys(member.shape);
const params = z.object({ memberRefId: recordId('The member.') });
const unknownMember = () => refuse('not_found', 'There is no member with this id.');

function listMembers({ members, clock }: MemberRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/members',
    operationId: 'listMembers',
    access: 'account:read',
    tag: 'Members',
    summary: 'Members',
    description: `Each member once, as of the latest period that says something of them, or as of the period asked for; ordered by member.
Filters apply to what is shown: status=red lists those whose latest status is red.`,
    link: 'members',
    request: {
      query: z.strictObject({
        ...offsetQuery,
        ...bookQuery,
        status: memberStatuses.optional(),
        flag: memberFlags.optional(),
        signal: signalCodes.optional(),
        period: statementMonth(clock, 'As of this period; only members who have a row in it.').optional(),
        periodYear: integerText({
          min: 2000,
          max: 9999,
          description: 'With periodMonth: the same as period.',
        }).optional(),
        periodMonth: integerText({ min: 1, max: 12, description: 'With periodYear: the same as period.' }).optional(),
        q: z
          .string()
          .min(1, 'must not be empty')
          .max(200, 'must not be longer than 200 characters')
          .optional()
          .openapi({
            description: 'Part of the name, the member id, another id of the member or the policy number, in any case.',
          }),
      }),
    },
    problems: ['not_found'],
    responses: {
      200: {
        description: 'A page of members.',
        schema: offsetList(member),
        example: { data: [memberExample], pagination: { limit: 50, offset: 0, hasMore: false } },
      },
    },
    csv: { columns: COLUMNS, rows: ({ data }) => data },
  }).handle(
    async ({ query: { limit, offset, ...query } }, { account }) => {
      const filter = filterOf(query);
      if (isRefused(filter)) return filter;
      const page = await members.list(account.accountId, filter, { limit, offset });
      return isRefused(page) ? page : { status: 200, body: page };
    },
    {
      [CSV_TYPE]: async ({ query: { limit: _, offset, ...query } }, { account }) => {
        const filter = filterOf(query);
        if (isRefused(filter)) return filter;
        const rows = await members.exportAll(account.accountId, filter, offset);
        return isRefused(rows) ? rows : csvFile(COLUMNS, rows);
      },
    },
  );
}

function filterOf(query: MemberFilter & PeriodQuery): MemberFilter | Refused {
  const period = periodAsked(query);
  if (isRefused(period)) return period;
  const { carrierId, workspaceId, status, flag, signal, q } = query;
  return { carrierId, workspaceId, status, flag, signal, q, period };
}

interface PeriodQuery {
  readonly period?: string | undefined;
  readonly periodYear?: number | undefined;
  readonly periodMonth?: number | undefined;
}

/** Two ways to say it, of which one is enough and two must agree. */
function periodAsked({ period, periodYear: year, periodMonth: month }: PeriodQuery): string | undefined | Refused {
  if (year === undefined && month === undefined) return period;
  const errors: FieldError[] = [];
  if (year === undefined) errors.push({ field: 'periodYear', detail: 'is required with periodMonth' });
  if (month === undefined) errors.push({ field: 'periodMonth', detail: 'is required with periodYear' });
  const same = year === undefined || month === undefined ? null : periodOf(year, month);
  if (same !== null && period !== undefined && period !== same) {
    errors.push({ field: 'period', detail: 'is another month than periodYear and periodMonth' });
  }
  return errors.length > 0 || same === null ? refuse('validation_error', { errors }) : same;
}

function getMember({ members }: MemberRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/members/{memberRefId}',
    operationId: 'getMember',
    access: 'account:read',
    tag: 'Members',
    summary: 'One member',
    description: 'As of the latest period that says something of them.',
    request: { params },
    responses: { 200: { description: 'The member.', schema: member, example: memberExample } },
  }).handle(async ({ params: { memberRefId } }, { account }) => {
    const found = await members.find(account.accountId, memberRefId);
    return found === null ? unknownMember() : { status: 200, body: found };
  });
}

function getTimeline({ members }: MemberRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/members/{memberRefId}/timeline',
    operationId: 'getMemberTimeline',
    access: 'account:read',
    tag: 'Members',
    summary: "A member's months",
    description:
      'Status, flags and amounts, oldest first. A month that was paid ahead is shown as green, with the signal PAID_AHEAD.',
    request: { params },
    responses: { 200: { description: 'The months.', schema: timeline, example: timelineExample } },
    csv: { columns: Object.keys(timelineEntry.shape), rows: ({ data }) => data },
  }).handle(async ({ params: { memberRefId } }, { account }) => {
    const found = await members.timeline(account.accountId, memberRefId);
    return found === null ? unknownMember() : { status: 200, body: found };
  });
}
