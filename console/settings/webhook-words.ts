import type { Schema } from '../../client/commission-client.ts';

export type Webhook = Schema<'Webhook'>;
export type Delivery = Schema<'Delivery'>;

export const EVENTS = [
  { value: 'job.completed', label: 'A statement was read' },
  { value: 'job.failed', label: 'A statement could not be read' },
] as const satisfies readonly { readonly value: Webhook['events'][number]; readonly label: string }[];

/** Describes an event in words. */
export function eventWords(event: string): string {
  if (event === 'webhook.test') return 'A test';
  return EVENTS.find(({ value }) => value === event)?.label ?? event.replaceAll(/[._]/g, ' ');
}

export const DELIVERY_WORDS: Readonly<Record<Delivery['status'], string>> = {
  pending: 'On its way',
  delivered: 'Delivered',
  failed: 'Given up',
  discarded: 'Not sent: the webhook was off',
};

/** Describes the state of a webhook. */
export function stateWords({ enabled, disabledReason, failuresInRow }: Webhook): string {
  if (!enabled)
    return disabledReason === null ? 'Off' : 'Off: the receiver failed too often, so the service stopped sending';
  if (failuresInRow === 0) return 'On';
  return failuresInRow === 1 ? 'On, the last try failed' : `On, the last ${failuresInRow} tries failed`;
}

/** Describes the latest answer of the receiver. Empty before the first attempt. */
export function answerWords({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return '';
  if (last.error === null) return 'Accepted';
  if (last.responseStatus !== null) return `Answered with ${last.responseStatus}`;
  return last.error === 'timeout' ? 'No answer in time' : 'Could not be reached';
}
