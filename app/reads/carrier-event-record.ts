import type { Period } from '../../core/period.ts';
import type { CarrierEventKind, EventScopeField, EventState } from '../../core/scoring/events/carrier-event.ts';
import type { RateType } from '../../core/scoring/expected.ts';
import type { SignalCode } from '../../core/scoring/signal.ts';

/** A carrier's change to many members of a book in one period, as it is shown. */
export interface CarrierEventRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly period: Period;
  readonly kind: CarrierEventKind;
  readonly scope: EventScopeField;
  /** Null for the whole carrier. */
  readonly scopeValue: string | null;
  readonly members: number;
  readonly compared: number;
  /** Percent: -20 means 20 % less. Null for an event in which members left. */
  readonly changePercent: number | null;
  readonly amount: number;
  readonly detail: string;
  /** The code of the warnings that the members share; null unless the kind is `shared_finding`. */
  readonly code: SignalCode | null;
  /** Dollars of each member's warning, where all have the same. */
  readonly eachAmount: number | null;
  /** The period whose event asked the same question first; null unless the kind is `shared_finding`. */
  readonly askedIn: Period | null;
  /** Type of the rate that accepting the event stores; null when no single rate follows. */
  readonly rateType: RateType | null;
  readonly rateValue: number | null;
  readonly noRateReason: string | null;
  readonly state: EventState;
  /** The contracted rate that accepting the event stored. */
  readonly rateId: string | null;
  readonly decidedAt: string | null;
  /** The dispute that disputing the event opened; null when there was no money to ask for. */
  readonly disputeId: string | null;
}
