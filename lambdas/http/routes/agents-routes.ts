import { z } from '@hono/zod-openapi';
import {
  AGENT_COLUMNS,
  type AgentManagement,
  acceptedProposals,
  acceptProposals,
  agent,
  agentChange,
  findAgent,
  listSpellings,
  newAgent,
  newSpelling,
  proposalsToAccept,
  proposalToRefuse,
  refuseProposal,
  SPELLING_COLUMNS,
  spelling,
} from '../../../app/agents/manage-agents.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, offsetQuery, shortListQuery } from '../paging.ts';
import { booleanText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** Agents and their names on statements: list, create, get, change, delete, join, separate, and proposals. */
export function agentRoutes(management: AgentManagement): readonly Route[] {
  return [
    listRoute(management),
    createRoute(management),
    spellingsRoute(management),
    acceptRoute(management),
    refuseRoute(management),
    getRoute(management),
    updateRoute(management),
    deleteRoute(management),
    joinRoute(management),
    separateRoute(management),
  ];
}

const tag = 'Agents';
const params = z.object({ agentId: recordId('The agent.') });

function listRoute({ agents }: AgentManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/agents',
    operationId: 'listAgents',
    access: 'account:read',
    agents: 'own_members',
    tag,
    summary: 'The agents of the account',
    description: 'By name. People with the role agent see their own record only.',
    link: 'agents',
    request: { query: z.strictObject(shortListQuery) },
    responses: { 200: { description: 'A page of agents.', schema: offsetList(agent) } },
    csv: { columns: AGENT_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => ({ status: 200, body: await agents.list(account.accountId, query) }));
}

function createRoute({ agents }: AgentManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/agents',
    operationId: 'createAgent',
    access: 'account:write',
    tag,
    summary: 'Add an agent',
    description: 'Without names and numbers of statements: join them afterwards.',
    request: { json: newAgent },
    problems: ['conflict'],
    responses: { 201: { description: 'Added.', schema: agent } },
  }).handle(async ({ json }, { account: { accountId }, origin }) => {
    const added = await agents.create(accountId, json, origin);
    return isRefused(added) ? added : { status: 201, body: added };
  });
}

function getRoute(management: AgentManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/agents/{agentId}',
    operationId: 'getAgent',
    access: 'account:read',
    agents: 'own_members',
    tag,
    summary: 'An agent',
    description: 'With the names and numbers by which statements know the agent.',
    request: { params },
    responses: { 200: { description: 'The agent.', schema: agent } },
  }).handle(async ({ params: { agentId } }, { account: { accountId } }) => {
    const found = await findAgent(management, { accountId, agentId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function updateRoute({ agents }: AgentManagement): Route {
  return accountRoute({
    method: 'patch',
    path: '/v1/agents/{agentId}',
    operationId: 'updateAgent',
    access: 'account:write',
    tag,
    summary: 'Change an agent',
    description: 'Fields that are not sent stay as they are.',
    request: { params, json: agentChange },
    problems: ['conflict'],
    responses: { 200: { description: 'As it is now.', schema: agent } },
  }).handle(async ({ params: { agentId }, json }, { account: { accountId }, origin }) => {
    const changed = await agents.update({ accountId, agentId }, json, origin);
    return isRefused(changed) ? changed : { status: 200, body: changed };
  });
}

function deleteRoute({ agents }: AgentManagement): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/agents/{agentId}',
    operationId: 'deleteAgent',
    access: 'account:write',
    tag,
    summary: 'Delete an agent',
    description: 'Only an agent without names on statements, agents below and people of the team.',
    request: { params },
    problems: ['conflict'],
    responses: { 204: { description: 'Deleted.', schema: z.void() } },
  }).handle(async ({ params: { agentId } }, { account: { accountId }, origin }) => {
    const refused = await agents.delete({ accountId, agentId }, origin);
    return refused ?? { status: 204, body: undefined };
  });
}

function spellingsRoute(management: AgentManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/agents/spellings',
    operationId: 'listAgentSpellings',
    access: 'account:read',
    tag,
    summary: 'What statements call agents',
    description:
      'Every name and number of agents on statements, by carrier, with the agent that it belongs to or the proposal of one. By text; those with pay of zero in every month are left out.',
    link: 'agentSpellings',
    request: {
      query: z.strictObject({
        ...offsetQuery,
        isOpen: booleanText('true: only those that belong to no agent and were taken from none.').optional(),
      }),
    },
    responses: { 200: { description: 'A page of names and numbers.', schema: offsetList(spelling) } },
    csv: { columns: SPELLING_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => ({
    status: 200,
    body: await listSpellings(management, account.accountId, query),
  }));
}

function acceptRoute(management: AgentManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/agents/proposals/accept',
    operationId: 'acceptAgentProposals',
    access: 'account:write',
    tag,
    summary: 'Accept proposals',
    description: 'Makes or completes agents: by one proposal, or by all sure ones. Reports follow at once.',
    request: {
      json: proposalsToAccept,
    },
    problems: ['not_found', 'conflict'],
    responses: { 200: { description: 'What was joined.', schema: acceptedProposals } },
  }).handle(async ({ json: { proposalId } }, { account: { accountId }, origin }) => {
    const accepted = await acceptProposals(management, { accountId, proposalId }, origin);
    return isRefused(accepted) ? accepted : { status: 200, body: accepted };
  });
}

function refuseRoute(management: AgentManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/agents/proposals/refuse',
    operationId: 'refuseAgentProposal',
    access: 'account:write',
    tag,
    summary: 'Say that two names are two agents',
    description:
      'Of a proposal that is not sure. It is not made again; the name is then proposed as an agent of its own.',
    request: {
      json: proposalToRefuse,
    },
    problems: ['not_found', 'conflict'],
    responses: { 204: { description: 'Done.', schema: z.void() } },
  }).handle(async ({ json: { proposalId } }, { account: { accountId }, origin }) => {
    const refused = await refuseProposal(management, { accountId, proposalId }, origin);
    return refused ?? { status: 204, body: undefined };
  });
}

function joinRoute({ agents }: AgentManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/agents/{agentId}/names',
    operationId: 'createAgentName',
    access: 'account:write',
    tag,
    summary: 'Join a name or number with an agent',
    description:
      'It has one agent at most, for a carrier or for all. Reports, lists and the own view of the agent follow at once.',
    request: {
      params,
      json: newSpelling,
    },
    problems: ['conflict'],
    responses: { 201: { description: 'The agent with it.', schema: agent } },
  }).handle(async ({ params: { agentId }, json }, { account: { accountId }, origin }) => {
    const joined = await agents.join({ accountId, agentId }, json, origin);
    return isRefused(joined) ? joined : { status: 201, body: joined };
  });
}

function separateRoute({ agents }: AgentManagement): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/agents/{agentId}/names/{nameId}',
    operationId: 'deleteAgentName',
    access: 'account:write',
    tag,
    summary: 'Take a name or number away from an agent',
    description: 'Its rows then belong to no agent, unless their number or name still does. It is not proposed again.',
    request: { params: params.extend({ nameId: recordId('The name or number.') }) },
    responses: { 204: { description: 'Done.', schema: z.void() } },
  }).handle(async ({ params: { agentId, nameId } }, { account: { accountId }, origin }) => {
    const refused = await agents.separate({ accountId, agentId, nameId }, origin);
    return refused ?? { status: 204, body: undefined };
  });
}
