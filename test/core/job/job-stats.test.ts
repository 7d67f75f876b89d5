import { describe, expect, it } from 'vitest';
import { jobStats, reconcileStatedTotal } from '../../../core/job/job-stats.ts';
import { repeatedWarnings, severalReplacedWarning, severalRetractedWarning } from '../../../core/job/period-files.ts';
import { moneyFromDecimal } from '../../../core/money.ts';
import { emptyRollup } from '../../../core/scoring/period-sums.ts';
import type { MappedStatement } from '../../../core/statement/line.ts';
import { line } from '../../support/book-model-cases.ts';
import { bookLines } from '../../support/scored-book-lines.ts';

/** Guarantee: the figures of a job account for every row of its file, and a warning reports a different stated total. */

const SKIPPED_ONE_OF_EACH = {
  blank: 1,
  totals: 1,
  repeatedHeader: 1,
  pattern: 1,
  filtered: 1,
  ignoredType: 1,
  title: 1,
  groupRow: 1,
  outsidePeriod: 1,
  otherSheet: 1,
};

const NONE = { count: 0, gross: 0, chargebackAmount: 0 };

const mapped: MappedStatement = {
  headers: ['Member', 'Amount'],
  sheets: [],
  lines: bookLines('file', [line('A', '1'), line('B', '2')]),
  unassigned: [],
  failures: [{ sheet: 0, row: 9, errors: ['Amount is blank.'], cells: [] }],
  skipped: SKIPPED_ONE_OF_EACH,
  rowWarnings: [],
  rowWarningCount: 0,
  printedTotal: null,
  unreadSheets: [],
  leftOut: [],
  warnings: [],
};

describe('the figures of a job', () => {
  it('account for every row of the file: ingested, skipped or failed', () => {
    expect(jobStats(mapped, null, NONE)).toMatchObject({
      rowsTotal: 13,
      rowsIngested: 2,
      rowsSkipped: 10,
      rowsFailed: 1,
    });
  });

  it('count rows with money but no member separately from lines and failures', () => {
    const bonus = {
      sheet: 0,
      row: 10,
      amount: 250_000,
      kind: 'bonus',
      text: 'Bonus',
      isCounted: true,
      agentId: null,
      agentName: null,
      coverageMonth: null,
    } as const;
    expect(jobStats({ ...mapped, unassigned: [bonus] }, null, NONE)).toMatchObject({
      rowsTotal: 14,
      rowsIngested: 2,
      rowsUnassigned: 1,
      rowsFailed: 1,
    });
  });

  it('count the unreadable optional values of rows', () => {
    expect(jobStats({ ...mapped, rowWarningCount: 1500 }, null, NONE)).toMatchObject({ rowWarnings: 1500 });
  });

  it('show the period in dollars and cents', () => {
    const rollup = {
      ...emptyRollup(),
      memberCount: 4,
      green: 1,
      yellow: 2,
      red: 3,
      new: 5,
      reappeared: 6,
      gross: 1_400_050,
      chargebackCount: 1,
      chargebackAmount: 500_000,
      commissionOwed: 100_050_000_000n,
      commissionOwedEstimated: 40_000_000_000n,
    };
    expect(jobStats(null, rollup, { count: 2, gross: 250_000, chargebackAmount: 100_050 })).toEqual({
      members: 4,
      green: 1,
      yellow: 2,
      red: 3,
      new: 5,
      reappeared: 6,
      commissionTotal: 105,
      unassignedCount: 2,
      unassignedAmount: 15,
      chargebackCount: 1,
      chargebackAmount: 50,
      commissionOwed: 10.01,
      commissionOwedEstimated: 4,
    });
  });

  it('are zeros for a retracted period', () => {
    const stats = jobStats(null, null, NONE);
    expect(Object.keys(stats).length).toBe(13);
    expect(Object.values(stats).every((value) => value === 0)).toBe(true);
  });
});

describe('the stated total', () => {
  const linesOf = (...amounts: string[]) =>
    amounts.map((amount) => ({ amount: moneyFromDecimal(amount) ?? Number.NaN }));

  it.each([
    ['equal', '100', ['150', '-50']],
    ['less by half a percent', '100', ['99.5']],
    ['more by half a percent', '100', ['100.5']],
    ['half a percent that falls between ten-thousandths', '3.0001', ['3.0151']],
    ['off by a cent where half a percent is less', '1', ['1.01']],
    ['negative, off by half a percent', '-100', ['-100.5']],
    ['zero, off by a cent', '0', ['0.01']],
    ['not given', null, ['5']],
  ])('%s: causes no message', (_case, stated, amounts) => {
    expect(reconcileStatedTotal(stated, linesOf(...amounts))).toEqual({ stats: {}, warnings: [] });
  });

  it.each([
    [
      'less by more than half a percent',
      '100',
      ['150', '-50.5001'],
      { statedTotal: 100, ingestedTotal: 99.5, variance: -0.5 },
    ],
    [
      'more by more than half a percent',
      '100',
      ['100.5001'],
      { statedTotal: 100, ingestedTotal: 100.5, variance: 0.5 },
    ],
    [
      'off by more than a cent where half a percent is less',
      '1',
      ['1.0101'],
      { statedTotal: 1, ingestedTotal: 1.01, variance: 0.01 },
    ],
    [
      'more than half a percent that falls between ten-thousandths',
      '3.0001',
      ['3.0152'],
      { statedTotal: 3, ingestedTotal: 3.02, variance: 0.02 },
    ],
    [
      'negative, off by more than half a percent',
      '-100',
      ['-101'],
      { statedTotal: -100, ingestedTotal: -101, variance: -1 },
    ],
    ['without ingested lines', '12.34', [], { statedTotal: 12.34, ingestedTotal: 0, variance: -12.34 }],
  ])('%s: causes a warning and three figures', (_case, stated, amounts, stats) => {
    const reconciled = reconcileStatedTotal(stated, linesOf(...amounts));
    expect(reconciled.stats).toEqual(stats);
    expect(reconciled.warnings.map(({ code }) => code)).toEqual(['statement_total_variance']);
  });

  it('has its difference and direction in the message', () => {
    const [warning] = reconcileStatedTotal('100', linesOf('90')).warnings;
    expect(warning?.detail).toBe('The carrier states $100.00, the lines add up to $90.00: 10.00 less.');
  });

  it('says more, with two places, when the lines add up to more than is stated', () => {
    const [warning] = reconcileStatedTotal('100', linesOf('110.5')).warnings;
    expect(warning?.detail).toBe('The carrier states $100.00, the lines add up to $110.50: 10.50 more.');
  });
});

/** Guarantee: the warnings of a job name the files that it replaces, retracts or repeats. */

describe('the warning about several files', () => {
  it('is absent when a retraction or a replacement concerns one file or none', () => {
    for (const names of [[], ['a.csv']]) {
      expect(severalRetractedWarning(names)).toEqual([]);
      expect(severalReplacedWarning(names)).toEqual([]);
    }
  });

  it('names each file that a retraction takes back, and the parameter that takes back one', () => {
    expect(severalRetractedWarning(['a.csv', 'b.csv'])).toEqual([
      {
        code: 'several_files_retracted',
        detail:
          'This takes back all 2 files of the month: "a.csv", "b.csv". To take back only one of several files, send only=true.',
      },
    ]);
  });

  it('names each file that an upload replaces, and the parameter that replaces one', () => {
    expect(severalReplacedWarning(['a.csv', 'b.csv'])).toEqual([
      {
        code: 'several_files_replaced',
        detail:
          'This upload replaces 2 files of the month: "a.csv", "b.csv". To replace only one of several files, send its id as replaceFileId.',
      },
    ]);
  });
});

describe('the warning about a repeated statement', () => {
  it('is absent when nothing is repeated', () => {
    expect(repeatedWarnings(null)).toEqual([]);
  });

  it.each([
    [true, 'The file is the same, byte for byte, as "jan.csv" of Jan 2026. Has it been sent again by mistake?'],
    [
      false,
      'The lines have the same members, policies, amounts and dates as those of Jan 2026 ("jan.csv"), although the file differs. Has it been sent again by mistake?',
    ],
  ])('with sameBytes %s tells bytes from lines, with the file and its month', (sameBytes, detail) => {
    expect(repeatedWarnings({ sameBytes, period: '2026-01', fileName: 'jan.csv' })).toEqual([
      { code: 'duplicate_content', detail },
    ]);
  });
});
