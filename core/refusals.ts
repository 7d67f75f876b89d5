import { MOVING_RETRY_SECONDS } from './limits/request-limits.ts';
import type { Refused } from './problem.ts';
import { refuse, refuseField } from './refuse.ts';

/**
 * The refusals that a store finds under its locks, or that several use cases share. A thing of another account and a thing that does not
 * exist are refused in the same words.
 */

/** Refuses a change of an account that is being moved to another database. A copy takes seconds to minutes. */
export const accountMoving = (): Refused =>
  refuse('account_moving', {
    detail: 'The account is being moved. It can be read; send changes again in a moment.',
    headers: { 'Retry-After': String(MOVING_RETRY_SECONDS) },
  });

/** Refuses any request of an account that is at another address now. */
export const accountMoved = (movedTo: string | null): Refused =>
  refuse('account_moved', movedTo === null ? 'The account has moved.' : `The account has moved to ${movedTo}.`);

/** Refuses a request that needs the rows of an archived month, or would change it or the month after. */
export const monthArchived = (period: string): Refused =>
  refuse(
    'month_archived',
    `${period} needs rows that are in the archive. The operator brings them back with "npm run archive-months -- --back"; then send this again.`,
  );

/** Refuses the operator to change or delete an account in the middle of its move, or to change it after. */
export const accountIsAway = (): Refused =>
  refuse('conflict', 'The account is being moved to another service, or has been.');

/** Refuses an account that does not exist. */
export const unknownAccount = (): Refused => refuse('not_found', 'There is no account with this id.');

/** Refuses a filter that names an unknown carrier or workspace (docs/reference/requests.md#ids). */
export function refuseUnknown(field: 'carrierId' | 'workspaceId'): Refused {
  const noun = field === 'carrierId' ? 'carrier' : 'workspace';
  return refuse('not_found', `There is no ${noun} with this ${field}.`);
}

/** Refuses a name that another workspace of the account has. */
export const workspaceNameTaken = (name: string): Refused =>
  refuse('conflict', `There is a workspace named "${name}" already.`);

/** Refuses a test token while the test account is being deleted. */
export const testAccountEnds = (): Refused => refuse('conflict', 'The test account is being deleted.');

/** Refuses a live token for a test account. */
export const testTokensOnly = (): Refused => refuseField('isTest', 'must be true: a test account has test tokens only');

/** Refuses a carrier that the account does not see. */
export const unknownCarrier = (): Refused => refuse('not_found', 'There is no carrier with this id.');

/** Refuses a list with a carrier that the account does not see. */
export const unknownCarriers = (): Refused => refuse('not_found', 'There is no carrier with one of these ids.');

/** Refuses a brand that the catalogue does not have. */
export const unknownBrand = (): Refused => refuse('not_found', 'There is no brand with this groupId.');

/** Refuses an account's change of a carrier of the shared catalogue. */
export const sharedCarrier = (): Refused =>
  refuse('forbidden', 'The carrier belongs to the shared catalogue, which only the operator can change.');

/** Refuses the deletion of a carrier with statements. */
export const carrierInUse = (): Refused =>
  refuse('conflict', 'Statements of the carrier have been accepted; it can not be deleted.');

/** Refuses a slug that another carrier has. */
export const slugTaken = (slug: string): Refused => refuse('conflict', `The slug "${slug}" is in use.`);

/** Refuses a carrier with the name of another carrier of the account. `carrierId` is that carrier. */
export const nameTaken = (name: string, carrierId: string): Refused =>
  refuse('conflict', {
    detail: `The account has a carrier named "${name}" already: use it, or send allowSameName if there are really two.`,
    carrierId,
  });

/** Refuses a version that the carrier does not have. */
export const unknownVersion = (): Refused => refuse('not_found', 'There is no such version of a configuration.');

/** Refuses a rate that the account does not have. */
export const unknownRate = (): Refused => refuse('not_found', 'There is no rate with this id.');

/** Refuses an event that the account does not have, or no longer has. */
export const unknownCarrierEvent = (): Refused => refuse('not_found', 'There is no carrier event with this id.');

/** Refuses the acceptance of an event that a statement changed meanwhile. */
export const carrierEventChanged = (): Refused =>
  refuse(
    'conflict',
    'The event changed while it was accepted: a statement of its carrier was scored. Look at it again.',
  );

/** Refuses a job that the account does not have. */
export const unknownJob = (): Refused => refuse('not_found', 'There is no job with this id.');

/** Refuses a filter by an unknown job. */
export const unknownJobOfFilter = (): Refused => refuse('not_found', 'There is no job with this jobId.');

/** Refuses a cursor that no page of the list ended with. */
export const unknownCursor = (): Refused => refuseField('cursor', 'is not a nextCursor of this list');

/** Refuses a member that the account does not have. */
export const unknownMember = (): Refused => refuse('not_found', 'There is no member with this id.');

/** Refuses an id that is not joined with the member. */
export const unknownOtherId = (): Refused => refuse('not_found', 'The member has no such other id.');

/** Refuses an external id without a letter or digit. */
export const blankExternalId = (): Refused => refuseField('externalId', 'must not be blank');

/** Refuses a webhook that the account does not have. */
export const unknownWebhook = (): Refused => refuse('not_found', 'There is no webhook with this id.');

/** Refuses a name of an SFTP user that any account has, or had. */
export const userNameTaken = (username: string): Refused =>
  refuse('conflict', `The user name "${username}" is taken. User names are shared by all accounts: choose another.`);

/** Refuses an invitation of a person who is in the team. */
export const alreadyInTeam = (email: string): Refused => refuse('conflict', `${email} is in the team already.`);

/** Refuses an address that another person has. */
export const emailTaken = (email: string): Refused => refuse('conflict', `${email} belongs to somebody else already.`);

/** Refuses an agent that the account does not have. */
export const unknownAgent = (): Refused => refuse('not_found', 'There is no agent with this id.');

/** Refuses a name or number that the agent does not have. */
export const unknownAgentName = (): Refused => refuse('not_found', 'The agent has no such name or number.');

/** Refuses an NPN that another agent has. */
export const npnTaken = (npn: string): Refused => refuse('conflict', `Another agent has the NPN ${npn}.`);

/** Refuses a second house account. */
export const houseTaken = (): Refused => refuse('conflict', "Another agent is the agency's own account already.");

/** Refuses an upline that the account does not have. */
export const unknownUpline = (): Refused => refuseField('uplineId', 'must be an agent of the account');

/** Refuses an upline that stands below the agent. */
export const uplineBelow = (): Refused => refuseField('uplineId', 'must not be the agent or stand below the agent');

/** Refuses a name or number that another agent has. */
export const spellingTaken = (text: string, agent: string): Refused =>
  refuse('conflict', `"${text}" belongs to ${agent}. Take it away there first.`);

/** Refuses the deletion of an agent that something refers to. */
export const agentInUse = (reason: string): Refused =>
  refuse('conflict', `${reason} refer to the agent; it can not be deleted.`);

/** Refuses an account that did not say how its agents are paid. */
export const payNotSetUp = (): Refused =>
  refuse('not_found', 'How agents are paid was not set up yet. PUT /v1/pay-setup does that.');

/** Refuses a pay run that the account does not have. */
export const unknownPayRun = (): Refused => refuse('not_found', 'There is no pay run with this id.');

/** Refuses a second run beside an open one: both would pay the same lines. */
export const payRunIsOpen = (): Refused =>
  refuse('conflict', 'Another pay run is open. Approve or delete it first, because both would pay the same lines.');

/** Refuses a change of a run that is approved or paid. */
export const payRunIsFixed = (state: string): Refused =>
  refuse('conflict', `The pay run is ${state} and does not change. What comes later is an adjustment of the next run.`);

/** Refuses to pay a run that is not approved. */
export const payRunNotApproved = (state: string): Refused =>
  refuse('conflict', `The pay run is ${state}. Only an approved run is paid.`);

/** Refuses an adjustment that the run does not have. */
export const unknownPayAdjustment = (): Refused => refuse('not_found', 'The pay run has no such adjustment.');

/** Refuses an adjustment for an agent whom the account does not have. */
export const unknownPaidAgent = (): Refused => refuseField('agentId', 'is no agent of the account');

/** Refuses a question that the account, or the agent, does not have. */
export const unknownPayQuestion = (): Refused => refuse('not_found', 'There is no question with this id.');

/** Refuses a question about a line that an approved run did not give to the agent. */
export const unknownPaidLine = (): Refused => refuseField('lineNumber', 'is no line of the statement');

/** Refuses a second thread about a line. */
export const payQuestionExists = (): Refused =>
  refuse('conflict', 'There is a question about this already. Write into it.');

/** Refuses a book with more lines than a run may be computed from. */
export const tooManyPayLines = (most: number): Refused =>
  refuse('conflict', `The statements have more than ${most} lines since the first month. Set a later first month.`);
