import { z } from 'zod';
import { EXCEPTIONS_KEPT_DAYS, RAW_KEPT_AFTER_PROCESSING_HOURS_MAX } from '../../core/limits/account-limits.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';

const between = (max: number) => `must be a whole number from 1 to ${max}`;

/** How long an account keeps files and rejected rows before the service deletes them (docs/retention.md#set-by-the-account). */
export const retentionSettings = z
  .strictObject({
    readFileHours: z
      .int(between(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX))
      .min(1, between(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX))
      .max(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX, between(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX))
      .describe('Hours for which the bytes of a statement are kept after the end of its job.'),
    rejectedRowDays: z
      .int(between(EXCEPTIONS_KEPT_DAYS))
      .min(1, between(EXCEPTIONS_KEPT_DAYS))
      .max(EXCEPTIONS_KEPT_DAYS, between(EXCEPTIONS_KEPT_DAYS))
      .describe('Days for which rejected rows are kept after the end of their job.'),
  })
  .meta({ id: 'RetentionSettings' });
export type RetentionSettings = Readonly<z.output<typeof retentionSettings>>;

export interface RetentionStore {
  /** Returns the account's settings; the service's defaults where it has set none. */
  find(accountId: string): Promise<RetentionSettings>;
  /** Replaces the settings. The next run of purge_files obeys them. */
  set(accountId: string, settings: RetentionSettings, origin: RequestOrigin): Promise<RetentionSettings>;
}

/** Reads and changes how long an account keeps files and rejected rows. */

export interface RetentionRegister {
  readonly retention: RetentionStore;
}

/** Finds how long files and rejected rows are kept. */
export function findRetention({ retention }: RetentionRegister, accountId: string): Promise<RetentionSettings> {
  return retention.find(accountId);
}

/** Changes how long files and rejected rows are kept. The change also applies to stored files and rows. */
export function changeRetention(
  { retention }: RetentionRegister,
  { accountId, ...settings }: RetentionSettings & { readonly accountId: string },
  origin: RequestOrigin,
): Promise<RetentionSettings> {
  return retention.set(accountId, settings, origin);
}
