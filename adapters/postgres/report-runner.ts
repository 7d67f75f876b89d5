// Runs analysts' SQL. Whatever the guard in front of it lets through, this is what keeps it to one account, to reading, and
// to its limits (docs/adr/0011-walls-around-reports.md).
import { setTimeout as delay } from 'node:timers/promises';
import type { ReportRunner, RunLimits } from '../../app/saved-report-ports.ts';
import { REPORT_RUNS_MAX, REPORT_RUNS_OF_ACCOUNT_MAX } from '../../core/limits.ts';
import { isRefused, type Refused, refuse } from '../../core/problem.ts';
import { asLost, isTransientDatabaseError } from './database-error.ts';
import { planInSession, runInSession } from './report-query.ts';
import { tooSlow } from './report-refusal.ts';
import {
  beginReport,
  endBackend,
  isFull,
  type ReportBackend,
  type ReportServers,
  type ReportSession,
} from './report-session.ts';
import { type ReportSlot, reportSlots } from './report-slots.ts';

/** Before PostgreSQL's own limit has failed for so long, the report is ended from outside. */
const watchdogMarginSeconds = 1;
/** What is sent for a reply of one byte of JSON, at most: the text of a value, and its length. */
const bytesReadPerByte = 2;

/** Connects for each run. A process makes one, because it counts the runs. */
export function connectReports(servers: ReportServers): ReportRunner {
  const slots = reportSlots({ total: REPORT_RUNS_MAX, ofAccount: REPORT_RUNS_OF_ACCOUNT_MAX });
  const within = async <T>(
    { accountId, limits, waitMs }: { readonly accountId: string; readonly limits: RunLimits; readonly waitMs: number },
    work: (session: ReportSession) => Promise<T | Refused>,
  ): Promise<T | Refused> => {
    const slot = await slots.take(accountId, waitMs);
    if (slot === 'stuck') return comeAgain('An earlier report of yours is still being stopped.', limits);
    if (slot === 'busy') return comeAgain('Other reports are running at this moment.', limits);
    return inSession({ servers, slot, accountId, limits }, work);
  };
  return {
    run: (accountId, query, limits) =>
      within({ accountId, limits, waitMs: limits.seconds * 1000 }, (session) => runInSession(session, query, limits)),
    async plan(accountId, query, limits) {
      try {
        const planned = await within({ accountId, limits, waitMs: 0 }, (session) =>
          planInSession(session, query, limits),
        );
        const isAnswer = isRefused(planned) && planned.refused.code !== 'rate_limited';
        return isAnswer ? planned : null;
      } catch (error) {
        if (isTransientDatabaseError(error)) return null;
        throw error;
      }
    },
  };
}

/** It did not begin: no limit of its own was passed. */
function comeAgain(why: string, { seconds }: RunLimits): Refused {
  const headers = { 'Retry-After': String(seconds) };
  return refuse('rate_limited', { detail: `${why} Try again in a few seconds.`, headers });
}

interface Admitted {
  readonly servers: ReportServers;
  readonly slot: ReportSlot;
  readonly accountId: string;
  readonly limits: RunLimits;
}

/** The place is given back when the server's process is gone, which may be long after the answer. */
async function inSession<T>(
  { servers, slot, accountId, limits }: Admitted,
  work: (session: ReportSession) => Promise<T | Refused>,
): Promise<T | Refused> {
  const { seconds, bytes } = limits;
  let session: ReportSession;
  try {
    session = await beginReport(servers, { accountId, seconds, bytesReadMax: bytes * bytesReadPerByte });
  } catch (error) {
    slot.free();
    // Other processes have as many reports under way as the role may have connections.
    if (isFull(error)) return comeAgain('Other reports are running at this moment.', limits);
    throw error;
  }
  const { connection, backend } = session;
  let isOverdue = false;
  const watchdog = setTimeout(
    () => {
      isOverdue = true;
      // Cuts the line too, should the server's process have ended, not listen or not be reached.
      void endBackend(servers, backend)
        .catch(() => false)
        .finally(() => connection.destroy());
    },
    (seconds + watchdogMarginSeconds) * 1000,
  );
  try {
    return await work(session);
  } catch (error) {
    if (isOverdue) return tooSlow(seconds);
    throw asLost(error, connection);
  } finally {
    clearTimeout(watchdog);
    void leave(servers, session, slot);
  }
}

/**
 * A process that has answered waits for the next statement, and ends when it is told so: the server closes the line last of all.
 * One whose line was cut may still be at work.
 */
async function leave(servers: ReportServers, { connection, backend }: ReportSession, slot: ReportSlot): Promise<void> {
  const hasAnswered = !connection.closed;
  if (hasAnswered) await connection.end().catch(() => {});
  connection.destroy();
  if (!hasAnswered) await untilGone(servers, backend, slot);
  slot.free();
}

const looksUntilStuck = 4;
const lookMs = { first: 50, longest: 1_000 };

/** Looks each second in the end, for as long as it takes, and keeps no program from ending. */
async function untilGone(servers: ReportServers, backend: ReportBackend, slot: ReportSlot): Promise<void> {
  for (let looks = 1; !(await endBackend(servers, backend).catch(() => false)); looks++) {
    if (looks === looksUntilStuck) slot.markStuck();
    await delay(Math.min(lookMs.first * 2 ** looks, lookMs.longest), undefined, { ref: false });
  }
}
