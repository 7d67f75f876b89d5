import { addMonths, periodMonth, periodYear } from '../../../core/period.ts';
import type { Dice } from '../../../demo/statements/seeded.ts';
import { AGENTS, lagOf, type Payment, type Policy, type Turn } from './policies.ts';
import type { EventKind, Records } from './records.ts';
import { amountOf, delay } from './story.ts';

/** The matters of a carrier: the rhythm of its statements, and changes for all members or for those who share something. */

/** Members who are paid both on a statement and on one before, so that a change can be seen on them. */
function seenAt(records: Records, at: number, holds: (policy: Policy) => boolean): Policy[] {
  return records.policies.filter((policy) => {
    const payments = records.paymentsOf(policy);
    return holds(policy) && payments.some((one) => one.at < at) && payments.some((one) => one.at >= at);
  });
}

function note(records: Records, kind: EventKind, at: number, policies: readonly Policy[]): void {
  if (policies.length > 0) records.events.push({ kind, at, members: policies.map(({ index }) => index) });
}

/** Plays the rhythm. It comes before all stories, so that these happen to members as they are paid. */
export function playRhythm(records: Records, dice: Dice): void {
  const { carrier } = records;
  const at = dice.int(3, carrier.months - 4);
  switch (carrier.traits.rhythm) {
    case 'weekly':
      for (const policy of records.policies.filter(({ draftDay }) => draftDay > 21)) slip(records, policy);
      return;
    case 'late_members':
      note(
        records,
        'paid_late',
        0,
        records.policies.filter(({ isLate }) => isLate),
      );
      return;
    case 'caught_up_month': {
      const plan = dice.pick(carrier.plans);
      const late = seenAt(records, at, (policy) => policy.plan === plan);
      for (const policy of late) {
        for (const payment of records.paymentsOf(policy).filter((one) => one.at === at))
          delay(records, policy, payment, 1);
      }
      note(records, 'late_block', at, late);
      return;
    }
    case 'month_in_one': {
      records.skipped.add(at);
      const late = records.policies.filter((policy) => records.paymentsOf(policy).some((one) => one.at === at));
      for (const policy of late) {
        const moved = records.paymentsOf(policy).map((one) => (one.at === at ? { ...one, at: at + 1 } : one));
        records.replace(policy, moved);
      }
      note(records, 'months_in_one', at + 1, late);
      return;
    }
    case 'restated_month':
      note(records, 'restated', at, restate(records, records.policies, at));
      return;
    default:
  }
}

/** Reverses the payments of the statement before and pays them again. Returns the members. */
function restate(records: Records, policies: readonly Policy[], at: number): Policy[] {
  return policies.filter((policy) => {
    const payments = records.paymentsOf(policy);
    const again = payments.filter((one) => one.at === at - 1 && one.priced === one.at && one.sign === 1);
    if (again.length === 0 || !payments.some((one) => one.at === at)) return false;
    const reversed = again.map((one): Payment => ({ ...one, at, sign: -1, type: 'chargeback' }));
    records.replace(policy, [...payments, ...reversed, ...again.map((one) => ({ ...one, at }))]);
    return true;
  });
}

/** A carrier that reissues restates a few members on every statement. It comes after all stories, for members without any. */
export function reissue(records: Records, calm: readonly Policy[], dice: Dice): void {
  for (let at = 1; at < records.carrier.months; at += 1) restate(records, dice.sample(calm, 5), at);
}

/** Returns the Friday on or after the draft of a month's premium, as the months that it is later and its day. */
export function fridayOf(records: Records, month: number, draftDay: number): { later: number; day: number } {
  const period = addMonths(records.carrier.start, month);
  const draft = new Date(Date.UTC(periodYear(period), periodMonth(period) - 1, draftDay));
  const days = (5 - draft.getUTCDay() + 7) % 7;
  const friday = new Date(draft.getTime() + days * 86_400_000);
  return { later: friday.getUTCMonth() === draft.getUTCMonth() ? 0 : 1, day: friday.getUTCDate() };
}

/** Moves each payment whose Friday falls into the next month to that statement. */
function slip(records: Records, policy: Policy): void {
  const lag = lagOf(records.carrier);
  for (const payment of [...records.paymentsOf(policy)]) {
    const { later } = fridayOf(records, payment.from + lag, policy.draftDay);
    if (later === 1) delay(records, policy, payment, 1);
  }
}

const AGENT_TO = { id: '22340918', name: 'Walter Ostrom' };

/** Plays the carrier's change for all members or a subset. It comes before the stories of single members. */
export function playChange(records: Records, dice: Dice): void {
  const { carrier } = records;
  const { change } = carrier.traits;
  const at = dice.int(3, carrier.months - 3);
  const plan = dice.pick(carrier.plans);
  const state = dice.pick(records.policies).state;
  const agent = dice.pick(AGENTS);
  const factor = dice.pick([0.7, 0.75, 0.8, 0.9]);
  const cut = (holds: (policy: Policy) => boolean): void => {
    records.cuts.push({ at, factor, holds });
    const members = seenAt(records, at, holds);
    for (const policy of members) records.reason(policy, at, 'rate_cut');
    note(records, 'rate_cut', at, members);
  };
  const turn = (kind: EventKind, traits: (policy: Policy) => Partial<Turn> | null): void =>
    turnAll(records, { kind, at, turn: traits });
  const unpaid = carrier.plans[2] ?? plan;
  const plays: Readonly<Record<string, () => void>> = {
    rate_cut_all: () => cut(() => true),
    rate_cut_plan: () => cut((policy) => policy.plan === plan),
    rate_cut_agent: () => cut((policy) => policy.agent.id === agent.id),
    rate_cut_state: () => cut((policy) => policy.state === state),
    agent_transfer: () => turn('agent_moved', (policy) => (policy.agent.id === agent.id ? { agent: AGENT_TO } : null)),
    plan_renamed: () => turn('plan_renamed', (policy) => (policy.plan === plan ? { plan: `${plan} Plus` } : null)),
    plan_unpaid: () => {
      records.unpaidPlans.push(unpaid);
      const members = records.policies.filter((policy) => policy.plan === unpaid);
      note(records, 'plan_unpaid', 0, members);
    },
    block_leaves: () => endAll(records, at, (policy) => policy.plan === plan, false),
    insolvency: () => endAll(records, at, (policy) => policy.state === state, true),
    block_taken_over: () => turn('new_ids', (policy) => (policy.state === state ? { id: policy.laterId } : null)),
    new_ids: () => turn('new_ids', (policy) => ({ id: policy.laterId })),
  };
  plays[change]?.();
}

interface Turning {
  readonly kind: EventKind;
  readonly at: number;
  readonly turn: (policy: Policy) => Partial<Turn> | null;
}

function turnAll(records: Records, { kind, at, turn }: Turning): void {
  const turned = records.policies.flatMap((policy) => {
    const change = turn(policy);
    if (change === null) return [];
    policy.turns.push({ ...change, at });
    return [policy];
  });
  const seen = new Set(seenAt(records, at, () => true));
  note(
    records,
    kind,
    at,
    turned.filter((policy) => seen.has(policy)),
  );
}

/** Ends all of a block at once: each member is lost. A carrier in liquidation also takes the last month back. */
function endAll(records: Records, at: number, holds: (policy: Policy) => boolean, isTakenBack: boolean): void {
  const gone = seenAt(records, at, holds);
  for (const policy of records.policies.filter(holds)) {
    const payments = records.paymentsOf(policy);
    const kept = payments.filter((one) => one.at < at);
    const last = kept.at(-1);
    const isGone = gone.includes(policy);
    const told = isTakenBack || last === undefined ? at : records.firstAbsence(last.at, at);
    records.forget(policy, isGone ? told : at);
    const back: Payment[] =
      isTakenBack && last !== undefined && isGone
        ? kept.filter((one) => one.at === last.at).map((one) => ({ ...one, at, sign: -1, type: 'chargeback' }))
        : [];
    records.replace(policy, [...kept, ...back]);
    if (!isGone) continue;
    records.fact(policy, told, 'lost', ...(isTakenBack ? (['rightful_chargeback'] as const) : []));
    if (!isTakenBack && last !== undefined) records.must(policy, told, amountOf(records, policy, last));
  }
  note(records, 'left', at, gone);
}
