import { Fraction } from './book-model-fraction.ts';
import { fieldOf, type MemberMonth, type ModelLine, normalised, premiumOf } from './book-model-record.ts';

/** Implements the field deltas of the book model (docs/reference/scoring.md#deltas). */

export interface ModelDelta {
  readonly member: string;
  readonly field: string;
  readonly prevValue: string | null;
  readonly currValue: string | null;
  readonly changeType: 'added' | 'removed' | 'modified';
}

interface TrackedField {
  readonly field: string;
  readonly kind: 'money' | 'number' | 'text' | 'policy';
  readonly read: (month: MemberMonth) => string | null;
}

const fromPrincipal =
  (name: Exclude<keyof ModelLine, 'member' | 'amount'>) =>
  (month: MemberMonth): string | null =>
    fieldOf(month.principal, name);

/** The tracked fields, in the order of docs/reference/scoring.md#deltas. */
const TRACKED: readonly TrackedField[] = [
  { field: 'commission_amount', kind: 'money', read: (month) => month.net.toDecimal() },
  { field: 'premium_amount', kind: 'money', read: (month) => premiumOf(month)?.toDecimal() ?? null },
  { field: 'lives', kind: 'number', read: fromPrincipal('lives') },
  { field: 'plan_name', kind: 'text', read: fromPrincipal('planName') },
  { field: 'plan_code', kind: 'text', read: fromPrincipal('planCode') },
  { field: 'policy_number', kind: 'policy', read: fromPrincipal('policy') },
  { field: 'agent_id', kind: 'text', read: fromPrincipal('agentId') },
  { field: 'agent_name', kind: 'text', read: fromPrincipal('agentName') },
  { field: 'effective_date', kind: 'text', read: fromPrincipal('effectiveDate') },
  { field: 'term_date', kind: 'text', read: fromPrincipal('termDate') },
  { field: 'member_name', kind: 'text', read: fromPrincipal('memberName') },
  { field: 'email', kind: 'text', read: fromPrincipal('email') },
  { field: 'state', kind: 'text', read: fromPrincipal('state') },
  { field: 'carrier_status', kind: 'text', read: fromPrincipal('carrierStatus') },
  { field: 'product_type', kind: 'text', read: fromPrincipal('productType') },
];

/** Returns every tracked field that differs between two months in which the member is present. */
export function changedFields(member: string, prev: MemberMonth, curr: MemberMonth): ModelDelta[] {
  return TRACKED.flatMap(({ field, kind, read }) => {
    const prevValue = read(prev);
    const currValue = read(curr);
    if (comparable(kind, prevValue) === comparable(kind, currValue)) return [];
    const changeType = prevValue === null ? 'added' : currValue === null ? 'removed' : 'modified';
    return [{ member, field, prevValue, currValue, changeType }];
  });
}

/** Returns the compared form of a value: texts trimmed, with case and spaces folded, and money rounded to cents. */
function comparable(kind: TrackedField['kind'], value: string | null): string | null {
  if (value === null) return null;
  if (kind === 'money') return Fraction.of(value).rounded(2).toDecimal();
  if (kind === 'number') return Fraction.of(value).toDecimal();
  // Two numbers with the same normal form are one policy (docs/reference/requests.md#ids), so there is no difference.
  if (kind === 'policy') return normalised(value);
  return value.trim().replace(/\s+/gu, ' ').toUpperCase();
}
