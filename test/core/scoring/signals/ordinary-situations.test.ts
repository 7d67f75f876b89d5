import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../../core/period.ts';
import { a, comparable, type Fields, file, line } from '../../../support/book-model-cases.ts';
import type { BookSettings, ScoredBook } from '../../../support/scored-book.ts';
import { type Months, reasonIn, rowIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: ordinary situations of an agency's statements are told as an expert would tell them. Member A has the situation, and eight
 * other members are paid alike on every statement.
 */

const OTHERS = Array.from({ length: 8 }, (_, index) => `B${index}`);

/** The fields of the other members. A function makes fields that depend on the period. */
type OfOthers = Fields | ((period: Period) => Fields);

function bookOf(months: Months, pay = '31', ofOthers: OfOthers = {}, settings: Partial<BookSettings> = {}) {
  const files = Object.entries(months).map(([period, lines]) => {
    const fields = typeof ofOthers === 'function' ? ofOthers(period) : ofOthers;
    return file(period, ...OTHERS.map((id) => line(id, pay, fields)), ...lines);
  });
  return score(files, settings);
}

/** Returns the status of A in each month, "–" without a row. */
const statuses = (book: ScoredBook, months: Months) =>
  Object.keys(months)
    .map((period) => rowIn(book, period)?.status ?? '–')
    .join(' ');

/** Returns all findings of A that warn, with their months. */
function warnings(book: ScoredBook, months: Months): string[] {
  return Object.keys(months).flatMap((period) =>
    ['COMMISSION_REDUCED', 'MISSED_MONTHS', 'DUPLICATE_PAYMENT', 'ZERO_COMMISSION', 'RAPID_DISENROLLMENT'].flatMap(
      (code) => {
        const found = signalsIn(book, period).find((one) => one.startsWith(code));
        return found === undefined || !isWarning(book, period, code) ? [] : [`${period} ${found}`];
      },
    ),
  );
}

const isWarning = (book: ScoredBook, period: Period, code: string) =>
  [...(book.periods.get(period)?.scores.rows ?? [])].some(
    ({ memberExternalId, signals }) =>
      memberExternalId === 'A' && signals.some((one) => one.code === code && one.severity !== 'info'),
  );

describe('a household whose persons have lines of their own', () => {
  const persons = (...names: readonly string[]) =>
    names.map((name) => a('17.50', { memberName: `Ferreira, ${name}`, coverageMonth: '2026-01', policy: 'H7' }));
  const three = persons('Rosa', 'Luis', 'Ines');

  it('is paid for three persons, and nothing is paid twice', async () => {
    const months: Months = { '2026-01': three, '2026-02': three, '2026-03': three };
    const book = await bookOf(months);
    for (const period of Object.keys(months)) expect(signalsIn(book, period)).toEqual([]);
    expect(rowIn(book, '2026-03')).toMatchObject({ status: 'green', amount: '52.5', prev: '52.5' });
  });

  it('counter-case: is cut when one of them is not paid, also later than the first month', async () => {
    const months: Months = { '2026-01': three, '2026-02': three, '2026-03': persons('Rosa', 'Ines') };
    expect(warnings(await bookOf(months), months)).toEqual(['2026-03 COMMISSION_REDUCED 17.5']);
  });

  it('counter-case: is paid twice when a person has the same line again', async () => {
    const months: Months = { '2026-01': three, '2026-02': [...three, ...persons('Luis')] };
    expect(signalsIn(await bookOf(months), '2026-02')).toContain('DUPLICATE_PAYMENT 17.5');
  });
});

describe('an advance that no line states', () => {
  /** Eight policies of the same plan, paid 25 % of the premium each month. */
  const EARNED: Fields = { premium: '92', effectiveDate: '2025-08-01' };
  const FIRST = { premium: '140', effectiveDate: '2026-01-01', transactionType: 'New' };
  const months = (from: number, amount: string): Months =>
    Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [
        addMonths('2026-01', at),
        at === 0 ? [a('210', FIRST)] : at < from ? [] : [a(amount, { ...FIRST, transactionType: 'Renewal' })],
      ]),
    );

  it('of six months is over in July, and is followed by pay as earned', async () => {
    const onTime = months(6, '35');
    const book = await bookOf(onTime, '23', EARNED);
    expect(statuses(book, onTime)).toBe('new carried carried carried carried carried green green green green');
    expect(warnings(book, onTime)).toEqual([]);
    expect(reasonIn(book, '2026-02')).toBe(
      'Nothing due in Feb 2026: the $210.00 paid in Jan 2026 reaches through Jun 2026.',
    );
  });

  it('counter-case: the member who is not paid after it is gone', async () => {
    const gone = months(99, '');
    const book = await bookOf(gone, '23', EARNED);
    expect(statuses(book, gone)).toBe('new carried carried carried carried carried red – – –');
  });

  it('is known by the pay after it, where no other member tells the usual share', async () => {
    const onTime = months(6, '35');
    const book = await bookOf(onTime, '23');
    expect(rowIn(book, '2026-07')).toMatchObject({ status: 'reappeared', amount: '35', prev: '35' });
    expect(warnings(book, onTime)).toEqual([]);
    expect(reasonIn(book, '2026-07')).toBe(
      'Paid again in July: $35.00, as much a month as the $210.00 before (last seen in Jan 2026).',
    );
    // Counter-case: a policy of an earlier year was paid for one month, and less now.
    const old = {
      '2026-01': [a('60', { effectiveDate: '2024-06-01' })],
      '2026-02': [],
      '2026-03': onTime['2026-07'] ?? [],
    };
    expect(warnings(await bookOf(old, '23'), old).join()).toContain('2026-03 MISSED_MONTHS 60');
    // Counter-case: six payments of 35 would be over in June, so a member who is first paid in August was not paid for July.
    const late = months(7, '35');
    expect(warnings(await bookOf(late, '23'), late).join()).toContain('2026-08 MISSED_MONTHS');
  });

  it('counter-case: less pay as earned than a month of the advance is a cut', async () => {
    const less = months(6, '28');
    expect(warnings(await bookOf(less, '23', EARNED), less)).toEqual(['2026-07 COMMISSION_REDUCED 7']);
  });
});

describe('months that are paid one statement later', () => {
  const OWN_MONTH = (period: Period): Fields => ({ coverageMonth: period });
  const pay = (...covered: readonly Period[]) => covered.map((coverageMonth) => a('14', { coverageMonth }));
  const behind: Months = {
    '2026-01': pay('2026-01'),
    '2026-02': [],
    '2026-03': pay('2026-02'),
    '2026-04': pay('2026-03'),
    '2026-05': pay('2026-04', '2026-05'),
    '2026-06': pay('2026-06'),
  };

  it('are late and not missing', async () => {
    const book = await bookOf(behind, '31', OWN_MONTH);
    expect(statuses(book, behind)).toBe('new red reappeared green green green');
    expect(warnings(book, behind)).toEqual([]);
    expect(signalIn(book, '2026-03', 'CATCH_UP_PAYMENT')).toMatchObject({
      severity: 'info',
      amount: 14,
      detail: 'Pays Feb 2026, which was not paid when it was due.',
    });
    expect(rowIn(book, '2026-06')).toMatchObject({ amount: '14', prev: '14' });
  });

  it('counter-case: a month that no statement pays is missing', async () => {
    const months: Months = { ...behind, '2026-05': pay('2026-05') };
    expect(warnings(await bookOf(months, '31', OWN_MONTH), months)).toEqual(['2026-05 MISSED_MONTHS 14']);
  });
});

describe('a first Medicare payment for two months', () => {
  const MA: Fields = { planName: 'Advantage', state: 'OH' };
  const months: Months = {
    '2025-10': [],
    '2025-11': [a('52.17', { ...MA, effectiveDate: '2025-11-01', coverageMonth: '2025-11' })],
    '2025-12': [],
    '2026-01': [a('28.92', { ...MA, effectiveDate: '2025-11-01', coverageMonth: '2026-01' })],
  };
  const others = (period: Period): Fields => ({ ...MA, effectiveDate: '2025-08-01', coverageMonth: period });

  it('pays both: nobody has left in the second one', async () => {
    const book = await bookOf(months, '26.08', others, { productLine: 'medicare' });
    expect(statuses(book, months)).toBe('– new carried green');
    expect(warnings(book, months)).toEqual([]);
    expect(reasonIn(book, '2025-12')).toBe(
      'Nothing due in Dec 2025: the $52.17 paid in Nov 2025 reaches through Dec 2025.',
    );
  });

  it('counter-case: the member is gone if the others are paid as much for one month', async () => {
    const book = await bookOf(months, '52.17', others, { productLine: 'medicare' });
    expect(rowIn(book, '2025-12')?.status).toBe('red');
  });
});

describe('a late payment for several months', () => {
  const late = (monthsPaid: string, next: string): Months => ({
    '2026-03': [a('72', { monthsPaid, policy: 'L1' })],
    '2026-04': [a(next, { monthsPaid: '1', policy: 'L1' })],
  });

  it('is followed by one month, and nothing is less', async () => {
    const months = late('3', '24');
    const book = await bookOf(months);
    expect(rowIn(book, '2026-04')).toMatchObject({ status: 'green', amount: '24', prev: '24' });
    expect(signalsIn(book, '2026-04')).toEqual([]);
  });

  it('is followed by one month, also of a member who was paid before', async () => {
    const months: Months = { '2026-02': [a('24', { monthsPaid: '1', policy: 'L1' })], ...late('3', '24') };
    const book = await bookOf(months);
    expect(signalsIn(book, '2026-03')).toEqual(['COMMISSION_INCREASED 48']);
    expect(rowIn(book, '2026-04')).toMatchObject({ status: 'green', amount: '24', prev: '24' });
    expect(signalsIn(book, '2026-04')).toEqual([]);
    // Counter-case: three months at a lower rate are a cut.
    const less: Months = { ...months, '2026-03': [a('60', { monthsPaid: '3', policy: 'L1' })] };
    expect(warnings(await bookOf(less), less)).toEqual(['2026-03 COMMISSION_REDUCED 4']);
  });

  it('counter-case: less than a third is a cut, and so is a third where one month was paid', async () => {
    const [less, one] = [late('3', '20'), late('1', '24')];
    expect(warnings(await bookOf(less), less)).toEqual(['2026-04 COMMISSION_REDUCED 4']);
    expect(warnings(await bookOf(one), one)).toEqual(['2026-04 COMMISSION_REDUCED 48']);
  });
});

describe('the step of a policy year', () => {
  const SINCE = { effectiveDate: '2019-05-01' };
  const months: Months = {
    '2025-04': [a('18.40', SINCE)],
    '2025-05': [a('9.20', SINCE)],
    '2025-06': [a('9.20', SINCE)],
  };

  it('is planned where members of that policy year are paid so, with what was paid before', async () => {
    const book = await bookOf(months, '9.20', { effectiveDate: '2018-09-01' });
    expect(rowIn(book, '2025-05')).toMatchObject({ status: 'green', amount: '9.2', prev: '18.4' });
    expect(signalsIn(book, '2025-05')).toEqual([]);
    expect(reasonIn(book, '2025-05')).toBe('Paid $9.20, was $18.40: policy year 7, paid $9.20 as 8 others are.');
    expect(rowIn(book, '2025-06')).toMatchObject({ status: 'green', flags: '' });
  });

  it('is told as info where only the date hints at it', async () => {
    const book = await bookOf(months, '18.40', { effectiveDate: '2021-02-01' });
    expect(signalIn(book, '2025-05', 'COMMISSION_REDUCED')).toMatchObject({
      severity: 'info',
      detail: 'Paid $9.20 less ($18.40 → $9.20): policy year 7 begins.',
    });
  });

  it('counter-case: is a cut where members of that policy year are paid as before', async () => {
    const book = await bookOf(months, '18.40', { effectiveDate: '2018-09-01' });
    expect(warnings(book, months)).toEqual(['2025-05 COMMISSION_REDUCED 9.2']);
  });
});

describe('a share of the first year that ends', () => {
  const SINCE: Fields = { effectiveDate: '2025-03-01', premium: '110', rate: '0.55' };
  const months: Months = {
    '2026-02': [a('60.50', SINCE)],
    '2026-03': [a('5.50', { ...SINCE, rate: '0.05' })],
  };

  it('is a planned step, from what was paid to what is paid', async () => {
    const older = comparable('8', { effectiveDate: '2024-10-01', premium: '160', rate: '0.05' });
    const book = await bookOf(
      { '2026-02': [...(months['2026-02'] ?? []), ...older], '2026-03': [...(months['2026-03'] ?? []), ...older] },
      '60.50',
      { ...SINCE, effectiveDate: '2025-09-01' },
    );
    expect(rowIn(book, '2026-03')).toMatchObject({ status: 'green', flags: 'COMMISSION_CHANGED', prev: '60.5' });
    expect(signalsIn(book, '2026-03')).toEqual(['RATE_CHANGED']);
    expect(signalIn(book, '2026-03', 'RATE_CHANGED')?.severity).toBe('info');
    expect(reasonIn(book, '2026-03')).toBe(
      'Paid $5.50, was $60.50: policy year 2, paid 5 % of premium as 2 others are.',
    );
  });
});

describe('less pay in another plan by a printed rate of another kind', () => {
  const BEFORE: Fields = { effectiveDate: '2024-02-15', planName: 'Basic', rate: '4.2', premium: '4.2' };
  const NOW: Fields = { ...BEFORE, planName: 'Extra', rate: '150', premium: '1' };
  const months: Months = { '2026-01': [a('4.20', BEFORE)], '2026-02': [a('1.50', NOW)] };

  it('is a cut, because no comparable member is paid so', async () => {
    const book = await bookOf(months, '4.20', BEFORE);
    expect(rowIn(book, '2026-02')).toMatchObject({ status: 'yellow', prev: '4.2' });
    expect(warnings(book, months)).toEqual(['2026-02 COMMISSION_REDUCED 2.7']);
    expect(reasonIn(book, '2026-02')).toContain('Paid $2.70 less than in Jan 2026 ($4.20 → $1.50)');
    expect(signalsIn(book, '2026-02')).toContain('PLAN_CHANGED');
  });

  it('counter-case: is planned where two members of that plan are paid so', async () => {
    const peers = comparable('1.50', { ...NOW, effectiveDate: '2024-02-01' });
    const book = await bookOf(
      { '2026-01': [a('4.20', { ...BEFORE, transactionType: 'R' }), ...peers], '2026-02': [a('1.50', NOW), ...peers] },
      '4.20',
      BEFORE,
    );
    expect(rowIn(book, '2026-02')?.status).toBe('green');
  });
});
