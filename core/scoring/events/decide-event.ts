import { type Refused, refuse } from '../../problem.ts';
import type { CarrierEventKind } from './carrier-event.ts';

export const EVENT_STATES = ['open', 'accepted', 'disputed'] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** What a decision about an event depends on. */
export interface EventSituation {
  readonly kind: CarrierEventKind;
  readonly state: EventState;
  readonly hasRate: boolean;
  readonly noRateReason: string | null;
  /** Contracted rates of the month that go before the rate that follows: for plans, tiers, states, policy months or group sizes. */
  readonly hasCloserRate: boolean;
}

/** Null: it can be accepted. */
export function refuseAccept({ kind, hasRate, noRateReason, hasCloserRate }: EventSituation): Refused | null {
  if (kind === 'members_left') return refuse('conflict', 'Members left: there is no change of pay to accept.');
  if (!hasRate) {
    return refuse(
      'conflict',
      `No single rate follows from this event. ${noRateReason ?? ''} Set the rates by themselves.`,
    );
  }
  if (hasCloserRate) {
    const detail =
      'Contracted rates for plans, tiers, states, policy months or group sizes hold in this month and go before the rate that follows from the event. Set these rates by themselves.';
    return refuse('conflict', detail);
  }
  return null;
}

/** Null: it can be disputed. */
export function refuseDispute({ kind, state }: EventSituation): Refused | null {
  if (kind === 'pay_increased') return refuse('conflict', 'The carrier pays more: there is nothing to dispute.');
  if (state === 'accepted') {
    return refuse('conflict', 'The event was accepted, and the rate that follows from it is contracted.');
  }
  return null;
}
