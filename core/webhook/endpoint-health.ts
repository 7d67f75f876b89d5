import { WEBHOOK_DISABLE_DAYS, WEBHOOK_DISABLE_FAILURES } from '../limits/webhook-limits.ts';
import type { AttemptEnd } from './classify-response.ts';

/** What is known of an endpoint after a failed attempt, that one included. */
export interface FailingEndpoint {
  readonly failuresInRow: number;
  /** Since the first of them. */
  readonly failingDays: number;
}

/**
 * Why an endpoint is to be switched off after an attempt (docs/reference/webhooks.md#failing-endpoints), as the account
 * reads it; null: it is not.
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
