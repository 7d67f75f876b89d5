// Places for running reports. The database counts them for all processes of the service together.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { REPORT_PLACE_LIMITS, REPORTS_WAITING_OF_ACCOUNT_MAX } from '../../../core/limits/saved-report-limits.ts';
import {
  grantPlaces,
  hasOverdue,
  type PlaceLimits,
  type ReportPlace,
} from '../../../core/saved-report/report-views.ts';
import { reportPlaces as placeRows } from '../../../schema/saved-reports.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';

/** The seconds after which a waiting place that was not renewed belongs to a dead process. */
const LOST_AFTER_SECONDS = 3;
const RENEWED_EACH_SECONDS = 1;
/** Time to connect. A place that has no server process by then is free. */
const BEGIN_WITHIN_SECONDS = 30;
/** Time between the end of a report that PostgreSQL stops and the end of its server process. */
const END_MARGIN_SECONDS = 1;

interface Asker {
  readonly placeId: string;
  readonly accountId: string;
}

/**
 * Requests places, or renews waiting requests, and grants free places. Returns in `granted` the requests that hold a place now. Requests of
 * other processes are not changed.
 */
async function askForPlaces(
  database: Database,
  askers: readonly Asker[],
  limits: PlaceLimits,
): Promise<{ readonly places: readonly ReportPlace[]; readonly granted: readonly string[] }> {
  const asking = new Set(askers.map(({ placeId }) => placeId));
  return database.system(async (sql) => {
    // Callers run one at a time, because each decides about all rows. A table lock is used because a report's SQL can take advisory locks.
    await sql`lock table ${placeRows} in share row exclusive mode`;
    await sql`
      delete from ${placeRows}
      where backend_pid is null and (
        due_at < clock_timestamp() or
        (due_at is null and asked_at < clock_timestamp() - make_interval(secs => ${LOST_AFTER_SECONDS})))`;
    await sql`
      insert into ${placeRows} as p (place_id, account_id)
      select * from unnest(${[...asking]}::uuid[], ${askers.map(({ accountId }) => accountId)}::uuid[])
      on conflict (place_id) do update set asked_at = clock_timestamp()
      where p.asked_at < clock_timestamp() - make_interval(secs => ${RENEWED_EACH_SECONDS})`;
    const places = await readPlaces(sql);
    const granted = grantPlaces(places, limits).filter((placeId) => asking.has(placeId));
    if (granted.length > 0)
      await sql`
        update ${placeRows} set due_at = clock_timestamp() + make_interval(secs => ${BEGIN_WITHIN_SECONDS})
        where place_id = any(${granted}::uuid[])`;
    // A place may have been granted by an earlier transaction whose answer was lost.
    const held = places.filter(({ placeId, state }) => state !== 'waiting' && asking.has(placeId));
    return { places, granted: [...held.map(({ placeId }) => placeId), ...granted] };
  });
}

async function readPlaces(sql: Sql): Promise<ReportPlace[]> {
  return sql<ReportPlace[]>`
    select place_id as "placeId", account_id as "accountId",
      case when due_at is null then 'waiting' when due_at < clock_timestamp() then 'overdue' else 'running' end as state
    from ${placeRows} order by position`;
}

/**
 * Ties the place to a process of the server, which holds it until the process ends. A server process that a proxy reuses has ended its
 * previous report. Returns false when the place is gone.
 */
async function registerBackend(
  database: Database,
  place: { readonly placeId: string; readonly seconds: number; readonly pid: number; readonly startedAt: string },
): Promise<boolean> {
  const { placeId, seconds, pid, startedAt } = place;
  const rows = await database.systemStatement(
    (sql) => sql`
      with ended as (
        delete from ${placeRows}
        where backend_pid = ${pid} and backend_started_at = ${startedAt}::text::timestamptz and place_id <> ${placeId}
      )
      update ${placeRows} set backend_pid = ${pid}, backend_started_at = ${startedAt}::text::timestamptz,
        due_at = clock_timestamp() + make_interval(secs => ${seconds + END_MARGIN_SECONDS})
      where place_id = ${placeId} and due_at is not null
      returning place_id`,
  );
  return rows.length > 0;
}

async function deletePlaces(database: Database, placeIds: readonly string[]): Promise<void> {
  await database.systemStatement((sql) => sql`delete from ${placeRows} where place_id = any(${[...placeIds]}::uuid[])`);
}

interface Backend {
  readonly placeId: string;
  readonly pid: number;
  readonly startedAt: string;
  readonly isOverdue: boolean;
}

/**
 * Frees the places whose server process has ended, and returns their ids. Processes whose time is over are terminated again, because the
 * process that should have done so may have died.
 */
async function placesGone(database: Database, watcher: Database): Promise<readonly string[]> {
  const backends = await database.systemStatement(
    (sql) => sql<Backend[]>`
      select place_id as "placeId", backend_pid as pid, backend_started_at::text as "startedAt",
        due_at < clock_timestamp() as "isOverdue"
      from ${placeRows} where backend_pid is not null`,
  );
  if (backends.length === 0) return [];
  const alive = new Set(await aliveAmong(watcher, backends));
  const gone = backends.flatMap(({ placeId }) => (alive.has(placeId) ? [] : [placeId]));
  if (gone.length > 0) await deletePlaces(database, gone);
  return gone;
}

async function aliveAmong(watcher: Database, backends: readonly Backend[]): Promise<string[]> {
  const rows = await watcher.systemStatement(
    (sql) => sql<{ placeId: string }[]>`
      select place_id as "placeId", is_overdue and pg_terminate_backend(pid)
      from unnest(
        ${backends.map(({ placeId }) => placeId)}::text[], ${backends.map(({ pid }) => pid)}::integer[],
        ${backends.map(({ startedAt }) => startedAt)}::text[], ${backends.map(({ isOverdue }) => isOverdue)}::boolean[]
      ) as report (place_id, pid, started_at, is_overdue)
      join pg_stat_activity using (pid)
      where backend_start = started_at::timestamptz`,
  );
  return rows.map(({ placeId }) => placeId);
}

/** Terminates one server process. Returns true when it has ended. */
export async function endBackend(
  watcher: Database,
  { pid, startedAt }: { readonly pid: number; readonly startedAt: string },
): Promise<boolean> {
  const backend = { placeId: '', pid, startedAt, isOverdue: true };
  return (await aliveAmong(watcher, [backend])).length === 0;
}

export interface ReportPlaces {
  /**
   * Waits for a free place. `busy`: none became free in time. `stuck`: an earlier report of the account does not end. Throws errors of the
   * database.
   */
  take(accountId: string, waitMs: number): Promise<TakenPlace | 'busy' | 'stuck'>;
}

/** The right to run one report of the account. */
export interface TakenPlace {
  /** Names the server process that will run the report. Returns false when the place was lost, so that nothing may run. */
  register(backend: ReportBackend, seconds: number): Promise<boolean>;
  /** Frees the place; call it when the server process is done. Otherwise the place becomes free when that process ends. */
  free(): Promise<void>;
}

/** A process of the server. The number alone may be reused, but not together with the start time. */
export interface ReportBackend {
  readonly pid: number;
  readonly startedAt: string;
}

interface Waiter {
  readonly placeId: string;
  readonly accountId: string;
  readonly untilMs: number;
  readonly answer: (answer: TakenPlace | 'busy' | 'stuck') => void;
  readonly fail: (error: unknown) => void;
}

/** Interval between requests to the database while reports of this process wait. */
const POLL_MS = 200;

/**
 * Makes the places. `database` stores them; `watcher` is the same role's access to the server that runs reports. One loop asks for all
 * waiting reports of this process, so that the load does not grow with their number.
 */
export function reportPlaces(database: Database, watcher: Database): ReportPlaces {
  const waiters = new Map<string, Waiter>();
  let isAsking = false;
  let wake = () => {};

  const settle = (waiter: Waiter, answer: TakenPlace | 'busy' | 'stuck') => {
    waiters.delete(waiter.placeId);
    waiter.answer(answer);
  };
  const placeOf = (placeId: string): TakenPlace => ({
    register: (backend, seconds) => registerBackend(database, { placeId, seconds, ...backend }),
    async free() {
      await deletePlaces(database, [placeId]);
      wake();
    },
  });
  /** Returns true when the loop should ask again at once: a place became free, or a new report waits. */
  const askOnce = async (): Promise<boolean> => {
    // Reports that arrive during the request are part of the next one.
    const asked = [...waiters.values()];
    const { places, granted } = await askForPlaces(database, asked, REPORT_PLACE_LIMITS);
    for (const placeId of granted) {
      const waiter = waiters.get(placeId);
      if (waiter !== undefined) settle(waiter, placeOf(placeId));
    }
    const unanswered = asked.filter(({ placeId }) => waiters.has(placeId));
    if (unanswered.length === 0) return waiters.size > 0;
    const gone = await placesGone(database, watcher);
    if (gone.length > 0) return true;
    const isStuck = (waiter: Waiter) => hasOverdue(places, waiter.accountId);
    const refused = unanswered.filter((waiter) => isStuck(waiter) || performance.now() >= waiter.untilMs);
    if (refused.length > 0) {
      const placeIds = refused.map(({ placeId }) => placeId);
      await deletePlaces(database, placeIds);
    }
    for (const waiter of refused) settle(waiter, isStuck(waiter) ? 'stuck' : 'busy');
    return false;
  };
  const askUntilAllAreAnswered = async () => {
    try {
      while (waiters.size > 0) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        if ((await askOnce()) || waiters.size === 0) continue;
        const pause = new AbortController();
        await Promise.race([woken, delay(POLL_MS, undefined, { signal: pause.signal })]);
        pause.abort();
      }
    } catch (error) {
      for (const waiter of waiters.values()) waiter.fail(error);
      waiters.clear();
    } finally {
      isAsking = false;
    }
  };

  return {
    take(accountId, waitMs) {
      const ofAccount = [...waiters.values()].filter((waiter) => waiter.accountId === accountId);
      if (ofAccount.length >= REPORTS_WAITING_OF_ACCOUNT_MAX) return Promise.resolve('busy');
      return new Promise((answer, fail) => {
        const placeId = randomUUID();
        waiters.set(placeId, { placeId, accountId, untilMs: performance.now() + waitMs, answer, fail });
        wake();
        if (!isAsking) {
          isAsking = true;
          void askUntilAllAreAnswered();
        }
      });
    },
  };
}
