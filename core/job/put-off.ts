import { BOOK_BUSY_DELAY_SECONDS, PUT_OFF_A_SECOND, QUEUE_DELAY_SECONDS_MAX } from '../limits/job-limits.ts';

/**
 * Returns the seconds for which a job is put off while its book or its account's share of the workers is busy. Many waiting jobs come back
 * less often each, so that putting them off keeps no worker busy.
 */
export function putOffSeconds({ othersWaiting }: { readonly othersWaiting: number }): number {
  return Math.min(
    QUEUE_DELAY_SECONDS_MAX,
    Math.max(BOOK_BUSY_DELAY_SECONDS, Math.ceil(othersWaiting / PUT_OFF_A_SECOND)),
  );
}
