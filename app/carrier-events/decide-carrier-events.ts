import { decideEventDispute, refuseHeld } from '../../core/dispute/dispute.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { addMonths } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { isClaimOfEvent } from '../../core/report/claim.ts';
import { refuseAccept, refuseDispute } from '../../core/scoring/events/decide-event.ts';
import { NO_BOUNDS } from '../../core/scoring/rate-bounds.ts';
import { type NewDisputeOrder, withLetter } from '../disputes/manage-disputes.ts';
import { RATE_RULES } from '../rates/decide-rates.ts';
import type { NewRate } from '../rates/rate-ports.ts';
import type { CarrierEventRecord } from '../reads/carrier-event-record.ts';
import { claimsOf } from '../reads/report-recoverable.ts';
import type { AcceptedEvent, CarrierEventFilter, CarrierEventStore, EventRateFacts } from './carrier-event-ports.ts';

/** The ports for accepting and disputing carrier events. */
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

type Command = Parameters<CarrierEventStore['accept']>[0];

/**
 * Accepts an event. New pay holds from the event's month on: its rate is stored and amounts owed are rescored. An event in which members
 * left is accepted without a rate. A shared finding becomes a habit of the carrier, and the later months are rescored. Refuses an unknown
 * event, and an event that `refuseAccept` refuses.
 */
export async function acceptCarrierEvent(
  { carrierEvents, relayOutbox }: CarrierEventDecisions,
  command: Command,
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
  { account, now, ...command }: Omit<Command, 'accountId'> & Pick<NewDisputeOrder, 'account' | 'now'>,
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
