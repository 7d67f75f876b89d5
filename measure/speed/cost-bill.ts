import type { CostInputs } from './cost-inputs.ts';
import { atOnceNeeded, type Load, monthlyLoad, unitsFor } from './cost-load.ts';

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
 * Computes the bill of the database. In working hours it has the size that the load needs, in other hours its smallest size. The reader
 * follows the writer.
 */
function databaseBill(inputs: CostInputs, load: Load) {
  const { template, calendar, waiting } = inputs;
  const { dollars } = inputs.prices;
  const peak = unitsFor(inputs, load.busiestHour.databaseSeconds / 3600);
  const min = Math.max(template.capacityMin, halfUnits(peak * waiting.floorShareOfPeak));
  const workingHours = calendar.workingDays * calendar.workingHours;
  const working = Math.max(min, unitsFor(inputs, load.databaseSeconds / 3600 / workingHours));
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
