import { expect, it } from 'vitest';
import type { LockedBook, StoredPeriod } from '../../app/ports.ts';
import { rebuildBook } from '../../app/rebuild-book.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';

/**
 * Guarantee: while one month is written later ones are scored, no more than two are being written, and whatever fails, nothing of
 * the book goes on when the rebuild has ended: its transaction is over then.
 */

const MONTHS = ['2025-01', '2025-02', '2025-03', '2025-04', '2025-05'];
const config = statementConfigSchema.parse({
  fileType: 'csv',
  columns: { member_external_id: 'Member', commission_amount: 'Amount' },
});
const EMPTY: Omit<StoredPeriod, 'baselinePeriod'> = {
  lines: [],
  newestFileId: 'file',
  productLine: null,
  rates: [],
  config: { configId: 'config', config },
};

/** A book whose months are written when the test says so. */
function slowBook() {
  const log: string[] = [];
  const unwritten = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  let wake = () => {};
  const book: LockedBook = {
    listOperations: async () => [],
    saveLines: async () => {},
    applyPeriodFiles: async () => {},
    listPeriods: async () => MONTHS,
    async loadPeriod(period) {
      log.push(`load ${period}`);
      return { ...EMPTY, baselinePeriod: MONTHS[MONTHS.indexOf(period) - 1] ?? null };
    },
    loadRecordTotals: async () => [],
    loadPriorRows: async () => new Map(),
    estimatesRates: async () => false,
    saveEstimates: async () => {},
    async savePeriod(period) {
      log.push(`write ${period}`);
      const written = new Promise<void>((resolve, reject) => unwritten.set(period, { resolve, reject }));
      wake();
      await written.finally(() => log.push(`ended ${period}`));
    },
    clearPeriod: async () => {},
  };
  /** The write of a month, once it has begun. */
  async function writeOf(period: string) {
    for (;;) {
      const write = unwritten.get(period);
      if (write !== undefined) return write;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return { book, log, writeOf };
}

it('scores the third month while two are being written, and writes it when the first of them is done', async () => {
  const { book, log, writeOf } = slowBook();
  const rebuilding = rebuildBook(book, '2025-01');
  await writeOf('2025-02');
  const first = await writeOf('2025-01');
  first.resolve();
  await writeOf('2025-03');
  expect(log.indexOf('ended 2025-01')).toBeLessThan(log.indexOf('write 2025-03'));
  expect(log.indexOf('load 2025-02')).toBeLessThan(log.indexOf('ended 2025-01'));
  for (const month of MONTHS.slice(1)) (await writeOf(month)).resolve();
  const rebuilt = await rebuilding;
  expect(rebuilt.map(({ period }) => period)).toEqual(MONTHS);
  expect(log.filter((entry) => entry.startsWith('ended'))).toHaveLength(MONTHS.length);
});

it('ends with the error of a write, after the other write has ended too', async () => {
  const { book, log, writeOf } = slowBook();
  const rebuilding = rebuildBook(book, '2025-01');
  const failed = expect(rebuilding).rejects.toThrow('disk full');
  const second = await writeOf('2025-02');
  (await writeOf('2025-01')).reject(new Error('disk full'));
  second.resolve();
  await failed;
  expect(log.slice(-2).toSorted()).toEqual(['ended 2025-01', 'ended 2025-02']);
  expect(log).not.toContain('write 2025-03');
});

it('ends with the error of a later month only when what is being written has ended', async () => {
  const { book, log, writeOf } = slowBook();
  const broken: LockedBook = {
    ...book,
    loadPeriod: async (period, known) => {
      if (period === '2025-02') throw new Error('connection lost');
      return book.loadPeriod(period, known);
    },
  };
  let isOver = false;
  const rebuilding = rebuildBook(broken, '2025-01').finally(() => {
    isOver = true;
  });
  const failed = expect(rebuilding).rejects.toThrow('connection lost');
  const first = await writeOf('2025-01');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  first.resolve();
  await failed;
  expect(log.at(-1)).toBe('ended 2025-01');
});

it('a write that fails last fails the rebuild', async () => {
  const { book, writeOf } = slowBook();
  const rebuilding = rebuildBook(book, '2025-01');
  const failed = expect(rebuilding).rejects.toThrow('disk full');
  for (const month of MONTHS.slice(0, -1)) (await writeOf(month)).resolve();
  (await writeOf('2025-05')).reject(new Error('disk full'));
  await failed;
});
