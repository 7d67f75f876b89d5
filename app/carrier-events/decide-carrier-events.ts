import { z } from 'zod';
import { decideEventDispute, refuseHeld } from '../../core/dispute/dispute.ts';
import type { OffsetPage, OffsetPosition, TimeOrder } from '../../core/page.ts';
import { addMonths, type Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { isClaimOfEvent } from '../../core/report/claim.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import {
  type EventSituation,
  type EventState,
  refuseAccept,
  refuseDispute,
} from '../../core/scoring/events/carrier-event.ts';
import { NO_BOUNDS } from '../../core/scoring/rate-bounds.ts';
import type { RescoredBooks } from '../book/book-store.ts';
import { type DisputeDraft, type DisputeRules, type NewDisputeOrder, withLetter } from '../disputes/manage-disputes.ts';
import { type NewRate, RATE_RULES, type RateRules } from '../rates/decide-rates.ts';
import type { RateRecord } from '../rates/rate-records.ts';
import { type CarrierEventRecord, eventFields } from '../reads/carrier-event-record.ts';
import { claimsOf } from '../reads/report-recoverable.ts';

export const acceptedEvent = z
  .object({
    ...eventFields,
    rescoredPeriods: z.int().describe('Periods scored again, those of `jobIds` included.'),
    jobIds: z.array(z.string()).optional().describe('Of the jobs that score books too large to wait for.'),
  })
  .meta({ id: 'AcceptedCarrierEvent' });

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

/** Lists, accepts and disputes carrier events. */
export interface CarrierEventDecisions {
  readonly carrierEvents: CarrierEventStore;
  readonly relayOutbox: () => Promise<void>;
}

/** Lists events, the newest period first. Refuses an unknown carrier or workspace. */
export function listCarrierEvents(
  { carrierEvents }: Pick<CarrierEventDecisions, 'carrierEvents'>,
  accountId: string,
  { limit, offset, ...filter }: CarrierEventFilter & OffsetPosition,
): Promise<OffsetPage<CarrierEventRecord> | Refused> {
  return carrierEvents.list(accountId, filter, { limit, offset });
}

/**
 * Accepts an event. New pay holds from the event's month on: its rate is stored and amounts owed are rescored. An event in which members
 * left is accepted without a rate. A shared finding becomes a habit of the carrier, and the later months are rescored. Refuses an unknown
 * event, and an event that `refuseAccept` refuses.
 */
export async function acceptCarrierEvent(
  { carrierEvents, relayOutbox }: CarrierEventDecisions,
  command: EventCommand,
): Promise<AcceptedEvent | Refused> {
  const accepted = await carrierEvents.accept(command, {
    refuse: refuseAccept,
    rateOf: (event) => (event.kind === 'members_left' || event.kind === 'shared_finding' ? null : newRateOf(event)),
    rescoredFrom: ({ kind, period }) => (kind === 'shared_finding' ? addMonths(period, 1) : null),
    rules: RATE_RULES,
  });
  if (!isRefused(accepted) && accepted.jobIds.length > 0) await relayOutbox();
  return accepted;
}

/**
 * Disputes the event: asks the carrier for the money that the event's members did not get. Refuses an unknown event, claims of an open
 * dispute, and an event that `refuseDispute` refuses.
 */
export function disputeCarrierEvent(
  { carrierEvents }: Pick<CarrierEventDecisions, 'carrierEvents'>,
  { account, now, ...command }: Omit<EventCommand, 'accountId'> & Pick<NewDisputeOrder, 'account' | 'now'>,
): Promise<CarrierEventRecord | Refused> {
  return carrierEvents.dispute(
    { ...command, accountId: account.accountId },
    {
      refuse: refuseDispute,
      rulesOf: ({ period, code }) => ({
        claimsOf: (member) =>
          claimsOf(member).filter((claim) => isClaimOfEvent(claim.kind, code) && claim.period === period),
        decide: (found) => {
          const dispute = decideEventDispute(found);
          return dispute === null ? null : withLetter(dispute, { account, note: null, now });
        },
        refuseHeld,
      }),
    },
  );
}

/** Makes the rate of the event's plan, or of the whole carrier, from the event's month on. Throws for an event without a rate. */
function newRateOf({ carrierId, period, scope, scopeValue, rateType, rateText }: EventRateFacts): NewRate {
  if (rateType === null || rateText === null) throw new Error('An event that can be accepted has a rate.');
  const planCode = scope === 'plan_code' || scope === 'plan_name' ? scopeValue : null;
  const allParts = { planName: null, productType: null, maxLives: null, tier: null, state: null };
  const following = { carrierId, planCode, rateType, rateValue: rateText, ...allParts };
  return { ...following, ...NO_BOUNDS, effectiveFrom: `${period}-01`, effectiveTo: null };
}
