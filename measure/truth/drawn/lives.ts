import { isReinstated, isTruedUp } from './faults.ts';
import { type Payment, planIndex, traitsAt } from './policies.ts';
import {
  anyRhythm,
  delay,
  due,
  endsWith,
  has,
  isRetroactive,
  type Needs,
  type Story,
  single,
  type Telling,
  takenBack,
} from './story.ts';

/** The turns in the life of a member, with the facts that follow by the rules of the trade. */

/** The largest share of the members due on a statement who leave with it. More would be a matter of the carrier. */
const MOST_LEAVE = 0.25;

function isCrowded({ records, payment }: Story): boolean {
  const gone = records.facts.filter(({ at, kind }) => at === payment.at && kind === 'lost').length;
  const due = records.policies.filter((policy) =>
    records.paymentsOf(policy).some(({ at }) => at === payment.at),
  ).length;
  return gone > 0 && gone + 1 > MOST_LEAVE * (due + gone);
}

const leaves: Telling = (story) => {
  const { records, policy, payments, k, payment, last, dice } = story;
  if (last.at >= payment.at || payment.at >= records.carrier.months || isCrowded(story)) return false;
  const lastMonth = last.from + last.months - 1;
  // The statement of the last payment can tell the end only where it pays a single month.
  const isTold = has(story, 'term') && last.months === 1 && last.scale === 1 && dice.chance(0.5);
  const end = { ...last, term: isTold ? lastMonth : null };
  const told = records.firstAbsence(last.at, payment.at);
  endsWith(story, [...payments.slice(0, k - 1), end], told);
  records.fact(policy, told, 'lost');
  records.must(policy, told, due(records, policy, last));
  return true;
};

const leavesWithZeroRow: Telling = (story) => {
  const { records, policy, payments, k, payment, last } = story;
  const term = has(story, 'term') ? last.from : null;
  endsWith(story, [...payments.slice(0, k), { ...payment, share: 0, term }], payment.at);
  records.fact(policy, payment.at, 'lost');
  records.must(policy, payment.at, due(records, policy, last));
  return true;
};

const leavesWithChargeback: Telling = (story) => {
  const { records, policy, payments, k, payment, last } = story;
  const term = has(story, 'term') ? last.from - 1 : null;
  endsWith(story, [...payments.slice(0, k), takenBack(last, payment.at, 1, term)], payment.at);
  records.fact(policy, payment.at, 'lost', 'rightful_chargeback');
  if (term !== null && isRetroactive(payment.at, term)) records.fact(policy, payment.at, 'retroactive_end');
  return true;
};

/** Plays an end within the months that an advance, a mode or a year was paid for: the unearned months are taken back. */
const leavesWithinPaidMonths: Telling = (story) => {
  const { records, policy, payments, k, last, dice } = story;
  if (last.months < 3) return false;
  const kept = dice.int(1, last.months - 2);
  const at = last.at + kept + dice.int(0, 1);
  if (at <= last.at || at >= records.carrier.months - 1) return false;
  const term = has(story, 'term') ? last.from + kept - 1 : null;
  const back = takenBack(last, at, last.months - kept, term);
  endsWith(story, [...payments.slice(0, k), back], at);
  records.fact(policy, at, 'lost', 'rightful_chargeback');
  if (term !== null && isRetroactive(at, term)) records.fact(policy, at, 'retroactive_end');
  return true;
};

/** Plays a Medicare member who leaves within three months, which takes all pay of the enrollment back. */
const leavesRapidly: Telling = (story) => {
  const { records, policy, payments, k, payment } = story;
  const { carrier } = records;
  const [first] = payments;
  const isNew = first !== undefined && first.from === policy.effective && first.at > 0;
  if (carrier.productLine !== 'medicare' || !isNew || !has(story, 'term') || !has(story, 'effective')) return false;
  const isMonthly = first.months === 1;
  const paid = isMonthly ? payments.slice(0, k) : [first];
  const monthsCovered = isMonthly ? paid.length : 2;
  const at = isMonthly ? payment.at : first.at + 2;
  if (monthsCovered > 3 || at >= carrier.months || paid.length > 3) return false;
  const term = policy.effective + monthsCovered - 1;
  endsWith(story, [...paid, ...paid.map((one) => takenBack(one, at, one.months, term))], at);
  records.fact(policy, at, 'lost', 'rightful_chargeback', 'rapid_disenrollment');
  if (isRetroactive(at, term)) records.fact(policy, at, 'retroactive_end');
  return true;
};

const returns =
  (isNewEnrollment: boolean): Telling =>
  (story) => {
    const { records, policy, payments, k, payment, last, dice } = story;
    if (!has(story, 'effective')) return false;
    const gap = dice.int(2, 3);
    const missing = payments.slice(k, k + gap);
    const back = payments[k + gap];
    if (back === undefined || missing.length < gap || back.at !== payment.at + gap) return false;
    const kept = payments.filter((_, index) => index < k || index >= k + gap);
    if (isNewEnrollment) {
      policy.turns.push({ at: back.at, effective: back.from });
      endsWith(story, kept, payment.at, back.at);
      records.fact(policy, payment.at, 'lost');
      records.must(policy, payment.at, due(records, policy, last));
      records.fact(policy, back.at, 'reinstated');
      return true;
    }
    endsWith(story, kept, payment.at, back.at);
    records.fact(policy, payment.at, 'unpaid');
    records.fact(policy, back.at, 'reinstated', 'missed_months');
    records.claim(policy, back.at, due(records, policy, ...missing));
    records.owe(policy, back.at, 0, due(records, policy, ...missing));
    return true;
  };

const paysLate: Telling = ({ records, policy, payment }) => {
  if (payment.at + 1 >= records.carrier.months) return false;
  delay(records, policy, payment, 1);
  return true;
};

const bindsLate: Telling = (story) => {
  const { records, policy, payments } = story;
  const [first, second, third] = payments;
  if (first === undefined || second === undefined || third === undefined || payments.length < 5) return false;
  if (!has(story, 'effective') || !(has(story, 'coverage') || records.carrier.columns.has('months'))) return false;
  if (first.at < 1 || first.from !== policy.effective || first.months !== 1 || third.at !== first.at + 2) return false;
  const cents = due(records, policy, first, second, third);
  // Months of different amounts have rows of their own, because a row prints one premium.
  const isEven =
    cents === 3 * due(records, policy, first) && due(records, policy, second) === due(records, policy, first);
  const isOneRow =
    has(story, 'coverage') && records.carrier.columns.has('months') && isEven && policy.drift.length === 0;
  const caught = isOneRow
    ? [{ ...first, at: third.at, months: 3, fixed: cents }]
    : [first, second, third].map((one) => ({ ...one, at: third.at }));
  const isSingle = policy.units.length === 1;
  if (isOneRow && !isSingle) return false;
  records.replace(policy, [...caught, ...payments.slice(3)]);
  return true;
};

const changesPlan: Telling = ({ records, policy, payment }) => {
  const { carrier } = records;
  const old = traitsAt(policy, payment.at).plan;
  // The plans are in the order of their pay, so the change is never a cut.
  const plan = carrier.plans.slice(planIndex(carrier, old) + 1).find((name) => !records.unpaidPlans.includes(name));
  if (plan === undefined) return false;
  policy.turns.push({ at: payment.at, plan });
  return true;
};

const addsUnit: Telling = ({ records, policy, payment }) => {
  const { grain } = records.carrier.traits;
  const [unit] = policy.units;
  if (unit === undefined) return false;
  if (grain === 'person') policy.units.push({ ...unit, first: `${unit.first} Jr`, from: payment.from });
  else if (grain === 'coverage' && policy.units.length < 3) {
    const coverage = policy.units.length === 1 ? 'DEN' : 'VIS';
    policy.units.push({ ...unit, coverage, share: coverage === 'DEN' ? 0.25 : 0.1, from: payment.from });
  } else return false;
  return true;
};

const losesLives: Telling = (story) => {
  const { records, policy, payment, last } = story;
  const lives = traitsAt(policy, payment.at).lives;
  if (!has(story, 'lives') || lives < 2) return false;
  policy.turns.push({ at: payment.at, lives: lives - 1 });
  if (due(records, policy, payment) >= due(records, policy, last)) return true;
  records.fact(policy, payment.at, 'fewer_lives');
  return true;
};

const gainsLives: Telling = (story) => {
  const { policy, payment } = story;
  const { lives } = traitsAt(policy, payment.at);
  if (!has(story, 'lives')) return false;
  policy.turns.push({ at: payment.at, lives: lives + 2 });
  return true;
};

const losesPerson: Telling = ({ records, policy, payment }) => {
  const { grain } = records.carrier.traits;
  const unit = policy.units.at(-1);
  if (grain !== 'person' || policy.units.length < 2 || unit === undefined) return false;
  policy.units.splice(-1, 1, { ...unit, until: payment.from });
  records.fact(policy, payment.at, 'fewer_lives');
  return true;
};

/**
 * Plays an end that takes back everything since before the first statement. Of the months before it nobody can say whether they were paid,
 * so that the chargeback is neither wrong nor right, apart from the months that the statements show as paid.
 */
const losesOldMonths: Telling = (story) => {
  const { records, policy, payments, k, payment, dice } = story;
  const [first] = payments;
  if (policy.effective > -8 || first === undefined || k > 3) return false;
  const paid = payments.slice(0, k);
  if (paid.some(({ at, sign }) => sign < 0 || at >= payment.at)) return false;
  const months = dice.int(2, 4);
  const before = first.from - months;
  const term = has(story, 'term') ? before - 1 : null;
  const old = Array.from({ length: months }, (_, index) => ({ ...first, from: before + index, priced: 0 }));
  const back = [...old, ...paid].map((one) => takenBack(one, payment.at, 1, term));
  endsWith(story, [...paid, ...back], payment.at);
  records.fact(policy, payment.at, 'lost', 'rightful_chargeback');
  if (term !== null && isRetroactive(payment.at, term)) records.fact(policy, payment.at, 'retroactive_end');
  return true;
};

/** Plays a group whose head count is corrected for the month before, in a line of its own. */
const headsAreCorrected: Telling = (story) => {
  const { records, policy, payments, payment, last, dice } = story;
  const { lives } = traitsAt(policy, payment.at);
  if (lives < 3) return false;
  const isLess = dice.chance(0.5);
  policy.turns.push({ at: payment.at, lives: lives + (isLess ? -1 : 1) });
  const line = { ...last, at: payment.at, heads: 1, term: null };
  const correction: Payment = isLess ? { ...line, sign: -1, type: 'chargeback' } : { ...line, type: 'true_up' };
  records.replace(policy, [...payments, correction]);
  if (isLess) records.fact(policy, payment.at, 'fewer_lives', 'rightful_chargeback');
  return true;
};

export const LIVES: Readonly<Record<string, Needs>> = {
  leaves: anyRhythm(leaves),
  leavesWithZeroRow: single([1, 0], leavesWithZeroRow),
  leavesWithChargeback: single([2, 0], leavesWithChargeback),
  leavesWithinPaidMonths: anyRhythm(leavesWithinPaidMonths),
  leavesRapidly: anyRhythm(leavesRapidly),
  returnsAnew: single([1, 0], returns(true)),
  returnsAsBefore: single([1, 0], returns(false)),
  paysLate: single([1, 1], paysLate),
  bindsLate: anyRhythm(bindsLate),
  changesPlan: single([1, 1], changesPlan),
  addsUnit: single([1, 1], addsUnit),
  losesLives: single([1, 1], losesLives),
  gainsLives: single([1, 1], gainsLives),
  losesPerson: single([1, 1], losesPerson),
  isReinstatedRepaid: single([2, 2], isReinstated(true)),
  isTruedUp: anyRhythm(isTruedUp(true)),
};

export const LOSES_OLD_MONTHS: Needs = single([1, 0], losesOldMonths);
export const HEADS_ARE_CORRECTED: Needs = single([1, 1], headsAreCorrected);
