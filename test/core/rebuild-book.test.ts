import { expect, it } from 'vitest';
import type { LockedBook, StoredPeriod } from '../../app/book/book-ports.ts';
import { rebuildBook } from '../../app/book/rebuild-book.ts';
import { scoresOf } from '../../core/scoring/score-period.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';

/**
 * Guarantee: months are scored one after the other while those before them are being written and the next is read, and the
 * rebuild ends when all are written.
 */

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

/** A book whose writes end when the test says so. */
function slowBook() {
  const log: string[] = [];
  const writes = Promise.withResolvers<void>();
  const lastScored = Promise.withResolvers<void>();
  const book: LockedBook = {
    listOperations: async () => [],
    saveLines: async () => {},
    applyPeriodFiles: async () => {},
    listPeriods: async () => MONTHS,
    readAhead: (period) => {
      log.push(`read ${period}`);
    },
    async loadPeriod(period) {
      log.push(`load ${period}`);
      return { ...EMPTY, baselinePeriod: MONTHS[MONTHS.indexOf(period) - 1] ?? null };
    },
    loadRecordTotals: async () => [],
    loadEarlierTotals: async () => [],
    loadBaseline: async () => [],
    loadEarlierRows: async () => [],
    loadCarrierEvents: async () => [],
    estimatesRates: async () => false,
    saveEstimates: async () => {},
    async savePeriod(period, { steps }) {
      const { rollup, events } = scoresOf(steps);
      log.push(`scored ${period}`);
      if (period === MONTHS.at(-1)) lastScored.resolve();
      return { rollup, events };
    },
    written: async () => {
      await writes.promise.finally(() => log.push('written'));
    },
    listClosed: async () => [],
    saveAdjustments: async () => {},
    clearPeriod: async () => {},
  };
  return { book, log, writes, lastScored: lastScored.promise };
}

it('scores all months while nothing is written yet, and ends when everything is', async () => {
  const { book, log, writes, lastScored } = slowBook();
  const rebuilding = rebuildBook(book, '2025-01');
  await lastScored;
  expect(log).toEqual(
    MONTHS.flatMap((month, index) => {
      const next = MONTHS[index + 1];
      return [`load ${month}`, ...(next === undefined ? [] : [`read ${next}`]), `scored ${month}`];
    }),
  );
  writes.resolve();
  const rebuilt = await rebuilding;
  expect(log.at(-1)).toBe('written');
  expect(rebuilt.map(({ period }) => period)).toEqual(MONTHS);
});

it('a write that fails fails the rebuild', async () => {
  const { book, writes, lastScored } = slowBook();
  const failed = expect(rebuildBook(book, '2025-01')).rejects.toThrow('disk full');
  await lastScored;
  writes.reject(new Error('disk full'));
  await failed;
});
