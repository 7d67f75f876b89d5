import { WEBHOOK_DISABLE_DAYS, WEBHOOK_DISABLE_FAILURES } from '../limits/webhook-limits.ts';
import type { AttemptEnd } from './classify-response.ts';

/** State of an endpoint after a failed attempt. The counts include this attempt. */
export interface FailingEndpoint {
  readonly failuresInRow: number;
  /** Days since the first failure in the row. */
  readonly failingDays: number;
}

/**
 * Returns the reason to disable an endpoint, in words for the account; null to keep it
 * (docs/reference/webhooks.md#failing-endpoints).
 */
export function disableReason(end: AttemptEnd, { failuresInRow, failingDays }: FailingEndpoint): string | null {
  switch (end.kind) {
    case 'delivered':
      return null;
    case 'gone':
      return 'The receiver answered 410 Gone.';
    case 'retry':
    case 'failed':
      if (failuresInRow >= WEBHOOK_DISABLE_FAILURES) return `${failuresInRow} attempts in a row failed.`;
      if (failingDays >= WEBHOOK_DISABLE_DAYS) return `Every attempt of the last ${WEBHOOK_DISABLE_DAYS} days failed.`;
      return null;
  }
}
