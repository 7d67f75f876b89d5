import type { OffsetPage, OffsetPosition, TimeOrder } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { EventSituation, EventState } from '../../core/scoring/events/decide-event.ts';
import type { RescoredBooks } from '../book/book-ports.ts';
import type { DisputeDraft, DisputeRules } from '../disputes/dispute-ports.ts';
import type { NewRate, RateRecord, RateRules } from '../rates/rate-ports.ts';
import type { CarrierEventRecord } from '../reads/carrier-event-record.ts';

export interface CarrierEventFilter {
  readonly sort?: TimeOrder | undefined;
  readonly carrierId?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly period?: Period | undefined;
  readonly state?: EventState | undefined;
}

interface EventCommand {
  readonly accountId: string;
  readonly eventId: string;
  readonly origin: RequestOrigin;
}

export interface AcceptedEvent extends RescoredBooks {
  readonly event: CarrierEventRecord;
  /** Null when the event had been accepted before, or when members left. */
  readonly rate: RateRecord | null;
}

/** The facts of an event that its new contracted rate is made from. */
export interface EventRateFacts
  extends Pick<CarrierEventRecord, 'kind' | 'carrierId' | 'period' | 'scope' | 'scopeValue' | 'rateType'> {
  /** Plain decimal text; null when no rate follows. */
  readonly rateText: string | null;
}

/** Decisions about an event, made under the lock of the carrier's rates. A refusal ends the command; null allows it. */
export interface AcceptDecision {
  readonly refuse: (situation: EventSituation) => Refused | null;
  /** Null when accepting the event stores no rate. */
  readonly rateOf: (event: EventRateFacts) => NewRate | null;
  /** Returns the first period whose scores depend on the decision; null when none does. */
  readonly rescoredFrom: (event: Pick<CarrierEventRecord, 'kind' | 'period'>) => Period | null;
  readonly rules: RateRules;
}

export interface DisputeDecision {
  readonly refuse: (situation: EventSituation) => Refused | null;
  /** Null when there is no money to ask for. */
  readonly rulesOf: (event: Pick<CarrierEventRecord, 'period' | 'code'>) => DisputeRules<DisputeDraft | null>;
}

export interface CarrierEventStore {
  /** Returns events, newest period first. */
  list(
    accountId: string,
    filter: CarrierEventFilter,
    page: OffsetPosition,
  ): Promise<OffsetPage<CarrierEventRecord> | Refused>;
  /**
   * Stores the new rate of the event, if it has one, rescores the periods that the decision reaches and records it, in one transaction. A
   * repeat changes nothing.
   */
  accept(command: EventCommand, decision: AcceptDecision): Promise<AcceptedEvent | Refused>;
  /**
   * Records that the carrier owes the event's members the difference, and stores the dispute made from their claims, in one transaction. A
   * repeat changes nothing.
   */
  dispute(command: EventCommand, decision: DisputeDecision): Promise<CarrierEventRecord | Refused>;
}
