import { addMonths } from '../../../core/period.ts';
import { type Finding, type Judgement, judge } from '../judging/judge.ts';
import { DROPPED, KINDS_TOLD, type Told, type ToldRow } from '../judging/told.ts';
import type { FactKind } from '../judging/truth.ts';
import type { BookEvent, EventKind, ManyTruth } from './records.ts';

/** Compares the service's findings with a truth that also holds events of the carrier and each claim. */

/** An event as the service tells it. Its members are those whose rows show it. */
export interface ToldEvent {
  readonly kind: string;
  readonly period: string;
  readonly scope: string;
  readonly scopeValue: string | null;
  /** The code of the warnings that members share; null for every other kind. */
  readonly code: string | null;
  readonly detail: string;
}

export interface ToldClaim {
  readonly memberExternalId: string;
  readonly certainty: string;
  readonly amount: number;
}

export interface ToldMany extends Told {
  readonly events: readonly ToldEvent[];
  readonly claims: readonly ToldClaim[];
}

export interface JudgedEvent extends BookEvent {
  readonly told: boolean;
}

/** Dollars of claims in cents. */
export interface JudgedClaims {
  readonly certainShown: number;
  /** The certain dollars beyond what the carrier owes. */
  readonly certainFalse: number;
  readonly must: number;
  readonly foundCertain: number;
  readonly foundLikely: number;
}

export interface ManyJudgement extends Judgement {
  /** The findings of members, followed by the events, which count as one finding each. */
  readonly findings: readonly Finding[];
  readonly events: readonly JudgedEvent[];
  readonly claims: JudgedClaims;
}

interface Telling {
  /** The codes on the rows of the members whom an event names. */
  readonly codes: ReadonlySet<string>;
  readonly events: ReadonlySet<EventKind>;
  /** The facts of single members that the event also tells. */
  readonly facts: ReadonlySet<FactKind>;
}

/** The meaning of each kind of event of the service. */
const TOLD_BY: Readonly<Record<string, Telling>> = {
  pay_reduced: {
    codes: new Set(['COMMISSION_REDUCED', 'RATE_CHANGED', 'UNDERPAID']),
    events: new Set(['rate_cut', 'planned_step']),
    facts: new Set(['underpaid']),
  },
  pay_increased: {
    codes: new Set(['COMMISSION_INCREASED', 'RATE_CHANGED']),
    events: new Set(['raised']),
    facts: new Set(),
  },
  members_left: {
    codes: new Set([DROPPED]),
    events: new Set(['left', 'late_block']),
    facts: new Set(['lost', 'unpaid', 'late_premium']),
  },
};

/** The matters of a carrier that explain a shared warning, by its code. Every code also tells its own kinds of fact. */
const SHARED: Readonly<Record<string, readonly EventKind[]>> = {
  AGENT_CHANGED: ['agent_moved'],
  COMMISSION_REDUCED: ['rate_cut', 'planned_step', 'restated'],
  RATE_CHANGED: ['rate_cut', 'planned_step'],
  UNDERPAID: ['rate_cut', 'planned_step'],
  ZERO_COMMISSION: ['plan_unpaid', 'left'],
  NEGATIVE_NET: ['left', 'restated'],
  MISSED_MONTHS: ['late_block', 'months_in_one', 'paid_late'],
  CHARGEBACK_ON_ACTIVE: ['restated'],
  RETRO_TERMINATION: ['left'],
};
/** Matters that hold in every month from their first on. */
const LASTING: ReadonlySet<EventKind> = new Set(['plan_unpaid', 'paid_late']);

function tellingOf({ kind, code }: ToldEvent): Telling | undefined {
  if (kind !== 'shared_finding' || code === null) return TOLD_BY[kind];
  return { codes: new Set([code]), events: new Set(SHARED[code] ?? []), facts: new Set(KINDS_TOLD[code] ?? []) };
}

/** The events that a service must tell. The others explain, and a service that tells them is right. */
export const COUNTED_EVENTS: ReadonlySet<EventKind> = new Set(['rate_cut', 'left', 'agent_moved']);

const ENOUGH = 0.8;

/** The certainties of the service, and how sure it is of such a claim. Every other claim is to be checked. */
const CERTAINTIES: Readonly<Record<string, 'certain' | 'likely'>> = {
  contracted: 'certain',
  statement_rate: 'certain',
  cms: 'certain',
  certain: 'certain',
  estimated: 'likely',
  likely: 'likely',
};

export function judgeMany(truth: ManyTruth, told: ToldMany): ManyJudgement {
  const judgement = judge(truth, told);
  const memberOf = memberOfId(truth);
  const named = told.events.map((event) => ({ event, members: membersNamed(event, truth, told.rows, memberOf) }));
  return {
    ...judgement,
    findings: [
      ...judgement.findings,
      ...named.map(
        ({ event, members }): Finding => ({
          memberExternalId: `${event.scope} ${event.scopeValue ?? ''}`.trim(),
          period: event.period,
          code: `EVENT ${event.kind}`,
          detail: event.detail,
          right: isRight(event, members, truth),
        }),
      ),
    ],
    events: truth.events.map((event) => ({
      ...event,
      told: named.some((one) => tells(one.event, one.members, event)),
    })),
    claims: judgeClaims(truth, told.claims, memberOf),
  };
}

function memberOfId({ ids }: ManyTruth): (id: string) => number | null {
  const members = new Map(ids.flatMap((list, member) => list.map((id) => [id.trim().toUpperCase(), member] as const)));
  return (id) => members.get(id.trim().toUpperCase()) ?? null;
}

/** Returns the members of an event's scope whose rows of its period show its change. */
function membersNamed(
  event: ToldEvent,
  { scopes }: ManyTruth,
  rows: readonly ToldRow[],
  memberOf: (id: string) => number | null,
): ReadonlySet<number> {
  const { period, scope, scopeValue } = event;
  const codes = tellingOf(event)?.codes ?? new Set<string>();
  const value = scopeValue?.toUpperCase() ?? null;
  const members = rows.flatMap((row) => {
    const member = memberOf(row.memberExternalId);
    const shows =
      row.signals.some(({ code }) => codes.has(code)) ||
      (codes.has(DROPPED) && row.status === 'red' && row.flags.includes(DROPPED));
    if (row.period !== period || member === null || !shows) return [];
    return scope === 'carrier' || value === null || scopes[member]?.includes(value) === true ? [member] : [];
  });
  return new Set(members);
}

function isSamePeriod(told: string, period: string): boolean {
  return told === period || told === addMonths(period, 1);
}

/** An event is right when what it says is true of four fifths of the members it names. */
function isRight(event: ToldEvent, members: ReadonlySet<number>, { events, facts }: ManyTruth): boolean {
  const telling = tellingOf(event);
  if (telling === undefined || members.size === 0) return false;
  const trueOf = new Set([
    ...events
      .filter(
        ({ kind, period }) => telling.events.has(kind) && (LASTING.has(kind) || isSamePeriod(event.period, period)),
      )
      .flatMap((one) => one.members),
    ...facts.flatMap(({ kind, period, member }) =>
      member !== null && telling.facts.has(kind) && isSamePeriod(event.period, period) ? [member] : [],
    ),
  ]);
  return [...members].filter((member) => trueOf.has(member)).length >= ENOUGH * members.size;
}

/** An event is told when one of the service's names four fifths of the members it is true of. */
function tells(told: ToldEvent, named: ReadonlySet<number>, { kind, period, members }: BookEvent): boolean {
  if (tellingOf(told)?.events.has(kind) !== true || !isSamePeriod(told.period, period)) return false;
  return members.filter((member) => named.has(member)).length >= ENOUGH * members.length;
}

/** Compares the claims of each member with what the carrier owes for it, so that each true dollar counts once. */
function judgeClaims(
  { claims }: ManyTruth,
  told: readonly ToldClaim[],
  memberOf: (id: string) => number | null,
): JudgedClaims {
  const judged = { certainShown: 0, certainFalse: 0, must: 0, foundCertain: 0, foundLikely: 0 };
  const byMember = Map.groupBy(told, ({ memberExternalId }) => memberOf(memberExternalId));
  for (const member of new Set([...byMember.keys(), ...claims.map((claim) => claim.member)])) {
    const owed = claims.filter((claim) => claim.member === member);
    const must = owed.reduce((sum, claim) => sum + claim.must, 0);
    const may = owed.reduce((sum, claim) => sum + claim.may, 0);
    const shown = (certainty: string): number =>
      (byMember.get(member) ?? [])
        .filter((claim) => CERTAINTIES[claim.certainty] === certainty)
        .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    const [certain, likely] = [shown('certain'), shown('likely')];
    judged.certainShown += certain;
    judged.certainFalse += Math.max(0, certain - may);
    judged.must += must;
    judged.foundCertain += Math.min(certain, must);
    judged.foundLikely += Math.min(certain + likely, must);
  }
  return judged;
}
