import type { FactKind, PeriodTruth, Range } from '../judging/truth.ts';
import type { Policy } from './policies.ts';
import type { ManyTruth, Records } from './records.ts';
import { rowsOf } from './story.ts';

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
