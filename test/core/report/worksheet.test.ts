import { describe, expect, test } from 'vitest';
import {
  type BookRate,
  type CarrierOwed,
  type EvidenceLine,
  type SheetNameOf,
  type UnderpaidMember,
  worksheetHead,
  worksheetPage,
  worksheetRange,
  worksheetRows,
} from '../../../core/report/owed-worksheet.ts';
import type { WorkbookSheet } from '../../../core/report/workbook-sheet.ts';
import { type WorksheetRow, worksheetLine, worksheetSheets } from '../../../core/report/worksheet-table.ts';
import { flatRate, PLAIN_LINE } from '../../support/plain-inputs.ts';

describe('worksheet', () => {
  /** Returns ten-billionths of a dollar. */
  const exact = (dollars: number) => BigInt(Math.round(dollars * 1e6)) * 10_000n;

  function member(more: Partial<UnderpaidMember> = {}): UnderpaidMember {
    return {
      carrierId: 'summit',
      carrierName: 'Summit',
      workspaceId: 'w1',
      productLine: null,
      period: '2026-02',
      memberRefId: 'ref-1',
      memberExternalId: 'M1',
      memberName: 'Ann Lee',
      policyNumber: 'P1',
      planName: 'Gold',
      expected: exact(50),
      owed: exact(10),
      basis: null,
      claim: null,
      isEstimated: false,
      ...more,
    };
  }

  function line(row: number, dollars: number, more: Partial<EvidenceLine> = {}): EvidenceLine {
    return {
      memberRefId: 'ref-1',
      period: '2026-02',
      ...PLAIN_LINE,
      fileId: 'f1',
      fileName: 'summit.csv',
      sheet: 0,
      row,
      amount: Math.round(dollars * 10_000),
      memberExternalId: 'M1',
      policyRefId: 'p1',
      policyNumber: 'P1',
      ...more,
    };
  }

  function rate(dollars: number, more: Partial<BookRate> = {}): BookRate {
    return {
      carrierId: 'summit',
      workspaceId: null,
      ...flatRate(dollars),
      ...more,
    };
  }

  function carrier(memberMonths: number, more: Partial<CarrierOwed> = {}): CarrierOwed {
    const sums = { members: 1, memberMonths, expected: exact(50), owed: exact(10), estimated: 0n };
    return { carrierId: 'summit', carrierName: 'Summit', ...sums, ...more };
  }

  const RANGE = { from: '2026-02', to: '2026-02' };

  interface Parts {
    readonly members?: readonly UnderpaidMember[];
    readonly lines?: readonly EvidenceLine[];
    readonly rates?: readonly BookRate[];
    readonly carriers?: readonly CarrierOwed[];
    readonly sheetNameOf?: SheetNameOf;
    readonly offset?: number;
  }

  function worksheet({
    members = [member()],
    lines = [line(3, 40)],
    rates = [rate(50)],
    carriers = [carrier(1)],
    sheetNameOf = () => null,
    offset = 0,
  }: Parts) {
    const rows = worksheetRows(rates)(members, { lines, sheetNameOf });
    return worksheetPage(worksheetHead(RANGE, carriers), rows, { limit: 1, offset });
  }

  async function* once<T>(batch: T): AsyncGenerator<T> {
    yield batch;
  }

  /** Returns the rows of the sheets in the order of writing. */
  async function cellsOf(sheets: readonly WorkbookSheet[]) {
    const cells = [];
    for (const sheet of sheets.toReversed()) {
      const rows = [];
      for await (const batch of sheet.batches()) rows.push(...batch);
      cells.unshift(rows);
    }
    return cells;
  }

  const sheetsOf = ({ data, ...head }: ReturnType<typeof worksheet>, rows: readonly WorksheetRow[] = data) =>
    worksheetSheets(head, once(rows));

  /** Returns the rates used for one member, as `value source plan`. */
  const used = (lines: readonly EvidenceLine[], rates: readonly BookRate[]) =>
    worksheet({ lines, rates }).data[0]?.rates.map((one) => `${one.rateValue} ${one.source} ${one.planCode ?? '-'}`);

  test.each([
    ['of two given ends', { from: '2026-01', to: '2026-03' }, { from: '2026-01', to: '2026-03' }],
    ['of no given end, a year up to the latest month', {}, { from: '2025-06', to: '2026-05' }],
    ['of a given end only, a year up to the end', { to: '2026-01' }, { from: '2025-02', to: '2026-01' }],
    ['of a given beginning only, up to the latest month', { from: '2026-05' }, { from: '2026-05', to: '2026-05' }],
    ['of 36 months', { from: '2023-06', to: '2026-05' }, { from: '2023-06', to: '2026-05' }],
  ])('accepts a range %s', (_, requested, range) => {
    expect(worksheetRange(requested, '2026-05')).toEqual(range);
  });

  test.each([
    ['the wrong way round', { from: '2026-02', to: '2026-01' }],
    ['after the latest', { from: '2026-06' }],
    ['37 months', { from: '2023-05' }],
  ])('refuses the range: %s', (_, requested) => {
    expect(worksheetRange(requested, '2026-05')).toMatchObject({ refused: { errors: [{ field: 'from' }] } });
  });

  test('has no range without data, unless both ends are given', () => {
    expect(worksheetRange({}, null)).toBeNull();
    expect(worksheetRange({ from: '2026-01' }, null)).toBeNull();
    expect(worksheetRange({ from: '2026-01', to: '2026-02' }, null)).toEqual({ from: '2026-01', to: '2026-02' });
  });

  test('shows the rate with which owed was evaluated: plan, carrier, book, month', () => {
    const gold = { planCode: 'gold' };
    expect(used([line(2, 40, gold)], [rate(50), rate(60, { planCode: 'GOLD' })])).toEqual(['60 contracted GOLD']);
    expect(used([line(2, 40)], [rate(50), rate(60, { planCode: 'GOLD' })])).toEqual(['50 contracted -']);
    expect(used([line(2, 40, gold)], [rate(50), rate(60, { ...gold, source: 'estimated' })])).toEqual([
      '50 contracted -',
    ]);
    expect(used([line(2, 40)], [rate(20, { source: 'estimated', workspaceId: 'w1' })])).toEqual(['20 estimated -']);
    expect(used([line(2, 40)], [rate(20, { source: 'estimated', workspaceId: 'w2' })])).toEqual([]);
    expect(used([line(2, 40)], [rate(50, { carrierId: 'amberly' })])).toEqual([]);
    expect(used([line(2, 40)], [rate(50, { effectiveFrom: '2026-02-02' }), rate(45)])).toEqual(['45 contracted -']);
  });

  test('shows each rate of several policies once, and none for a policy with chargebacks only', () => {
    const silver = { policyRefId: 'p2', policyNumber: 'P2', planCode: 'SILVER' };
    const bronze = { policyRefId: 'p3', policyNumber: 'P3', planCode: 'BRONZE' };
    const lines = [
      line(2, 20, { planCode: 'GOLD' }),
      line(3, 10, silver),
      line(4, -5, bronze),
      line(5, 1, { policyRefId: 'p4' }),
    ];
    const rates = [rate(50), rate(30, { planCode: 'SILVER' }), rate(9, { planCode: 'BRONZE' })];
    expect(used(lines, rates)).toEqual(['50 contracted -', '30 contracted SILVER']);
  });

  test('shows the paid rows as evidence in order, by file and sheet, with ranges in words', () => {
    const report = worksheet({
      lines: [
        line(9, 1),
        line(7, 0),
        line(8, 1),
        line(3, 1),
        line(4, -1),
        line(2, 1, { sheet: 1 }),
        line(12, 1, { fileId: 'f2', fileName: 'second.xlsx' }),
        line(13, 1, { fileId: 'f2', fileName: 'second.xlsx' }),
        line(2, 1, { fileId: 'f2', fileName: 'second.xlsx', sheet: 1 }),
        line(5, 1, { memberRefId: 'ref-2' }),
        line(6, 1, { period: '2026-03' }),
      ],
      sheetNameOf: (fileId, sheet) => (fileId === 'f2' ? (['Detail', 'Bonus "B"'][sheet] ?? null) : null),
    });
    const evidence = report.data.map((row) => row.evidence);
    expect(evidence).toEqual([
      [
        { fileId: 'f1', fileName: 'summit.csv', sheet: 1, sheetName: null, rowNumbers: [3, 7, 8, 9] },
        { fileId: 'f1', fileName: 'summit.csv', sheet: 2, sheetName: null, rowNumbers: [2] },
        { fileId: 'f2', fileName: 'second.xlsx', sheet: 1, sheetName: 'Detail', rowNumbers: [12, 13] },
        { fileId: 'f2', fileName: 'second.xlsx', sheet: 2, sheetName: 'Bonus "B"', rowNumbers: [2] },
      ],
    ]);
    expect(report.data.map((row) => worksheetLine(row).evidence)).toEqual([
      'summit.csv rows 3, 7-9; summit.csv Sheet 2 row 2; second.xlsx Sheet "Detail" rows 12, 13; second.xlsx Sheet "Bonus "B"" row 2',
    ]);
  });

  test('shows expected less owed as actual, with exact sums that are rounded once', () => {
    const third = { expected: exact(33.335), owed: exact(0.335) };
    const report = worksheet({
      members: [member(third), member({ ...third, memberRefId: 'ref-2' })],
      carriers: [
        carrier(2, { members: 2, expected: exact(66.67), owed: exact(0.67), estimated: exact(0.67) }),
        carrier(1, { carrierId: 'b', expected: exact(1.005), owed: exact(0.995) }),
      ],
    });
    expect(report.data[0]).toMatchObject({ expected: 33.34, actual: 33, difference: 0.34 });
    // 66.67 + 1.005 = 67.675, 0.67 + 0.995 = 1.665, and 67.675 − 1.665 = 66.01.
    expect(report.totals).toEqual({
      ...{ members: 3, memberMonths: 3, expected: 67.68, actual: 66.01, difference: 1.67 },
      differenceEstimated: 0.67,
    });
    expect(report.byCarrier[1]).toMatchObject({ expected: 1.01, actual: 0.01, difference: 1 });
  });

  test('says on a page whether more rows follow, with the totals of all rows', async () => {
    expect(worksheet({})).toMatchObject({ truncated: false, pagination: { limit: 1, offset: 0, hasMore: false } });
    const carriers = [carrier(7_000, { owed: exact(70_000), expected: exact(350_000) })];
    const first = worksheet({ carriers });
    expect(first).toMatchObject({ truncated: true, totals: { memberMonths: 7_000, difference: 70_000 } });
    expect(first.pagination).toEqual({ limit: 1, offset: 0, hasMore: true });
    expect(first.data).toHaveLength(1);
    const last = worksheet({ carriers, offset: 6_999 });
    expect(last).toMatchObject({ truncated: false, pagination: { offset: 6_999, hasMore: false } });
    const [summary] = await cellsOf(sheetsOf(first));
    expect(summary?.at(-1)).toEqual(['The sheet Underpaid lists 1 of 7000 rows; the totals hold all.']);
  });

  test('writes sheets with carriers and their total, then every row under its own column', async () => {
    const sheets = sheetsOf(
      worksheet({
        rates: [rate(0.05, { rateType: 'percent_of_premium', planCode: 'G', state: 'TX', tier: 'renewal' })],
        lines: [line(3, 40, { planCode: 'G', state: 'TX', effectiveDate: '2020-01-01' })],
      }),
    );
    const [summary, cells] = await cellsOf(sheets);
    const rows = { columns: sheets[1]?.columns ?? [], rows: cells };
    expect(summary).toEqual([
      ['Summit', '2026-02', 1, 1, 50, 40, 10, 0],
      ['Total', '2026-02', 1, 1, 50, 40, 10, 0],
    ]);
    const titles = rows.columns.map(({ title }) => title);
    expect(Object.fromEntries(titles.map((title, index) => [title, rows.rows?.[0]?.[index]]))).toEqual({
      Carrier: 'Summit',
      Period: '2026-02',
      'Member ID': 'M1',
      Member: 'Ann Lee',
      Policy: 'P1',
      Plan: 'Gold',
      Expected: 50,
      Actual: 40,
      Difference: 10,
      Certainty: 'certain',
      'Rate used': '5 % of the premium, contracted, plan G, renewal, TX',
      Evidence: 'summit.csv row 3',
      Reference: 'ref-1',
      'Carrier reference': 'summit',
      'Workspace reference': 'w1',
    });
  });
});
