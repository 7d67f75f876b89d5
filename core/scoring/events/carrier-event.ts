import { foldText, singleSpaced } from '../../folded-text.ts';
import type { Money } from '../../money.ts';
import type { Period } from '../../period.ts';
import type { Refused } from '../../problem.ts';
import { refuse } from '../../refuse.ts';
import { quoted } from '../../wording.ts';
import type { RateType } from '../expected.ts';
import type { SignalCode } from '../signal.ts';

export const EVENT_STATES = ['open', 'accepted', 'disputed'] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** Facts that decide whether a person may accept or dispute an event. */
export interface EventSituation {
  readonly kind: CarrierEventKind;
  readonly state: EventState;
  /** True when a single rate follows from the event. */
  readonly hasRate: boolean;
  /** The reason why no rate follows; null without a reason. */
  readonly noRateReason: string | null;
  /** True when more specific contracted rates exist for the month: for plans, tiers, states, policy months or group sizes. */
  readonly hasCloserRate: boolean;
}

/** Decides whether an event may be accepted: returns the refusal, or null when it may. */
export function refuseAccept({ kind, hasRate, noRateReason, hasCloserRate }: EventSituation): Refused | null {
  if (kind === 'members_left' || kind === 'shared_finding') return null;
  if (!hasRate) {
    const reason = noRateReason === null ? '' : ` ${noRateReason}`;
    return refuse('conflict', `No single rate follows from this event.${reason} Set the rates by themselves.`);
  }
  if (hasCloserRate) {
    const detail =
      'Contracted rates for plans, tiers, states, policy months or group sizes hold in this month and go before the rate that follows from the event. Set these rates by themselves.';
    return refuse('conflict', detail);
  }
  return null;
}

/** Decides whether an event may be disputed: returns the refusal, or null when it may. */
export function refuseDispute({ kind, state }: EventSituation): Refused | null {
  if (kind === 'pay_increased') return refuse('conflict', 'The carrier pays more: there is nothing to dispute.');
  if (kind === 'shared_finding' && state === 'accepted') {
    return refuse('conflict', 'The event was accepted: it is how this carrier pays.');
  }
  if (kind !== 'members_left' && state === 'accepted') {
    return refuse('conflict', 'The event was accepted, and the rate that follows from it is contracted.');
  }
  return null;
}

/**
 * The kinds of carrier events. A carrier event is a matter of many members of a book in one period. It is one finding of the book, in place
 * of a warning for each member (docs/adr/0063-a-shared-finding-is-an-event.md).
 */
export const CARRIER_EVENT_KINDS = ['pay_reduced', 'pay_increased', 'members_left', 'shared_finding'] as const;
export type CarrierEventKind = (typeof CARRIER_EVENT_KINDS)[number];

/** Fields by which the members of an event are grouped, the widest first. `carrier` means all members of the carrier. */
export const EVENT_SCOPES = [
  'carrier',
  'product_type',
  'plan_code',
  'plan_name',
  'agent',
  'county',
  'state',
  'policy_number',
] as const;
export type EventScopeField = (typeof EVENT_SCOPES)[number];

/** The members of an event: all members who have the value in the field. */
export interface EventScope {
  readonly field: EventScopeField;
  /** The value as a statement spells it; empty for `carrier`. */
  readonly value: string;
  /** The folded value, by which scopes are compared. */
  readonly key: string;
}

export const WHOLE_CARRIER: EventScope = { field: 'carrier', value: '', key: '' };

/** The single rate by which the members of an event are paid from its month on. */
export interface FollowingRate {
  readonly rateType: RateType;
  /** In millionths of a dollar per life and month, or of the premium. */
  readonly rateMillionths: number;
}

/** The facts that only an event of kind `shared_finding` has: warnings of one code that many members share. */
export interface SharedFinding {
  readonly code: SignalCode;
  /** Dollars that each member's warning is about, in ten-thousandths; null where the members share no amount. */
  readonly each: Money | null;
  /** The period whose event asked first. A later event with the same code, scope and figures is the same question. */
  readonly askedIn: Period;
  /** True once a person accepted the event. It is then a habit of the carrier, and later periods make no warning of it. */
  readonly isAccepted: boolean;
}

/** A matter of many members of a book in one period: a change of pay, members who left, or a finding that they share. */
export interface CarrierEvent {
  readonly kind: CarrierEventKind;
  readonly period: Period;
  readonly scope: EventScope;
  /** Members with this change, or members who left. */
  readonly members: number;
  /** Members of the scope who could be compared, or who were on the statement before. */
  readonly compared: number;
  /** Pay now divided by pay before, in millionths; null if members left. */
  readonly ratioMillionths: number | null;
  /** Magnitude of the sum of the members' changes, or the sum of their last pay before they left. In ten-thousandths of a dollar. */
  readonly amount: Money;
  /** Null when no single rate follows; `noRateReason` then gives the reason. */
  readonly rate: FollowingRate | null;
  readonly noRateReason: string | null;
  /** The event in one sentence for people. */
  readonly detail: string;
  /** Null unless the kind is `shared_finding`. */
  readonly shared: SharedFinding | null;
}

/** Facts that decide whether an event asks a person. */
export interface AskingEvent extends Pick<CarrierEvent, 'kind' | 'period'> {
  /** The period whose event asked first; null for an event that is no shared finding. */
  readonly askedIn: Period | null;
}

/** Returns whether a person should look at the event. A general pay increase, and a question asked in an earlier period, need none. */
export function needsAttention({ kind, period, askedIn }: AskingEvent): boolean {
  return kind !== 'pay_increased' && (askedIn === null || askedIn === period);
}

/**
 * Returns whether two events of a book are the same matter in different scorings or periods: a shared finding with the same code, scope and
 * figures. A decision about one is then a decision about the other.
 */
export function isSameMatter(one: CarrierEvent, other: CarrierEvent): boolean {
  return (
    one.shared !== null &&
    one.shared.code === other.shared?.code &&
    one.shared.each === other.shared.each &&
    one.ratioMillionths === other.ratioMillionths &&
    one.scope.field === other.scope.field &&
    one.scope.key === other.scope.key
  );
}

/** Returns the period's new events with the decisions about its events before. */
export function keepDecisions(
  before: readonly CarrierEvent[],
  events: readonly CarrierEvent[],
): readonly CarrierEvent[] {
  return events.map((event) => {
    const { shared } = event;
    const isAccepted = before.some((known) => known.shared?.isAccepted === true && isSameMatter(known, event));
    return shared === null || !isAccepted ? event : { ...event, shared: { ...shared, isAccepted } };
  });
}

/** Compares two events for sorting: by period, kind and code, then the widest scope first. No two are equal. */
export function compareEvents(one: CarrierEvent, other: CarrierEvent): number {
  return (
    compare(one.period, other.period) ||
    CARRIER_EVENT_KINDS.indexOf(one.kind) - CARRIER_EVENT_KINDS.indexOf(other.kind) ||
    compare(one.shared?.code ?? '', other.shared?.code ?? '') ||
    EVENT_SCOPES.indexOf(one.scope.field) - EVENT_SCOPES.indexOf(other.scope.field) ||
    compare(one.scope.key, other.scope.key)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Makes the scope of the members who have this value in this field; null without a value. */
export function scopeOf(field: EventScope['field'], value: string | null): EventScope | null {
  return value === null ? null : { field, value: singleSpaced(value), key: foldText(value) };
}

/** Returns the value that members of a scope share, as words that follow "members": ' of plan "Gold"'; empty for the whole carrier. */
export function scopeClause({ field, value }: EventScope): string {
  switch (field) {
    case 'carrier':
      return '';
    case 'plan_code':
    case 'plan_name':
      return ` of plan ${quoted(value)}`;
    case 'product_type':
      return ` with ${quoted(value)}`;
    case 'agent':
      return ` of agent ${quoted(value)}`;
    case 'county':
      return ` in county ${quoted(value)}`;
    case 'state':
      return ` in ${quoted(value)}`;
    case 'policy_number':
      return ` of policy ${quoted(value)}`;
  }
}
