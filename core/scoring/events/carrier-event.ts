import type { Money } from '../../money.ts';
import type { Period } from '../../period.ts';
import type { RateType } from '../expected.ts';

/**
 * The kinds of carrier events. A carrier event is a change that a carrier made for many members of a book in one period. It is one finding
 * of the book, in place of a warning for each member (docs/adr/0035-carrier-events.md).
 */
export const CARRIER_EVENT_KINDS = ['pay_reduced', 'pay_increased', 'members_left'] as const;
export type CarrierEventKind = (typeof CARRIER_EVENT_KINDS)[number];

/** Fields by which the members of an event are grouped, the widest first. `carrier` means all members of the carrier. */
export const EVENT_SCOPES = ['carrier', 'product_type', 'plan_code', 'plan_name', 'agent', 'county', 'state'] as const;
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

/** A change that a carrier made for many members of a book in one period. */
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
}

/** Returns whether a person should look at the event; a general pay increase needs none. */
export function needsAttention({ kind }: Pick<CarrierEvent, 'kind'>): boolean {
  return kind !== 'pay_increased';
}

/** Compares two events for sorting: by period, then pay changes before members who left, then the widest scope first. No two are equal. */
export function compareEvents(one: CarrierEvent, other: CarrierEvent): number {
  return (
    compare(one.period, other.period) ||
    CARRIER_EVENT_KINDS.indexOf(one.kind) - CARRIER_EVENT_KINDS.indexOf(other.kind) ||
    EVENT_SCOPES.indexOf(one.scope.field) - EVENT_SCOPES.indexOf(other.scope.field) ||
    compare(one.scope.key, other.scope.key)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
