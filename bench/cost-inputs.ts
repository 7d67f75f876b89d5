import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** docs/cost-inputs.json: everything the cost is computed from. The descriptions are what docs/cost.md says about each figure. */

const INPUTS = new URL('../docs/cost-inputs.json', import.meta.url);

const positive = (description: string) => z.number().positive().describe(description);
const share = (description: string) => z.number().min(0).max(1).describe(description);

/** What something costs whatever its size, and what each thousand lines add. */
const byLines = (description: string) =>
  z.strictObject({ perJob: z.number().min(0), perThousandLines: z.number().min(0) }).describe(description);

const agency = z.strictObject({
  carriers: positive('carriers'),
  members: positive('members, of all carriers together'),
  linesPerMember: positive('lines a month for one member'),
  statementsAMonth: positive('statements a month: one of each carrier, and some corrected'),
  bytesPerLine: positive('bytes of a line in the file'),
  monthsKept: positive('months stored'),
  requestsADay: positive('requests to the API on a working day'),
  responseBytes: positive('bytes of an answer, packed'),
  webhooksPerStatement: positive('webhooks for one statement'),
  webhookBytes: positive('bytes of a webhook'),
  webhookSeconds: positive('seconds until its receiver has answered'),
  reportsAMonth: positive('saved reports mailed in a month'),
  reportSeconds: positive('seconds to run and mail one'),
  reportMailBytes: positive('bytes of its email'),
  shareBySftp: share('share of the statements that come by SFTP'),
});

const calendar = z.strictObject({
  workingDays: positive('working days of a month'),
  workingHours: positive('working hours of a day'),
  busiestDayOfStatements: share('share of a month’s statements on its busiest day: all carriers send in the same week'),
  busiestHourOfDay: share('share of a day’s statements and requests in its busiest hour'),
  busiestHourOfReports: share(
    'share of a month’s mailed reports in their busiest hour: half of all weekly ones on Monday at eight',
  ),
  burst: positive('requests at once above the mean of the busiest hour, as a factor'),
});

const waiting = z.strictObject({
  secondsPerStatement: positive('seconds a worker waits for S3, SQS and the way to the database, for one statement'),
  secondsPerRequest: positive('seconds a request waits for its ways to the database'),
  secondsPerUpload: positive('seconds a statement takes to come in'),
  slowerThanMeasured: positive(
    'AWS’s ARM processors against the machine of the measurement, in seconds for the same work',
  ),
  databaseBusyAtMost: share('share of its processors that the database uses in its busiest hour'),
  floorShareOfPeak: share(
    'smallest size of the database as a share of its largest: one that has to grow tenfold needs minutes',
  ),
  readsPerRequest: positive('pages a request reads that are not in memory'),
  logBytesPerCall: positive('bytes in the log for a call of a function'),
  tracedShare: share('share of the calls that is traced'),
  agenciesPerCell: positive('agencies that may be down together: see “Cells”'),
});

const measured = z.strictObject({
  machine: z.string(),
  workerCpuSeconds: byLines('seconds of the worker’s processor'),
  databaseCpuSeconds: byLines('seconds of PostgreSQL’s processors'),
  logBytes: byLines('bytes of PostgreSQL’s log'),
  storedBytesPerMemberMonth: z.strictObject({ scoredRows: z.number().positive(), all: z.number().positive() }),
  requestSeconds: positive('seconds of a request, client and server on one machine'),
  requestDatabaseCpuSeconds: positive('seconds of PostgreSQL’s processors for a request'),
  indexSecondsPerMillionRows: positive('seconds to build an index over a million scored rows'),
});

const template = z.strictObject({
  /** How many of each run at once, and how many connections each opens. */
  connections: z.record(z.string(), z.strictObject({ atOnce: z.number(), each: z.number() })),
  connectionsMax: z.number(),
  memoryMb: z.strictObject({ requests: z.number(), statements: z.number(), webhooks: z.number() }),
  /** Any second of so many days can be gone back to. Every so many days a copy goes to another region, and is kept for so many. */
  backupDays: z.number(),
  copyEveryDays: z.number(),
  copyKeptDays: z.number(),
  capacityMin: z.number(),
  capacityMax: z.number(),
  databaseInstances: z.number(),
  requestsASecond: z.number(),
  uploadTasksMin: z.number(),
  /** What costs the same whoever uses it, without the database's size and the proxy that is paid by it. */
  fixedDollars: z.record(z.string(), z.number()),
  intakeDollars: z.number(),
});

const aws = z.strictObject({
  virtualProcessorsPerUnit: positive(
    'processors in an Aurora unit: a db.r6g.large has two and the memory of eight units',
  ),
  unitsMax: positive('units of one database'),
  connectionsMax: positive('connections of one database: the most that Aurora sets by itself'),
  storageTebibytes: positive('TiB of one cluster'),
  tableTebibytes: positive('TiB of one table of PostgreSQL'),
  functionsAtOnce: positive('functions at once in an account, before asking for more'),
  requestsASecond: positive('requests a second through API Gateway in an account, before asking for more'),
  putsASecond: positive('objects a second under one prefix of S3'),
  edgeRequestsASecond: positive('requests a second through CloudFront'),
  segmentsASecond: positive('segments of traces a second'),
  mailsADay: positive('emails a day of an account that has left the sandbox, before asking for more'),
});

const dollars = z.strictObject({
  auroraUnitHour: positive('Aurora, an hour of a unit, standard'),
  auroraUnitHourIoOptimized: positive('Aurora, an hour of a unit, I/O-Optimized'),
  auroraGigabyteMonth: positive('Aurora, a GB for a month, standard'),
  auroraGigabyteMonthIoOptimized: positive('Aurora, a GB for a month, I/O-Optimized'),
  auroraMillionIos: positive('Aurora, a million reads or writes, standard'),
  snapshotGigabyteMonth: positive('Aurora, a GB of snapshots for a month'),
  regionGigabyte: positive('a GB to another region'),
  proxyUnitHour: positive('RDS Proxy, an hour for each unit behind it, eight at least'),
  lambdaGigabyteSecond: positive('Lambda, a GB-second on ARM'),
  lambdaMillionCalls: positive('Lambda, a million calls'),
  taskHour: positive('Fargate, an hour of a container of half a processor and two GB, ARM'),
  sqsMillionCalls: positive('SQS, a million calls'),
  s3ThousandPuts: positive('S3, a thousand PUTs'),
  s3ThousandGets: positive('S3, a thousand GETs'),
  s3GigabyteMonth: positive('S3, a GB for a month'),
  apiMillionRequests: positive('API Gateway, a million requests of an HTTP API'),
  cloudFrontMillionRequests: positive('CloudFront, a million HTTPS requests'),
  cloudFrontGigabyte: positive('CloudFront, a GB to the internet'),
  firewallMillionRequests: positive('WAF, a million requests'),
  natGigabyte: positive('NAT gateway, a GB'),
  logGigabyte: positive('CloudWatch Logs, a GB written'),
  traceMillion: positive('X-Ray, a million traces'),
  mailThousand: positive('SES, a thousand emails'),
  mailGigabyte: positive('SES, a GB of attachments'),
});

export const costInputs = z.strictObject({
  agency,
  calendar,
  waiting,
  measured,
  template,
  aws,
  prices: z.strictObject({ asOf: z.string(), region: z.string(), dollars }),
});

export type CostInputs = z.infer<typeof costInputs>;
export type Measured = CostInputs['measured'];
export type ByLines = Measured['logBytes'];

export async function readCostInputs(): Promise<CostInputs> {
  return costInputs.parse(JSON.parse(await readFile(INPUTS, 'utf8')));
}

export const COST_INPUTS_FILE = INPUTS;
