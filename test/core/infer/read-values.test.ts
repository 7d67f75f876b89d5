import { describe, expect, it, test } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import type { Cell } from '../../../core/statement/source.ts';
import { csv, mapped, number, sheet, table, workbook } from '../statement/statements.ts';

/** Guarantee: dates and ids are recognised by their values. */
describe('read values', () => {
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
      expect(notes.filter((note) => /date/i.test(note))).toEqual([
        expect.stringMatching(`^Dates are mixed: .*${words}`),
      ]);
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
});

/** Guarantee: a column that looks like the paid premium, or like the paid month, is read as such only where the rows confirm it. */
describe('yearly premium', () => {
  const ANNUAL = 1200;

  function infer(header: string, rowOf: (at: number) => string) {
    const rows = Array.from({ length: 12 }, (_, at) => `M${at}17|LEE ANN ${String.fromCharCode(65 + at)}|${rowOf(at)}`);
    return inferConfig(csv(table(`Member ID|Member Name|${header}\n${rows.join('\n')}`)));
  }

  const money = (dollars: number) => dollars.toFixed(2);

  describe('a premium of a year', () => {
    it.each(['Annual Premium', 'Annualized Premium', 'Annualized Prem', 'Ann. Premium', 'Yearly Premium'])(
      '"%s" is no paid premium where a month is paid',
      (name) => {
        const { config, unmapped } = infer(`${name}|Rate|Commission`, (at) => {
          const premium = ANNUAL + 120 * at;
          return `${money(premium)}|10%|${money(premium / 120)}`;
        });
        expect(config.columns).toMatchObject({ commission_amount: 'Commission', rate: 'Rate' });
        expect(config.columns.premium_amount).toBeUndefined();
        expect(unmapped.map(({ header }) => header)).toContain(name);
      },
    );

    it('gives way to the premium of the month beside it', () => {
      const { config } = infer('Annual Premium|Modal Premium|Rate|Commission', (at) => {
        const premium = ANNUAL + 120 * at;
        return `${money(premium)}|${money(premium / 12)}|10%|${money(premium / 120)}`;
      });
      expect(config.columns.premium_amount).toBe('Modal Premium');
    });

    it('counter-case: is the paid premium where the policy is paid by the year', () => {
      const { config } = infer('Annual Premium|Rate|Commission', (at) => {
        const premium = ANNUAL + 37.5 * at;
        return `${money(premium)}|12.5%|${money(premium * 0.125)}`;
      });
      expect(config.columns.premium_amount).toBe('Annual Premium');
    });

    it('counter-case: is no paid premium where no rate says what is paid of it', () => {
      const { config } = infer('Annual Premium|Commission', (at) => `${money(ANNUAL + at)}|${money(120 + at / 10)}`);
      expect(config.columns.premium_amount).toBeUndefined();
    });
  });

  describe('an effective date that is the same in every row', () => {
    const inferPaidTo = (paidTo: string) =>
      infer(
        'Eff Date|Paid To Date|Premium|Commission',
        (at) => `04/01/2024|${paidTo}|${money(30 + at)}|${money(3 + at / 10)}`,
      );

    it('is an effective date where premiums are paid to a much later month', () => {
      expect(inferPaidTo('03/01/2026').config.columns).toMatchObject({ effective_date: 'Eff Date' });
    });

    it('counter-case: is the month that is paid where they are paid to the next one', () => {
      expect(inferPaidTo('05/01/2024').config.columns).toMatchObject({ coverage_month: 'Eff Date' });
    });
  });
});
