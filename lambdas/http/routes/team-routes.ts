import { z } from '@hono/zod-openapi';
import {
  addPerson,
  changeRole,
  invitePerson,
  listTeam,
  removePerson,
  type TeamManagement,
} from '../../../app/people/manage-team.ts';
import { enterAccount, introduceOwner } from '../../../app/people/own-session.ts';
import {
  addedPerson,
  introduction,
  invite,
  invitedPerson,
  roleChange,
  TEAM_MEMBER_COLUMNS,
  teamMember,
} from '../../../app/people/people.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { isRefused } from '../../../core/problem.ts';
import { refuse } from '../../../core/refuse.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { accountRoute, operatorRoute, type Route } from '../route.ts';
import { operatorOrigin } from './operator-routes.ts';

export interface TeamRouteDeps {
  readonly management: TeamManagement;
  readonly signIn: Parameters<typeof addPerson>[0]['signIn'];
  /** False where mails stay on the machine. */
  readonly hasMail: boolean;
}

/** The people of an account: list, invite, change, remove. A signed-in person can also switch the account and state a name. */
export function teamRoutes(deps: TeamRouteDeps): readonly Route[] {
  return [
    listRoute(deps),
    inviteRoute(deps),
    changeRoute(deps),
    removeRoute(deps),
    enterRoute(deps),
    introduceRoute(deps),
    addPersonRoute(deps),
  ];
}

const params = z.object({ userId: recordId('The person.') });

function listRoute({ management }: TeamRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/team',
    operationId: 'listTeam',
    access: 'account:read',
    tag: 'People',
    summary: 'The people of the account',
    description: 'Owners first, then by name. Invited people are shown before they sign in.',
    link: 'team',
    request: { query: z.strictObject(offsetQuery) },
    responses: {
      200: {
        description: 'A page of people.',
        schema: offsetList(teamMember),
      },
    },
    csv: { columns: TEAM_MEMBER_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => ({
    status: 200,
    body: await listTeam(management, account.accountId, query),
  }));
}

function inviteRoute({ management, signIn, hasMail }: TeamRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/team/invites',
    operationId: 'createInvite',
    access: 'account:manage',
    tag: 'People',
    summary: 'Invite a person',
    description:
      'The person gets a mail with the address of the sign-in page, signs in and accepts there; before that nobody is a member. An account may send 100 invitations a day, and three to one address. Only for owners who have signed in.',
    request: { json: invite },
    problems: ['conflict'],
    responses: { 201: { description: 'Invited.', schema: invitedPerson } },
  }).handle(async ({ json }, request) => {
    const { accountId, person } = request.account;
    const invite = { ...json, inviterName: person?.name ?? null };
    const added = await invitePerson({ ...management, signIn, hasMail }, { accountId, invite }, request.origin);
    return isRefused(added) ? added : { status: 201, body: added };
  });
}

function changeRoute({ management }: TeamRouteDeps): Route {
  return accountRoute({
    method: 'patch',
    path: '/v1/team/{userId}',
    operationId: 'updateTeamMember',
    access: 'account:manage',
    tag: 'People',
    summary: 'Change what a person may do',
    description:
      'Holds from the next request on. The account keeps at least one owner who has signed in. Only for owners who have signed in.',
    request: { params, json: roleChange },
    problems: ['not_found', 'conflict'],
    responses: { 200: { description: 'As it is now.', schema: teamMember } },
  }).handle(async ({ params: { userId }, json }, request) => {
    const { accountId } = request.account;
    const changed = await changeRole(management, { accountId, userId, change: json }, request.origin);
    return isRefused(changed) ? changed : { status: 200, body: changed };
  });
}

function removeRoute({ management }: TeamRouteDeps): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/team/{userId}',
    operationId: 'deleteTeamMember',
    access: 'account:manage',
    tag: 'People',
    summary: 'Remove a person',
    description:
      "The person's sessions in this account end at once. The account keeps at least one owner who has signed in. Only for owners who have signed in.",
    request: { params },
    problems: ['not_found', 'conflict'],
    responses: { 204: { description: 'Removed.', schema: z.void() } },
  }).handle(async ({ params: { userId } }, request) => {
    const { accountId } = request.account;
    const refused = await removePerson(management, { accountId, userId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}

const needsPerson = () => refuse('forbidden', 'Only for people who have signed in with a browser.');

function enterRoute({ management: { team } }: TeamRouteDeps): Route {
  return accountRoute({
    method: 'put',
    path: '/v1/me/account',
    operationId: 'updateMyAccount',
    access: 'account:read',
    agents: 'own_session',
    tag: 'People',
    summary: 'Work in another account',
    description:
      'Lets the session of a person who belongs to several accounts work in another one. For tokens it is refused.',
    request: {
      json: z.strictObject({
        accountId: recordId('An account of GET /v1/me, which lists those that the person has joined.'),
      }),
    },
    problems: ['not_found'],
    responses: { 204: { description: 'Done.', schema: z.void() } },
  }).handle(async ({ json: { accountId } }, { account }) => {
    if (account.person === null) return needsPerson();
    const refused = await enterAccount(team, { sessionId: account.tokenId, accountId });
    return refused ?? { status: 204, body: undefined };
  });
}

function introduceRoute({ management: { team } }: TeamRouteDeps): Route {
  return accountRoute({
    method: 'patch',
    path: '/v1/me',
    operationId: 'updateMe',
    access: 'account:manage',
    agents: 'own_session',
    tag: 'People',
    summary: 'Say who you are',
    description:
      'For the owner whom the first start made: stores the own name and address, and the name of the agency. Refused afterwards.',
    request: { json: introduction },
    problems: ['conflict'],
    responses: { 204: { description: 'Stored.', schema: z.void() } },
  }).handle(async ({ json }, request) => {
    const { accountId, person } = request.account;
    if (person === null) return needsPerson();
    const refused = await introduceOwner(team, { ...json, person, accountId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}

function addPersonRoute({ management, signIn }: TeamRouteDeps): Route {
  return operatorRoute({
    method: 'post',
    path: '/v1/admin/users',
    operationId: 'createUser',
    tag: 'Operator',
    summary: 'Add a person',
    description:
      'Adds a person to the team of an account and mails the address of the sign-in page, where the person asks for a link. Returns a link that signs the person in once, for a person who gets no mail.',
    request: { json: invite.extend({ accountId: recordId('The account.') }) },
    problems: ['not_found', 'conflict'],
    responses: {
      201: {
        description: 'Added.',
        schema: addedPerson,
      },
    },
  }).handle(async ({ json: { accountId, ...person } }, request) => {
    const invite = { ...person, inviterName: null };
    const added = await addPerson({ ...management, signIn }, { accountId, invite }, operatorOrigin(request));
    return isRefused(added) ? added : { status: 201, body: added };
  });
}
