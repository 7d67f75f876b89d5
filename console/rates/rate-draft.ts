import type { components } from '../../client/generated/api-types.ts';
import type { ProblemError } from '../../client/problem-error.ts';
import type { Rate, RateKind } from './rate-words.ts';

export type NewRate = components['schemas']['NewExpectedRate'];

/** The fields of the form. Texts are kept as they are typed; empty means not set. */
export interface RateDraft {
  readonly carrierId: string;
  readonly kind: RateKind;
  readonly amount: string;
  readonly planCode: string;
  readonly tier: '' | NonNullable<Rate['tier']>;
  readonly state: string;
  readonly effectiveFrom: string;
  readonly effectiveTo: string;
  readonly maxLives: string;
  readonly fromPolicyMonth: string;
  readonly toPolicyMonth: string;
  readonly fromLives: string;
  readonly toLives: string;
}

export const EMPTY_DRAFT: RateDraft = {
  carrierId: '',
  kind: 'percent_of_premium',
  amount: '',
  planCode: '',
  tier: '',
  state: '',
  effectiveFrom: '',
  effectiveTo: '',
  maxLives: '',
  fromPolicyMonth: '',
  toPolicyMonth: '',
  fromLives: '',
  toLives: '',
};

/**
 * The decimal places that a share is sent with. They are more than a rate may have, so that the service refuses a too exact share and
 * nobody rounds it.
 */
const SHARE_PLACES = 10;

/** Fills the form with an existing rate. */
export function draftOf(rate: Rate): RateDraft {
  const share = rate.rateType === 'percent_of_premium';
  return {
    carrierId: rate.carrierId,
    kind: rate.rateType,
    amount: String(share ? Number((rate.rateValue * 100).toFixed(SHARE_PLACES)) : rate.rateValue),
    planCode: rate.planCode ?? '',
    tier: rate.tier ?? '',
    state: rate.state ?? '',
    effectiveFrom: rate.effectiveFrom ?? '',
    effectiveTo: rate.effectiveTo ?? '',
    maxLives: textOf(rate.maxLives),
    fromPolicyMonth: textOf(rate.fromPolicyMonth),
    toPolicyMonth: textOf(rate.toPolicyMonth),
    fromLives: textOf(rate.fromLives),
    toLives: textOf(rate.toLives),
  };
}

const textOf = (value: number | null) => (value === null ? '' : String(value));

/** Returns the number of an amount such as `$28.92`, `5 %` or `1,200`; null for other text. */
function amountOf(text: string): number | null {
  const digits = text.replaceAll(/[\s$%,]/g, '');
  return /^\d+(\.\d*)?$|^\.\d+$/.test(digits) ? Number(digits) : null;
}

/** Returns the fault of the amount. Null when the amount is valid or still empty. */
export function amountFault({ kind, amount }: Pick<RateDraft, 'kind' | 'amount'>): string | null {
  if (amount.trim() === '') return null;
  const value = amountOf(amount);
  if (value === null) return 'Write a number, such as 28.92';
  return kind === 'percent_of_premium' && value > 100 ? 'A share of the premium is 100 percent at most' : null;
}

/** Returns the rate of the form, or null while the carrier or the amount is missing. */
export function rateOf(draft: RateDraft): NewRate | null {
  const amount = amountOf(draft.amount);
  if (draft.carrierId === '' || amount === null || amountFault(draft) !== null) return null;
  const share = draft.kind === 'percent_of_premium';
  return {
    carrierId: draft.carrierId,
    rateType: draft.kind,
    rateValue: share ? Number((amount / 100).toFixed(SHARE_PLACES)) : amount,
    planCode: textOrNull(draft.planCode),
    tier: draft.tier === '' ? null : draft.tier,
    state: textOrNull(draft.state),
    effectiveFrom: textOrNull(draft.effectiveFrom),
    effectiveTo: textOrNull(draft.effectiveTo),
    maxLives: share ? null : countOf(draft.maxLives),
    fromPolicyMonth: countOf(draft.fromPolicyMonth),
    toPolicyMonth: countOf(draft.toPolicyMonth),
    fromLives: countOf(draft.fromLives),
    toLives: countOf(draft.toLives),
  };
}

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());
const countOf = (text: string) => (text.trim() === '' ? null : Number(text));

const FIELD_LABELS: ReadonlyMap<string, string> = new Map([
  ['carrierId', 'the carrier'],
  ['rateValue', 'the amount'],
  ['planCode', 'the plan'],
  ['state', 'the state'],
  ['effectiveFrom', 'the first day'],
  ['effectiveTo', 'the last day'],
  ['maxLives', 'the largest household'],
  ['fromPolicyMonth', 'the first month of the policy'],
  ['toPolicyMonth', 'the last month of the policy'],
  ['fromLives', 'the smallest group'],
  ['toLives', 'the largest group'],
]);
const FIELD_NAMES = new RegExp(`(?:The field )?\\b(${[...FIELD_LABELS.keys()].join('|')})\\b`, 'g');

/** Returns a sentence for each refused field, with the fields' names on the form. Sentences about a sheet name its row and column. */
export function faultSentences({ fieldErrors }: ProblemError): readonly string[] {
  return fieldErrors.map(({ detail }) =>
    capitalized(detail.replace(FIELD_NAMES, (_, name: string) => FIELD_LABELS.get(name) ?? name)),
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
