import { z } from '@hono/zod-openapi';
import {
  findLastSeen,
  findMemberJourney,
  findPolicyJourney,
  type MemberRegister,
} from '../../../app/reads/find-members.ts';
import {
  JOURNEY_MONTH_COLUMNS,
  type JourneyMonth,
  lastSeen,
  memberJourney,
  policyJourney,
} from '../../../app/reads/member-records.ts';
import { isRefused } from '../../../core/problem.ts';
import { recordId } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

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
  }).handle(async ({ params: { memberRefId } }, { account: { accountId } }) => {
    const found = await findMemberJourney(register, { accountId, memberRefId });
    return isRefused(found) ? found : { status: 200, body: found };
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
  }).handle(async ({ params: { policyRefId } }, { account: { accountId } }) => {
    const found = await findPolicyJourney(register, { accountId, policyRefId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}
