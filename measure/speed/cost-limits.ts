import { RAW_PURGE_BATCH } from '../../core/limits/account-limits.ts';
import {
  MIGRATION_TIMEOUT_SECONDS,
  QUEUE_RETENTION_DAYS,
  SCHEDULED_TASKS_SECONDS,
} from '../../core/limits/job-limits.ts';
import { FORMS_AT_ONCE, SWEEP_FILES_MAX } from '../../core/limits/request-limits.ts';
import { REPORT_TASK_RESERVE_SECONDS, REPORT_TASK_TIMEOUT_SECONDS } from '../../core/limits/saved-report-limits.ts';
import type { CostInputs } from './cost-inputs.ts';
import { atOnceNeeded, monthlyLoad, unitsFor } from './cost-load.ts';

const TEBIBYTE = 1024 ** 4;
/** The planned share of the available connections. The other connections are for people and for the database itself. */
export const CONNECTIONS_PLANNED = 0.8;
/** The number of segments of a trace: Lambda writes one for the service and one for the function. */
const SEGMENTS_A_TRACE = 2;
const RUNS_AN_HOUR = 3600 / SCHEDULED_TASKS_SECONDS;
const REPORTS_SECONDS_AN_HOUR = RUNS_AN_HOUR * (REPORT_TASK_TIMEOUT_SECONDS - REPORT_TASK_RESERVE_SECONDS);

/**
 * Returns the limits of the parts of the service, with the part that runs out first at the top. Each has the number of agencies that the
 * template's quota serves, and the number that AWS's maximum serves; null where there is no limit.
 */
export function limits(inputs: CostInputs) {
  return limitRows(inputs)
    .map(([part, holds, remedy, need, has, most]) => {
      const agenciesAtMost = most === null ? null : most / need;
      return { part, holds, remedy, agencies: has / need, agenciesAtMost };
    })
    .sort((one, other) => one.agencies - other.agencies);
}

/**
 * A row of the table: the part, its present quota and the remedy in words; then as numbers the need of one agency, the present quota and
 * its maximum.
 */
type LimitRow = readonly [part: string, holds: string, remedy: string, need: number, has: number, most: number | null];

function limitRows(inputs: CostInputs): LimitRow[] {
  const { template, aws, agency, calendar, waiting, measured } = inputs;
  const one = monthlyLoad(inputs, 1);
  const hour = one.busiestHour;
  const need = atOnceNeeded(inputs, one);
  const atOnce = (name: string) => template.connections[name]?.atOnce ?? Number.NaN;
  const reports = REPORTS_SECONDS_AN_HOUR / agency.reportSeconds;
  const purged = RAW_PURGE_BATCH * RUNS_AN_HOUR * 24;
  const swept = SWEEP_FILES_MAX * RUNS_AN_HOUR;
  const requests = (hour.requests * calendar.burst) / 3600;
  const tasks = atOnce('upload-service');
  const cluster = aws.storageTebibytes * TEBIBYTE;
  const table = aws.tableTebibytes * TEBIBYTE;
  const scoredBytes = one.memberMonths * measured.storedBytesPerMemberMonth.scoredRows;
  const indexSeconds = (one.memberMonths / 1e6) * measured.indexSecondsPerMillionRows * waiting.slowerThanMeasured;
  const [fixed, each] = [connectionsNeeded(inputs, 0), connectionsNeeded(inputs, 1) - connectionsNeeded(inputs, 0)];
  const planned = CONNECTIONS_PLANNED * template.connectionsMax;
  const connections = [planned - fixed, CONNECTIONS_PLANNED * aws.connectionsMax - fixed] as const;
  const more = 'more at once (`lib/stage.ts`), with the connections for them';
  const running = (part: string, name: string, needed: number): LimitRow =>
    [part, `${atOnce(name)} at once`, more, needed, atOnce(name), aws.functionsAtOnce] as const;
  // biome-ignore format: a table is read by its columns
  return [
    running('Functions that answer requests', 'http-api', need.requests),
    running('Workers of statements', 'ingest-statement', need.statements),
    running('Senders of webhooks', 'deliver-webhook', need.webhooks),
    ['Aurora: processors', `${template.capacityMax} units`, 'a larger `capacityMax`; reads to the reader; a further cell', unitsFor(inputs, hour.databaseSeconds / 3600), template.capacityMax, aws.unitsMax],
    ['Aurora: connections', `${planned} of ${template.connectionsMax}`, 'a larger `max_connections`, and a floor of as many units as have the memory', each, ...connections],
    ['Aurora: storage of a cluster', `${aws.storageTebibytes} TiB`, 'a further cell', one.storedGigabytes * 1e9, cluster, cluster],
    ['PostgreSQL: `scored_rows`, the largest table', `${aws.tableTebibytes} TiB`, 'a further cell', scoredBytes, table, table],
    ['A new index on `scored_rows`, made by the migration', `${MIGRATION_TIMEOUT_SECONDS} s`, '`create index concurrently` by hand, before the deployment', indexSeconds, MIGRATION_TIMEOUT_SECONDS, null],
    ['Reports mailed in their busiest hour', `${count(reports)} an hour`, 'later ones come up to an hour late; then several of the task at once: each takes a report of its own', hour.reports, reports, null],
    ['Raw files deleted a day after they were processed', `${count(purged)} a day`, 'they stay some days longer, a week at most: then S3 deletes them. The task more often', one.statements * calendar.busiestDayOfStatements, purged, null],
    ['Files swept from SFTP', `${count(swept)} an hour`, 'they wait for the next sweep. The task more often', hour.statements * agency.shareBySftp, swept, null],
    ['API Gateway', `${template.requestsASecond} requests a second`, 'a higher throttle (`lib/http-front.ts`)', requests, template.requestsASecond, aws.requestsASecond],
    ['Containers that take statements in', `${tasks} with ${FORMS_AT_ONCE} each`, 'more of them (`uploadTasksMax`), with ten connections for each', hour.statements, (tasks * FORMS_AT_ONCE * 3600) / waiting.secondsPerUpload, null],
    ['SQS: a month’s statements sent all at once', `kept for ${QUEUE_RETENTION_DAYS} days`, 'more workers; what is dropped, the recovery task sends again', one.statements * one.statementSeconds, atOnce('ingest-statement') * QUEUE_RETENTION_DAYS * 24 * 3600, null],
    ['S3, if all keys began alike', `${count(aws.putsASecond)} PUTs a second`, 'nothing: S3 splits what is busy', hour.statements, aws.putsASecond * 3600, null],
    ['CloudFront', `${count(aws.edgeRequestsASecond)} requests a second`, 'ask AWS for more', requests, aws.edgeRequestsASecond, null],
    ['Traces of X-Ray', `${count(aws.segmentsASecond)} segments a second`, 'fewer traces; the logs have no limit that is ours', requests * waiting.tracedShare * SEGMENTS_A_TRACE, aws.segmentsASecond, null],
    ['SES', `${count(aws.mailsADay)} emails a day`, 'ask AWS for more', hour.reports, aws.mailsADay, null],
  ];
}

/**
 * Returns the number of agencies at which one database is full, whatever its settings, and the part that is full first. Only a second
 * database relieves these parts.
 */
export function databaseEnd(inputs: CostInputs) {
  const ends = limits(inputs).flatMap(({ part, agenciesAtMost }) =>
    /^(Aurora|PostgreSQL):/.test(part) && agenciesAtMost !== null ? [{ part, agencies: agenciesAtMost }] : [],
  );
  return ends.reduce((first, other) => (other.agencies < first.agencies ? other : first));
}

/** Returns the number of connections that may be open at once with this template. The predicate can select parts by name. */
export function connectionsInAll({ template }: CostInputs, isCounted: (name: string) => boolean = () => true): number {
  const counted = Object.entries(template.connections).filter(([name]) => isCounted(name));
  return counted.reduce((sum, [, { atOnce, each }]) => sum + atOnce * each, 0);
}

/** Returns the connections in the busiest hour of so many agencies. Some grow with the load, the others are always open. */
export function connectionsNeeded(inputs: CostInputs, agencies: number): number {
  const need = atOnceNeeded(inputs, monthlyLoad(inputs, agencies));
  const growing = new Map([
    ['http-api', need.requests],
    ['ingest-statement', need.statements],
    ['deliver-webhook', need.webhooks],
  ]);
  const each = (name: string) => inputs.template.connections[name]?.each ?? Number.NaN;
  const grown = [...growing].reduce((sum, [name, atOnce]) => sum + atOnce * each(name), 0);
  return connectionsInAll(inputs, (name) => !growing.has(name)) + grown;
}

const count = (value: number) => Math.floor(value).toLocaleString('en');
