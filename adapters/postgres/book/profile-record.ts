import type { MemberProfile } from '../../../core/scoring/member-month.ts';
import type { statementLines } from '../../../schema/book.ts';
import type { scoredRows } from '../../../schema/scores.ts';
import { date, hundredths, money, text, uuid } from '../records/column-types.ts';
import { optional, type StoredFields } from '../records/stored-record.ts';

/** Returns the fields of a member's profile, which a line and a scored row have alike. */
export function profileFields(stored: typeof statementLines | typeof scoredRows): StoredFields<MemberProfile> {
  return {
    memberName: optional(stored.memberName, text),
    email: optional(stored.email, text),
    policyRefId: optional(stored.policyRefId, uuid),
    policyNumber: optional(stored.policyNumber, text),
    planName: optional(stored.planName, text),
    planCode: optional(stored.planCode, text),
    productType: optional(stored.productType, text),
    premium: optional(stored.premium, money),
    lives: optional(stored.lives, hundredths),
    agentId: optional(stored.agentId, text),
    agentName: optional(stored.agentName, text),
    effectiveDate: optional(stored.effectiveDate, date),
    termDate: optional(stored.termDate, date),
    state: optional(stored.state, text),
    county: optional(stored.county, text),
    carrierStatus: optional(stored.carrierStatus, text),
  };
}
