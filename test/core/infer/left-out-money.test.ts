import { describe, expect, test } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { csv, mapped, table } from '../statement/statements.ts';

/** Several columns of money. Guarantee: the paid amount is read to the cent, or a note names the unread money with low confidence. */

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
    ['the commission has signs of its own and the chargebacks have none', 'Commission', ['50 | 0', '-5 | 0', '0 | 30']],
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
