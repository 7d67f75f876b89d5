import { type BenchAccount, startBenchService } from './bench-service.ts';
import { percentile, ratioOfPairs } from './figures.ts';
import { generateBooks } from './generated-book.ts';
import { milliseconds, type Outcome, type Section } from './outcome.ts';

const RUNS = 7;
/** The requests of each account for one 95th percentile. */
const REQUESTS = 100;
const PERIODS = { carriers: 10, periods: 10, firstPeriod: '2025-09' };
const LAST = '2026-06';

const REPORTS = [
  '/v1/home',
  '/v1/changes',
  '/v1/changes?kind=gone',
  '/v1/changes?kind=paid_less',
  '/v1/changes?kind=back',
  '/v1/changes?kind=same',
  `/v1/reports/recoverable?from=${LAST}&to=${LAST}`,
  '/v1/reports/recoverable',
  '/v1/reports/rollup',
  `/v1/reports/attrition?period=${LAST}`,
  `/v1/reports/attrition?period=${LAST}&granularity=year`,
  '/v1/reports/attrition-series?months=36',
  '/v1/reports/cumulative',
  `/v1/reports/data-quality?period=${LAST}`,
  '/v1/reports/carrier-scorecards',
  '/v1/reports/tax-1099?year=2026',
];

/** Measures that reports over rollups do not depend on the number of members. */
export async function measureReports({ large }: { readonly large: number }): Promise<Section> {
  const service = await startBenchService();
  try {
    const small = await service.createAccount('ten thousand member-months');
    await generateBooks(service, small, { ...PERIODS, members: 100 });
    const big = await service.createAccount('ten million member-months');
    await generateBooks(service, big, { ...PERIODS, members: large });
    const outcomes: Outcome[] = [];
    for (const path of REPORTS) {
      await bothP95(big, small, path);
      const found = await ratioOfPairs(RUNS, () => bothP95(big, small, path));
      outcomes.push({
        what: path,
        measured: milliseconds(found.measured),
        compared: milliseconds(found.compared),
        ratio: found.ratio,
        barMax: 1.2,
      });
    }
    return {
      title: 'Reports',
      about: `95th percentile of ${REQUESTS} requests over HTTP, one at a time and the two accounts in turn, with ${(large * 100).toLocaleString('en')} member-months against the same with 10,000; medians of ${RUNS} paired runs. Both accounts have ten carriers with ten periods and share one database.`,
      outcomes,
    };
  } finally {
    await service.close();
  }
}

/**
 * Measures both accounts. They alternate with each request, and so does the order within each pair, because warming up and garbage
 * collection would otherwise slow one of them more than the other.
 */
async function bothP95(big: BenchAccount, small: BenchAccount, path: string): Promise<readonly [number, number]> {
  const timesOfBig: number[] = [];
  const timesOfSmall: number[] = [];
  const inTurn = [
    { account: big, times: timesOfBig },
    { account: small, times: timesOfSmall },
  ];
  for (let request = 0; request < REQUESTS; request++) {
    for (const { account, times } of inTurn) times.push(await requestTime(account, path));
    inTurn.reverse();
  }
  return [percentile(timesOfBig, 0.95), percentile(timesOfSmall, 0.95)];
}

async function requestTime(account: BenchAccount, path: string): Promise<number> {
  const started = performance.now();
  await account.get(path);
  return performance.now() - started;
}
