import { z } from '@hono/zod-openapi';
import {
  ALIAS_COLUMNS,
  type AliasChanges,
  acceptProposals,
  aliasesChanged,
  aliasLinked,
  aliasList,
  aliasProposals,
  externalIdText,
  linkAlias,
  listAliases,
  monthOfAliases,
  newAlias,
  PROPOSAL_COLUMNS,
  proposeAliases,
  redoAliases,
  undoAliases,
  unlinkAlias,
} from '../../../app/members/join-members.ts';
import { type Clock, recordId, statementMonth } from '../../../app/platform/shared-fields.ts';
import { isRefused } from '../../../core/problem.ts';
import { listWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { accountRoute, type Route } from '../route.ts';

export interface MemberAliasRouteDeps {
  readonly changes: AliasChanges;
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

const proposalQuery = (clock: Clock) =>
  z.strictObject({
    carrierId: recordId('Only of this carrier. Default: of all carriers.').optional(),
    workspaceId: recordId('Only of this workspace.').optional(),
    period: statementMonth(clock, 'Default: the latest period with data of these carriers.').optional(),
  });

/** Aliases of a member: list, link, unlink. For a whole month: list proposals, accept, undo, redo. */
export function memberAliasRoutes(deps: MemberAliasRouteDeps): readonly Route[] {
  return [
    listRoute(deps),
    linkRoute(deps),
    unlinkRoute(deps),
    proposalsRoute(deps),
    acceptRoute(deps),
    undoRoute(deps),
    redoRoute(deps),
  ];
}

const tag = 'Members';
const params = z.object({ memberRefId: recordId('The member.') });

const withJobs = <T extends { readonly jobIds: readonly string[] }>({ jobIds, ...rest }: T) => ({
  ...rest,
  ...(jobIds.length > 0 && { jobIds: [...jobIds] }),
});

function listRoute({ changes }: MemberAliasRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/members/{memberRefId}/aliases',
    operationId: 'listMemberAliases',
    access: 'account:read',
    tag,
    summary: 'Other ids of a member',
    description: 'Ids whose lines count as the lines of this member; oldest first.',
    request: { params },
    responses: { 200: { description: 'The ids.', schema: aliasList } },
    csv: { columns: ALIAS_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ params: { memberRefId } }, { account }) => {
    const data = await listAliases(changes, account.accountId, memberRefId);
    return isRefused(data) ? data : { status: 200, body: { data } };
  });
}

function linkRoute({ changes }: MemberAliasRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/members/{memberRefId}/aliases',
    operationId: 'createMemberAlias',
    access: 'account:write',
    tag,
    summary: 'Link another id to a member',
    description: `Lines of the id, past and future, count as this member's. If the id has a member of its own, that member's months become this
one's, and are scored again before the answer comes; large books are scored by jobs. Linking an id again changes nothing. 409 where one
statement month shows both ids, unless every line has a policy number and the two share none; where the id belongs to another member; and where it has
a member with further ids.`,
    request: { params, json: newAlias },
    problems: ['conflict'],
    responses: { 201: { description: 'Linked.', schema: aliasLinked } },
  }).handle(async ({ params: { memberRefId }, json: { externalId } }, request) => {
    const { accountId } = request.account;
    const linked = await linkAlias(changes, { accountId, memberRefId, externalId, origin: request.origin });
    if (isRefused(linked)) return linked;
    const { alias, ...rescored } = linked;
    return { status: 201, body: { ...alias, ...withJobs(rescored) } };
  });
}

function unlinkRoute({ changes }: MemberAliasRouteDeps): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/members/{memberRefId}/aliases/{externalId}',
    operationId: 'deleteMemberAlias',
    access: 'account:write',
    tag,
    summary: 'Undo a link',
    description: `The id has a member of its own again, as if it had never been linked, and the months are scored again as when it was. No later
statement links it by itself again.`,
    request: { params: params.extend({ externalId: externalIdText('The other id.') }) },
    responses: { 204: { description: 'Undone.', schema: z.void() } },
  }).handle(async ({ params: { memberRefId, externalId } }, request) => {
    const { accountId } = request.account;
    const undone = await unlinkAlias(changes, { accountId, memberRefId, externalId, origin: request.origin });
    return isRefused(undone) ? undone : { status: 204, body: undefined };
  });
}

function proposalsRoute({ changes, writeWorkbook, clock }: MemberAliasRouteDeps): Route {
  const workbook = listWorkbook(writeWorkbook, { name: 'Proposals', columns: PROPOSAL_COLUMNS });
  return accountRoute({
    method: 'get',
    path: '/v1/members/alias-proposals',
    operationId: 'listAliasProposals',
    access: 'account:read',
    tag,
    summary: 'Members who seem to return under another id',
    description: `Missing members of the month, and newcomers with the same name and the same effective date or policy number. A name that two people
have is never proposed. CSV and XLSX have a row for each member.`,
    request: { query: proposalQuery(clock) },
    problems: ['not_found'],
    responses: { 200: { description: 'The proposals.', schema: aliasProposals } },
    csv: { columns: PROPOSAL_COLUMNS, rows: ({ data }) => data },
    also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
  }).handle(async ({ query }, { account }) => {
    const found = await proposeAliases(changes, account.accountId, query);
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function acceptRoute({ changes, clock }: MemberAliasRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/members/alias-proposals/accept',
    operationId: 'acceptAliasProposals',
    access: 'account:write',
    tag,
    summary: "Link all of a month's proposals",
    description: `Members whose two ids stand side by side in a later month are left out. The months are scored again before the answer comes; large
books are scored by jobs.`,
    request: { json: monthOfAliases(clock) },
    problems: ['not_found'],
    responses: { 200: { description: 'Linked.', schema: aliasesChanged } },
  }).handle(async ({ json: book }, request) => {
    const { accountId } = request.account;
    const accepted = await acceptProposals(changes, { accountId, book, origin: request.origin });
    return isRefused(accepted) ? accepted : { status: 200, body: withJobs(accepted) };
  });
}

function undoRoute({ changes, clock }: MemberAliasRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/members/alias-proposals/undo',
    operationId: 'undoMemberAliases',
    access: 'account:write',
    tag,
    summary: 'Undo all links of a month',
    description: `Those that the month's statements made by themselves, and those of accepted proposals. Links made by hand stay.`,
    request: { json: monthOfAliases(clock) },
    problems: ['not_found'],
    responses: { 200: { description: 'Undone.', schema: aliasesChanged } },
  }).handle(async ({ json: book }, request) => {
    const { accountId } = request.account;
    const undone = await undoAliases(changes, { accountId, book, origin: request.origin });
    return isRefused(undone) ? undone : { status: 200, body: withJobs(undone) };
  });
}

function redoRoute({ changes, clock }: MemberAliasRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/members/alias-proposals/redo',
    operationId: 'redoMemberAliases',
    access: 'account:write',
    tag,
    summary: 'Link again what was undone',
    description: `The links of the month that were undone last. Members whose two ids stand side by side in a month are left out, and ids that were
linked otherwise since.`,
    request: { json: monthOfAliases(clock) },
    problems: ['not_found'],
    responses: { 200: { description: 'Linked.', schema: aliasesChanged } },
  }).handle(async ({ json: book }, request) => {
    const { accountId } = request.account;
    const redone = await redoAliases(changes, { accountId, book, origin: request.origin });
    return isRefused(redone) ? redone : { status: 200, body: withJobs(redone) };
  });
}
