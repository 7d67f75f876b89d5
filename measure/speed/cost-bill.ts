import { RAW_PURGE_BATCH } from '../../core/limits/account-limits.ts';
import {
  MIGRATION_TIMEOUT_SECONDS,
  QUEUE_RETENTION_DAYS,
  SCHEDULED_TASKS_SECONDS,
} from '../../core/limits/job-limits.ts';
import { FORMS_AT_ONCE, SWEEP_FILES_MAX } from '../../core/limits/request-limits.ts';
import { REPORT_TASK_RESERVE_SECONDS, REPORT_TASK_TIMEOUT_SECONDS } from '../../core/limits/saved-report-limits.ts';
import inputs from '../../docs/cost-inputs.json' with { type: 'json' };

const HOURS = 730;
const DAYS = HOURS / 24;
const [THOUSAND, MILLION] = [1e3, 1e6];
/** The megabytes in a gigabyte, the unit in which Lambda bills memory. */
const MEMORY_UNIT = 1024;
const PROXY_UNITS_MIN = 8;
/** The number of calls for a message, which is sent, received and deleted. */
const CALLS_A_MESSAGE = 3;
/** The number of calls without messages. Lambda polls each of four queues with five requests every 20 seconds. */
const IDLE_CALLS_A_MONTH = (4 * 5 * HOURS * 3600) / 20;
/** The days for which a statement is kept after it was processed. */
const RAW_DAYS = 1;

export type Bill = ReturnType<typeof monthlyBill>;

/**
 * Computes the bill of a month in list prices without free tiers and volume discounts, so that one more agency never costs less. Each cell
 * has its own database.
 */
export function monthlyBill(inputs: CostInputs, agencies: number, cells = 1) {
  const load = monthlyLoad(inputs, agencies / cells);
  const database = databaseBill(inputs, load);
  const parts = Object.entries(billParts(inputs, load, database));
  const lines = parts.map(([part, each]) => ({ part, dollars: each * cells }));
  const dollars = lines.reduce((sum, line) => sum + line.dollars, 0);
  return { agencies, cells, lines, dollars, ioOptimized: database.ioOptimized, units: database.units };
}

function billParts(inputs: CostInputs, load: Load, database: ReturnType<typeof databaseBill>) {
  const { agency, calendar, template, waiting } = inputs;
  const { dollars } = inputs.prices;
  const { requests, statements, webhooks, reports, storedGigabytes } = load;
  const functions = (calls: number, seconds: number, memoryMb: number) =>
    ((calls * seconds * memoryMb) / MEMORY_UNIT) * dollars.lambdaGigabyteSecond +
    (calls / MILLION) * dollars.lambdaMillionCalls;
  // A snapshot of Aurora is billed in full, and so is its copy. Aurora's own snapshots within the retention period are free.
  const snapshots =
    (template.copyKeptDays + Math.max(0, template.copyKeptDays - template.backupDays)) / template.copyEveryDays;
  const containers = Math.max(0, Math.ceil(atOnceNeeded(inputs, load).containers) - template.uploadTasksMin);
  const copies = DAYS / template.copyEveryDays;
  const raw = (statements * load.linesPerStatement * gigabytes(agency.bytesPerLine) * RAW_DAYS) / DAYS;
  const calls = requests + statements + webhooks;
  const perRequest = dollars.cloudFrontMillionRequests + dollars.firewallMillionRequests;
  return {
    'Aurora: size': database.size,
    'Aurora: storage, reads and writes': database.storage,
    'Snapshots, and copies in another region':
      storedGigabytes * (snapshots * dollars.snapshotGigabyteMonth + copies * dollars.regionGigabyte),
    'RDS Proxy': database.proxy,
    'Lambda: requests': functions(requests, load.requestSeconds, template.memoryMb.requests),
    'Lambda: statements': functions(statements, load.statementSeconds, template.memoryMb.statements),
    'Webhooks: Lambda and NAT':
      functions(webhooks, agency.webhookSeconds, template.memoryMb.webhooks) +
      webhooks * gigabytes(agency.webhookBytes) * dollars.natGigabyte,
    'Containers beyond those that always run':
      containers * calendar.workingDays * calendar.workingHours * dollars.taskHour,
    SQS: (((statements + webhooks) * CALLS_A_MESSAGE + IDLE_CALLS_A_MONTH) / MILLION) * dollars.sqsMillionCalls,
    S3: (statements / THOUSAND) * (dollars.s3ThousandPuts + dollars.s3ThousandGets) + raw * dollars.s3GigabyteMonth,
    // Statements bypass API Gateway and go to the containers.
    'API Gateway, CloudFront, firewall':
      ((requests + statements) * perRequest + requests * dollars.apiMillionRequests) / MILLION +
      requests * gigabytes(agency.responseBytes) * dollars.cloudFrontGigabyte,
    'Logs and traces':
      calls * gigabytes(waiting.logBytesPerCall) * dollars.logGigabyte +
      ((calls * waiting.tracedShare) / MILLION) * dollars.traceMillion,
    SES: reports * (dollars.mailThousand / THOUSAND + gigabytes(agency.reportMailBytes) * dollars.mailGigabyte),
    'The same whoever uses it': Object.values(template.fixedDollars).reduce((sum, fixed) => sum + fixed, 0),
  };
}

/**
 * Computes the bill of the database. In working hours it has the processors and the memory that the load needs, in other hours its smallest
 * size. The reader follows the writer.
 */
function databaseBill(inputs: CostInputs, load: Load) {
  const { template, calendar, waiting } = inputs;
  const { dollars } = inputs.prices;
  const memory = memoryUnits(inputs, load);
  const peak = Math.max(memory, unitsFor(inputs, load.busiestHour.databaseSeconds / 3600));
  const min = Math.max(template.capacityMin, halfUnits(peak * waiting.floorShareOfPeak));
  const workingHours = calendar.workingDays * calendar.workingHours;
  const working = Math.max(min, memory, unitsFor(inputs, load.databaseSeconds / 3600 / workingHours));
  const hours = (working * workingHours + min * (HOURS - workingHours)) * template.databaseInstances;
  const ios = ((load.reads + load.writes) / MILLION) * dollars.auroraMillionIos;
  const standard = {
    size: hours * dollars.auroraUnitHour,
    storage: load.storedGigabytes * dollars.auroraGigabyteMonth + ios,
  };
  const optimized = {
    size: hours * dollars.auroraUnitHourIoOptimized,
    storage: load.storedGigabytes * dollars.auroraGigabyteMonthIoOptimized,
  };
  const ioOptimized = optimized.size + optimized.storage < standard.size + standard.storage;
  const proxy = Math.max(PROXY_UNITS_MIN * HOURS, hours) * dollars.proxyUnitHour;
  const units = { min, max: Math.max(min, halfUnits(peak)) };
  return { ...(ioOptimized ? optimized : standard), ioOptimized, proxy, units };
}

const gigabytes = (bytes: number) => bytes / 1e9;
/** Rounds up to half a unit, because sizes come in steps of one half. */
const halfUnits = (units: number) => Math.ceil(units * 2) / 2;

const GIBIBYTE = 1024 ** 3;
const TEBIBYTE = 1024 * GIBIBYTE;
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
    ['Aurora: memory', `${template.capacityMax} units`, 'a larger `capacityMax`, until then more is read from disk; a further cell', memoryUnits(inputs, one), template.capacityMax, aws.unitsMax],
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
  const fixed = connectionsInAll(inputs, (name) => !GROWING.has(name));
  return fixed + connectionsGrown(inputs, monthlyLoad(inputs, agencies));
}

/** The parts whose connections grow with the load. */
const GROWING: ReadonlyMap<string, 'requests' | 'statements' | 'webhooks'> = new Map([
  ['http-api', 'requests'],
  ['ingest-statement', 'statements'],
  ['deliver-webhook', 'webhooks'],
] as const);

function connectionsGrown(inputs: CostInputs, load: Load): number {
  const need = atOnceNeeded(inputs, load);
  const each = (name: string) => inputs.template.connections[name]?.each ?? Number.NaN;
  return [...GROWING].reduce((sum, [name, kind]) => sum + need[kind] * each(name), 0);
}

const count = (value: number) => Math.floor(value).toLocaleString('en');

/** The work of the service for so many agencies in a month, and in its busiest hour. */
type Load = ReturnType<typeof monthlyLoad>;

/** The round trips of a webhook to the database: claim, attempt and result. */
const DATABASE_TRIPS_OF_WEBHOOK = 3;
const LOG_PIECE_BYTES = 4096;
const PAGE_BYTES = 8192;

/** Computes the load. Every number except the seconds of one statement and of one request grows with the number of agencies. */
export function monthlyLoad({ agency, calendar, waiting, measured }: CostInputs, agencies: number) {
  const statements = agencies * agency.statementsAMonth;
  const requests = agencies * agency.requestsADay * calendar.workingDays;
  const webhooks = statements * agency.webhooksPerStatement;
  const reports = agencies * agency.reportsAMonth;
  const membersPerStatement = agency.members / agency.carriers;
  const linesPerStatement = membersPerStatement * agency.linesPerMember;
  const ofStatement = (figure: ByLines) => figure.perJob + (figure.perThousandLines * linesPerStatement) / 1000;
  const slower = waiting.slowerThanMeasured;
  const databaseOfStatement = slower * ofStatement(measured.databaseCpuSeconds);
  const databaseOfRequest = slower * measured.requestDatabaseCpuSeconds;
  const databaseSeconds = (of: { readonly statements: number; readonly requests: number; readonly webhooks: number }) =>
    of.statements * databaseOfStatement + (of.requests + of.webhooks * DATABASE_TRIPS_OF_WEBHOOK) * databaseOfRequest;
  const busiestStatements = statements * calendar.busiestDayOfStatements * calendar.busiestHourOfDay;
  const busiest = {
    statements: busiestStatements,
    requests: (requests / calendar.workingDays) * calendar.busiestHourOfDay,
    webhooks: busiestStatements * agency.webhooksPerStatement,
    reports: reports * calendar.busiestHourOfReports,
  };
  const memberMonths = agencies * agency.members * agency.monthsKept;
  const { all } = measured.storedBytesPerMemberMonth;
  return {
    ...{ statements, requests, webhooks, reports, linesPerStatement, memberMonths },
    // The seconds from receiving the message to the commit: processor time and waiting.
    statementSeconds:
      slower * ofStatement(measured.workerCpuSeconds) + databaseOfStatement + waiting.secondsPerStatement,
    requestSeconds: slower * measured.requestSeconds + waiting.secondsPerRequest,
    databaseSeconds: databaseSeconds({ statements, requests, webhooks }),
    storedGigabytes: (memberMonths * all) / 1e9,
    writes: statements * Math.ceil(ofStatement(measured.logBytes) / LOG_PIECE_BYTES),
    // Each statement reads the previous month once, which is no longer in memory after a month.
    reads: statements * Math.ceil((membersPerStatement * all) / PAGE_BYTES) + requests * waiting.readsPerRequest,
    busiestHour: { ...busiest, databaseSeconds: databaseSeconds(busiest) },
  };
}

/** Returns the Aurora units at which so many busy processors stay within the planned utilisation. */
function unitsFor({ waiting, aws }: CostInputs, busyProcessors: number): number {
  return busyProcessors / waiting.databaseBusyAtMost / aws.virtualProcessorsPerUnit;
}

/** Returns the gigabytes of the months that are read every working day, and of the connections that serve the load. */
export function memoryNeeded(inputs: CostInputs, load: Load): number {
  const { agency, waiting } = inputs;
  const data = (load.storedGigabytes / agency.monthsKept) * waiting.monthsInMemory;
  return data + gigabytes(connectionsGrown(inputs, load) * waiting.megabytesPerConnection * MILLION);
}

/** Returns the Aurora units whose memory holds what is needed. */
function memoryUnits(inputs: CostInputs, load: Load): number {
  const { waiting, aws } = inputs;
  return memoryNeeded(inputs, load) / waiting.memoryUsedAtMost / gigabytes(aws.gibibytesPerUnit * GIBIBYTE);
}

/** Returns how many of each have to run at once in the busiest hour: arrivals per second times the duration of one. */
export function atOnceNeeded({ agency, calendar, waiting }: CostInputs, load: Load) {
  const { busiestHour, statementSeconds, requestSeconds } = load;
  return {
    statements: (busiestHour.statements * statementSeconds) / 3600,
    // Clients wait for requests, so there must be room for bursts; other work has a queue.
    requests: (busiestHour.requests * requestSeconds * calendar.burst) / 3600,
    webhooks: (busiestHour.webhooks * agency.webhookSeconds) / 3600,
    containers: (busiestHour.statements * waiting.secondsPerUpload) / 3600 / FORMS_AT_ONCE,
  };
}

type Inputs = typeof inputs;
type Template = Omit<Inputs['template'], 'connections' | 'fixedDollars'> & {
  /** For each part, the number of instances at once and the number of connections that each opens. */
  readonly connections: Readonly<Record<string, { readonly atOnce: number; readonly each: number }>>;
  /** Costs that do not depend on use, without the database's size and the proxy, which is billed by that size. */
  readonly fixedDollars: Readonly<Record<string, number>>;
};

/** The content of docs/cost-inputs.json: all inputs of the cost. docs/cost-page.txt explains each figure. */
export type CostInputs = Omit<Inputs, 'template'> & { readonly template: Template };
export const COST_INPUTS: CostInputs = inputs;

/** The cost of one piece of work: a fixed part, and a part for each thousand lines. */
type ByLines = Inputs['measured']['logBytes'];
