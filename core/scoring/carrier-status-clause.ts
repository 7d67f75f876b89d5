import { type MemberMonth, principalRecord } from './member-month.ts';
import { quoted } from './wording.ts';

/**
 * Returns a clause that quotes the carrier's status for a member whose net is zero. Returns an empty text without a status, and for a month
 * with a chargeback.
 */
export function carrierStatusClause(month: MemberMonth | undefined): string {
  if (month === undefined || month.amount !== 0 || month.chargeback > 0) return '';
  const status = principalRecord(month).carrierStatus;
  return status === null || status.trim() === '' ? '' : `; the carrier says ${quoted(status)}`;
}
