import { type BenchAccount, type BenchService, startBenchService } from './bench-service.ts';
import { pairedRatio } from './figures.ts';
import { openPsql } from './ingest.ts';
import { milliseconds, type Outcome, type Section } from './outcome.ts';
import { generateBooks } from './reports.ts';

const RUNS = 7;
const BAR = 3;
const [FROM, TO] = ['2026-05', '2026-06'] as const;

/** Compares two months of a book, of usual and of very large size, with the join that every comparison needs. */
export async function measureComparison({ large }: { readonly large: number }): Promise<Section> {
  const service = await startBenchService();
  try {
    const usual = await compareBook(service, Math.min(40_000, large));
    const largest = await compareBook(service, large);
    const memory: Outcome = {
      what: 'memory in use at its peak, of the larger',
      measured: mebibytes(largest.peakBytes),
      compared: mebibytes(usual.peakBytes),
      ratio: largest.peakBytes / usual.peakBytes,
      barMax: null,
    };
    return {
      title: 'Comparisons',
      about: `GET /v1/comparisons of a month with the month before over HTTP: everybody's status counted, and a page of 50. Compared with psql's time for a full hash join of the same rows, of which it takes the count and the sums. Medians of ${RUNS} paired runs.`,
      outcomes: [usual.outcome, largest.outcome, memory],
    };
  } finally {
    await service.close();
  }
}

async function compareBook(
  service: BenchService,
  members: number,
): Promise<{ readonly outcome: Outcome; readonly peakBytes: number }> {
  const account = await service.createAccount(`${members} members`);
  await generateBooks(service, account, { carriers: 1, periods: 2, members, firstPeriod: FROM });
  const psql = await openPsql(service);
  const compare = () => timed(() => account.get(`/v1/comparisons?from=${FROM}&to=${TO}`));
  const join = () => timed(() => psql(hashJoin(account)));
  const peakBytes = await peakOf(compare);
  await join();
  const found = await pairedRatio(RUNS, compare, join);
  const outcome = {
    what: `${members.toLocaleString('en')} members`,
    measured: milliseconds(found.measured),
    compared: milliseconds(found.compared),
    ratio: found.ratio,
    barMax: BAR,
  };
  return { outcome, peakBytes };
}

/** The rows of both months that a comparison selects. */
function hashJoin({ accountId }: BenchAccount): readonly string[] {
  const side = (period: string) =>
    `(select member_ref_id, commission_amount from scored_rows where account_id = '${accountId}' and period = '${period}' and status <> 'red')`;
  return [
    'set enable_mergejoin = off',
    `select count(*), sum(f.commission_amount), sum(t.commission_amount) from ${side(FROM)} f full join ${side(TO)} t using (member_ref_id)`,
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Returns the peak memory of the process, sampled every few milliseconds. It includes garbage that is not yet collected. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const look = setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    peak = Math.max(peak, heapUsed + external);
  }, 5);
  await work();
  clearInterval(look);
  return peak;
}

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
