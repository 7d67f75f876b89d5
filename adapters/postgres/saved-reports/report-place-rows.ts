// Reads and writes the rows of report_places.

import { grantPlaces, type PlaceLimits, type ReportPlace } from '../../../core/saved-report/report-places.ts';
import { reportPlaces } from '../../../schema/saved-reports.ts';
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
export async function askForPlaces(
  database: Database,
  askers: readonly Asker[],
  limits: PlaceLimits,
): Promise<{ readonly places: readonly ReportPlace[]; readonly granted: readonly string[] }> {
  const asking = new Set(askers.map(({ placeId }) => placeId));
  return database.system(async (sql) => {
    // Callers run one at a time, because each decides about all rows. A table lock is used because a report's SQL can take advisory locks.
    await sql`lock table ${reportPlaces} in share row exclusive mode`;
    await sql`
      delete from ${reportPlaces}
      where backend_pid is null and (
        due_at < clock_timestamp() or
        (due_at is null and asked_at < clock_timestamp() - make_interval(secs => ${LOST_AFTER_SECONDS})))`;
    await sql`
      insert into ${reportPlaces} as p (place_id, account_id)
      select * from unnest(${[...asking]}::uuid[], ${askers.map(({ accountId }) => accountId)}::uuid[])
      on conflict (place_id) do update set asked_at = clock_timestamp()
      where p.asked_at < clock_timestamp() - make_interval(secs => ${RENEWED_EACH_SECONDS})`;
    const places = await readPlaces(sql);
    const granted = grantPlaces(places, limits).filter((placeId) => asking.has(placeId));
    if (granted.length > 0)
      await sql`
        update ${reportPlaces} set due_at = clock_timestamp() + make_interval(secs => ${BEGIN_WITHIN_SECONDS})
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
    from ${reportPlaces} order by position`;
}

/**
 * Ties the place to a process of the server, which holds it until the process ends. A server process that a proxy reuses has ended its
 * previous report. Returns false when the place is gone.
 */
export async function registerBackend(
  database: Database,
  place: { readonly placeId: string; readonly seconds: number; readonly pid: number; readonly startedAt: string },
): Promise<boolean> {
  const { placeId, seconds, pid, startedAt } = place;
  const rows = await database.systemStatement(
    (sql) => sql`
      with ended as (
        delete from ${reportPlaces}
        where backend_pid = ${pid} and backend_started_at = ${startedAt}::text::timestamptz and place_id <> ${placeId}
      )
      update ${reportPlaces} set backend_pid = ${pid}, backend_started_at = ${startedAt}::text::timestamptz,
        due_at = clock_timestamp() + make_interval(secs => ${seconds + END_MARGIN_SECONDS})
      where place_id = ${placeId} and due_at is not null
      returning place_id`,
  );
  return rows.length > 0;
}

export async function deletePlaces(database: Database, placeIds: readonly string[]): Promise<void> {
  await database.systemStatement(
    (sql) => sql`delete from ${reportPlaces} where place_id = any(${[...placeIds]}::uuid[])`,
  );
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
export async function placesGone(database: Database, watcher: Database): Promise<readonly string[]> {
  const backends = await database.systemStatement(
    (sql) => sql<Backend[]>`
      select place_id as "placeId", backend_pid as pid, backend_started_at::text as "startedAt",
        due_at < clock_timestamp() as "isOverdue"
      from ${reportPlaces} where backend_pid is not null`,
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
