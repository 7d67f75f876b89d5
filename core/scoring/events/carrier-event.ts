import type { Money } from '../../money.ts';
import type { Period } from '../../period.ts';
import type { RateType } from '../expected.ts';

/**
 * Something that a carrier did to many members of a book in one period. It is one finding of the book, so that nobody has to find it in
 * a warning of each member (docs/adr/0035-carrier-events.md).
 */
export const CARRIER_EVENT_KINDS = ['pay_reduced', 'pay_increased', 'members_left'] as const;
export type CarrierEventKind = (typeof CARRIER_EVENT_KINDS)[number];

/** The widest first. `carrier`: all members. The others name what the members have in common. */
export const EVENT_SCOPES = ['carrier', 'product_type', 'plan_code', 'plan_name', 'agent', 'state'] as const;
export type EventScopeField = (typeof EVENT_SCOPES)[number];

export interface EventScope {
  readonly field: EventScopeField;
  /** As a statement spells it; empty for `carrier`. */
  readonly value: string;
  /** The same value where spelling no longer tells two apart. */
  readonly key: string;
}

export const WHOLE_CARRIER: EventScope = { field: 'carrier', value: '', key: '' };

/** The rate that follows from an event, from its month on. */
export interface FollowingRate {
  readonly rateType: RateType;
  readonly rateMillionths: number;
}

export interface CarrierEvent {
  readonly kind: CarrierEventKind;
  readonly period: Period;
  readonly scope: EventScope;
  /** Members whose pay changed so, or who left. */
  readonly members: number;
  /** Members of the scope who could be compared, or who were on the statement before. */
  readonly compared: number;
  /** Pay now by pay before, in millionths; null where members left. */
  readonly ratioMillionths: number | null;
  /** What these members are paid less or more in the period, or were last paid before they left. Never below zero. */
  readonly amount: Money;
  /** Null where no single rate follows; then `noRateReason` says why. */
  readonly rate: FollowingRate | null;
  readonly noRateReason: string | null;
  /** One sentence. */
  readonly detail: string;
}

/** Folds case and white space. */
export function scopeKey(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}

/** Events that somebody should look at. A carrier that pays everybody more is no reason to. */
export function needsAttention({ kind }: Pick<CarrierEvent, 'kind'>): boolean {
  return kind !== 'pay_increased';
}

/** By period; changes of pay before blocks, the widest first. Equal events of a book always stand in equal order. */
export function inEventOrder(one: CarrierEvent, other: CarrierEvent): number {
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
