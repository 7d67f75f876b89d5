import type { Period } from '../../core/period.ts';

/** The ids in a request that tell what a downloaded file is about. */
export interface DownloadIds {
  readonly carrierId?: string | undefined;
  readonly jobId?: string | undefined;
}

/** The carrier and the month that name a downloaded file. A job has both; a carrier filter has no month. */
export interface DownloadSubject {
  readonly carrierSlug: string;
  readonly period: Period | null;
}

export interface DownloadReads {
  /** Finds the carrier or the job that the ids name; null when the account has neither. */
  subject(accountId: string, ids: DownloadIds): Promise<DownloadSubject | null>;
}
