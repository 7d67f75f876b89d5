import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  atOnceNeeded,
  COST_INPUTS,
  type CostInputs,
  connectionsInAll,
  connectionsNeeded,
  databaseEnd,
  limits,
  memoryNeeded,
  monthlyBill,
  monthlyLoad,
} from '../../measure/speed/cost-bill.ts';
import { costPage } from '../../measure/speed/cost-page.ts';
import { performancePage, type Results, readResults } from '../../measure/speed/performance-page.ts';
import { outcomeCells, verdictOn } from '../../measure/speed/section.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Inputs with which results can be calculated by hand. */
const ROUND: CostInputs = {
  agency: {
    carriers: 10,
    members: 1000,
    linesPerMember: 1,
    statementsAMonth: 10,
    bytesPerLine: 100,
    monthsKept: 10,
    requestsADay: 100,
    responseBytes: 1000,
    webhooksPerStatement: 1,
    webhookBytes: 1000,
    webhookSeconds: 1,
    reportsAMonth: 4,
    reportSeconds: 2,
    reportMailBytes: 1000,
    shareBySftp: 0.5,
  },
  calendar: {
    workingDays: 20,
    workingHours: 10,
    busiestDayOfStatements: 0.5,
    busiestHourOfDay: 0.1,
    busiestHourOfReports: 0.25,
    burst: 2,
  },
  waiting: {
    secondsPerStatement: 0.5,
    secondsPerRequest: 0.01,
    secondsPerUpload: 3,
    slowerThanMeasured: 2,
    databaseBusyAtMost: 0.5,
    floorShareOfPeak: 0.1,
    readsPerRequest: 1,
    logBytesPerCall: 1000,
    tracedShare: 0.1,
    monthsInMemory: 1,
    memoryUsedAtMost: 0.5,
    megabytesPerConnection: 1,
    agenciesPerCell: 1000,
  },
  measured: {
    machine: 'a round one',
    workerCpuSeconds: { perJob: 0.05, perThousandLines: 0.5 },
    databaseCpuSeconds: { perJob: 0.03, perThousandLines: 0.2 },
    logBytes: { perJob: 96, perThousandLines: 40_000 },
    storedBytesPerMemberMonth: { scoredRows: 1024, all: 2048 },
    requestSeconds: 0.02,
    requestDatabaseCpuSeconds: 0.001,
    indexSecondsPerMillionRows: 1,
  },
  template: {
    connections: {
      'http-api': { atOnce: 10, each: 4 },
      'ingest-statement': { atOnce: 5, each: 4 },
      'deliver-webhook': { atOnce: 4, each: 4 },
      'sweep-outbox': { atOnce: 6, each: 4 },
      'upload-service': { atOnce: 2, each: 10 },
    },
    connectionsMax: 200,
    memoryMb: { requests: 1024, statements: 2048, webhooks: 512 },
    backupDays: 10,
    copyEveryDays: 2,
    copyKeptDays: 20,
    capacityMin: 0.5,
    capacityMax: 8,
    databaseInstances: 2,
    requestsASecond: 100,
    uploadTasksMin: 1,
    fixedDollars: { gateways: 10, firewall: 20 },
    intakeDollars: 5,
  },
  aws: {
    virtualProcessorsPerUnit: 0.25,
    gibibytesPerUnit: 4,
    unitsMax: 16,
    connectionsMax: 1000,
    storageTebibytes: 1,
    tableTebibytes: 1,
    functionsAtOnce: 100,
    requestsASecond: 1000,
    putsASecond: 10,
    edgeRequestsASecond: 10_000,
    segmentsASecond: 100,
    mailsADay: 2000,
  },
  prices: {
    asOf: '2026-01',
    region: 'us-east-1',
    dollars: {
      auroraUnitHour: 0.1,
      auroraUnitHourIoOptimized: 0.2,
      auroraGigabyteMonth: 0.1,
      auroraGigabyteMonthIoOptimized: 0.2,
      auroraMillionIos: 0.2,
      snapshotGigabyteMonth: 0.02,
      regionGigabyte: 0.01,
      proxyUnitHour: 0.01,
      lambdaGigabyteSecond: 0.00001,
      lambdaMillionCalls: 0.2,
      taskHour: 0.01,
      sqsMillionCalls: 0.4,
      s3ThousandPuts: 0.005,
      s3ThousandGets: 0.001,
      s3GigabyteMonth: 0.03,
      apiMillionRequests: 1,
      cloudFrontMillionRequests: 1,
      cloudFrontGigabyte: 0.1,
      firewallMillionRequests: 0.5,
      natGigabyte: 0.05,
      logGigabyte: 0.5,
      traceMillion: 5,
      mailThousand: 0.1,
      mailGigabyte: 0.1,
    },
  },
};

/** Guarantee: docs/cost.md is the program's output for its inputs, and the program calculates like a person by hand. */

it('is what measure/speed/cost.ts writes to docs/cost.md', () => {
  expect(readFileSync('docs/cost.md', 'utf8')).toBe(costPage(COST_INPUTS));
});

it('has every measured or assumed input on the page', () => {
  const text = readFileSync('docs/cost-page.txt', 'utf8');
  const { agency, calendar, waiting, measured, aws, prices } = COST_INPUTS;
  const missing = pathsOf({ agency, calendar, waiting, measured, aws, prices }).filter(
    (path) => !text.includes(`{{${path}}}`),
  );
  expect(missing).toEqual([]);
});

it('fails for a page that does not name an input', () => {
  const { carriers: _, ...agency } = COST_INPUTS.agency;
  expect(() => costPage(Object.assign({}, COST_INPUTS, { agency }))).toThrow('agency.carriers');
});

/** Lists the dotted path of every figure in an object. */
function pathsOf(value: object): string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null ? pathsOf(inner).map((rest) => `${key}.${rest}`) : [key],
  );
}

it('equals the guide to deploying without agencies, which a test compares with the templates', () => {
  const inputs = COST_INPUTS;
  const guide = readFileSync('docs/howto/deploy-to-aws.md', 'utf8');
  const [, prod, intake] = /^\| \*\*In all\*\* \| .* \| \*\*\$(\d+)\*\* \| \*\*\$(\d+)\*\* \|$/m.exec(guide) ?? [];
  // Everything except the polling of the queues by Lambda.
  const idle = monthlyBill(inputs, 0).lines.filter(({ part }) => part !== 'SQS');
  expect(Math.round(idle.reduce((sum, { dollars }) => sum + dollars, 0))).toBe(Number(prod));
  expect(inputs.template.intakeDollars).toBe(Number(intake));
});

describe('the load of a thousand agencies', () => {
  const load = monthlyLoad(ROUND, 1000);

  it('is right for a month', () => {
    expect(load).toMatchObject({
      statements: 10_000, // 1,000 × 10
      requests: 2_000_000, // 1,000 × 100 a day × 20 days
      webhooks: 10_000,
      reports: 4_000,
      linesPerStatement: 100, // 1,000 members ÷ 10 carriers
      memberMonths: 10_000_000, // 1,000 × 1,000 members × 10 months
      storedGigabytes: 20.48, // × 2,048 bytes
      writes: 10_000, // 96 + 4,000 bytes are one piece of 4,096
      reads: 2_250_000, // 10,000 × (100 members × 2,048 bytes ÷ 8,192) + 2,000,000 × 1
    });
  });

  it('is twice the measured seconds', () => {
    // Worker 2 × (0.05 + 0.5 ÷ 10) = 0.2, database 2 × (0.03 + 0.2 ÷ 10) = 0.1, waiting 0.5.
    expect(load.statementSeconds).toBeCloseTo(0.8, 9);
    expect(load.requestSeconds).toBeCloseTo(0.05, 9); // 2 × 0.02 + 0.01
    // 10,000 × 0.1 + (2,000,000 + 10,000 webhooks × 3) × 0.002
    expect(load.databaseSeconds).toBeCloseTo(5_060, 6);
  });

  it('is right for its busiest hour', () => {
    expect(load.busiestHour.statements).toBeCloseTo(500, 6); // 10,000 × half × a tenth
    expect(load.busiestHour.requests).toBeCloseTo(10_000, 6); // 100,000 a day × a tenth
    expect(load.busiestHour.reports).toBeCloseTo(1_000, 6);
    expect(load.busiestHour.databaseSeconds).toBeCloseTo(73, 6); // 500 × 0.1 + (10,000 + 1,500) × 0.002
    const atOnce = atOnceNeeded(ROUND, load);
    expect(atOnce.statements).toBeCloseTo((500 * 0.8) / 3600, 9);
    expect(atOnce.requests).toBeCloseTo((10_000 * 0.05 * 2) / 3600, 9);
    expect(atOnce.webhooks).toBeCloseTo(500 / 3600, 9);
    expect(atOnce.containers).toBeCloseTo((500 * 3) / 3600 / 6, 9);
  });
});

/** With one month of an agency in memory: 1,000 members × 2,048 bytes; with the connections of the test of limits: 116 for 54,947.37. */
const MEMORY_OF_ONE = 1000 * 2048 + (116 / 54_947.37) * 1e6;
/** Half of the memory is used, and a unit has 4 GiB. */
const MEMORY_UNITS_OF_ONE = MEMORY_OF_ONE / 0.5 / (4 * 1024 ** 3);
/** Inputs whose database needs no memory. */
const NO_MEMORY = { ...ROUND, waiting: { ...ROUND.waiting, monthsInMemory: 0, megabytesPerConnection: 0 } };

describe('the bill', () => {
  it('is right for a thousand agencies', () => {
    const { lines, dollars, units, ioOptimized } = monthlyBill(NO_MEMORY, 1000);
    const expected: Readonly<Record<string, number>> = {
      'Aurora: size': 73, // half a unit is more than enough: 0.5 × 730 h × 2 instances × $0.10
      'Aurora: storage, reads and writes': 2.5, // 20.48 GB × $0.10 + 2.26 million × $0.20
      // 20.48 GB × ((20 + 10 older than ten days) ÷ 2 × $0.02 + 30.4 days ÷ 2 × $0.01)
      'Snapshots, and copies in another region': 9.258667,
      'RDS Proxy': 58.4, // eight units × 730 h × $0.01
      'Lambda: requests': 1.4, // 2 million × 0.05 s × 1 GB × $0.00001 + 2 × $0.20
      'Lambda: statements': 0.162, // 10,000 × 0.8 s × 2 GB × $0.00001 + 0.01 × $0.20
      'Webhooks: Lambda and NAT': 0.0525, // 10,000 × 1 s × 0.5 GB × $0.00001 + 0.01 × $0.20 + 0.01 GB × $0.05
      'Containers beyond those that always run': 0,
      SQS: 1.0752, // 20,000 messages × 3 + 4 × 5 × 730 × 3,600 ÷ 20 = 2,688,000 calls
      S3: 0.0600986, // 10,000 × ($0.005 + $0.001) ÷ 1,000 + 0.1 GB for one of 30.4 days × $0.03
      'API Gateway, CloudFront, firewall': 5.215, // 2.01 × $1.50 + 2 × $1 + 2 GB × $0.10
      'Logs and traces': 2.02, // 2.02 GB × $0.50 + 0.202 × $5
      SES: 0.4004, // 4 × $0.10 + 0.004 GB × $0.10
      'The same whoever uses it': 30,
    };
    expect(lines.map(({ part }) => part)).toEqual(Object.keys(expected));
    for (const line of lines) expect(line.dollars, line.part).toBeCloseTo(expected[line.part] ?? Number.NaN, 6);
    expect(dollars).toBeCloseTo(
      Object.values(expected).reduce((sum, value) => sum + value, 0),
      5,
    );
    expect({ units, ioOptimized }).toEqual({ units: { min: 0.5, max: 0.5 }, ioOptimized: false });
  });

  it('grows the database in working hours, and its smallest size with its largest', () => {
    // A hundred thousand agencies: 7,300 s in the busiest hour ÷ 3,600 ÷ 0.5 ÷ 0.25 = 16.2 units; a tenth of it is 1.6.
    const { units, lines } = monthlyBill(NO_MEMORY, 100_000);
    expect(units).toEqual({ min: 2, max: 16.5 });
    // 506,000 s ÷ 3,600 ÷ 200 h ÷ 0.125 = 5.622 units in 200 hours, 2 in the other 530, on two instances.
    const hours = (506_000 / 3600 / 0.125 + 2 * 530) * 2;
    expect(lines[0]?.dollars).toBeCloseTo(hours * 0.1, 6);
    expect(lines.find(({ part }) => part === 'RDS Proxy')?.dollars).toBeCloseTo(8 * 730 * 0.01, 6);
    // 50,000 statements × 3 s in an hour need 6.9 containers of six: six more than the permanent one, for 200 hours.
    expect(lines.find(({ part }) => part.startsWith('Containers'))?.dollars).toBeCloseTo(6 * 200 * 0.01, 6);
  });

  it('has the memory that the agencies need in working hours', () => {
    expect(memoryNeeded(ROUND, monthlyLoad(ROUND, 1000))).toBeCloseTo((1000 * MEMORY_OF_ONE) / 1e9, 6);
    const { units, lines } = monthlyBill(ROUND, 10_000);
    expect(units).toEqual({ min: 1, max: 10 }); // 9.55 units, and a tenth of it
    // 200 hours with 9.55 units, 530 with one, on two instances.
    expect(lines[0]?.dollars).toBeCloseTo((200 * 10_000 * MEMORY_UNITS_OF_ONE + 530) * 2 * 0.1, 3);
  });

  it('takes the storage without a price per read if that is cheaper', () => {
    const dollars = { ...ROUND.prices.dollars, auroraMillionIos: 100 };
    const bill = monthlyBill({ ...NO_MEMORY, prices: { ...ROUND.prices, dollars } }, 1000);
    expect(bill.ioOptimized).toBe(true);
    expect(bill.lines[0]?.dollars).toBeCloseTo(146, 6); // 730 h × $0.20
    expect(bill.lines[1]?.dollars).toBeCloseTo(4.096, 6); // 20.48 GB × $0.20
  });

  it('for four cells is four times that of one', () => {
    expect(monthlyBill(ROUND, 4000, 4).dollars).toBeCloseTo(4 * monthlyBill(ROUND, 1000).dollars, 6);
  });

  it('never falls with more agencies', () => {
    const agencies = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(agencies, agencies, (some, more) => {
        expect(monthlyBill(ROUND, some + more).dollars).toBeGreaterThanOrEqual(monthlyBill(ROUND, some).dollars);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('the limits', () => {
  const expected: readonly (readonly [part: string, agencies: number, atMost: number | null])[] = [
    ['Reports mailed in their busiest hour', 800, null], // 4 runs × 400 s ÷ 2 s, one report an agency
    ['SES', 2_000, null],
    ['Files swept from SFTP', 8_000, null], // 4 × 500 ÷ (0.5 statements × half)
    ['Raw files deleted a day after they were processed', 9_600, null], // 96 × 500 ÷ (10 × half)
    ['API Gateway', 18_000, 180_000], // 100 a second ÷ (10 requests × 2 ÷ 3,600)
    ['Containers that take statements in', 28_800, null], // 2 × 6 ÷ 3 s × 3,600 ÷ 0.5 statements
    ['Functions that answer requests', 36_000, 360_000], // 10 ÷ (10 × 0.05 s × 2 ÷ 3,600)
    ['Workers of statements', 45_000, 900_000], // 5 ÷ (0.5 × 0.8 s ÷ 3,600)
    ['A new index on `scored_rows`, made by the migration', 45_000, null], // 900 s ÷ (10,000 rows × 2 µs)
    ['Aurora: processors', 49_315.07, 98_630.14], // 8 ÷ (0.073 s ÷ 3,600 ÷ 0.5 ÷ 0.25)
    ['Aurora: memory', 8 / MEMORY_UNITS_OF_ONE, 16 / MEMORY_UNITS_OF_ONE],
    ['Aurora: storage of a cluster', 53_687.09, 53_687.09], // 2⁴⁰ ÷ (10,000 × 2,048)
    // (160 − 44 of the others) ÷ (4 × (0.4 + 1 + 0.5) ÷ 3,600); with a thousand (800 − 44).
    ['Aurora: connections', 54_947.37, 358_105.26],
    ['S3, if all keys began alike', 72_000, null], // 10 × 3,600 ÷ 0.5
    ['Traces of X-Ray', 90_000, null], // 100 ÷ (10 × 2 ÷ 3,600 × 0.1 × 2)
    ['PostgreSQL: `scored_rows`, the largest table', 107_374.18, 107_374.18],
    ['SQS: a month’s statements sent all at once', 216_000, null], // 5 workers × 4 days ÷ 0.8 s ÷ 10
    ['Senders of webhooks', 28_800, 720_000], // 4 ÷ (0.5 × 1 s ÷ 3,600)
    ['CloudFront', 1_800_000, null],
  ];

  it('of each part have a number of agencies', () => {
    const found = new Map(limits(ROUND).map((limit) => [limit.part, limit]));
    expect([...found.keys()].sort()).toEqual(expected.map(([part]) => part).sort());
    for (const [part, agencies, atMost] of expected) {
      expect(found.get(part)?.agencies, part).toBeCloseTo(agencies, 1);
      if (atMost === null) expect(found.get(part)?.agenciesAtMost, part).toBeNull();
      else expect(found.get(part)?.agenciesAtMost, part).toBeCloseTo(atMost, 1);
    }
  });

  it('are sorted by the first to be reached', () => {
    const agencies = limits(ROUND).map((limit) => limit.agencies);
    expect(agencies).toEqual(agencies.toSorted((one, other) => one - other));
  });

  it('of one database are reached with the first of its parts that AWS cannot extend', () => {
    expect(databaseEnd(NO_MEMORY).part).toBe('Aurora: storage of a cluster');
    expect(databaseEnd(NO_MEMORY).agencies).toBeCloseTo(53_687.09, 1);
    expect(databaseEnd(ROUND).part).toBe('Aurora: memory');
  });

  it('of connections compare the allowed number with the need of so many agencies', () => {
    expect(connectionsInAll(ROUND)).toBe(40 + 20 + 16 + 24 + 20);
    expect(connectionsNeeded(ROUND, 0)).toBe(24 + 20);
    expect(connectionsNeeded(ROUND, 54_947.37)).toBeCloseTo(0.8 * 200, 3);
  });
});

/** Guarantee: docs/performance.md states exactly the measured results, and marks every exceeded bar. */

it('is what the bench writes of docs/performance.json to docs/performance.md', async () => {
  const kept = await readResults();
  expect(Object.keys(kept).length).toBeGreaterThan(0);
  expect(readFileSync('docs/performance.md', 'utf8')).toBe(performancePage(kept));
});

const outcome = (ratio: number | null, barMax: number | null) => ({
  what: 'POST | GET',
  measured: '2.00 s',
  compared: '1.00 s',
  ratio,
  barMax,
});

describe('a figure and its bar', () => {
  it.each([
    [1.5, 1.5, 'pass'],
    [1.500001, 1.5, 'over'],
    [0.2, null, ''],
    [null, 1, 'not compared'],
    [Number.NaN, 1, 'over'],
  ])('%s of %s: %s', (ratio, barMax, verdict) => {
    expect(verdictOn({ ratio, barMax })).toBe(verdict);
  });

  it('are shown with two decimals', () => {
    expect(outcomeCells(outcome(1.006, 1))).toEqual(['POST | GET', '1.01', '≤ 1, over', '2.00 s', '1.00 s']);
    expect(outcomeCells(outcome(null, null))).toEqual(['POST | GET', '–', 'not compared', '2.00 s', '1.00 s']);
  });
});

describe('the page', () => {
  const result = (title: string, ...outcomes: readonly ReturnType<typeof outcome>[]): Results[string] => ({
    section: { title, about: 'One against the other.', outcomes },
    machine: 'a machine',
    measuredOn: '2026-11-21',
    seed: 7,
  });
  const page = performancePage({
    one: result('Into the database', outcome(2, 5), outcome(5.5, 5), outcome(9, null)),
    two: result('Reports', outcome(1, 2)),
  });

  it('counts the met bars of each section, and names the worst figure', () => {
    expect(page).toContain('| [Into the database](#into-the-database) | 1 of 2 | POST \\| GET: 5.50 of ≤ 5 |');
    expect(page).toContain('| [Reports](#reports) | 1 of 1 | POST \\| GET: 1.00 of ≤ 2 |');
  });

  it('has each section with its machine, day and seed', () => {
    expect(page).toContain('## Reports\n\nOne against the other. Measured on 2026-11-21, seed 7.\n');
    expect(page.match(/Measured on a machine\./g)).toHaveLength(1);
    expect(page.match(/^\| POST/gm)).toHaveLength(4);
  });
});
