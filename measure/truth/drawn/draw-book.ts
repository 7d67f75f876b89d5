import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import type { FactKind, PeriodTruth, Range } from '../judging/truth.ts';
import { type Carrier, drawCarrier } from './carrier.ts';
import { playChange, playRhythm, reissue } from './changes.ts';
import { FAULTS } from './faults.ts';
import { HEADS_ARE_CORRECTED, LIVES, LOSES_OLD_MONTHS } from './lives.ts';
import { drawPolicy, lagOf, type Policy } from './policies.ts';
import { contractedRatesOf, printBook } from './print.ts';
import { type EventKind, type ManyBook, type ManyTruth, Records } from './records.ts';
import { amountOf, type Needs, rowsOf, tellStory } from './story.ts';

/** The share of members to whom something happens, by how lively a book is. */
const SHARES: Readonly<Record<string, number>> = {
  calm: 0.05,
  usual: 0.13,
  busy: 0.25,
  none: 0,
  few: 0.06,
  many: 0.14,
};

/** Draws a book of a carrier: its members, what happens to them, its statements and what is true of them. The same seed gives the same. */
export function drawBook(seed: number): ManyBook {
  const carrier = drawCarrier(seed);
  const records = playBook(carrier);
  return {
    name: `drawn-${seed}`,
    seed,
    ...printBook(records),
    contractedRates: contractedRatesOf(carrier),
    truth: truthOf(records),
    dimensions: carrier.traits,
  };
}

/** Plays everything that happens in a book, without printing it. */
export function playBook(carrier: Carrier): Records {
  const dice = diceOf(Math.imul(carrier.seed + 7, 40_503));
  const records = new Records(carrier);
  while (records.policies.length < carrier.members) {
    const policy = drawPolicy(carrier, dice, records.policies.length, effectiveOf(carrier, dice));
    records.add(policy);
    // A policy that no statement of the book shows is no part of it.
    if (records.paymentsOf(policy).length === 0) records.policies.pop();
  }
  playRhythm(records, dice);
  playChange(records, dice);
  const calm = playStories(records, dice);
  if (carrier.traits.grain === 'reissue') reissue(records, calm, dice);
  noteSteps(records);
  keepMembersOfEvents(records);
  const withRows = new Set(records.policies.flatMap((policy) => records.paymentsOf(policy).map(({ at }) => at)));
  for (let at = 0; at < carrier.months; at += 1) if (!withRows.has(at)) records.skipped.add(at);
  return records;
}

function effectiveOf(carrier: Carrier, dice: Dice): number {
  const { history } = carrier.traits;
  const isJoin = dice.chance(history === 'new_book' ? 0.5 : 0.15);
  const lag = lagOf(carrier);
  if (isJoin) return dice.int(1, carrier.months - 3) - lag;
  return history === 'new_book' ? -dice.int(0, 10) : -dice.int(1, 84);
}

/** Tells each story to members that have none yet. Returns the members to whom nothing happens. */
function playStories(records: Records, dice: Dice): readonly Policy[] {
  const { lives, faults, noise, history } = records.carrier.traits;
  // A member of a block that ends, is late or is unpaid has no story of its own, so that what is true of it stays plain.
  const touched = new Set(
    records.events.flatMap(({ kind, members }) =>
      ['left', 'late_block', 'plan_unpaid'].includes(kind) ? members : [],
    ),
  );
  const free = dice.sample(
    records.policies.filter(({ index }) => !touched.has(index)),
    records.policies.length,
  );
  const tell = (kinds: Readonly<Record<string, Needs>>, share: number): void => {
    const names = Object.keys(kinds);
    for (let left = Math.round(share * records.policies.length), tries = 0; left > 0 && tries < 400; tries += 1) {
      const kind = kinds[dice.pick(names)];
      const place = free.findIndex((policy) => kind !== undefined && tellStory(records, policy, dice, kind));
      if (place < 0) continue;
      free.splice(place, 1);
      left -= 1;
    }
  };
  tell(LIVES, SHARES[lives] ?? 0);
  tell(FAULTS, SHARES[faults] ?? 0);
  if (noise === 'retro_heads') tell({ HEADS_ARE_CORRECTED }, 0.15);
  if (history === 'old_chargebacks') tell({ LOSES_OLD_MONTHS }, 0.06);
  return free;
}

const CHANGES: ReadonlySet<EventKind> = new Set(['rate_cut', 'agent_moved', 'plan_renamed', 'new_ids', 'restated']);

/** A change is not true of members who, by their own story, left before it. */
function keepMembersOfEvents(records: Records): void {
  for (const [index, { kind, at, members }] of records.events.entries()) {
    if (!CHANGES.has(kind)) continue;
    const seen = members.filter((member) => {
      const policy = records.policies[member];
      const payments = policy === undefined ? [] : records.paymentsOf(policy).filter(({ sign }) => sign === 1);
      return payments.some((one) => one.at < at) && payments.some((one) => one.at >= at);
    });
    records.events[index] = { kind, at, members: seen };
  }
}

/** The number of members from which on what happens to them in one month is a matter of the carrier. */
const FEWEST = 5;
/** The change of pay from which on it is no noise: a share, and cents. */
const CHANGE = 0.02;
const CENTS = 5;

/**
 * Notes where a member is paid less because its earned commission is less: a step, a lower premium or the end of an advance. A step or a
 * raise of many members in one month is also an event.
 */
function noteSteps(records: Records): void {
  const { basis, noise } = records.carrier.traits;
  const isSteady = !['volume', 'account'].includes(basis) && noise !== 'premium_drift';
  const events = { planned_step: new Map<number, number[]>(), raised: new Map<number, number[]>() };
  for (const policy of records.policies) {
    const paid = records.paymentsOf(policy).filter(({ sign, heads, fixed }) => sign === 1 && !heads && !fixed);
    for (const [index, payment] of paid.entries()) {
      const last = paid[index - 1];
      if (last === undefined) continue;
      const full = (one: typeof payment) => amountOf(records, policy, { ...one, share: 1, months: 1 });
      const more = full(payment) - full(last);
      if (payment.months < last.months) records.reason(policy, payment.at, 'as_earned');
      else if (more < 0) records.reason(policy, payment.at, 'planned_step');
      const members = events[more < 0 ? 'planned_step' : 'raised'];
      if (isSteady && Math.abs(more) > CHANGE * full(last) && Math.abs(more) > CENTS)
        members.set(payment.at, [...(members.get(payment.at) ?? []), policy.index]);
    }
  }
  for (const kind of ['planned_step', 'raised'] as const) {
    for (const [at, members] of events[kind]) {
      if (members.length >= FEWEST) records.events.push({ kind, at, members });
    }
  }
}

/** Works out the truth of a played book: facts, events, claims, and the range of dollars at risk of each statement. */

/** The facts for which the statuses of the specification show money at risk. */
const AT_RISK: ReadonlySet<FactKind> = new Set<FactKind>([
  ...([
    'lost',
    'unpaid',
    'late_premium',
    'underpaid',
    'fewer_lives',
    'rapid_disenrollment',
    'retroactive_end',
  ] as const),
  ...(['wrong_chargeback', 'double_chargeback', 'unmatched_chargeback', 'rightful_chargeback'] as const),
]);

interface Sums {
  net: number;
  paid: number;
  takenBack: number;
}

/** Returns the sums of a policy by statement. A statement without a row of it has no entry. */
function sumsOf(records: Records, policy: Policy): Map<number, Sums> {
  const sums = new Map<number, Sums>();
  for (const payment of records.paymentsOf(policy)) {
    for (const { cents } of rowsOf(records, policy, payment)) {
      const sum = sums.get(payment.at) ?? { net: 0, paid: 0, takenBack: 0 };
      sum.net += cents;
      sum.paid += Math.max(0, cents);
      sum.takenBack += Math.max(0, -cents);
      sums.set(payment.at, sum);
    }
  }
  return sums;
}

/** Returns the range at risk of a policy by statement: the loss that the statuses show, where something true explains it. */
function risksOf(records: Records, policy: Policy, sums: ReadonlyMap<number, Sums>): Map<number, Range> {
  const mine = <T extends { readonly member: number }>(list: readonly T[]): T[] =>
    list.filter(({ member }) => member === policy.index);
  const told = new Set([
    ...mine(records.facts).flatMap(({ at, kind }) => (AT_RISK.has(kind) ? [at] : [])),
    ...mine(records.reasons).map(({ at }) => at),
  ]);
  const musts = mine(records.musts);
  const risks = new Map<number, Range>();
  let last: number | null = null;
  let isRed = false;
  for (let at = 0; at < records.carrier.months; at += 1) {
    if (records.skipped.has(at)) continue;
    const now = sums.get(at)?.net;
    const less = last === null || isRed ? 0 : Math.max(0, last) - Math.max(0, now ?? 0);
    if (less > 0 && told.has(at)) {
      const must = musts.filter((one) => one.at === at).reduce((total, { cents }) => total + cents, 0);
      risks.set(at, { must: Math.min(less, must), may: less });
    }
    if (now === undefined) isRed ||= last !== null && told.has(at);
    else [last, isRed] = [now, false];
  }
  return risks;
}

export function truthOf(records: Records): ManyTruth {
  const { policies } = records;
  const sums = policies.map((policy) => sumsOf(records, policy));
  const risks = policies.map((policy, index) => risksOf(records, policy, sums[index] ?? new Map()));
  const { periods } = records;
  const within = new Set(periods);
  const claims = records.claims.flatMap(({ member, at, must, may }) =>
    within.has(records.period(at)) ? [{ member, period: records.period(at), must, may }] : [],
  );
  return {
    ids: policies.map((policy) => [policy.id, ...policy.turns.flatMap(({ id }) => id ?? [])]),
    facts: records.factsOfBook(),
    states: [],
    periods: Array.from({ length: records.carrier.months }, (_, at) => at)
      .filter((at) => !records.skipped.has(at))
      .map(
        (at): PeriodTruth => ({
          period: records.period(at),
          atRisk: total(risks.flatMap((risk) => risk.get(at) ?? [])),
          owed: total(records.owed.filter((one) => one.at === at)),
          paidCents: sums.reduce((paid, sum) => paid + (sum.get(at)?.paid ?? 0), 0),
          takenBackCents: sums.reduce((back, sum) => back + (sum.get(at)?.takenBack ?? 0), 0),
        }),
      ),
    recoverable: total(claims),
    events: records.events.map(({ kind, at, members }) => ({ kind, period: records.period(at), members })),
    claims,
    scopes: policies.map((policy) => scopesOf(records, policy)),
  };
}

function total(ranges: readonly Range[]): Range {
  return ranges.reduce((sum, { must, may }) => ({ must: sum.must + must, may: sum.may + may }), { must: 0, may: 0 });
}

function scopesOf({ carrier }: Records, policy: Policy): readonly string[] {
  const shown = [policy, ...policy.turns].flatMap(({ plan, agent }) => [plan, agent?.id, agent?.name]);
  const coverages = policy.units.map(({ coverage }) => coverage);
  const texts = [...shown, ...coverages, policy.state, carrier.productLine ?? ''];
  return [...new Set(texts.flatMap((text) => (text ? [text.toUpperCase()] : [])))];
}
