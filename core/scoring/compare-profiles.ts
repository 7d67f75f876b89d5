import { foldText } from '../folded-text.ts';
import { type Money, moneyToDecimal } from '../money.ts';
import { COLUMN_FIELDS } from '../statement/columns.ts';
import { normaliseId } from '../statement/member-key.ts';
import { type MemberProfile, TRACKED_TEXTS } from './member-month.ts';

/** The kind of a change: a field got its first value, lost its value, or has another value. */
export type ChangeType = 'added' | 'removed' | 'modified';

/** A changed field of a member. Values are text: money and numbers as plain decimals, dates in ISO form. */
export interface FieldDelta {
  readonly field: string;
  readonly prevValue: string | null;
  readonly currValue: string | null;
  readonly changeType: ChangeType;
}

const COMMISSION_FIELD = 'commission_amount';

/** Fields whose values are numbers in every reply; all others are text. */
export const NUMBER_FIELDS: ReadonlySet<string> = new Set([COMMISSION_FIELD, 'premium_amount', 'lives']);

/** Nearly every member has no deltas, so one list is shared. */
const NO_DELTAS: readonly FieldDelta[] = [];

/**
 * Returns the tracked fields, other than the commission, that changed (docs/reference/scoring.md#deltas). Texts are compared without case
 * and extra white space, policy numbers as ids, and money in cents.
 */
export function compareProfiles(prev: MemberProfile, curr: MemberProfile): readonly FieldDelta[] {
  const deltas: FieldDelta[] = [];
  if (!isSameMoney(prev.premium, curr.premium)) {
    deltas.push(fieldDelta('premium_amount', moneyText(prev.premium), moneyText(curr.premium)));
  }
  if (prev.lives !== curr.lives)
    deltas.push(fieldDelta('lives', hundredthsText(prev.lives), hundredthsText(curr.lives)));
  for (const field of TRACKED_TEXTS) {
    const key = COLUMN_FIELDS[field];
    const before = prev[key];
    const now = curr[key];
    if (before === now) continue;
    // Two spellings of one policy have one policyRefId, so they are no change of policy.
    const fold = key === 'policyNumber' ? normaliseId : foldText;
    if (foldOptional(before, fold) !== foldOptional(now, fold)) deltas.push(fieldDelta(field, before, now));
  }
  return deltas.length === 0 ? NO_DELTAS : deltas;
}

/** Returns the delta of the commission; empty if both amounts round to the same cent. Null is the amount of a month without the member. */
export function compareCommission(prev: Money | null, curr: Money | null): readonly FieldDelta[] {
  return isSameMoney(prev, curr) ? NO_DELTAS : [fieldDelta(COMMISSION_FIELD, moneyText(prev), moneyText(curr))];
}

function fieldDelta(field: string, prevValue: string | null, currValue: string | null): FieldDelta {
  const changeType = prevValue === null ? 'added' : currValue === null ? 'removed' : 'modified';
  return { field, prevValue, currValue, changeType };
}

function foldOptional(text: string | null, fold: (text: string) => string): string | null {
  return text === null ? null : fold(text);
}

function isSameMoney(a: Money | null, b: Money | null): boolean {
  return a === b || roundToCents(a) === roundToCents(b);
}

function roundToCents(amount: Money | null): number | null {
  if (amount === null) return null;
  const cents = Math.floor((Math.abs(amount) + 50) / 100);
  return amount < 0 && cents !== 0 ? -cents : cents;
}

/** Formats an amount with two decimals, or with up to four if the statement has more. */
function moneyText(amount: Money | null): string | null {
  return amount === null ? null : moneyToDecimal(amount).replace(/0{1,2}$/, '');
}

function hundredthsText(value: number | null): string | null {
  return value === null ? null : String(value / 100);
}
