// Runs analysts' SQL. Whatever the guard lets through, this keeps it to one account, to reading, and to its limits
// (docs/adr/0011-walls-around-reports.md).
import { setTimeout as delay } from 'node:timers/promises';
import type { ReportRunner, RunLimits } from '../../../app/saved-reports/run-saved-report.ts';
import { REPORT_ANSWER_MARGIN_MS, REPORT_WAIT_MARGIN_SECONDS } from '../../../core/limits/saved-report-limits.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { noPlace, tooSlow } from '../../../core/saved-report/failed-query.ts';
import { connectDatabase, type Database } from '../connection/database.ts';
import { asLost, isTransientDatabaseError } from '../connection/database-error.ts';
import { endBackend, reportPlaces, type TakenPlace } from './report-places.ts';
import { planInSession, runInSession } from './report-query.ts';
import { beginReport, isFull, type ReportServers, type ReportSession } from './report-session.ts';

/** Upper bound of bytes received for each byte of JSON: the text of a value and its length. */
const bytesReadPerByte = 2;
/** The milliseconds for which an answer waits before the server is told to cancel the report. */
const endingMs = 100;

/** Makes the runner. It opens a connection for each run. */
export function connectReports(servers: ReportServers): ReportRunner {
  const watcher = watcherOf(servers);
  const places = reportPlaces(servers.database, watcher);
  const within = async <T>(
    { accountId, limits, waitMs }: { readonly accountId: string; readonly limits: RunLimits; readonly waitMs: number },
    work: (session: ReportSession) => Promise<T | Refused>,
  ): Promise<T | Refused> => {
    const place = await places.take(accountId, waitMs);
    if (place === 'stuck' || place === 'busy') return noPlace(place, limits.seconds);
    return inSession({ servers, watcher, place, accountId, limits }, work);
  };
  return {
    run(accountId, query, limits) {
      const waitMs = (limits.seconds + REPORT_WAIT_MARGIN_SECONDS) * 1000;
      return within({ accountId, limits, waitMs }, (session) => runInSession(session, query, limits));
    },
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

/** Sees and terminates the processes of the server that runs reports. */
function watcherOf(servers: ReportServers): Database {
  const elsewhere = 'administrator' in servers ? (servers.reader ?? null) : servers.system;
  if (elsewhere === null) return servers.database;
  const options = { poolSize: 1, applicationName: 'report-watchdog', statementTimeoutSeconds: 5 };
  return connectDatabase({ service: elsewhere, system: elsewhere }, options);
}

interface Admitted {
  readonly servers: ReportServers;
  readonly watcher: Database;
  readonly place: TakenPlace;
  readonly accountId: string;
  readonly limits: RunLimits;
}

async function inSession<T>(
  admitted: Admitted,
  work: (session: ReportSession) => Promise<T | Refused>,
): Promise<T | Refused> {
  const { servers, place, accountId, limits } = admitted;
  const { seconds, bytes } = limits;
  const dueMs = performance.now() + seconds * 1000;
  let session: ReportSession;
  try {
    session = await beginReport(servers, { accountId, seconds, bytesReadMax: bytes * bytesReadPerByte });
  } catch (error) {
    // No part of the report has run. A place that can't be freed now becomes free when its time to begin is over.
    await place.free().catch(() => {});
    // The role has its maximum number of connections.
    if (isFull(error)) return noPlace('busy', limits.seconds);
    throw error;
  }
  const { connection, backend } = session;
  // PostgreSQL's own limits act first. The watchdog stops waiting when they do not.
  const watchdog = setTimeout(() => connection.destroy(), dueMs + REPORT_ANSWER_MARGIN_MS - performance.now());
  try {
    if (!(await place.register(backend, seconds))) return noPlace('late', limits.seconds);
    return await work(session);
  } catch (error) {
    // The connection was closed here, or by PostgreSQL because the statements took too long together; postgres.js (3.4.9) does not say
    // why.
    if (connection.closed && performance.now() >= dueMs) return tooSlow(seconds);
    throw asLost(error, connection);
  } finally {
    clearTimeout(watchdog);
    await Promise.race([leave(admitted, session), delay(endingMs, undefined, { ref: false })]);
  }
}

/**
 * Ends a session. A server process that has answered ends when it is told so. After a cut connection it may still run: it is terminated,
 * and its place is held until a later request for a place finds that it has ended.
 */
async function leave({ watcher, place }: Admitted, { connection, backend }: ReportSession): Promise<void> {
  const hasAnswered = !connection.closed;
  try {
    if (hasAnswered) await connection.end();
    connection.destroy();
    if (hasAnswered || (await endBackend(watcher, backend))) await place.free();
  } catch {
    // The database is unavailable. The place becomes free when the process ends.
    connection.destroy();
  }
}
