import type { Money } from '../../money.ts';
import { addMonths, type Period } from '../../period.ts';
import { sharePercent } from '../../wording.ts';
import { principalRecord } from '../member-month.ts';
import type { PriorRow, RowDraft, ScoringContext, SignalCase } from '../scored-row.ts';
import { isWarning, type Signal } from '../signal.ts';
import { rateText } from '../signals/policy-signals.ts';
import { paysItsRate } from '../statement-rate.ts';
import { type CarrierEvent, isSameMatter, WHOLE_CARRIER } from './carrier-event.ts';
import { countGroups, type Group, isInScope } from './event-groups.ts';
import {
  type Alike,
  clauseOf,
  eventKey,
  figuresOf,
  fits,
  habitClause,
  isMonthly,
  isWarnedCode,
  mostAlike,
  paidALittleLess,
  type RatePair,
  reachIndex,
  reachMask,
  type SharedMatter,
  sentenceOf,
  type TalliedWarning,
  WARNED_CODES,
  type WarnedCode,
} from './finding-table.ts';

/**
 * The stage of scoring that follows the signals of the members. A finding is rare: a warning that many members share is one matter of the
 * carrier, and becomes one event (docs/adr/0063-a-shared-finding-is-an-event.md).
 */

/** Minimum number of members of an event. */
const MEMBERS_MIN = 5;
/** A warning is one matter if it fires for more than this share of those for whom it could. */
const CARRIER_SHARE = 0.1;
/** Minimum share for members whose figures differ, and for warnings without figures that add up month after month. */
const UNLIKE_SHARE = 0.25;
/** Minimum share of a group for whom a warning fires, or of an event's members who are in the group that names it. */
const GROUP_SHARE = 0.8;
/** The number of months, this one included, over which warnings are added up. */
export const TALLIED_MONTHS = 12;

/** The warnings of a period that are no event, and the members for whom codes could fire. Later periods add them up. */
export interface FindingTally {
  readonly period: Period;
  /** Members in the order of `REACHES`. */
  readonly reached: readonly number[];
  readonly fired: readonly TalliedWarning[];
}

/** A row with a warning, which waits until all members are scored. */
interface WaitingRow {
  readonly row: RowDraft;
  readonly signalCase: SignalCase;
}

interface Warning extends TalliedWarning {
  readonly waiting: WaitingRow;
}

/** An event while it is made, with the warnings of this period. */
interface EventDraft extends SharedMatter {
  readonly warnings: readonly Warning[];
}

export interface SharedOutcome {
  readonly events: readonly CarrierEvent[];
  readonly tally: FindingTally;
  /** The rows that waited, with the signals that hold, and the clause that names the row's event. */
  readonly rows: readonly (WaitingRow & { readonly clause: string | null })[];
}

/** Collects the findings of a period member by member, and finds at the end what the members share. */
export interface SharedFindings {
  /** Takes a member whose signals are found. Returns true if the row has a warning, so that it has to wait for `finish`. */
  take(row: RowDraft, signalCase: SignalCase): boolean;
  finish(): SharedOutcome;
}

/** Starts the stage for a period. `earlier`: the book's events and tallies of earlier periods. */
export function sharedFindings(
  context: ScoringContext,
  earlier: { readonly events: readonly CarrierEvent[]; readonly tallies: readonly FindingTally[] },
): SharedFindings {
  const habits = earlier.events.filter(({ shared }) => shared?.isAccepted === true || shared?.code === MOVED);
  const masks: number[] = [];
  const profiles: RowDraft['profile'][] = [];
  const waiting: WaitingRow[] = [];
  return {
    take(row, signalCase) {
      if (habits.length > 0 && row.signals.some(isWarning)) row.signals = withHabits(habits, row, signalCase);
      masks.push(reachMask(signalCase, row));
      profiles.push(row.profile);
      const isWaiting = row.signals.some(isWarning);
      if (isWaiting) waiting.push({ row, signalCase });
      return isWaiting;
    },
    finish() {
      const warnings = waiting.flatMap(warningsOf);
      const counted = countGroups(
        waiting.map(({ row }) => row.profile),
        { masks, profiles },
        MEMBERS_MIN,
      );
      const first = addMonths(context.period, 1 - TALLIED_MONTHS);
      const tallies = earlier.tallies.filter(({ period }) => period >= first && period < context.period);
      const drafts = distinctMatters(
        WARNED_CODES.flatMap((code) => {
          const own = warnings.filter((warning) => warning.code === code);
          return own.length === 0 ? [] : draftsOf(own, { ...counted, code, tallies });
        }),
      );
      const { asked, told } = withoutPayEvents(drafts);
      const events = asked.map((draft) => eventOf(draft, context.period, earlier.events));
      const named = [...namesOf(asked, events), ...told];
      const isNamed = new Set(named.map(({ warning }) => warning));
      const rest = warnings.filter((warning) => !isNamed.has(warning));
      const reached = [counted.carrier, ...tallies].map((one) => one.reached);
      const infos = [...named, ...paidALittleLess(rest, reached)];
      const shared = new Set<TalliedWarning>(infos.map(({ warning }) => warning));
      return {
        events,
        rows: withEvents(waiting, infos),
        tally: {
          period: context.period,
          reached: counted.carrier.reached,
          fired: warnings
            .filter((warning) => !shared.has(warning))
            .map(({ code, memberRefId, figures }) => ({ code, memberRefId, figures })),
        },
      };
    },
  };
}

function warningsOf(waiting: WaitingRow): Warning[] {
  const { row, signalCase } = waiting;
  return row.signals.flatMap(({ code, severity }) =>
    severity === 'info' || !isWarnedCode(code)
      ? []
      : [{ code, memberRefId: row.memberRefId, figures: figuresOf(code, signalCase, row), waiting }],
  );
}

/** The code of an event that also covers members who were on no statement when the others moved to another agent. */
const MOVED = 'AGENT_CHANGED';

/** Turns the warnings that an earlier event covers into infos: an accepted one, or a move of many members to another agent. */
function withHabits(habits: readonly CarrierEvent[], row: RowDraft, signalCase: SignalCase): readonly Signal[] {
  return row.signals.map((signal) => {
    const { code } = signal;
    if (!isWarning(signal) || !isWarnedCode(code)) return signal;
    const figures = figuresOf(code, signalCase, row);
    const habit = habits.find(
      ({ shared, scope, period, ratioMillionths }) =>
        shared?.code === code &&
        isInScope(scope, row.profile) &&
        (code === MOVED
          ? signalCase.prior !== undefined && signalCase.prior.lastPresentPeriod < period
          : fits(figures, { ratio: ratioMillionths === null ? null : ratioMillionths / 1_000_000, each: shared.each })),
    );
    return habit === undefined
      ? signal
      : asInfo(signal, habitClause(habit), `${eventKey(habit)} since ${habit.period}`);
  });
}

interface CodeCounts {
  readonly code: WarnedCode;
  readonly carrier: Group;
  readonly groups: readonly Group[];
  readonly tallies: readonly FindingTally[];
}

/** Finds the events of one code: of the whole carrier, then of groups, then of all whose figures differ, then month after month. */
function draftsOf(warnings: readonly Warning[], counts: CodeCounts): readonly EventDraft[] {
  const { code, carrier, groups } = counts;
  const reach = reachIndex(code);
  const all = carrier.reached[reach] ?? 0;
  const drafts: EventDraft[] = [];
  let rest = warnings;
  const take = (alike: Alike<Warning>) => {
    drafts.push(named(alike, counts));
    const taken = new Set(alike.members);
    rest = rest.filter((one) => !taken.has(one));
  };
  // Five members who go from one agent to another are one matter, however many others the carrier pays.
  const share = code === MOVED ? 0 : CARRIER_SHARE;
  for (let alike = mostAlike(rest); isMany(alike, all, share); alike = mostAlike(rest)) take(alike);
  const byReach = (one: Group, other: Group) => (other.reached[reach] ?? 0) - (one.reached[reach] ?? 0);
  for (const { fired, reached } of groups.toSorted(byReach)) {
    const least = Math.max(MEMBERS_MIN, GROUP_SHARE * (reached[reach] ?? 0));
    if (fired.size < least) continue;
    const own = rest.filter(({ waiting: { row } }) => fired.has(row.profile));
    const alike = mostAlike(own);
    if (alike.members.length >= least) take(alike);
    else if (own.length >= least) take({ members: own, ratio: null, each: null });
  }
  if (isMany({ members: rest }, all, UNLIKE_SHARE)) take({ members: rest, ratio: null, each: null });
  const months = rest.length === 0 ? null : overMonths(rest, counts);
  return distinctScopes(months === null ? drafts : [...drafts, months]);
}

function isMany({ members }: { readonly members: readonly unknown[] }, all: number, share = CARRIER_SHARE): boolean {
  return members.length >= MEMBERS_MIN && members.length > share * all;
}

/**
 * Names an event by the smallest group that holds four fifths of its members, else by the carrier. A group that holds as many of all
 * members for whom the code could fire distinguishes nothing.
 */
function named({ members, ratio, each }: Alike<Warning>, { code, carrier, groups }: CodeCounts): EventDraft {
  const reach = reachIndex(code);
  const all = carrier.reached[reach] ?? 0;
  let scope = WHOLE_CARRIER;
  let [least, inScope] = [GROUP_SHARE * all, members.length];
  for (const group of groups) {
    const size = group.reached[reach] ?? 0;
    if (size >= least || group.fired.size < GROUP_SHARE * members.length) continue;
    const own = members.filter(({ waiting: { row } }) => group.fired.has(row.profile)).length;
    if (own < GROUP_SHARE * members.length || own < MEMBERS_MIN) continue;
    [scope, least, inScope] = [group.scope, size, own];
  }
  const compared = inScope === members.length && scope.field !== 'carrier' ? least : all;
  return { code, scope, warnings: members, members: members.length, inScope, compared, ratio, each, since: null };
}

/** Adds up the warnings of a year's months that are no event. Members with several warnings count once, by the latest of them. */
function overMonths(warnings: readonly Warning[], { code, carrier, tallies }: CodeCounts): EventDraft | null {
  const reach = reachIndex(code);
  let all = carrier.reached[reach] ?? 0;
  const latest = new Map<string, TalliedWarning & { readonly period: Period | null; readonly own: Warning | null }>();
  for (const { period, reached, fired } of tallies.toSorted((one, other) => (one.period < other.period ? -1 : 1))) {
    all = isMonthly(code) ? Math.max(all, reached[reach] ?? 0) : all + (reached[reach] ?? 0);
    for (const one of fired) if (one.code === code) latest.set(one.memberRefId, { ...one, period, own: null });
  }
  if (latest.size === 0) return null;
  for (const own of warnings) latest.set(own.memberRefId, { ...own, period: null, own });
  const alike = mostAlike([...latest.values()]);
  const own = alike.members.flatMap((member) => member.own ?? []);
  const [first = null] = alike.members.flatMap(({ period }) => period ?? []).toSorted();
  const share = alike.members[0]?.figures === null ? UNLIKE_SHARE : CARRIER_SHARE;
  if (own.length === 0 || first === null || !isMany(alike, all, share)) return null;
  const { length: members } = alike.members;
  const { ratio, each } = alike;
  return {
    code,
    scope: WHOLE_CARRIER,
    warnings: own,
    members,
    inScope: members,
    compared: all,
    ratio,
    each,
    since: first,
  };
}

/** Joins events of one code in one scope, because they would be one question twice. */
function distinctScopes(drafts: readonly EventDraft[]): readonly EventDraft[] {
  const byScope = Map.groupBy(drafts, ({ scope }) => `${scope.field} ${scope.key}`);
  return [...byScope.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || same.length === 1) return same;
    const sum = (count: (draft: EventDraft) => number) => same.reduce((total, draft) => total + count(draft), 0);
    const members = sum((draft) => draft.members);
    return {
      ...first,
      warnings: same.flatMap(({ warnings }) => warnings),
      members,
      inScope: sum(({ inScope }) => inScope),
      compared: Math.max(members, ...same.map(({ compared }) => compared)),
      ratio: null,
      each: null,
    };
  });
}

/** Joins events of several codes about the same members, because they are one matter. The first code names it. */
function distinctMatters(drafts: readonly EventDraft[]): readonly EventDraft[] {
  const matters: EventDraft[] = [];
  for (const draft of drafts) {
    const index = matters.findIndex((known) => {
      const ids = new Set(known.warnings.map(({ memberRefId }) => memberRefId));
      const same = draft.warnings.filter(({ memberRefId }) => ids.has(memberRefId)).length;
      return same >= GROUP_SHARE * draft.warnings.length;
    });
    const known = matters[index];
    if (known === undefined) matters.push(draft);
    else matters[index] = { ...known, warnings: [...known.warnings, ...draft.warnings] };
  }
  return matters;
}

function eventOf(draft: EventDraft, period: Period, earlier: readonly CarrierEvent[]): CarrierEvent {
  const { code, scope, members, compared, each } = draft;
  let amount: Money = 0;
  for (const { code: own, waiting } of draft.warnings) {
    const signal = own === code ? waiting.row.signals.find((one) => one.code === own) : undefined;
    amount += Math.round((signal?.amount ?? 0) * 10_000);
  }
  const event: CarrierEvent = {
    kind: 'shared_finding',
    period,
    scope,
    members,
    compared,
    ratioMillionths: draft.ratio === null ? null : Math.round(draft.ratio * 1_000_000),
    amount,
    rate: null,
    noRateReason: 'Accepting it stores no rate.',
    detail: sentenceOf(draft, { period, amount, rates: printedRates(draft) }),
    shared: { code, each, askedIn: period, isAccepted: false },
  };
  const before = earlier.findLast((known) => known.period < period && isSameMatter(known, event));
  if (event.shared === null || before === undefined) return event;
  return { ...event, shared: { ...event.shared, askedIn: before.shared?.askedIn ?? period } };
}

/** Returns the rates that all members' lines print or are paid, before and now; null where they differ or are unknown. */
function printedRates({ warnings }: EventDraft): RatePair | null {
  const [pair, ...others] = new Set(
    warnings.map(({ waiting: { row, signalCase } }) => {
      const { prior, month, context } = signalCase;
      const [before, now] = [prior?.history.rate ?? null, row.history.rate];
      if (month === undefined) return '';
      if (before === null || now === null || before === now) return prior === undefined ? '' : sharesPaid(prior, row);
      const isShare = principalRecord(month).lines.some((line) => paysItsRate(line, context.kindOf));
      return `${rateText(before, isShare)}|${rateText(now, isShare)}`;
    }),
  );
  const [before, now] = pair?.split('|') ?? [];
  return others.length > 0 || before === undefined || now === undefined ? null : { before, now };
}

/** Returns the shares of the premium that a member was paid and is paid, to a tenth of a per cent; empty if unknown or the same. */
function sharesPaid({ profile: before }: PriorRow, { profile: now, ...row }: RowDraft): string {
  if (before.premium === null || now.premium === null || before.premium <= 0 || now.premium <= 0) return '';
  const share = (amount: Money, premium: Money) => sharePercent(Math.round((amount * 1000) / premium) * 1000);
  const [was, is] = [share(row.prevCommissionAmount, before.premium), share(row.comparedAmount, now.premium)];
  return was === is ? '' : `${was}|${is}`;
}

/** A warning that is an info, because an event tells it. */
interface ToldWarning {
  readonly warning: Warning;
  readonly clause: string;
  /** The event's key; null for an event of pay, whose clause names it. */
  readonly event: string | null;
}

/** Leaves out events of members whose change of pay is an event already. Their warnings are told by that event. */
function withoutPayEvents(drafts: readonly EventDraft[]): {
  readonly asked: readonly EventDraft[];
  readonly told: readonly ToldWarning[];
} {
  const asked: EventDraft[] = [];
  const told: ToldWarning[] = [];
  for (const draft of drafts) {
    const explained = draft.warnings.flatMap((warning) => {
      const { payEvent } = warning.waiting.row;
      const clause = payEvent?.amount ?? payEvent?.rate ?? null;
      return clause === null ? [] : [{ warning, clause, event: null }];
    });
    if (explained.length < GROUP_SHARE * draft.warnings.length) asked.push(draft);
    else told.push(...explained);
  }
  return { asked, told };
}

function namesOf(drafts: readonly EventDraft[], events: readonly CarrierEvent[]): readonly ToldWarning[] {
  return drafts.flatMap((draft, index) => {
    const found = events[index];
    if (found === undefined) return [];
    const [clause, event] = [clauseOf(draft), eventKey(found)];
    return draft.warnings.map((warning) => ({ warning, clause, event }));
  });
}

/** Turns warnings that an event tells into infos that name it. */
function withEvents(waiting: readonly WaitingRow[], told: readonly ToldWarning[]): SharedOutcome['rows'] {
  const toldOf = Map.groupBy(told, ({ warning }) => warning.waiting);
  return waiting.map((one) => {
    const own = toldOf.get(one) ?? [];
    const [first] = own;
    if (first === undefined) return { ...one, clause: null };
    one.row.signals = one.row.signals.map((signal) => {
      const by = isWarning(signal) ? own.find(({ warning }) => warning.code === signal.code) : undefined;
      return by === undefined ? signal : asInfo(signal, by.clause, by.event);
    });
    return { ...one, clause: first.clause };
  });
}

/** Makes a signal an info. `event`: null without a shared finding. */
function asInfo(signal: Signal, clause: string, event: string | null): Signal {
  const detail = `${signal.detail.replace(/\.$/, '')}, ${clause}.`;
  return { ...signal, severity: 'info', detail, ...(event !== null && { event }) };
}
