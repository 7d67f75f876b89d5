import { expect, it } from 'vitest';
import type { LockedBook, PeriodScoring, StoredPeriod } from '../../app/book/book-ports.ts';
import { rebuildBook } from '../../app/book/rebuild-book.ts';
import type { Period } from '../../core/period.ts';
import { type PeriodOutcome, scoresOf } from '../../core/scoring/score-period.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';

/** Guarantee: a month is scored while earlier months are being written, and the rebuild ends when all are written. */

const MONTHS = ['2025-01', '2025-02', '2025-03', '2025-04', '2025-05'];
const config = statementConfigSchema.parse({
  fileType: 'csv',
  columns: { member_external_id: 'Member', commission_amount: 'Amount' },
});
const EMPTY: Omit<StoredPeriod, 'baselinePeriod'> = {
  lines: [],
  newestFileId: 'file',
  totalsFileIds: new Set(),
  productLine: null,
  rates: [],
  config: { configId: 'config', config },
};

/** A book whose writes end when the test decides. */
function slowBook() {
  const log: string[] = [];
  const writes = Promise.withResolvers<void>();
  const lastScored = Promise.withResolvers<void>();
  async function save(period: Period, scored: PeriodScoring): Promise<PeriodOutcome>;
  async function save(period: Period, scored: null): Promise<null>;
  async function save(period: Period, scored: PeriodScoring | null): Promise<PeriodOutcome | null> {
    if (scored === null) return null;
    const { rollup, events, agentPay } = scoresOf(scored.steps);
    log.push(`scored ${period}`);
    if (period === MONTHS.at(-1)) lastScored.resolve();
    return { rollup, events, agentPay };
  }
  const book: LockedBook = {
    outline: async () => ({ periods: MONTHS, events: [], closed: [], estimatesRates: false }),
    async read(period) {
      log.push(`read ${period}`);
      return { ...EMPTY, baselinePeriod: MONTHS[MONTHS.indexOf(period) - 1] ?? null };
    },
    rows: async () => [],
    earlierRows: async () => [],
    recordTotals: async () => [],
    save,
    unassignedTotals: async () => new Map(),
    saveAdjustments: async () => {},
    written: async () => {
      await writes.promise.finally(() => log.push('written'));
    },
  };
  return { book, log, writes, lastScored: lastScored.promise };
}

it('scores all months before anything is written, and ends when everything is', async () => {
  const { book, log, writes, lastScored } = slowBook();
  const rebuilding = rebuildBook(book, '2025-01');
  await lastScored;
  expect(log).toEqual(MONTHS.flatMap((month) => [`read ${month}`, `scored ${month}`]));
  writes.resolve();
  const rebuilt = await rebuilding;
  expect(log.at(-1)).toBe('written');
  expect(rebuilt.map(({ period }) => period)).toEqual(MONTHS);
});

it('fails when a write fails', async () => {
  const { book, writes, lastScored } = slowBook();
  const failed = expect(rebuildBook(book, '2025-01')).rejects.toThrow('disk full');
  await lastScored;
  writes.reject(new Error('disk full'));
  await failed;
});
