import type { Money } from '../money.ts';
import type { MemberProfile } from './member-month.ts';

/** What a row keeps of a member's principal record for the months after it (contract 6). */

/** The row before. */
interface Profiled {
  readonly profile: MemberProfile;
}

/** The very object of the row before where nothing in it is another: so it is with nearly every member. */
export function presentProfile(
  prior: Profiled | undefined,
  record: MemberProfile,
  premium: Money | null,
): MemberProfile {
  const policyNumber = displayedPolicy(prior, record);
  return prior !== undefined && isSameProfile(prior.profile, record, { premium, policyNumber })
    ? prior.profile
    : profileOf(record, premium, policyNumber);
}

function isSameProfile(
  before: MemberProfile,
  now: MemberProfile,
  { premium, policyNumber }: Pick<MemberProfile, 'premium' | 'policyNumber'>,
): boolean {
  return (
    before.memberName === now.memberName &&
    before.email === now.email &&
    before.policyRefId === now.policyRefId &&
    before.policyNumber === policyNumber &&
    before.planName === now.planName &&
    before.planCode === now.planCode &&
    before.productType === now.productType &&
    before.premium === premium &&
    before.lives === now.lives &&
    before.agentId === now.agentId &&
    before.agentName === now.agentName &&
    before.effectiveDate === now.effectiveDate &&
    before.termDate === now.termDate &&
    before.state === now.state &&
    before.carrierStatus === now.carrierStatus
  );
}

/** Of a policy's spellings, too, the first one seen stays. */
function displayedPolicy(prior: Profiled | undefined, { policyRefId, policyNumber }: MemberProfile): string | null {
  const isSame = policyRefId !== null && prior?.profile.policyRefId === policyRefId;
  return isSame ? prior.profile.policyNumber : policyNumber;
}

/** Apart from the lines it is made from. */
export function profileOf(record: MemberProfile, premium: Money | null, policyNumber: string | null): MemberProfile {
  return {
    memberName: record.memberName,
    email: record.email,
    policyRefId: record.policyRefId,
    policyNumber,
    planName: record.planName,
    planCode: record.planCode,
    productType: record.productType,
    premium,
    lives: record.lives,
    agentId: record.agentId,
    agentName: record.agentName,
    effectiveDate: record.effectiveDate,
    termDate: record.termDate,
    state: record.state,
    carrierStatus: record.carrierStatus,
  };
}
