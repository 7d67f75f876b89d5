import { describe, expect, test } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import type { Cell } from '../../../core/statement/source.ts';
import { csv, mapped, number, sheet, table, workbook } from '../statement/statements.ts';

/** Guarantee: dates and ids are recognised by their values. */

const HEADER = ['Member ID', 'Member Name', 'Effective Date', 'Commission', 'Agent'];
const dated = (cell: (index: number) => Cell) =>
  workbook(
    sheet('Detail', [
      HEADER,
      ...['Ann Lee', 'Bob Ray', 'Cy Foe'].map((name, at) => [`M100${at}`, name, cell(at), '5.00', 'DOE']),
    ]),
  );

describe('dates', () => {
  test('may be numbers like 20240315 in a workbook', () => {
    const source = dated((at) => number(20_240_315 + at));
    const { config } = inferConfig(source);
    expect(config.columns.effective_date).toBe('Effective Date');
    const { lines, warnings } = mapped(source, config);
    expect(lines.map(({ effectiveDate }) => effectiveDate)).toEqual(['2024-03-15', '2024-03-16', '2024-03-17']);
    expect(warnings).toEqual([]);
  });

  test('are not numbers of eight digits that name no day', () => {
    expect(inferConfig(dated((at) => number(20_249_915 + at))).config.columns.effective_date).toBeUndefined();
  });

  test.each([
    [['03/04/2026', '15/06/2026', '12/31/2026'], 'MDY', 'month/day/year was assumed'],
    [['15/04/2026', '15/06/2026', '12/31/2026'], 'DMY', 'day/month/year was assumed'],
  ])('in two orders (%j) get one note and low confidence', (dates, order, words) => {
    const { config, confidence, notes } = inferConfig(dated((at) => dates[at] ?? ''));
    expect(config.dates.order).toBe(order);
    expect(confidence).toBeLessThan(0.8);
    expect(notes.filter((note) => /date/i.test(note))).toEqual([expect.stringMatching(`^Dates are mixed: .*${words}`)]);
  });
});

describe('members with one of two ids', () => {
  const lines = (medicare: string, rows: readonly string[]) =>
    csv(table([`Agent Name | Member Name | ${medicare} | Policy Number | Commission`, ...rows].join('\n')));

  test('are identified by a second id of their own before the policy number, which every row has', () => {
    const source = lines('MedicareID | AARP Member ID', [
      'DOE | Ann Lee | 1EG4TE5MK73 |  | P-1001 | 25.50',
      'DOE | Bob Ray |  | 0123456789 | P-1002 | 12.00',
      'DOE | Cy Foe | 1EG4TE5MK74 |  | P-1003 | 31.25',
    ]);
    const { config, notes } = inferConfig(source);
    expect(config.columns.member_external_id).toEqual({ firstFilled: ['MedicareID', 'AARP Member ID'] });
    expect(config.columns.policy_number).toBe('Policy Number');
    expect(notes).toContain('"MedicareID" is blank in some rows; "AARP Member ID" is the id there.');
    expect(mapped(source, config).lines.map(({ memberExternalId }) => memberExternalId)).toEqual([
      '1EG4TE5MK73',
      '0123456789',
      '1EG4TE5MK74',
    ]);
  });

  test('are identified by the policy number if the second id is blank too', () => {
    const { config } = inferConfig(
      lines('MedicareID | AARP Member ID', [
        'DOE | Ann Lee | 1EG4TE5MK73 |  | P-1001 | 25.50',
        'DOE | Bob Ray | 1EG4TE5MK74 |  | P-1002 | 12.00',
        'DOE | Cy Foe | 1EG4TE5MK75 |  | P-1003 | 31.25',
        'DOE | Di Poe |  | 0123456789 | P-1004 | 12.00',
        'DOE | Ed Roe |  |  | P-1005 | 31.25',
      ]),
    );
    expect(config.columns.member_external_id).toEqual({ firstFilled: ['MedicareID', 'Policy Number'] });
  });
});

describe('marks that only a number format shows', () => {
  test('are read by the rule of marks: CR beside DR is pay', () => {
    const cells = [10, 20, -5, 40].map((value) => number(value, '0.00" Cr";0.00" Dr"'));
    const source = workbook(
      sheet('Detail', [
        HEADER,
        ...['Ann Lee', 'Bob Ray', 'Cy Foe', 'Di Poe'].map((name, at) => [
          `M100${at}`,
          name,
          '2026-01-01',
          cells[at] ?? '',
          'DOE',
        ]),
      ]),
    );
    const { config, notes } = inferConfig(source);
    expect(config.amounts.creditDebitMark).toBe('cr_positive');
    expect(notes).toContain('Amounts marked CR were taken as paid to the agency, DR or DB as taken back.');
    expect(mapped(source, config).lines.map(({ amount }) => amount / 10_000)).toEqual([10, 20, -5, 40]);
  });
});
