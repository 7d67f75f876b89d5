/** The objectives: what users may expect of the service. The alarms on them are in lib/objectives.ts. */

/** Seconds from an upload to the end of its job: scored, or failed with a reason that the agency can act on. */
export const UPLOAD_SCORED_SECONDS = 300;
/** Percent of uploads that end within UPLOAD_SCORED_SECONDS, over 28 days. */
export const UPLOADS_PERCENT = 99.5;
/** Percent of requests that are not answered with a server error, over 28 days. */
export const REQUESTS_PERCENT = 99.9;
/** Seconds from the time at which the first attempt of a webhook is due to its begin. */
export const WEBHOOK_BEGUN_SECONDS = 60;
/** Percent of webhooks whose first attempt begins within WEBHOOK_BEGUN_SECONDS, over 28 days. */
export const WEBHOOKS_PERCENT = 99.5;

/** Seconds between two runs of the canary, and the longest run: two waits of a minute, for a job and a webhook. */
export const CANARY_SECONDS = 300;
export const CANARY_TIMEOUT_SECONDS = 240;
