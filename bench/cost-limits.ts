import { MIGRATION_TIMEOUT_SECONDS } from '../core/limits/database-limits.ts';
import { SWEEP_FILES_MAX } from '../core/limits/drop-off-limits.ts';
import { QUEUE_RETENTION_DAYS } from '../core/limits/job-limits.ts';
import { FORMS_AT_ONCE } from '../core/limits/request-limits.ts';
import { RAW_PURGE_BATCH } from '../core/limits/retention-limits.ts';
import { REPORT_TASK_RESERVE_SECONDS, REPORT_TASK_TIMEOUT_SECONDS } from '../core/limits/saved-report-limits.ts';
import { SCHEDULED_TASKS_SECONDS } from '../core/limits/task-limits.ts';
import type { CostInputs } from './cost-inputs.ts';
import { atOnceNeeded, monthlyLoad, unitsFor } from './cost-load.ts';

/** Where a part of the service ends. */
export interface Limit {
  readonly part: string;
  /** What there is of it as the template stands. */
  readonly holds: string;
  /** Agencies for which that is enough. */
  readonly agencies: number;
  /** Agencies for which the most is enough that AWS has of it; null where there is always more. */
  readonly agenciesAtMost: number | null;
  /** Whether it is a part of the one database, which nothing but a second one relieves. */
  readonly ofDatabase: boolean;
  /** What is done then. */
  readonly remedy: string;
}

const TEBIBYTE = 1024 ** 4;
/** Of the connections there are: the rest is for people and for the database itself. */
const CONNECTIONS_PLANNED = 0.8;
/** Lambda writes one for the service and one for the function. */
const SEGMENTS_A_TRACE = 2;
const RUNS_AN_HOUR = 3600 / SCHEDULED_TASKS_SECONDS;

/** All of them, what runs out first at the top. Each is what there is, divided by what one agency needs of it. */
export function limits(inputs: CostInputs): readonly Limit[] {
  return [...functionLimits(inputs), ...databaseLimits(inputs), ...taskLimits(inputs), ...otherLimits(inputs)].sort(
    (one, other) => one.agencies - other.agencies,
  );
}

/** Agencies at which one database ends, whatever is set, and the part that ends it. */
export function databaseEnd(inputs: CostInputs): { readonly agencies: number; readonly part: string } {
  const ends = limits(inputs).flatMap(({ part, agenciesAtMost, ofDatabase }) =>
    ofDatabase && agenciesAtMost !== null ? [{ part, agencies: agenciesAtMost }] : [],
  );
  return ends.reduce((first, other) => (other.agencies < first.agencies ? other : first));
}

/** Connections that may be open at once, as the template stands. */
export function connectionsInAll({ template }: CostInputs): number {
  return Object.values(template.connections).reduce((sum, { atOnce, each }) => sum + atOnce * each, 0);
}

function functionLimits(inputs: CostInputs): Limit[] {
  const { template, aws } = inputs;
  const one = atOnceNeeded(inputs, monthlyLoad(inputs, 1));
  const limit = (part: string, name: string, need: number): Limit => {
    const { atOnce } = ofFunction(template, name);
    return {
      part,
      holds: `${atOnce} at once`,
      agencies: atOnce / need,
      agenciesAtMost: aws.functionsAtOnce / need,
      ofDatabase: false,
      remedy: 'more at once (`lib/stage.ts`), with the connections for them',
    };
  };
  return [
    limit('Functions that answer requests', 'http-api', one.requests),
    limit('Workers of statements', 'ingest-statement', one.statements),
    limit('Senders of webhooks', 'deliver-webhook', one.webhooks),
  ];
}

function ofFunction(
  template: CostInputs['template'],
  name: string,
): { readonly atOnce: number; readonly each: number } {
  const found = template.connections[name];
  if (found === undefined) throw new RangeError(`The template has no ${name}`);
  return found;
}

/** Connections open in the busiest hour of so many agencies. */
export function connectionsNeeded(inputs: CostInputs, agencies: number): number {
  return otherConnections(inputs) + agencies * growingConnections(inputs);
}

function databaseLimits(inputs: CostInputs): Limit[] {
  const { template, aws, measured } = inputs;
  const one = monthlyLoad(inputs, 1);
  const unitsOfOne = unitsFor(inputs, one.busiestHour.databaseSeconds / 3600);
  const bytesOfOne = one.storedGigabytes * 1e9;
  const scoredBytesOfOne = one.memberMonths * measured.storedBytesPerMemberMonth.scoredRows;
  const fits = (connectionsMax: number) =>
    (CONNECTIONS_PLANNED * connectionsMax - otherConnections(inputs)) / growingConnections(inputs);
  const whatever = (part: string, holds: string, agencies: number): Limit => ({
    ...{ part, holds, agencies, agenciesAtMost: agencies },
    ofDatabase: true,
    remedy: 'a further cell',
  });
  return [
    {
      part: 'Aurora: processors',
      holds: `${template.capacityMax} units`,
      agencies: template.capacityMax / unitsOfOne,
      agenciesAtMost: aws.unitsMax / unitsOfOne,
      ofDatabase: true,
      remedy: 'a larger `capacityMax`; reads to the reader; a further cell',
    },
    {
      part: 'Aurora: connections',
      holds: `${CONNECTIONS_PLANNED * template.connectionsMax} of ${template.connectionsMax}`,
      agencies: fits(template.connectionsMax),
      agenciesAtMost: fits(aws.connectionsMax),
      ofDatabase: true,
      remedy: 'a larger `max_connections`, and a floor of as many units as have the memory',
    },
    whatever(
      'Aurora: storage of a cluster',
      `${aws.storageTebibytes} TiB`,
      (aws.storageTebibytes * TEBIBYTE) / bytesOfOne,
    ),
    whatever(
      'PostgreSQL: `scored_rows`, the largest table',
      `${aws.tableTebibytes} TiB`,
      (aws.tableTebibytes * TEBIBYTE) / scoredBytesOfOne,
    ),
    {
      part: 'A new index on `scored_rows`, made by the migration',
      holds: `${MIGRATION_TIMEOUT_SECONDS} s`,
      agencies:
        MIGRATION_TIMEOUT_SECONDS /
        ((one.memberMonths / 1e6) * measured.indexSecondsPerMillionRows * inputs.waiting.slowerThanMeasured),
      agenciesAtMost: null,
      ofDatabase: true,
      remedy: '`create index concurrently` by hand, before the deployment',
    },
  ];
}

/** Connections that one more agency needs, in the busiest hour. */
function growingConnections(inputs: CostInputs): number {
  const need = atOnceNeeded(inputs, monthlyLoad(inputs, 1));
  const each = (name: string) => ofFunction(inputs.template, name).each;
  return (
    need.requests * each('http-api') +
    need.statements * each('ingest-statement') +
    need.webhooks * each('deliver-webhook')
  );
}

/** Those of everything that does not become more. */
function otherConnections(inputs: CostInputs): number {
  const growing = ['http-api', 'ingest-statement', 'deliver-webhook'];
  const ofGrowing = growing.reduce((sum, name) => {
    const { atOnce, each } = ofFunction(inputs.template, name);
    return sum + atOnce * each;
  }, 0);
  return connectionsInAll(inputs) - ofGrowing;
}

function taskLimits(inputs: CostInputs): Limit[] {
  const { agency, calendar } = inputs;
  const one = monthlyLoad(inputs, 1);
  const reportsAnHour =
    (RUNS_AN_HOUR * (REPORT_TASK_TIMEOUT_SECONDS - REPORT_TASK_RESERVE_SECONDS)) / agency.reportSeconds;
  const purgedADay = RAW_PURGE_BATCH * RUNS_AN_HOUR * 24;
  const sweptAnHour = SWEEP_FILES_MAX * RUNS_AN_HOUR;
  const limit = (part: string, holds: string, rest: Pick<Limit, 'agencies' | 'remedy'>): Limit => ({
    ...{ part, holds, ...rest },
    agenciesAtMost: null,
    ofDatabase: false,
  });
  return [
    limit('Reports mailed in their busiest hour', `${count(reportsAnHour)} an hour`, {
      agencies: reportsAnHour / one.busiestHour.reports,
      remedy: 'later ones come up to an hour late; then several of the task at once: each takes a report of its own',
    }),
    limit('Raw files deleted a day after they were processed', `${count(purgedADay)} a day`, {
      agencies: purgedADay / (one.statements * calendar.busiestDayOfStatements),
      remedy: 'they stay some days longer, a week at most: then S3 deletes them. The task more often',
    }),
    limit('Files swept from SFTP', `${count(sweptAnHour)} an hour`, {
      agencies: sweptAnHour / (one.busiestHour.statements * agency.shareBySftp),
      remedy: 'they wait for the next sweep. The task more often',
    }),
  ];
}

function otherLimits(inputs: CostInputs): Limit[] {
  const { template, aws, calendar, waiting } = inputs;
  const one = monthlyLoad(inputs, 1);
  const { atOnce: workers } = ofFunction(template, 'ingest-statement');
  const { atOnce: tasks } = ofFunction(template, 'upload-service');
  const requestsOfOne = (one.busiestHour.requests * calendar.burst) / 3600;
  const uploadsAnHour = (tasks * FORMS_AT_ONCE * 3600) / waiting.secondsPerUpload;
  const retention = (workers * QUEUE_RETENTION_DAYS * 24 * 3600) / one.statementSeconds;
  return [
    {
      part: 'API Gateway',
      holds: `${template.requestsASecond} requests a second`,
      agencies: template.requestsASecond / requestsOfOne,
      agenciesAtMost: aws.requestsASecond / requestsOfOne,
      ofDatabase: false,
      remedy: 'a higher throttle (`lib/http-front.ts`)',
    },
    {
      part: 'Containers that take statements in',
      holds: `${tasks} with ${FORMS_AT_ONCE} each`,
      agencies: uploadsAnHour / one.busiestHour.statements,
      agenciesAtMost: null,
      ofDatabase: false,
      remedy: 'more of them (`uploadTasksMax`), with ten connections for each',
    },
    {
      part: 'SQS: a month’s statements sent all at once',
      holds: `kept for ${QUEUE_RETENTION_DAYS} days`,
      agencies: retention / one.statements,
      agenciesAtMost: null,
      ofDatabase: false,
      remedy: 'more workers; what is dropped, the recovery task sends again',
    },
    {
      part: 'S3, if all keys began alike',
      holds: `${count(aws.putsASecond)} PUTs a second`,
      agencies: (aws.putsASecond * 3600) / one.busiestHour.statements,
      agenciesAtMost: null,
      ofDatabase: false,
      remedy: 'nothing: S3 splits what is busy',
    },
    {
      part: 'CloudFront',
      holds: `${count(aws.edgeRequestsASecond)} requests a second`,
      agencies: aws.edgeRequestsASecond / requestsOfOne,
      agenciesAtMost: null,
      ofDatabase: false,
      remedy: 'ask AWS for more',
    },
    {
      part: 'Traces of X-Ray',
      holds: `${count(aws.segmentsASecond)} segments a second`,
      agencies: aws.segmentsASecond / (requestsOfOne * waiting.tracedShare * SEGMENTS_A_TRACE),
      agenciesAtMost: null,
      ofDatabase: false,
      remedy: 'fewer traces; the logs have no limit that is ours',
    },
    {
      part: 'SES',
      holds: `${count(aws.mailsADay)} emails a day`,
      agencies: aws.mailsADay / one.busiestHour.reports,
      agenciesAtMost: null,
      ofDatabase: false,
      remedy: 'ask AWS for more',
    },
  ];
}

function count(value: number): string {
  return Math.floor(value).toLocaleString('en');
}
