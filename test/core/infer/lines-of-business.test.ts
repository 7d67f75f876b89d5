import { describe, expect, it, test } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { csv, mapped, table } from '../statement/statements.ts';

/** Several columns of money. Guarantee: the paid amount is read to the cent, or a note names the unread money with low confidence. */
describe('left out money', () => {
  const WHO = 'Member ID | Member Name | Effective Date';
  const MEMBERS = ['Ann Lee', 'Bob Ray', 'Cy Foe', 'Di Poe', 'Ed Roe', 'Fay Moe'];

  function statement(columns: string, rows: readonly string[]) {
    const lines = rows.map((row, index) => `M100${index} | ${MEMBERS[index]} | 1/${index + 13}/2026 | ${row}`);
    return csv(table([`${WHO} | ${columns}`, ...lines].join('\n')));
  }

  function infer(columns: string, rows: readonly string[]) {
    const source = statement(columns, rows);
    const { config, confidence, notes, mapped: columnsRead } = inferConfig(source);
    const { lines, failures } = mapped(source, config);
    const amounts = lines.map(({ amount }) => amount / 10_000);
    return { config, confidence, notes: notes.join('\n'), failures, amounts, columnsRead };
  }

  describe('chargebacks in a column of their own', () => {
    const names = ['Chargeback', 'Chargeback Amount', 'Charge Back', 'C/B', 'Clawback', 'Recoupment'];

    test.each(names)('%s without signs is the debit to the commission’s credit, as a guess with a note', (name) => {
      const read = infer(`Commission | ${name}`, ['50 | 0', '40 | 0', '0 | 30', '35 | 0']);
      expect(read).toMatchObject({ amounts: [50, 40, -30, 35], failures: [] });
      expect(read.config.sign).toEqual({ debit: name, credit: 'Commission' });
      expect(read.confidence).toBeLessThan(0.8);
      expect(read.notes).toContain(`"Commission" minus "${name}"`);
    });

    test.each(names)('%s with a minus is added, as a guess with a note', (name) => {
      const read = infer(`Commission | ${name}`, ['50.00 | ', '40.00 | ', ' | -30.00', '35.00 | ']);
      expect(read).toMatchObject({ amounts: [50, 40, -30, 35], failures: [] });
      expect(read.config.columns.commission_amount).toEqual({ sum: ['Commission', name] });
      expect(read.confidence).toBeLessThan(0.8);
      expect(read.notes).toContain(`"${name}" is negative and was added`);
    });

    test.each([
      [
        'the commission has signs of its own and the chargebacks have none',
        'Commission',
        ['50 | 0', '-5 | 0', '0 | 30'],
      ],
      ['the commission is net already', 'Net Commission', ['50 | 0', '40 | 0', '20 | 30']],
      ['the chargebacks have both signs', 'Commission', ['50 | 0', '40 | 10', '0 | -30']],
    ])('are named and left out if %s, because nobody can know their sign', (_, name, rows) => {
      const read = infer(`${name} | Chargeback`, rows);
      expect(read.config.columns.commission_amount).toBe(name);
      expect(read.confidence).toBeLessThan(0.8);
      expect(read.notes).toContain('Not read, although there is money that may be paid or taken back: "Chargeback"');
    });

    test('are ignored with a note if the commission already includes them with a minus', () => {
      const read = infer('Commission | Chargeback', ['50 | 0', '40 | 0', '-30 | 30', '35 | 0']);
      expect(read).toMatchObject({ amounts: [50, 40, -30, 35], config: { sign: 'signed' } });
      expect(read.confidence).toBeGreaterThanOrEqual(0.8);
    });
  });

  describe('a column that is the sum of others in every row', () => {
    test.each([
      ['Commission | Chargeback Amount | Net', ['50 | 0 | 50', '40 | 0 | 40', '0 | -30 | -30'], [50, 40, -30]],
      ['Commission | Chargeback Amount | Net', ['50 | 0 | 50', '40 | 0 | 40', '0 | 30 | -30'], [50, 40, -30]],
      ['Initial Commission | Renewal Commission | Total', ['50 | 0 | 50', '0 | 40 | 40', '0 | 30 | 30'], [50, 40, 30]],
      ['Commission | Bonus | Total Paid', ['50.10 | 5 | 55.10', '40 | 0 | 40', '30 | 2.5 | 32.50'], [55.1, 40, 32.5]],
      [
        'Commission | Bonus | Subtotal Amount | Chargeback | Net Paid',
        ['50 | 5 | 55 | 0 | 55', '40 | 0 | 40 | 10 | 30'],
        [55, 30],
      ],
    ])('is the paid amount: %s', (columns, rows, amounts) => {
      const read = infer(columns, rows);
      expect(read).toMatchObject({ amounts, failures: [] });
      expect(read.config.columns.commission_amount).toBe(columns.split(' | ').at(-1));
      expect(read.notes).toContain('in every row, and was taken for what was paid');
      expect(read.confidence).toBeGreaterThanOrEqual(0.8);
    });

    test.each([
      ['a sum that fails in one row', 'Commission | Bonus | Total', ['50 | 5 | 55', '40 | 0 | 40', '30 | 2 | 30']],
      ['one row, which adds up by chance', 'Commission | Bonus | Total', ['50 | 5 | 55']],
    ])('is not the paid amount if %s', (_, columns, rows) => {
      const read = infer(columns, rows);
      expect(read.config.columns.commission_amount).not.toBe('Total');
      expect(read.confidence).toBeLessThan(0.8);
    });

    test('is not the paid amount if it is gross, which is shared, or paid since some day', () => {
      const gross = infer('Gross Commission | Net Commission | Agency Fee', [
        '50 | 40 | 10',
        '30 | 24 | 6',
        '20 | 16 | 4',
      ]);
      expect(gross.config.columns.commission_amount).toBe('Net Commission');
      const since = infer('Total Paid | Comm This Period | Paid Before', [
        '150 | 50 | 100',
        '40 | 40 | 0',
        '90 | 30 | 60',
      ]);
      expect(since).toMatchObject({ amounts: [50, 40, 30] });
      expect(since.confidence).toBeLessThan(0.8);
    });

    test.each(['Commission | Override | Total', 'Agent Commission | Agency Commission | Total Commission'])(
      '%s: is uncertain, because a part or the sum may be paid to another person',
      (columns) => {
        const read = infer(columns, ['50 | 5 | 55', '40 | 0 | 40', '30 | 2 | 32']);
        expect(read.amounts).toEqual([55, 40, 32]);
        expect(read.confidence).toBeLessThan(0.8);
      },
    );
  });

  describe('money that may be pay and is not read', () => {
    test.each([
      ['Adjustment', '-50.00'],
      ['Bonus', '25.00'],
      ['Incentive Amount', '25.00'],
      ['Service Fee', '3.00'],
      ['Misc Amount', '3.00'],
      ['Advance Amount', '300.00'],
      ['Renewal Commission', '20.00'],
      ['Renewals', '20.00'],
      ['Deductions', '12.00'],
      ['Prior Period Adjustment', '-20.00'],
    ])('lowers the confidence and is named if %s is beside the commission', (name, amount) => {
      const read = infer(`Commission | ${name}`, ['50.00 | 0.00', `40.00 | ${amount}`, '35.00 | 0.00']);
      expect(read.confidence).toBeLessThan(0.8);
      expect(read.notes).toContain(`"${name}"`);
    });

    test.each([
      ['Premium', '250.00'],
      ['Commission Rate', '0.05'],
      ['Gross Commission', '60.00'],
      ['YTD Commission', '500.00'],
      ['Advance Balance', '500.00'],
      ['Adjustment Code', '17'],
      ['Chargeback Reason', '17'],
      ['Bonus Rate', '0.25'],
      ['Bonus', '0.00'],
    ])('does not include %s', (name, amount) => {
      const read = infer(`Net Commission | ${name}`, [`50.00 | ${amount}`, `40.00 | ${amount}`, `35.00 | ${amount}`]);
      expect(read).toMatchObject({ amounts: [50, 40, 35] });
      expect(read.confidence).toBeGreaterThanOrEqual(0.8);
    });
  });

  test('names a column of money whose name says nothing', () => {
    const read = infer('Commission | Harbor', ['50.00 | 1.50', '40.00 | 0.00', '35.00 | 2.25']);
    expect(read.notes).toContain('Columns of money that are not known by their names: "Harbor".');
    expect(read.confidence).toBeGreaterThanOrEqual(0.8);
  });

  describe('one pay column per kind of business', () => {
    test.each([
      ['First Year Commission | Renewal Commission', ['50 | 0', '0 | 40', '0 | 30']],
      ['FY Comm | Ren Comm', ['50 | ', ' | 40', ' | 30']],
      ['First Year | Renewal', ['50.00 | 0.00', '0.00 | 40.00', '0.00 | 30.00']],
      ['New Business Commission Amt | Renewal Commission Amt', ['0.00 | 50.00', '0.00 | 40.00', '0.00 | 30.00']],
    ])('%s is added up, as a guess with a note', (columns, rows) => {
      const read = infer(columns, rows);
      expect(read).toMatchObject({ amounts: [50, 40, 30], failures: [] });
      expect(read.confidence).toBeLessThanOrEqual(0.7);
      for (const name of columns.split(' | ')) expect(read.notes).toContain(`"${name}"`);
    });

    test('takes chargebacks with a minus into both', () => {
      const read = infer('Initial Commission | Renewal Commission | Chargeback', [
        '50 | 0 | 0',
        '0 | 40 | 0',
        '0 | 0 | -30',
      ]);
      expect(read.amounts).toEqual([50, 40, -30]);
      expect(read.confidence).toBeLessThan(0.8);
    });
  });

  test.each([
    ['Total Paid | Comm This Period', ['150 | 50', '40 | 40', '90 | 30']],
    ['Commission Amount | Current Month Commission', ['150 | 50', '40 | 40', '90 | 30']],
    ['Total Commission | Paid This Month', ['150 | 50', '40 | 40', '90 | 30']],
  ])('%s: prefers the money paid now to the money paid until now, with a note', (columns, rows) => {
    const read = infer(columns, rows);
    expect(read.amounts).toEqual([50, 40, 30]);
    expect(read.confidence).toBeLessThan(0.8);
    for (const name of columns.split(' | ')) expect(read.notes).toContain(`"${name}"`);
  });

  describe('a caption of another unit', () => {
    const amounts = ['10', '20', '30'];

    test.each([
      'Commission (in cents)',
      'Commission ($000)',
      'Commission €',
      'Commission (CAD)',
      'Commission (negative = paid)',
    ])('makes the amount a guess: %s', (name) => {
      const { confidence, notes } = infer(name, amounts);
      expect(confidence).toBeLessThan(0.8);
      expect(notes).toContain(`"${name}" may say that the amounts are in another unit`);
    });

    test.each(['Commission (in dollars)', 'Commission (USD)', 'Commission $'])('of dollars does not: %s', (name) => {
      expect(infer(name, amounts).confidence).toBeGreaterThanOrEqual(0.8);
    });

    test.each([
      ['CAD', 0.7],
      ['USD', 1],
    ])('may be a column of currencies: %s', (currency, most) => {
      const rows = table(
        `${WHO} | Currency | Commission\nM1 | Ann Lee | 1/13/2026 | USD | 10.00\nM2 | Bob Ray | 1/14/2026 | ${currency} | 20.00`,
      );
      const { confidence, notes } = inferConfig(csv(rows));
      expect(confidence).toBeLessThanOrEqual(most);
      expect(notes.join().includes('another unit')).toBe(most < 1);
    });

    test('may be a title above the table', () => {
      const rows = table(
        `All amounts in cents\n${WHO} | Commission\nM1 | Ann Lee | 1/13/2026 | 1000\nM2 | Bob Ray | 1/14/2026 | 2000`,
      );
      expect(inferConfig(csv(rows)).confidence).toBeLessThan(0.8);
    });
  });
});

/** Guarantee: words of life, annuity and property statements are read only where the rows confirm their meaning. */
describe('life and property words', () => {
  const ROWS = 8;

  function infer(header: string, rowOf: (at: number) => string, rows = ROWS) {
    const texts = Array.from(
      { length: rows },
      (_, at) => `PL${4170 + at * 3}|LEE ANN ${'ABCDEFGH'.charAt(at)}|${rowOf(at)}`,
    );
    return inferConfig(csv(table(`Policy No|Insured|${header}\n${texts.join('\n')}`)));
  }

  const premiumOf = (at: number) => 40 + 7 * at;
  const shareOf = (at: number, share: number) => (premiumOf(at) * share).toFixed(2);

  describe('"Earned" alone', () => {
    it('is the commission where it is the printed rate of the printed premium', () => {
      const { config, confidence } = infer('Premium|Pct|Earned', (at) => `${premiumOf(at)}.00|6%|${shareOf(at, 0.06)}`);
      expect(config.columns.commission_amount).toBe('Earned');
      expect(confidence).toBeGreaterThanOrEqual(0.8);
    });

    it('counter-case: is a guess where the amounts are another share', () => {
      const { config, confidence } = infer('Premium|Pct|Earned', (at) => `${premiumOf(at)}.00|6%|${shareOf(at, 0.5)}`);
      expect(config.columns.commission_amount).toBe('Earned');
      expect(confidence).toBeLessThan(0.8);
    });
  });

  describe('what is left of earned pay while an advance is recovered', () => {
    const columns = (net: string) => `Premium|Earned Comm|Recovered|${net}`;
    it('is the commission, also where nothing is left in any row', () => {
      const { config } = infer(
        columns('Net Paid'),
        (at) => `${premiumOf(at)}.00|${shareOf(at, 0.9)}|-${shareOf(at, 0.9)}|0.00`,
      );
      expect(config.columns.commission_amount).toBe('Net Paid');
    });

    it('counter-case: is not the commission where the columns do not add up to it', () => {
      const { config } = infer(
        columns('Net Paid'),
        (at) => `${premiumOf(at)}.00|${shareOf(at, 0.9)}|-${shareOf(at, 0.3)}|0.00`,
      );
      expect(config.columns.commission_amount).toBe('Earned Comm');
    });
  });

  describe('the value that an annuity is paid a share of', () => {
    it.each(['Basis', 'Account Value', 'Accumulation Value', 'Commission Basis'])(
      '"%s" is read as the premium',
      (name) => {
        const { config } = infer(`${name}|Rate|Commission`, (at) => `${premiumOf(at)}000.00|0.25%|${shareOf(at, 2.5)}`);
        expect(config.columns.premium_amount).toBe(name);
      },
    );

    it('counter-case: gives way to a premium, and is none where it holds words', () => {
      const both = infer(
        'Basis|Premium|Commission',
        (at) => `${premiumOf(at)}.00|${premiumOf(at)}.00|${shareOf(at, 0.1)}`,
      );
      expect(both.config.columns.premium_amount).toBe('Premium');
      const words = infer('Basis|Commission', (at) => `${at % 2 === 0 ? 'Earned' : 'Advance'}|${shareOf(at, 0.1)}`);
      expect(words.config.columns.premium_amount).toBeUndefined();
    });
  });

  describe('the term of a policy', () => {
    const dates = (ends: string) => (at: number) =>
      `${String(at + 1).padStart(2, '0')}/05/2026|${ends}|${shareOf(at, 0.1)}`;
    const inAYear = (at: number) => dates(`${String(at + 1).padStart(2, '0')}/05/2027`)(at);

    it.each(['Expiration', 'Policy Exp', 'Exp Date', 'Policy Term To', 'Term End'])(
      'ends at "%s", also where a first file has two rows',
      (name) => {
        for (const rows of [2, ROWS]) {
          const { config } = infer(`Effective Date|${name}|Commission`, inAYear, rows);
          expect(config.columns).toMatchObject({ effective_date: 'Effective Date', paid_through: name });
          expect(config.policyTerm).toBe(true);
        }
      },
    );

    it('counter-case: does not end there in a single row, or where the dates are no terms', () => {
      expect(infer('Effective Date|Expiration|Commission', inAYear, 1).config.policyTerm).toBeUndefined();
      expect(infer('Effective Date|Expiration|Commission', dates('12/31/2026')).config.policyTerm).toBeUndefined();
    });

    it('begins with the effective date, also where every term of a first statement begins in its month', () => {
      const { config } = infer(
        'Statement Month|Effective|Expiration|Commission',
        (at) => `05/2026|05/09/2026|11/09/2026|${shareOf(at, 0.1)}`,
      );
      expect(config.columns).toMatchObject({ effective_date: 'Effective', paid_through: 'Expiration' });
    });

    it('begins at "Policy Term From", and may last three years', () => {
      const year = (at: number) => (at % 3 === 0 ? 2029 : 2027);
      const { config } = infer(
        'Policy Term From|Policy Term To|Commission',
        (at) => `01/0${at + 1}/2026|01/0${at + 1}/${year(at)}|${shareOf(at, 0.3)}`,
      );
      expect(config.columns).toMatchObject({ effective_date: 'Policy Term From', paid_through: 'Policy Term To' });
      expect(config.policyTerm).toBe(true);
    });

    it.each([
      ['a column numbers the installments', 'Premium|Installment', '1 of 4'],
      ['the premium was collected', 'Premium Collected|Note', 'x'],
    ])('is not paid as a whole where %s', (_, headers, note) => {
      const { config } = infer(
        `Policy Eff|Policy Exp|Bill Plan|${headers}|Commission`,
        (at) =>
          `01/0${at + 1}/2026|01/0${at + 1}/2027|${at % 2 === 0 ? 'Quarterly' : 'Monthly'}|${premiumOf(at)}.00|${note}|${shareOf(at, 0.15)}`,
      );
      expect(config.columns).toMatchObject({ effective_date: 'Policy Eff', description: 'Bill Plan' });
      expect(config.columns.paid_through).toBeUndefined();
      expect(config.columns.term_date).toBeUndefined();
      expect(config.policyTerm).toBeUndefined();
      expect(config.cadence).toEqual(expect.arrayContaining([expect.objectContaining({ months: 3 })]));
    });

    it('counter-case: is paid as a whole where the premium was written, however it is billed', () => {
      const { config } = infer(
        'Policy Eff|Policy Exp|Bill Plan|Written Premium|Commission',
        (at) =>
          `01/0${at + 1}/2026|01/0${at + 1}/2027|${at % 2 === 0 ? 'Quarterly' : 'Monthly'}|${premiumOf(at)}.00|${shareOf(at, 0.15)}`,
      );
      expect(config.columns).toMatchObject({ paid_through: 'Policy Exp' });
      expect(config.policyTerm).toBe(true);
    });

    it('is told by its months in "Term (Mos)"', () => {
      const { config } = infer(
        'Bond Eff|Term (Mos)|Commission',
        (at) => `01/05/2026|${at % 2 === 0 ? 12 : 24}|${shareOf(at, 0.3)}`,
      );
      expect(config.columns).toMatchObject({ description: 'Term (Mos)' });
      expect(config.cadence).toEqual(expect.arrayContaining([expect.objectContaining({ months: 24 })]));
    });

    it('counter-case: "Term Month" names the month in which a member left', () => {
      const { config } = infer('Term Month|Commission', (at) => `${at + 1}|${shareOf(at, 0.3)}`);
      expect(config.cadence).toEqual({ default: 'monthly' });
    });
  });

  describe('"Premium Type"', () => {
    it('tells the kind of a line, also where a first statement has one kind only', () => {
      const { config } = infer(
        'Premium Type|Premium|Commission',
        (at) => `Renewal|${premiumOf(at)}.00|${shareOf(at, 0.1)}`,
      );
      expect(config.columns).toMatchObject({ transaction_type: 'Premium Type', premium_amount: 'Premium' });
    });
  });

  describe('a policy that replaces another', () => {
    it('names the earlier one as its second id, also while no row has one', () => {
      const { config } = infer('Prior Policy|Commission', (at) => `|${shareOf(at, 0.1)}`);
      expect(config.columns).toMatchObject({ member_external_id: 'Policy No', alternate_member_id: 'Prior Policy' });
    });
  });

  describe('an id', () => {
    it.each(['Bond No', 'Confirmation #', 'Binder Number'])('is found in "%s"', (name) => {
      const rows = Array.from(
        { length: ROWS },
        (_, at) => `SB${4170 + at * 3}|LEE ANN ${'ABCDEFGH'.charAt(at)}|${shareOf(at, 0.1)}`,
      );
      const { config } = inferConfig(csv(table(`${name}|Principal|Commission\n${rows.join('\n')}`)));
      expect(config.columns).toMatchObject({ member_external_id: name, member_name: 'Principal' });
    });
  });

  describe('a number beside the names of agents', () => {
    const agents = ['Bo Lang', 'Kim Tate', 'Vic Shaw'];
    const columnsOf = (numberOf: (at: number) => string, nameOf: (at: number) => string) =>
      infer('Agency NPN|Writing Agent|Commission', (at) => `${numberOf(at % 3)}|${nameOf(at % 3)}|${premiumOf(at)}.50`)
        .config.columns;

    it('is no id of theirs where all have one, which is the agency', () => {
      const columns = columnsOf(
        () => '4417208',
        (at) => agents[at] ?? '',
      );
      expect(columns.agent_name).toBe('Writing Agent');
      expect(columns.agent_id).toBeUndefined();
    });

    it('counter-case: is their id where it differs, or where one agent is written in several ways', () => {
      const own = columnsOf(
        (at) => `${4417208 + at}`,
        (at) => agents[at] ?? '',
      );
      const one = columnsOf(
        () => '4417208',
        (at) => ['Bo Lang', 'LANG, BO', 'B Lang'][at] ?? '',
      );
      expect([own.agent_id, one.agent_id]).toEqual(['Agency NPN', 'Agency NPN']);
    });
  });

  describe('words of worksite and annuity statements', () => {
    it('the employee is the member, and not the employer beside it', () => {
      const rows = Array.from(
        { length: ROWS },
        (_, at) =>
          `${at < 5 ? 'Acme Roofing' : 'Birch Dental'}|ROE, AMY ${'ABCDEFGH'.charAt(at)}|E${4170 + at}|${4 + at}.25`,
      );
      const { config } = inferConfig(csv(table(`Group Name|Employee|Emp ID|Commission\n${rows.join('\n')}`)));
      expect(config.columns).toMatchObject({ member_name: 'Employee', commission_amount: 'Commission' });
    });

    it('a trail is a commission', () => {
      const { config } = infer('Account Value|Trail', (at) => `${premiumOf(at)}000.00|${shareOf(at, 0.25)}`);
      expect(config.columns.commission_amount).toBe('Trail');
    });
  });
});
