import { describe, expect, it, test } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import type { Cell, StatementSource } from '../../../core/statement/source.ts';
import { csv, mapped, number, sheet, table, workbook } from '../statement/statements.ts';

/** Guarantee: a mark for chargebacks without a minus is applied, or a note says that it was not, with low confidence. */
describe('sign rule', () => {
  const MEMBERS = ['Ann Lee', 'Bob Ray', 'Cy Foe', 'Di Poe', 'Ed Roe', 'Fay Moe'];

  function read(source: StatementSource) {
    const { config, confidence, notes } = inferConfig(source);
    const { lines, failures } = mapped(source, config);
    return {
      config,
      confidence,
      notes: notes.join('\n'),
      failures,
      amounts: lines.map(({ amount }) => amount / 10_000),
    };
  }

  function marked(header: string, [paid, takenBack]: readonly [string, string], chargeback = '30.00') {
    const rows = ['50.00', '40.00', chargeback, '35.00'].map((amount, index) => {
      const mark = amount === chargeback ? takenBack : paid;
      return ['M100', index, ` | ${MEMBERS[index]} | ${amount} | ${mark} | Renewal | DOE`].join('');
    });
    return csv(table([`Member ID | Member Name | Commission | ${header} | Type | Agent`, ...rows].join('\n')));
  }

  const MARKERS = [
    ['D/C', ['C', 'D']],
    ['Debit/Credit', ['Credit', 'Debit']],
    ['CR/DR', ['CR', 'DR']],
    ['Entry', ['Credit', 'Debit']],
    ['Sign', ['+', '-']],
    ['Reversal', ['N', 'Y']],
    ['Chargeback', ['N', 'Y']],
    ['Chargeback Flag', ['', 'X']],
    ['Is Clawback', ['False', 'True']],
    ['Charge Back', ['0', '1']],
  ] as const;

  describe.each(MARKERS)('a column %s of %j', (header, marks) => {
    test('separates pay from chargebacks if the amounts have no signs, as a guess with a note', () => {
      const { config, confidence, notes, failures, amounts } = read(marked(header, marks));
      expect({ amounts, failures }).toEqual({ amounts: [50, 40, -30, 35], failures: [] });
      expect(config).toMatchObject({ sign: 'by_type', columns: { transaction_type: header } });
      expect(confidence).toBeLessThanOrEqual(0.7);
      expect(notes).toContain(`"${header}"`);
      expect(notes).toContain('"Type" is not read for it');
    });

    test('changes nothing if the amounts have their minus', () => {
      const { config, confidence, amounts } = read(marked(header, marks, '-30.00'));
      expect({ amounts, sign: config.sign }).toEqual({ amounts: [50, 40, -30, 35], sign: 'signed' });
      expect(config.columns.transaction_type).toBe('Type');
      expect(confidence).toBeGreaterThanOrEqual(0.8);
    });
  });

  describe('marks that contradict the amounts', () => {
    test('are named and not applied, with low confidence', () => {
      const rows = `Member ID | Member Name | Commission | D/C | Agent
      M1001 | Ann Lee | 50.00 | C | DOE
      M1002 | Bob Ray | -40.00 | C | DOE
      M1003 | Cy Foe | 30.00 | D | DOE`;
      const { config, confidence, notes } = read(csv(table(rows)));
      expect(config.sign).toBe('signed');
      expect(confidence).toBeLessThan(0.8);
      expect(notes).toContain('"D/C" marks 1 of the sampled rows as taken back');
    });

    test('include a column that marks every row', () => {
      const rows =
        'Member ID | Member Name | Commission | D/C\nM1001 | Ann Lee | 50.00 | D\nM1002 | Bob Ray | 40.00 | D';
      expect(read(csv(table(rows))).confidence).toBeLessThan(0.8);
    });

    test('include types that contradict the amounts', () => {
      const rows = `Member ID | Member Name | Commission | Type | Agent
      M1001 | Ann Lee | 50.00 | Renewal | DOE
      M1002 | Bob Ray | -40.00 | Chargeback | DOE
      M1003 | Cy Foe | 30.00 | Chargeback | DOE`;
      expect(read(csv(table(rows))).confidence).toBeLessThan(0.8);
    });

    test.each([
      ['Class', ['C', 'D']],
      ['Part C/D', ['C', 'D']],
      ['CMS New', ['N', 'Y']],
      ['Chargeback Eligible', ['N', 'Y']],
      ['Term Date', ['', '-']],
      ['Prefix', ['', 'DR']],
    ] as const)('%s of %j marks nothing', (header, marks) => {
      const { config, confidence } = read(marked(header, marks));
      expect(config.sign).toBe('signed');
      expect(confidence).toBeGreaterThanOrEqual(0.8);
    });
  });

  describe('amounts under a heading of chargebacks', () => {
    const block = (index: number, amount: string) => [`M10${index}`, MEMBERS[index] ?? '', amount, 'DOE'];
    const blocks = (heading: string, sign: string) =>
      csv([
        ['Member ID', 'Member Name', 'Commission', 'Agent'],
        ['RENEWALS'],
        ...[0, 1, 2].map((index) => block(index, '40.00')),
        [heading],
        ...[3, 4].map((index) => block(index, `${sign}30.00`)),
        ['NEW BUSINESS'],
        block(5, '20.00'),
      ]);

    test.each(['CHARGEBACKS', 'Charge Backs', 'Commission Chargebacks', 'RECOUPMENTS', 'Reversals'])(
      'get a note under %s if they have no minus, because they would be added as pay',
      (heading) => {
        const { confidence, notes } = read(blocks(heading, ''));
        expect(confidence).toBeLessThan(0.8);
        expect(notes).toContain(`Amounts under "${heading}" carry no minus sign and would be added as pay`);
      },
    );

    test('keep their minus, and a heading of both kinds says nothing', () => {
      expect(read(blocks('CHARGEBACKS', '-')).confidence).toBeGreaterThanOrEqual(0.8);
      expect(read(blocks('Renewals & Chargebacks', '')).confidence).toBeGreaterThanOrEqual(0.8);
    });

    test('belong to the next heading from there on', () => {
      const rows = [
        ...[['Member ID', 'Member Name', 'Commission', 'Agent'], ['CHARGEBACKS']],
        ...[0, 1].map((index) => block(index, '-40.00')),
        ['Total Chargebacks', '', '-80.00'],
        ['RENEWALS'],
        ...[2, 3, 4].map((index) => block(index, '30.00')),
      ];
      expect(read(csv(rows)).confidence).toBeGreaterThanOrEqual(0.8);
    });

    const lines = (from: number, amount: string) =>
      table(
        [
          'Member ID | Member Name | Commission | Agent',
          ...[0, 1, 2].map((index) => `M10${from + index} | ${MEMBERS[from + index]} | ${amount} | DOE`),
        ].join('\n'),
      );

    test('may be a whole sheet without a minus', () => {
      const sheets = (amount: string) =>
        workbook(
          sheet('New', lines(0, '50.00')),
          sheet('Renewals', lines(1, '40.00')),
          sheet('Chargebacks', lines(2, amount)),
        );
      const unsigned = read(sheets('30.00'));
      expect(unsigned.confidence).toBeLessThan(0.8);
      expect(unsigned.notes).toContain('Amounts under "Chargebacks" carry no minus sign and would be added as pay');
      expect(read(sheets('-30.00')).confidence).toBeGreaterThanOrEqual(0.8);
    });
  });

  describe('words for money that goes back, and no amount with a minus', () => {
    const statement = (word: string, { header = 'Type', more = '', rest = ['', '', '', ''], last = '' } = {}) =>
      csv(
        table(
          [
            `Member ID | Member Name | Commission | ${header} | Agent${more}`,
            ...['50.00', '40.00', '30.00', '35.00'].map((amount, row) => {
              const text = row === 2 ? word : header === 'Type' ? 'Renewal' : '';
              return `M100${row} | ${MEMBERS[row]} | ${amount} | ${text} | DOE${rest[row]}`;
            }),
            ...(last === '' ? [] : [last]),
          ].join('\n'),
        ),
      );

    test.each([
      'Refund',
      'Return Premium',
      'Cancellation',
      'Void',
      'NSF',
      'Recovery',
      'Unearned Commission',
      'Credit Note',
    ])('"%s" is taken back, as a guess with a note', (word) => {
      const { config, confidence, notes, amounts } = read(statement(word));
      expect({ amounts, sign: config.sign }).toEqual({ amounts: [50, 40, -30, 35], sign: 'by_type' });
      expect(confidence).toBeLessThan(0.8);
      expect(notes).toContain(`The type says that money goes back ("${word}")`);
    });

    test.each([
      ['a total', { last: 'Total | | 95.00 | |' }],
      ['a running sum', { more: ' | Balance', rest: [' | 50.00', ' | 90.00', ' | 60.00', ' | 95.00'] }],
    ])('is taken back for sure where %s proves it', (_, proof) => {
      const { confidence, amounts } = read(statement('Refund', proof));
      expect(amounts).toEqual([50, 40, -30, 35]);
      expect(confidence).toBeGreaterThanOrEqual(0.8);
    });

    test('is taken back for sure where it equals the pay of the same policy', () => {
      const rows = `Member ID | Member Name | Commission | Type | Agent
      M1001 | Ann Lee | 50.00 | Renewal | DOE
      M1002 | Bob Ray | 40.00 | Renewal | DOE
      M1002 | Bob Ray | 40.00 | Refund | DOE`;
      const { confidence, amounts } = read(csv(table(rows)));
      expect(amounts).toEqual([50, 40, -40]);
      expect(confidence).toBeGreaterThanOrEqual(0.8);
    });

    test('stays pay where the total adds it', () => {
      const { config, confidence, amounts } = read(statement('Recovery', { last: 'Total | | 155.00 | |' }));
      expect({ amounts, sign: config.sign }).toEqual({ amounts: [50, 40, 30, 35], sign: 'signed' });
      expect(confidence).toBeGreaterThanOrEqual(0.8);
    });

    test('is a doubt in a column of descriptions, and where two words contradict each other', () => {
      expect(read(statement('Refund', { header: 'Line Description' })).confidence).toBeLessThan(0.8);
      expect(read(statement('Cancellation reversal')).confidence).toBeLessThan(0.8);
    });

    test.each(['Reinstatement', 'Reversal of chargeback', 'Lapse recovery bonus', 'Credit'])(
      'does not mean "%s"',
      (word) => {
        const { config, amounts } = read(statement(word));
        expect({ amounts, sign: config.sign }).toEqual({ amounts: [50, 40, 30, 35], sign: 'signed' });
      },
    );
  });

  describe('a column of marks without a header', () => {
    const beside = (marks: readonly string[], amount = '30.00') =>
      csv(
        table(
          ['Member ID | Member Name | Commission | ']
            .concat(marks.map((mark, at) => `M10${at} | ${MEMBERS[at]} | ${at === 1 ? amount : '40.00'} | ${mark}`))
            .join('\n'),
        ),
      );

    test.each([[['CR', 'DR', 'CR']], [['', 'DR', '']], [['', '-', '']]])('of %j is a guess with a note', (marks) => {
      const { confidence, notes } = read(beside(marks));
      expect(confidence).toBeLessThan(0.8);
      expect(notes).toContain('A column without a header marks positive amounts');
    });

    test.each([
      ['the amount has its minus', ['CR', 'DR', 'CR'], '-30.00'],
      ['the column has other texts', ['CR', 'DR', 'MD'], '30.00'],
      ['the column marks pay alone', ['CR', 'CR', ''], '30.00'],
    ])('changes nothing where %s', (_, marks, amount) => {
      expect(read(beside(marks, amount)).notes).not.toContain('without a header');
    });
  });
});

/** Guarantee: dates and ids are recognized by their values. */
describe('read values', () => {
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
      const rows = Array.from(
        { length: 12 },
        (_, at) => `M${at}17|LEE ANN ${String.fromCharCode(65 + at)}|${rowOf(at)}`,
      );
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
});
