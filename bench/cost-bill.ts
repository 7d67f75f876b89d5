import type { CostInputs } from './cost-inputs.ts';
import { atOnceNeeded, type Load, monthlyLoad, unitsFor } from './cost-load.ts';

export interface BillLine {
  readonly part: string;
  readonly dollars: number;
}

export interface Bill {
  readonly agencies: number;
  /** Whole copies of the service, each with its own database. */
  readonly cells: number;
  readonly lines: readonly BillLine[];
  readonly dollars: number;
  /** Whether I/O-Optimized storage is the cheaper. */
  readonly ioOptimized: boolean;
  /** Smallest and largest size of the database of a cell, in units. */
  readonly units: { readonly min: number; readonly max: number };
}

const HOURS = 730;
const MILLION = 1e6;
const GIGABYTE = 1e9;
/** What a megabyte of Lambda's memory is of the gigabyte that is paid for. */
const MEMORY_UNIT = 1024;
const PROXY_UNITS_MIN = 8;
/** A message is sent, received and deleted. */
const CALLS_A_MESSAGE = 3;
/** Lambda asks each of four queues five at a time, every 20 seconds, whether anything came or not. */
const IDLE_CALLS_A_MONTH = (4 * 5 * HOURS * 3600) / 20;
/** Statements stay for a day after they were processed. */
const RAW_DAYS = 1;
const DAYS = HOURS / 24;

/** List prices of a month, without free tiers and volume discounts: an agency more never costs less. */
export function monthlyBill(inputs: CostInputs, agencies: number, cells = 1): Bill {
  const each = cellBill(inputs, monthlyLoad(inputs, agencies / cells));
  const lines = each.lines.map(({ part, dollars }) => ({ part, dollars: dollars * cells }));
  const dollars = lines.reduce((sum, line) => sum + line.dollars, 0);
  return { agencies, cells, lines, dollars, ioOptimized: each.ioOptimized, units: each.units };
}

function cellBill(inputs: CostInputs, load: Load): Pick<Bill, 'lines' | 'ioOptimized' | 'units'> {
  const database = databaseBill(inputs, load);
  const { memoryMb } = inputs.template;
  const fixed = Object.values(inputs.template.fixedDollars).reduce((sum, dollars) => sum + dollars, 0);
  return {
    lines: [
      { part: 'Aurora: size', dollars: database.size },
      { part: 'Aurora: storage, reads and writes', dollars: database.storage },
      { part: 'Snapshots, and copies in another region', dollars: snapshotDollars(inputs, load) },
      { part: 'RDS Proxy', dollars: database.proxy },
      {
        part: 'Lambda: requests',
        dollars: functionDollars(inputs, load.requests, load.requestSeconds * memoryMb.requests),
      },
      {
        part: 'Lambda: statements',
        dollars: functionDollars(inputs, load.statements, load.statementSeconds * memoryMb.statements),
      },
      { part: 'Webhooks: Lambda and NAT', dollars: webhookDollars(inputs, load) },
      { part: 'Containers beyond those that always run', dollars: containerDollars(inputs, load) },
      { part: 'SQS', dollars: queueDollars(inputs, load) },
      { part: 'S3', dollars: objectDollars(inputs, load) },
      { part: 'API Gateway, CloudFront, firewall', dollars: frontDollars(inputs, load) },
      { part: 'Logs and traces', dollars: logDollars(inputs, load) },
      { part: 'SES', dollars: mailDollars(inputs, load) },
      { part: 'The same whoever uses it', dollars: fixed },
    ],
    ioOptimized: database.ioOptimized,
    units: database.units,
  };
}

/**
 * In the hours in which people work it is as large as the work needs, in the others as small as it may be. The reader
 * follows the writer.
 */
function databaseBill(inputs: CostInputs, load: Load) {
  const { template, calendar, waiting, prices } = inputs;
  const { dollars } = prices;
  const peak = unitsFor(inputs, load.busiestHour.databaseSeconds / 3600);
  const min = Math.max(template.capacityMin, halfUnits(peak * waiting.floorShareOfPeak));
  const workingHours = calendar.workingDays * calendar.workingHours;
  const working = Math.max(min, unitsFor(inputs, load.databaseSeconds / 3600 / workingHours));
  const hours = (working * workingHours + min * (HOURS - workingHours)) * template.databaseInstances;
  const ios = (load.reads + load.writes) / MILLION;
  const standard = {
    size: hours * dollars.auroraUnitHour,
    storage: load.storedGigabytes * dollars.auroraGigabyteMonth + ios * dollars.auroraMillionIos,
  };
  const optimized = {
    size: hours * dollars.auroraUnitHourIoOptimized,
    storage: load.storedGigabytes * dollars.auroraGigabyteMonthIoOptimized,
  };
  const ioOptimized = optimized.size + optimized.storage < standard.size + standard.storage;
  return {
    ...(ioOptimized ? optimized : standard),
    ioOptimized,
    proxy: Math.max(PROXY_UNITS_MIN * HOURS, hours) * dollars.proxyUnitHour,
    units: { min, max: Math.max(min, halfUnits(peak)) },
  };
}

/**
 * A snapshot of Aurora is a whole one, and so is its copy. Those of the days that Aurora keeps itself cost nothing; the others and
 * all copies are paid for by their full size.
 */
function snapshotDollars({ template, prices: { dollars } }: CostInputs, { storedGigabytes }: Load): number {
  const copies = template.copyKeptDays / template.copyEveryDays;
  const older = Math.max(0, template.copyKeptDays - template.backupDays) / template.copyEveryDays;
  const sent = DAYS / template.copyEveryDays;
  return storedGigabytes * ((copies + older) * dollars.snapshotGigabyteMonth + sent * dollars.regionGigabyte);
}

/** Sizes come in halves. */
function halfUnits(units: number): number {
  return Math.ceil(units * 2) / 2;
}

function functionDollars({ prices: { dollars } }: CostInputs, calls: number, megabyteSecondsEach: number): number {
  const gigabyteSeconds = (calls * megabyteSecondsEach) / MEMORY_UNIT;
  return gigabyteSeconds * dollars.lambdaGigabyteSecond + (calls / MILLION) * dollars.lambdaMillionCalls;
}

function webhookDollars(inputs: CostInputs, { webhooks }: Load): number {
  const { agency, template, prices } = inputs;
  const sent = (webhooks * agency.webhookBytes) / GIGABYTE;
  const called = functionDollars(inputs, webhooks, agency.webhookSeconds * template.memoryMb.webhooks);
  return called + sent * prices.dollars.natGigabyte;
}

/** They come when it is busy, and go. */
function containerDollars(inputs: CostInputs, load: Load): number {
  const { calendar, template, prices } = inputs;
  const more = Math.ceil(atOnceNeeded(inputs, load).containers) - template.uploadTasksMin;
  return Math.max(0, more) * calendar.workingDays * calendar.workingHours * prices.dollars.taskHour;
}

function queueDollars({ prices: { dollars } }: CostInputs, { statements, webhooks }: Load): number {
  return (((statements + webhooks) * CALLS_A_MESSAGE + IDLE_CALLS_A_MONTH) / MILLION) * dollars.sqsMillionCalls;
}

function objectDollars({ agency, prices: { dollars } }: CostInputs, { statements, linesPerStatement }: Load): number {
  const gigabytes = (statements * linesPerStatement * agency.bytesPerLine * RAW_DAYS) / DAYS / GIGABYTE;
  return (statements / 1000) * (dollars.s3ThousandPuts + dollars.s3ThousandGets) + gigabytes * dollars.s3GigabyteMonth;
}

function frontDollars({ agency, prices: { dollars } }: CostInputs, { requests, statements }: Load): number {
  // Statements go past API Gateway, to the containers.
  const each = dollars.cloudFrontMillionRequests + dollars.firewallMillionRequests;
  const gigabytes = (requests * agency.responseBytes) / GIGABYTE;
  return (
    ((requests + statements) / MILLION) * each +
    (requests / MILLION) * dollars.apiMillionRequests +
    gigabytes * dollars.cloudFrontGigabyte
  );
}

function logDollars({ waiting, prices: { dollars } }: CostInputs, { requests, statements, webhooks }: Load): number {
  const calls = requests + statements + webhooks;
  return (
    ((calls * waiting.logBytesPerCall) / GIGABYTE) * dollars.logGigabyte +
    ((calls * waiting.tracedShare) / MILLION) * dollars.traceMillion
  );
}

function mailDollars({ agency, prices: { dollars } }: CostInputs, { reports }: Load): number {
  return (
    (reports / 1000) * dollars.mailThousand + ((reports * agency.reportMailBytes) / GIGABYTE) * dollars.mailGigabyte
  );
}
