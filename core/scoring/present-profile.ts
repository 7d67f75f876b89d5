import type { Money } from '../money.ts';
import { type MemberProfile, PROFILE_FIELDS, profileOf } from './member-month.ts';

/** A scored row, as far as its profile is read. */
interface Profiled {
  readonly profile: MemberProfile;
}

/**
 * Makes the profile of a present member from its principal record (docs/reference/scoring.md#several-policies). Returns the previous row's
 * object if nothing changed, as for nearly every member. `premium`: in ten-thousandths of a dollar.
 */
export function presentProfile(
  prior: Profiled | undefined,
  record: MemberProfile,
  premium: Money | null,
): MemberProfile {
  const policyNumber = displayedPolicy(prior, record);
  return prior !== undefined && isSameProfile(prior.profile, record, { premium, policyNumber })
    ? prior.profile
    : { ...profileOf(record), premium, policyNumber };
}

/** The fields that are taken from the record. */
const COMPARED_FIELDS = PROFILE_FIELDS.filter((field) => field !== 'premium' && field !== 'policyNumber');

function isSameProfile(
  before: MemberProfile,
  now: MemberProfile,
  { premium, policyNumber }: Pick<MemberProfile, 'premium' | 'policyNumber'>,
): boolean {
  if (before.premium !== premium || before.policyNumber !== policyNumber) return false;
  return COMPARED_FIELDS.every((field) => before[field] === now[field]);
}

/** Returns the policy number to show: the first spelling, as long as the policy is the same. */
function displayedPolicy(prior: Profiled | undefined, { policyRefId, policyNumber }: MemberProfile): string | null {
  const isSame = policyRefId !== null && prior?.profile.policyRefId === policyRefId;
  return isSame ? prior.profile.policyNumber : policyNumber;
}

/**
 * Makes the profile of a chargeback after the drop. For the same policy, blank fields keep their earlier values, so that a rapid
 * disenrollment is still recognised. Related fields, such as an agent's id and name, stay blank if the lines contradict one of them.
 */
export function chargedBackProfile(before: MemberProfile, record: MemberProfile, premium: Money | null): MemberProfile {
  const own = { ...profileOf(record), premium };
  if (own.policyRefId !== before.policyRefId) return own;
  const knownFor = (fields: readonly (keyof MemberProfile)[]) =>
    fields.every((field) => own[field] === null || own[field] === before[field]) ? before : own;
  const plan = knownFor(['planName', 'planCode', 'productType']);
  const agent = knownFor(['agentId', 'agentName']);
  const dates = knownFor(['effectiveDate', 'termDate']);
  return {
    ...own,
    memberName: own.memberName ?? before.memberName,
    email: own.email ?? before.email,
    planName: own.planName ?? plan.planName,
    planCode: own.planCode ?? plan.planCode,
    productType: own.productType ?? plan.productType,
    lives: own.lives ?? before.lives,
    agentId: own.agentId ?? agent.agentId,
    agentName: own.agentName ?? agent.agentName,
    effectiveDate: own.effectiveDate ?? dates.effectiveDate,
    termDate: own.termDate ?? dates.termDate,
    state: own.state ?? before.state,
  };
}
