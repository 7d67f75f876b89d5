import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';

/** State of a delivery that is to be sent again, read under its lock. */
export interface RedeliverySituation {
  /** Null for a callback, and when the webhook was deleted. */
  readonly webhookId: string | null;
  readonly callbackUrl: string | null;
  /** Null without a webhook. */
  readonly enabled: boolean | null;
  /** True while an attempt is in flight. */
  readonly sending: boolean;
}

/** Refuses with `conflict` to repeat a delivery that is being sent or has no URL any more; null allows it. */
export function decideRedelivery({ webhookId, callbackUrl, enabled, sending }: RedeliverySituation): Refused | null {
  if (sending) return refuse('conflict', 'It is being sent at this moment.');
  if (webhookId !== null) return decideDeliveries({ enabled: enabled === true });
  return callbackUrl === null ? refuse('conflict', 'The webhook it was for has been deleted.') : null;
}

/** Refuses with `conflict` to send anything to a disabled webhook; null allows it. */
export function decideDeliveries({ enabled }: { readonly enabled: boolean }): Refused | null {
  return enabled ? null : refuse('conflict', 'The webhook is disabled. Enable it first.');
}
