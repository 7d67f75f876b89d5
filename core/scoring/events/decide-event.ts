import type { Refused } from '../../problem.ts';
import { refuse } from '../../refuse.ts';
import type { CarrierEventKind } from './carrier-event.ts';

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
