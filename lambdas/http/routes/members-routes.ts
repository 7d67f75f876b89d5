import { z } from '@hono/zod-openapi';
import { type Clock, recordId, statementMonth } from '../../../app/platform/shared-fields.ts';
import { archivedOf } from '../../../app/reads/archived-months.ts';
import {
  exportMembers,
  findLastSeen,
  findMember,
  findMemberJourney,
  findPolicyJourney,
  findTimeline,
  listMembers,
  type MemberRegister,
  type SearchReads,
  searchEverything,
  searchResult,
} from '../../../app/reads/find-members.ts';
import { findRelated, type RelatedReads, relatedMembers } from '../../../app/reads/find-related.ts';
import {
  JOURNEY_MONTH_COLUMNS,
  type JourneyMonth,
  lastSeen,
  listMemberLines,
  MEMBER_LINE_COLUMNS,
  MEMBER_LIST_COLUMNS,
  type MemberLines,
  memberFlags,
  memberJourney,
  memberLine,
  memberOnRecord,
  memberStatuses,
  memberWithOwed,
  policyJourney,
  signalCodes,
  TIMELINE_ENTRY_COLUMNS,
  timeline,
} from '../../../app/reads/member-records.ts';
import { MEMBER_ORDERS, MEMBER_PRESENCES } from '../../../app/reads/read-models.ts';
import { isRefused } from '../../../core/problem.ts';
import { memberSheets } from '../../../core/report/list-workbooks.ts';
import type { AccountContext } from '../authentication.ts';
import { sheetsWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { bookQuery, namedMonth } from '../request-fields.ts';
import { booleanText, integerText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

export interface MemberRouteDeps extends Pick<MemberRegister, 'members'> {
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

/** Members: list, get, timeline. */
export function memberRoutes(deps: MemberRouteDeps): readonly Route[] {
  return [listRoute(deps), getRoute(deps), timelineRoute(deps)];
}
const params = z.object({ memberRefId: recordId('The member.') });

function listRoute({ clock, writeWorkbook, ...register }: MemberRouteDeps): Route {
  const workbook = sheetsWorkbook(writeWorkbook, memberSheets);
  return accountRoute({
    method: 'get',
    path: '/v1/members',
    operationId: 'listMembers',
    access: 'account:read',
    agents: 'own_members',
    tag: 'Members',
    summary: 'Members',
    description: `Each member once, as of the latest period that says something of them, or as of the period asked for; ordered by id, or by name
with sort=name, which a period does not take. Filters apply to what is shown: status=red lists those whose latest status is red. The workbook
is for people: titles and words instead of properties, and no references.`,
    link: 'members',
    request: {
      query: z.strictObject({
        ...offsetQuery,
        ...bookQuery,
        status: memberStatuses.optional().openapi({ description: 'Only members of this status.' }),
        flag: memberFlags.optional().openapi({ description: 'Only members with this flag.' }),
        signal: signalCodes.optional(),
        ...namedMonth(clock, 'As of this period; only members who have a row in it.'),
        q: searchText(
          'Part of the name, the member id, another id of the member or the policy number, in any case. With sort=name: words, as the search takes them.',
        ),
        agent: searchText('The id or the name of an agent, or a name or number as statements have it, in any case.'),
        plan: searchText('The name of a plan, in any case.'),
        presence: z
          .enum(MEMBER_PRESENCES)
          .optional()
          .openapi({ description: 'gone: missing from the latest statement, or charged back after that.' }),
        owed: booleanText('true: only members with an open claim that is certain.').optional(),
        after: recordId(
          'Only members after this one, in the order of the list: a far page costs what the first does.',
        ).optional(),
        sort: z.enum(MEMBER_ORDERS).default('id').openapi({ description: 'With a period the order is always by id.' }),
      }),
    },
    problems: ['not_found'],
    responses: {
      200: {
        description: 'A page of members.',
        schema: offsetList(memberWithOwed),
      },
    },
    csv: { columns: MEMBER_LIST_COLUMNS, rows: ({ data }) => data },
    also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
  }).handle(
    async ({ query }, { account }) => {
      const page = await listMembers(register, requestOf(account), query);
      return isRefused(page) ? page : { status: 200, body: page };
    },
    {
      [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
        const rows = await exportMembers(register, requestOf(account), query);
        return isRefused(rows) ? rows : csvFile(MEMBER_LIST_COLUMNS, rows);
      },
      [XLSX_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
        const rows = await exportMembers(register, requestOf(account), query);
        return isRefused(rows) ? rows : workbook.file(rows);
      },
    },
  );
}

const searchText = (description: string) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(200, 'must not be longer than 200 characters')
    .optional()
    .openapi({ description });

const requestOf = ({ accountId, person }: AccountContext) => ({
  accountId,
  isAgent: person?.role === 'agent',
});

function getRoute(register: MemberRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/members/{memberRefId}',
    operationId: 'getMember',
    access: 'account:read',
    agents: 'own_members',
    tag: 'Members',
    summary: 'One member',
    description: 'As of the latest period that says something of them.',
    request: { params },
    responses: { 200: { description: 'The member.', schema: memberOnRecord } },
  }).handle(async ({ params: { memberRefId } }, { account }) => {
    const found = await findMember(register, { ...requestOf(account), memberRefId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function timelineRoute(register: MemberRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/members/{memberRefId}/timeline',
    operationId: 'getMemberTimeline',
    access: 'account:read',
    agents: 'own_members',
    tag: 'Members',
    summary: "A member's months",
    description:
      'Status, flags and amounts, oldest first. A month that was paid ahead is shown as green, with the signal PAID_AHEAD.',
    request: { params },
    responses: { 200: { description: 'The months.', schema: timeline } },
    csv: { columns: TIMELINE_ENTRY_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ params: { memberRefId } }, { account: { accountId }, archivedBooks }) => {
    const found = await findTimeline(register, { accountId, memberRefId });
    return isRefused(found)
      ? found
      : { status: 200, body: { ...found, ...archivedOf(archivedBooks, { carrierId: found.carrierId }) } };
  });
}

/** The household of a member, and the same name at other carriers. */
export function relatedMemberRoutes(reads: { readonly related: RelatedReads }): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/members/{memberRefId}/related',
      operationId: 'getRelatedMembers',
      access: 'account:read',
      tag: 'Members',
      summary: "The household of a member, and the member's name at other carriers",
      description: `By what statements say: the same policy number at the same carrier, and the same name at other carriers, in either order
of its parts. Numbers of different carriers are never joined.`,
      request: { params: z.object({ memberRefId: recordId('The member.') }) },
      responses: { 200: { description: 'The people.', schema: relatedMembers } },
    }).handle(async ({ params: { memberRefId } }, { account: { accountId } }) => {
      const found = await findRelated(reads, accountId, memberRefId);
      return isRefused(found) ? found : { status: 200, body: found };
    }),
  ];
}

/** The statement rows behind a member's month. */
export function memberLineRoutes({ clock, ...lines }: MemberLines & { readonly clock: Clock }): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/members/{memberRefId}/lines',
      operationId: 'listMemberLines',
      access: 'account:read',
      tag: 'Members',
      summary: "The statement rows of a member's month",
      description: `The rows of the files that count, with the values that were read. They are kept as long as the account, or archived.
GET /v1/files/{fileId}/rows/{row} shows such a row with all its columns while the file is kept.`,
      request: {
        params: z.object({ memberRefId: recordId('The member.') }),
        query: z.strictObject({ ...offsetQuery, period: statementMonth(clock, 'The month of the statement.') }),
      },
      responses: {
        200: {
          description: 'A page of rows.',
          schema: offsetList(memberLine),
        },
      },
      csv: { columns: MEMBER_LINE_COLUMNS, rows: ({ data }) => data },
    }).handle(async ({ params: { memberRefId }, query: { period, ...page } }, { account: { accountId } }) => {
      const found = await listMemberLines(lines, { accountId, memberRefId, period }, page);
      return isRefused(found) ? found : { status: 200, body: found };
    }),
  ];
}

const LIMIT_DEFAULT = 8;
const LIMIT_MAX = 50;

/** The search of everything. */
export function searchRoutes({ search }: { readonly search: SearchReads }): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/search',
      operationId: 'getSearchResults',
      access: 'account:read',
      agents: 'own_members',
      tag: 'Members',
      summary: 'Search people, policies, carriers, agents, months and files',
      description: `What has a word that begins with each word of \`q\`, in any order, without regard to case, accents and hyphens; a file by any part
of its name. People are found by every name and number that a statement had, over all carriers. Sorted by kind, the best first. An agent
finds own members and their policies, and months.`,
      link: 'search',
      request: {
        query: z.strictObject({
          q: z
            .string()
            .min(1, 'must not be empty')
            .max(200, 'must not be longer than 200 characters')
            .openapi({ description: 'The words, as people type them.', example: 'garcia mar' }),
          limit: integerText({ min: 1, max: LIMIT_MAX, description: 'The most results of each kind.' }).default(
            LIMIT_DEFAULT,
          ),
        }),
      },
      responses: {
        200: { description: 'The results.', schema: z.object({ data: z.array(searchResult).readonly() }) },
      },
    }).handle(async ({ query: { q, limit } }, { account }) => {
      const isAgent = account.person?.role === 'agent';
      return { status: 200, body: { data: await searchEverything(search, account.accountId, { q, limit, isAgent }) } };
    }),
  ];
}

type Journeys = Pick<MemberRegister, 'journeys'>;

/** The history of a member or a policy: when it was last seen, and its journey. */
export function journeyRoutes(register: Journeys): readonly Route[] {
  return [getLastSeen(register), getMemberJourney(register), getPolicyJourney(register)];
}

const memberParams = z.object({ memberRefId: recordId('The member.') });

/** The columns of a journey as a table, in which the file of a month takes three columns. */
const monthsAsTable = {
  columns: JOURNEY_MONTH_COLUMNS,
  rows: ({ periods }: { readonly periods: readonly JourneyMonth[] }) =>
    periods.map(({ file, ...month }) => ({ ...month, ...file })),
};

function getLastSeen(register: Journeys): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/members/{memberRefId}/last-seen',
    operationId: 'getMemberLastSeen',
    access: 'account:read',
    agents: 'own_members',
    tag: 'Members',
    summary: 'When a member was last seen',
    description: `The last period the member was present in, with what was paid then and the file that shows it, and how the member
stands now. A chargeback after the drop is not presence.`,
    request: { params: memberParams },
    responses: { 200: { description: 'The last sight of the member.', schema: lastSeen } },
  }).handle(async ({ params: { memberRefId } }, { account: { accountId } }) => {
    const found = await findLastSeen(register, { accountId, memberRefId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function getMemberJourney(register: Journeys): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/members/{memberRefId}/journey',
    operationId: 'getMemberJourney',
    access: 'account:read',
    agents: 'own_members',
    tag: 'Members',
    summary: "A member's journey",
    description:
      'The months of the timeline, oldest first, each with the policies paid in it, the file that shows it, and what moved.',
    request: { params: memberParams },
    responses: { 200: { description: 'The journey.', schema: memberJourney } },
    csv: monthsAsTable,
  }).handle(async ({ params: { memberRefId } }, { account: { accountId }, archivedBooks }) => {
    const found = await findMemberJourney(register, { accountId, memberRefId });
    return isRefused(found) ? found : { status: 200, body: { ...found, ...archivedOf(archivedBooks, found.member) } };
  });
}

function getPolicyJourney(register: Journeys): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/policies/{policyRefId}/journey',
    operationId: 'getPolicyJourney',
    access: 'account:read',
    agents: 'own_members',
    tag: 'Members',
    summary: "A policy's journey",
    description: `The months that tell of one policy, oldest first, with the policy's own amounts; status, flags and deltas are the
member's. The month in which the policy was missed is shown once, with present false.`,
    request: { params: z.object({ policyRefId: recordId('The policy.') }) },
    responses: { 200: { description: 'The journey.', schema: policyJourney } },
    csv: monthsAsTable,
  }).handle(async ({ params: { policyRefId } }, { account: { accountId }, archivedBooks }) => {
    const found = await findPolicyJourney(register, { accountId, policyRefId });
    return isRefused(found) ? found : { status: 200, body: { ...found, ...archivedOf(archivedBooks, found.member) } };
  });
}
