/**
 * Attempts, times and sizes of webhooks.
 * Figures marked (interface) are promised to clients and stay as they are.
 */

/** A webhook's body stays below this: every receiver takes as much, and a queue of them costs little to keep. */
export const EVENT_BODY_BYTES_MAX = 20_000;
/** Carrier events in the body of a webhook; the others are in GET /v1/carrier-events. */
export const CARRIER_EVENTS_TOLD_MAX = 8;
/** Webhooks of an account: every event makes a delivery for each, and no system needs telling twenty times. */
export const WEBHOOKS_MAX = 20;
/** After a rotation the secret before it signs too, as long as it takes to change a receiver over. */
export const SECRET_OVERLAP_HOURS = 24;
/** (interface) Seconds between a failed attempt and the next; the first one is made at once. */
export const WEBHOOK_RETRY_DELAYS_SECONDS = [30, 2 * 60, 10 * 60, 30 * 60, 2 * 60 * 60] as const;
/** (interface) Attempts of one delivery. */
export const WEBHOOK_ATTEMPTS_MAX = 1 + WEBHOOK_RETRY_DELAYS_SECONDS.length;
/** Retries come up to a tenth later, so that what failed together does not come back together. */
export const WEBHOOK_JITTER = 0.1;
/** A receiver may ask to be left alone for as long as the longest delay. */
export const WEBHOOK_RETRY_AFTER_SECONDS_MAX = 2 * 60 * 60;
/** What one attempt may cost. */
export const WEBHOOK_SEND_LIMITS = {
  connectMs: 3_000,
  totalMs: 10_000,
  responseHeaderBytes: 16 * 1024,
  responseBodyBytes: 16 * 1024,
} as const;
/** Three times what an attempt may take, for the database before and after it. */
export const WEBHOOK_TIMEOUT_SECONDS = 30;
/** A sender that has not answered for its attempt in this time is gone: twice what its function may run. */
export const WEBHOOK_CLAIM_SECONDS = 2 * WEBHOOK_TIMEOUT_SECONDS;
/** AWS asks for at least six times the function timeout. */
export const WEBHOOK_VISIBILITY_SECONDS = 6 * WEBHOOK_TIMEOUT_SECONDS;
/** A message is done with whatever the receiver says; only what keeps the sender itself from its work brings it back. */
export const WEBHOOK_RECEIVES_MAX = 5;
/**
 * Attempts under way at once on one machine: one endpoint that hangs leaves room for the others, and fewer than the
 * pool's ten connections.
 */
export const WEBHOOK_CONCURRENCY = 8;
/** Attempts under way at once at one endpoint. */
export const WEBHOOK_ENDPOINT_CONCURRENCY = 5;
/** Attempts under way at once of one account: whatever its endpoints do, two senders of one machine are left for the others. */
export const WEBHOOK_ACCOUNT_CONCURRENCY = WEBHOOK_CONCURRENCY - 2;
/** After so many failures in a row an endpoint is tried once in a while only. */
export const WEBHOOK_CIRCUIT_FAILURES = 10;
export const WEBHOOK_PROBE_SECONDS = 60;
/** How long what a busy endpoint can't take now waits, up to twice as long: a second at first, in the end less than a minute. */
export const WEBHOOK_BUSY_SECONDS = { min: 1, max: 30 } as const;
/** What waits for a broken endpoint is spread over four minutes after the next probe, so that it does not all come back at once. */
export const WEBHOOK_PROBE_SPREAD_SECONDS = 240;
/** Failing for as long, or as often in a row, switches a webhook off. */
export const WEBHOOK_DISABLE_FAILURES = 100;
export const WEBHOOK_DISABLE_DAYS = 5;
/** (interface) Deliveries one run of the redelivery task sends again. */
export const WEBHOOK_REDELIVERY_BATCH = 100;
/** A delivery that is due for longer and was not taken has lost its message. */
export const WEBHOOK_LOST_SECONDS = 60;
export const WEBHOOK_DELIVERIES_KEPT_DAYS = 30;
