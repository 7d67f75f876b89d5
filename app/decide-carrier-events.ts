import { isRefused, type Refused } from '../core/problem.ts';
import type { AcceptedEvent, CarrierEventRecord, CarrierEventStore } from './carrier-event-ports.ts';
import { rescoreBooks } from './change-rates.ts';

/** What somebody of the account says to a carrier event. */
export interface CarrierEventDecisions {
  readonly carrierEvents: CarrierEventStore;
  readonly relayOutbox: () => Promise<void>;
}

type Command = Parameters<CarrierEventStore['dispute']>[0];

/** The pay is right from that month on: what is owed is scored again by the rate that follows. */
export async function acceptCarrierEvent(
  { carrierEvents, relayOutbox }: CarrierEventDecisions,
  command: Command,
): Promise<AcceptedEvent | Refused> {
  const accepted = await carrierEvents.accept(command, rescoreBooks);
  if (!isRefused(accepted) && accepted.jobIds.length > 0) await relayOutbox();
  return accepted;
}

export function disputeCarrierEvent(
  { carrierEvents }: CarrierEventDecisions,
  command: Command,
): Promise<CarrierEventRecord | Refused> {
  return carrierEvents.dispute(command);
}
