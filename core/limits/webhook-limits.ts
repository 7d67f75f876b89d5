/** Attempts, times and sizes of webhooks. Figures marked (interface) are promised to clients and must not change. */

/** Bytes of a webhook body. Every receiver accepts as much, and a backlog of deliveries stays cheap to store. */
export const EVENT_BODY_BYTES_MAX = 20_000;
/** Largest number of carrier events in the body of a webhook. GET /v1/carrier-events lists the others. */
export const CARRIER_EVENTS_TOLD_MAX = 8;
/** Hours after a rotation in which the previous secret signs too, so that a receiver can be changed over. */
export const SECRET_OVERLAP_HOURS = 24;
/** (interface) Seconds between a failed attempt and the next. The first attempt is immediate. */
export const WEBHOOK_RETRY_DELAYS_SECONDS = [30, 2 * 60, 10 * 60, 30 * 60, 2 * 60 * 60] as const;
/** (interface) Attempts of one delivery. */
export const WEBHOOK_ATTEMPTS_MAX = 1 + WEBHOOK_RETRY_DELAYS_SECONDS.length;
/**
 * Largest random addition to a retry delay, as a fraction of it. Jitter keeps failed deliveries from returning
 * together.
 */
export const WEBHOOK_JITTER = 0.1;
/** Largest Retry-After of a receiver that is obeyed, in seconds: the longest retry delay. */
export const WEBHOOK_RETRY_AFTER_SECONDS_MAX = 2 * 60 * 60;
/** Limits one attempt. */
export const WEBHOOK_SEND_LIMITS = {
  connectMs: 3_000,
  totalMs: 10_000,
  responseHeaderBytes: 16 * 1024,
  responseBodyBytes: 16 * 1024,
} as const;
/** Seconds of the sender function: three times an attempt, with room for the database before and after it. */
export const WEBHOOK_TIMEOUT_SECONDS = 30;
/**
 * Seconds for which a sender owns a delivery: twice the function's timeout. An older claim belongs to a sender that
 * died.
 */
export const WEBHOOK_CLAIM_SECONDS = 2 * WEBHOOK_TIMEOUT_SECONDS;
/** Visibility timeout of the webhook queue. AWS recommends at least six times the function timeout. */
export const WEBHOOK_VISIBILITY_SECONDS = 6 * WEBHOOK_TIMEOUT_SECONDS;
/**
 * Receives before a message goes to the dead-letter queue. Every answer of a receiver completes the message; only a
 * failure of the sender itself brings it back.
 */
export const WEBHOOK_RECEIVES_MAX = 5;
/**
 * Concurrent attempts on one machine. They are fewer than the pool's ten connections, and leave room beside one hanging
 * endpoint.
 */
export const WEBHOOK_CONCURRENCY = 8;
/** Concurrent attempts at one endpoint. */
export const WEBHOOK_ENDPOINT_CONCURRENCY = 5;
/** Concurrent attempts of one account. Two of the concurrent attempts of one machine remain for other accounts. */
export const WEBHOOK_ACCOUNT_CONCURRENCY = WEBHOOK_CONCURRENCY - 2;
/** Number of failures in a row that open the circuit breaker of an endpoint. It is then probed every WEBHOOK_PROBE_SECONDS. */
export const WEBHOOK_CIRCUIT_FAILURES = 10;
export const WEBHOOK_PROBE_SECONDS = 60;
/**
 * Seconds for which a delivery to a busy endpoint is postponed, up to twice as long. The delay starts at a second and
 * stays below a minute.
 */
export const WEBHOOK_BUSY_SECONDS = { min: 1, max: 30 } as const;
/** Seconds over which the backlog of a broken endpoint is spread after the next probe. */
export const WEBHOOK_PROBE_SPREAD_SECONDS = 240;
/** A webhook is disabled after this many failures in a row, or after this many days of failing. */
export const WEBHOOK_DISABLE_FAILURES = 100;
export const WEBHOOK_DISABLE_DAYS = 5;
/** (interface) Deliveries that one run of the redelivery task sends again. */
export const WEBHOOK_REDELIVERY_BATCH = 100;
/** Seconds after which a due delivery without a claim has lost its message. */
export const WEBHOOK_LOST_SECONDS = 60;
/** Days for which ended deliveries are kept. */
export const WEBHOOK_DELIVERIES_KEPT_DAYS = 30;
