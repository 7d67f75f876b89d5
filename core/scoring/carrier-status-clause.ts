import { type MemberMonth, principalRecord } from './member-month.ts';
import { quoted } from './wording.ts';

/**
 * Returns a clause with the carrier's own words about a member that it lists and does not pay, such as a status or the reason of a block;
 * empty without these words, and for a month that holds a chargeback.
 */
export function carrierStatusClause(month: MemberMonth | undefined): string {
  if (month === undefined || month.amount !== 0 || month.chargeback > 0) return '';
  const status = principalRecord(month).carrierStatus;
  return status === null || status.trim() === '' ? '' : `; the carrier says ${quoted(status)}`;
}
