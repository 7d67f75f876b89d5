import { MEBIBYTE } from './mebibyte.ts';

/**
 * What a request, its body, its answer and its sender may be.
 * Figures marked (interface) are promised to clients and stay as they are.
 */

/** JSON bodies: nothing but a census is ever larger than a few kilobytes. */
export const JSON_BYTES_MAX = 1 * MEBIBYTE;
/** API Gateway waits thirty seconds for an answer; a function that ends before can still say what went wrong. */
export const HTTP_TIMEOUT_SECONDS = 29;
/**
 * Until a slow client has sent fifteen megabytes at a megabit a second. A connection on which nothing moves for longer the load balancer
 * of uploads closes, and a container that is replaced has as long for those under way.
 */
export const UPLOAD_SECONDS = 120;
/** What the plain server of the HTTP app gives a client: on one machine, and in the upload service's container. */
export const HTTP_SERVER_LIMITS = {
  /** Request line and headers together. */
  headerBytes: 16 * 1024,
  /** From the first byte of a request to the last of its headers; slower clients only hold a connection. */
  headersMs: 15_000,
  /** How often it is looked whether the two times of a request are over. */
  checkMs: 5_000,
  /** For the whole request: 15 MB on a line of half a megabit a second. */
  requestMs: 300_000,
  /**
   * For the next request on a connection: longer than the load balancer waits, which would otherwise send one where we
   * just hung up, and answer 502.
   */
  keepAliveMs: (UPLOAD_SECONDS + 5) * 1_000,
  /** For requests under way when the server closes: a third of what ECS waits. */
  closeGraceMs: 10_000,
  /** What is still taken of a body that was refused, and for how long: clients read the answer only when they stop sending. */
  lingerBytes: 512 * 1024,
  lingerMs: 1_000,
} as const;
/**
 * How a request body has to arrive, and how many may be on their way in one process. They are spooled to files, so they
 * cost little memory.
 */
export const BODY_LIMITS = {
  /** An eighth of a megabit a second: a phone at the edge of its network is faster. */
  bytesPerSecond: 16 * 1024,
  /** The longest pause: a phone that changes its network is back before. */
  stallMs: 10_000,
  /** Of a body in memory; what is longer goes to a file. Nearly all JSON bodies are shorter. */
  memoryBytes: 64 * 1024,
  /** How old a body is before it makes room for one of an account that has as many on their way. */
  settledMs: 2_000,
  /** Above what an agency's programs send at the same moment: fifty equal requests at once are one job and no error. */
  ofAccount: 64,
  ofAddress: 128,
  /** Together they take up to 4 GiB of disk. */
  atOnce: 256,
} as const;
/**
 * Forms, and census bodies, that one process has in memory at once. A form's file is held whole, up to 15 MiB, so the number bounds
 * what uploads can cost; the others wait in their files. A place is taken when the whole body is there: nobody can hold
 * one by sending slowly.
 */
export const FORMS_AT_ONCE = 6;
/** Of one account: half of the places are left to the others. */
export const FORMS_OF_ACCOUNT_AT_ONCE = FORMS_AT_ONCE / 2;
/** Who has waited for a place for so long is answered 503: CloudFront waits a minute for an answer, and then nobody would get one. */
export const FORM_WAIT_SECONDS = 45;
/** After a 503 a client comes again: long enough for a failover to make progress, short enough to be worth waiting for. */
export const UNAVAILABLE_RETRY_SECONDS = 5;
/** Of a database that says nothing for longer the service counts as not ready: ten seconds are what monitors wait for an answer. */
export const READY_ANSWER_SECONDS = 5;
/** An answer about readiness is kept for so long: whoever asks in a loop costs the database one read a second for each process. */
export const READY_KEPT_SECONDS = 1;
/** One machine with less free disk than this is not ready: a statement of 15 MB needs ten times that for its rows and their log. */
export const DISK_FREE_BYTES_MIN = 256 * MEBIBYTE;
/** Replies to requests with an Idempotency-Key are kept this long: a client that repeats one later has given up on it before. */
export const IDEMPOTENCY_KEYS_KEPT_HOURS = 24;
/** A request that has not ended by then belongs to a process that died: longer than any request may take. */
export const IDEMPOTENCY_TAKE_OVER_SECONDS = 60;
export const PAGE_LIMIT_DEFAULT = 50;
/** (interface) */
export const PAGE_LIMIT_MAX = 200;
/** 40,000 members with names and plans; anything else fits in a fortieth of it. */
export const CENSUS_BYTES_MAX = 8 * MEBIBYTE;
/** A list of 40,000 policies with names, plans and agents, as CSV or JSON. */
export const LISTED_POLICIES_BYTES_MAX = 8 * MEBIBYTE;
/** Requests a minute for one token when its account has no other figure: 100 a second, above what a client in health needs. */
export const RATE_LIMIT_PER_MINUTE_DEFAULT = 6_000;
export const RATE_WINDOW_SECONDS = 60;
/**
 * Tokens' worth of requests that all tokens of an account may send together in a window: an agency with a program in each of a few
 * offices never notices, and a hundred tokens are not a hundred limits.
 */
export const ACCOUNT_RATE_FACTOR = 5;
/**
 * Bad tokens of one client address before they are answered 429: above what a program with a revoked token sends in a minute by
 * itself, and nothing to somebody who guesses among 2^256. Addresses are counted in memory, so their number is bounded.
 */
export const BAD_TOKEN_LIMITS = { perWindow: 300, windowSeconds: 60, addresses: 10_000 } as const;
/** Lambda's own limit on what a function answers; base64 and headers included. */
export const LAMBDA_REPLY_BYTES_MAX = 6 * MEBIBYTE - 64 * 1024;
/** Bytes that are no text travel as base64, which makes four of three. */
export const LAMBDA_BINARY_REPLY_BYTES_MAX = Math.floor((LAMBDA_REPLY_BYTES_MAX * 3) / 4) - 3;
