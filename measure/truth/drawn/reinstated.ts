import type { Payment } from './policies.ts';
import { due, has, isRetroactive, type Telling, takenBack } from './story.ts';

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
