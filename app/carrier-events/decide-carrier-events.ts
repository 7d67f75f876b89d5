import { decideEventDispute } from '../../core/dispute/dispute.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { type NewDisputeOrder, withLetter } from '../disputes/manage-disputes.ts';
import { rescoreBooks } from '../rates/change-rates.ts';
import type { AcceptedEvent, CarrierEventRecord, CarrierEventStore } from './carrier-event-ports.ts';

/** What somebody of the account says to a carrier event. */
export interface CarrierEventDecisions {
  readonly carrierEvents: CarrierEventStore;
  readonly relayOutbox: () => Promise<void>;
}

type Command = Parameters<CarrierEventStore['accept']>[0];

/** The pay is right from that month on: what is owed is scored again by the rate that follows. */
export async function acceptCarrierEvent(
  { carrierEvents, relayOutbox }: CarrierEventDecisions,
  command: Command,
): Promise<AcceptedEvent | Refused> {
  const accepted = await carrierEvents.accept(command, rescoreBooks);
  if (!isRefused(accepted) && accepted.jobIds.length > 0) await relayOutbox();
  return accepted;
}

/** The carrier is asked for what the members of the event are short of. */
export function disputeCarrierEvent(
  { carrierEvents }: Pick<CarrierEventDecisions, 'carrierEvents'>,
  { account, now, ...command }: Omit<Command, 'accountId'> & Pick<NewDisputeOrder, 'account' | 'now'>,
): Promise<CarrierEventRecord | Refused> {
  return carrierEvents.dispute({ ...command, accountId: account.accountId }, (found) => {
    const dispute = decideEventDispute(found);
    return dispute === null ? null : withLetter(dispute, { account, note: null, now });
  });
}
