import { AGENTS, lagOf, type Payment, type Policy, traitsAt } from './policies.ts';
import {
  anyRhythm,
  delay,
  due,
  endsWith,
  has,
  isRetroactive,
  type Needs,
  single,
  type Telling,
  takenBack,
} from './story.ts';

/** The pay that comes back after it was taken: a member who is reinstated, and the rest of a first year's pay. */

export const isReinstated =
  (isRepaid: boolean): Telling =>
  (story) => {
    const { records, policy, payments, k, payment, last } = story;
    const [absent, back] = payments.slice(k + 1);
    if (absent === undefined || back === undefined) return false;
    const term = has(story, 'term') ? last.from - 1 : null;
    const kept = payments.filter((one) => one !== payment && one !== absent);
    const repaid = isRepaid ? [last, payment, absent].map((one) => ({ ...one, at: back.at })) : [];
    records.replace(policy, [...kept, takenBack(last, payment.at, 1, term), ...repaid]);
    records.fact(policy, payment.at, isRepaid ? 'rightful_chargeback' : 'wrong_chargeback');
    if (term !== null && isRetroactive(payment.at, term)) records.fact(policy, payment.at, 'retroactive_end');
    records.fact(policy, absent.at, isRepaid ? 'late_premium' : 'unpaid');
    if (isRepaid) records.fact(policy, back.at, 'reinstated', 'catch_up');
    else {
      const cents = due(records, policy, last, payment, absent);
      records.fact(policy, back.at, 'not_repaid', 'missed_months');
      records.claim(policy, back.at, cents);
      records.owe(policy, back.at, 0, cents);
    }
    return true;
  };

/** Plays a first year that Medicare pays at the renewal amount until the carrier knows that the member is new. */
export const isTruedUp =
  (isPaid: boolean): Telling =>
  (story) => {
    const { records, policy, payments } = story;
    const { productLine, traits, columns } = records.carrier;
    const [first] = payments;
    if (productLine !== 'medicare' || traits.schedule !== 'yearly' || traits.step !== 'calendar_year') return false;
    if (first === undefined || first.from !== policy.effective || first.at + 3 >= records.carrier.months) return false;
    if (!columns.has('type') || !columns.has('effective') || policy.units.length > 1) return false;
    const cents = due(records, policy, first);
    const half = Math.round(cents / 2);
    const trueUp: Payment = { ...first, at: first.at + 2, type: 'true_up', fixed: cents - half };
    records.replace(policy, [{ ...first, fixed: half }, ...(isPaid ? [trueUp] : []), ...payments.slice(1)]);
    if (isPaid) records.fact(policy, trueUp.at, 'true_up_paid');
    else {
      records.fact(policy, first.at + 3, 'true_up_missing');
      records.claim(policy, first.at + 3, columns.has('cms_new') ? cents - half : 0, cents - half);
    }
    return true;
  };

/** The faults that a carrier can make with one policy, with the facts that follow by the rules of the trade. */

const isChargedBackTwice: Telling = (story) => {
  const { records, policy, payments, k, payment, last } = story;
  const term = has(story, 'term') ? last.from - 1 : null;
  const once = takenBack(last, payment.at, 1, term);
  endsWith(story, [...payments.slice(0, k), once, { ...once, at: payment.at + 1 }], payment.at);
  records.fact(policy, payment.at, 'lost', 'rightful_chargeback');
  if (term !== null && isRetroactive(payment.at, term)) records.fact(policy, payment.at, 'retroactive_end');
  records.fact(policy, payment.at + 1, 'double_chargeback');
  records.claim(policy, payment.at + 1, due(records, policy, last));
  return true;
};

const isNotPaid: Telling = ({ records, policy, payments, k, payment }) => {
  const next = payments[k + 1];
  if (next === undefined || payments.filter(({ at }) => at === payment.at).length > 1) return false;
  records.replace(
    policy,
    payments.filter((one) => one !== payment),
  );
  const cents = due(records, policy, payment);
  records.fact(policy, payment.at, 'unpaid');
  records.fact(policy, next.at, 'missed_months');
  records.claim(policy, payment.at, cents);
  records.owe(policy, payment.at, 0, cents);
  records.owe(policy, next.at, 0, cents);
  return true;
};

const hasZeroRow: Telling = ({ records, policy, payments, payment, last }) => {
  const cents = due(records, policy, payment);
  records.replace(
    policy,
    payments.map((one) => (one === payment ? { ...one, share: 0 } : one)),
  );
  records.fact(policy, payment.at, 'unpaid');
  records.must(policy, payment.at, Math.min(cents, due(records, policy, last)));
  records.claim(policy, payment.at, cents);
  records.owe(policy, payment.at, cents);
  return true;
};

/** Plays a cut of up to three payments. It is proved where the statement prints the full rate and the premium beside it. */
const isCut: Telling = ({ records, policy, payments, k, payment, dice }) => {
  const { columns, isContracted, traits } = records.carrier;
  const share = dice.pick([0.5, 0.7, 0.8]);
  const cut = payments.slice(k, k + 3);
  records.replace(
    policy,
    payments.map((one) => (cut.includes(one) ? { ...one, share } : one)),
  );
  const isOfPremium = ['premium', 'tiers', 'policy_year', 'volume', 'account'].includes(traits.basis);
  const isProved = isContracted || (columns.has('rate') && columns.has('premium') && isOfPremium);
  for (const one of cut) {
    const cents = due(records, policy, one) - due(records, policy, { ...one, share });
    records.fact(policy, one.at, 'underpaid');
    records.claim(policy, one.at, isProved ? cents : 0, cents);
    records.owe(policy, one.at, cents);
    if (one === payment) records.must(policy, one.at, cents);
  }
  return true;
};

/** Plays the loss of a coverage, an override or an agent's share for good: a smaller pay that the carrier may or may not owe. */
const losesPart: Telling = (story) => {
  const { records, policy, payments, k } = story;
  const lost = policy.units.at(-1);
  if (policy.units.length < 2 || lost === undefined || records.carrier.traits.grain === 'person') return false;
  const without = (unit: Policy['units'][number]) => unit === lost;
  records.replace(
    policy,
    payments.map((one, index) => (index < k ? one : { ...one, without })),
  );
  for (const one of payments.slice(k)) {
    const cents = due(records, policy, one) - due(records, policy, { ...one, without });
    records.fact(policy, one.at, 'underpaid');
    records.claim(policy, one.at, 0, cents);
    records.owe(policy, one.at, 0, cents);
  }
  const [first] = payments.slice(k);
  if (lost.kind === 'second_agent' && first !== undefined) records.fact(policy, first.at, 'agent_moved');
  return true;
};

const isChargedBackWrongly: Telling = ({ records, policy, payments, k, payment }) => {
  const earlier = payments[k - 2];
  if (earlier === undefined) return false;
  const cents = due(records, policy, earlier);
  records.replace(policy, [...payments, takenBack(earlier, payment.at, 1, null)]);
  records.fact(policy, payment.at, 'wrong_chargeback');
  records.claim(policy, payment.at, cents);
  records.owe(policy, payment.at, 0, cents);
  return true;
};

/** Plays a chargeback for a member who was never paid, of a month that the statements of the book would show. */
const isChargedBackUnpaid: Telling = (story) => {
  const { records, policy, payments, payment, last } = story;
  if (!has(story, 'effective') || !has(story, 'coverage')) return false;
  const firstSeen = Math.max(0, -lagOf(records.carrier));
  if (policy.effective < firstSeen || payments[0]?.from !== policy.effective) return false;
  endsWith(story, [takenBack(last, payment.at, 1, null)], 0);
  records.fact(policy, payment.at, 'unmatched_chargeback');
  records.claim(policy, payment.at, 0, due(records, policy, last));
  return true;
};

const isPaidTwice: Telling = ({ records, policy, payments, payment }) => {
  records.replace(policy, [...payments, { ...payment }]);
  records.fact(policy, payment.at, 'duplicate_payment');
  return true;
};

const movesAgent: Telling = (story) => {
  const { records, policy, payment } = story;
  const agent = AGENTS.find(({ id }) => id !== traitsAt(policy, payment.at).agent.id);
  if (!has(story, 'agent') || agent === undefined || policy.units.some(({ kind }) => kind === 'second_agent'))
    return false;
  policy.turns.push({ at: payment.at, agent });
  records.fact(policy, payment.at, 'agent_moved');
  return true;
};

export const FAULTS: Readonly<Record<string, Needs>> = {
  isNotPaid: single([1, 1], isNotPaid),
  hasZeroRow: single([1, 1], hasZeroRow),
  isCut: single([2, 2], isCut),
  losesPart: single([2, 1], losesPart),
  isChargedBackTwice: single([2, 1], isChargedBackTwice),
  isChargedBackWrongly: single([2, 1], isChargedBackWrongly),
  isChargedBackUnpaid: single([1, 0], isChargedBackUnpaid),
  isPaidTwice: single([1, 1], isPaidTwice),
  movesAgent: single([1, 1], movesAgent),
  isReinstatedUnpaid: single([2, 2], isReinstated(false)),
  isCaughtUpLater: single([1, 3], ({ records, policy, payment }) => {
    delay(records, policy, payment, 3);
    return true;
  }),
  isNotTruedUp: anyRhythm(isTruedUp(false)),
};
