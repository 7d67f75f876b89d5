import { describe, expect, it } from 'vitest';
import { comparable, type Fields, file, line } from '../../support/book-model-cases.ts';
import type { ModelLine } from '../../support/book-model-record.ts';
import type { BookSettings } from '../../support/scored-book.ts';
import { reasonIn, rowIn, score, signalIn, signalsIn } from '../../support/scored-book-cases.ts';

/**
 * docs/reference/scoring.md#usual-pay. Guarantee: less pay is planned where comparable members are paid so, and nowhere else. The pay of
 * member A changes from December to January.
 */

const [NOV, DEC, JAN, FEB, MAR] = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'];
const SECOND_YEAR = '2024-08-01';

const a = (amount: string, more: Fields = {}) => line('A', amount, { premium: '100', ...more });
const BEGAN = { effectiveDate: '2025-01-01' };

/** Scores December and January. The other members are paid alike in both, unless January has others of its own. */
function stepOf(
  before: ModelLine,
  now: ModelLine,
  others: readonly ModelLine[],
  { settings = {}, othersNow = others }: { settings?: Partial<BookSettings>; othersNow?: readonly ModelLine[] } = {},
) {
  return score([file(DEC, before, ...others), file(JAN, now, ...othersNow)], settings);
}

async function judged(...step: Parameters<typeof stepOf>) {
  const book = await stepOf(...step);
  return `${rowIn(book, JAN)?.status} ${signalIn(book, JAN, 'COMMISSION_REDUCED')?.severity ?? 'untold'}`;
}

describe('a step of policy year 2', () => {
  const [before, now] = [a('40', BEGAN), a('10', BEGAN)];
  const second = (amount: string, more: Fields = {}) =>
    comparable(amount, { premium: '200', effectiveDate: SECOND_YEAR, ...more });

  it('is planned where two comparable members are paid the same share, and shows what was paid before', async () => {
    const book = await stepOf(before, now, second('20'));
    expect(rowIn(book, JAN)).toMatchObject({ status: 'green', flags: 'COMMISSION_CHANGED', amount: '10', prev: '40' });
    expect(signalsIn(book, JAN)).toEqual([]);
    expect(reasonIn(book, JAN)).toBe('Paid $10.00, was $40.00: policy year 2, paid 10 % of premium as 2 others are.');
  });

  it('is compared with the lower pay from the month after on', async () => {
    const others = second('20');
    const later = (amount: string) =>
      score([file(DEC, before, ...others), file(JAN, now, ...others), file(FEB, a(amount, BEGAN), ...others)]);
    expect(rowIn(await later('10'), FEB)).toMatchObject({ status: 'green', flags: '', prev: '10' });
    expect(signalIn(await later('8'), FEB, 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn', amount: 2 });
  });

  it('is planned by the amount where no premium is printed', async () => {
    const bare = { effectiveDate: SECOND_YEAR };
    const flat = await stepOf(line('A', '40', BEGAN), line('A', '10', BEGAN), comparable('10', bare));
    expect(reasonIn(flat, JAN)).toBe('Paid $10.00, was $40.00: policy year 2, paid $10.00 as 2 others are.');
  });

  it('is planned by the pay of a life', async () => {
    const lives = (count: string, effectiveDate: string) => ({ lives: count, effectiveDate });
    const book = await stepOf(
      line('A', '90', lives('3', BEGAN.effectiveDate)),
      line('A', '60', lives('3', BEGAN.effectiveDate)),
      comparable('100', lives('5', SECOND_YEAR)),
    );
    expect(reasonIn(book, JAN)).toBe('Paid $60.00, was $90.00: policy year 2, paid $20.00 a life as 2 others are.');
  });

  it('is planned by members of later years, if there are too few of the year', async () => {
    expect(await judged(before, now, second('20', { effectiveDate: '2019-05-01' }))).toBe('green untold');
  });

  it.each<[string, readonly ModelLine[]]>([
    ['one comparable member only', second('20').slice(1)],
    ['another share', second('24')],
    ['another plan', second('20', { planName: 'Silver' })],
    ['another product', second('20', { productType: 'Dental' })],
    ['members of the first year', second('20', { effectiveDate: '2025-06-01' })],
    ['most of the year being paid otherwise', [...second('20'), ...['P', 'Q', 'R'].map((id) => paidHalf(id))]],
  ])('counter-case: is no planned one by %s', async (_, others) => {
    expect(await judged(before, now, others)).not.toContain('green');
  });

  function paidHalf(id: string): ModelLine {
    return line(id, '50', { premium: '100', effectiveDate: SECOND_YEAR });
  }

  it('counter-case: is no planned one if the others were cut in the same month', async () => {
    expect(await judged(before, now, second('80'), { othersNow: second('20') })).not.toContain('green');
  });

  it('counter-case: is no planned one in the middle of a policy year, nor with less than the others are paid', async () => {
    const middle = { effectiveDate: '2025-07-01' };
    expect(await judged(a('40', middle), a('10', middle), second('20'))).toBe('yellow warn');
    expect(await judged(before, a('9', BEGAN), second('20'))).toBe('yellow warn');
  });

  it('counter-case: is no planned one after an earlier policy without a date, whose year nobody knows', async () => {
    const paidAfter = (date: Fields) =>
      judged(a('40', { policy: 'X1', ...date }), a('10', { ...BEGAN, policy: 'X2' }), second('20'));
    expect(await paidAfter({})).toBe('yellow warn');
    expect(await paidAfter(BEGAN)).toBe('green untold');
  });

  it('counter-case: explains no second policy, no chargeback and no pay of nothing', async () => {
    const others = second('20');
    for (const more of [
      [a('10', { ...BEGAN, policy: 'X1' }), a('5', { ...BEGAN, policy: 'X2' })],
      [a('20', BEGAN), a('-10', BEGAN)],
      [a('0', BEGAN)],
    ]) {
      const book = await score([file(DEC, before, ...others), file(JAN, ...more, ...others)]);
      expect(rowIn(book, JAN)?.status).toBe('yellow');
    }
  });
});

describe('a return to the pay that comparable members get', () => {
  const three = (amount: string, more: Fields = {}) =>
    ['P', 'Q', 'R'].map((id) => line(id, amount, { premium: '200', ...more }));
  const [quarter, month] = [a('30'), a('10')];
  const TWICE = { premium: '200' };

  it('is told as info after a payment for more months, and the member is reduced', async () => {
    const book = await stepOf(quarter, month, three('20'));
    expect(rowIn(book, JAN)).toMatchObject({ status: 'yellow', prev: '30' });
    expect(signalIn(book, JAN, 'COMMISSION_REDUCED')).toMatchObject({
      severity: 'info',
      detail: 'Paid $20.00 less ($30.00 → $10.00): paid 10 % of premium, as 3 others are.',
    });
  });

  it('is seen where the value that is paid by moves from month to month', async () => {
    const [twoMonths, oneMonth] = [a('5.50', { premium: '300' }), a('2', { premium: '200' })];
    expect(await judged(twoMonths, oneMonth, three('2'))).toBe('yellow info');
  });

  it('is seen by the amount where everybody has one line', async () => {
    const [before, now] = [line('A', '24'), line('A', '12')];
    const others = ['P', 'Q', 'R'].map((id) => line(id, '12'));
    expect(await judged(before, now, others)).toBe('yellow info');
    const household = [line('S', '12', { memberName: 'Ann' }), line('S', '12', { memberName: 'Bob' })];
    expect(await judged(before, now, [...others, ...household])).toBe('yellow warn');
  });

  it.each<[string, readonly ModelLine[]]>([
    ['only two members being paid so', three('20').slice(1)],
    ['the others being paid more', three('24')],
    ['the others being in another plan', three('20', { planName: 'Silver' })],
    ['a quarter of the plan not being paid so', [...three('20'), ...Array.from({ length: 10 }, (_, i) => more(i))]],
    ['the pay before being usual too', [...three('20'), ...['U', 'V', 'W'].map((id) => line(id, '60', TWICE))]],
  ])('counter-case: is a warning by %s', async (_, others) => {
    expect(await judged(quarter, month, others)).toBe('yellow warn');
  });

  it('is told as info where five are paid so, although three are paid as before', async () => {
    const five = ['P', 'Q', 'R', 'S', 'T'].map((id) => line(id, '20', TWICE));
    const before = ['U', 'V', 'W'].map((id) => line(id, '60', TWICE));
    expect(await judged(quarter, month, [...five, ...before])).toBe('yellow info');
  });

  it('counter-case: is a warning where as much is paid for fewer lives', async () => {
    const five = ['P', 'Q', 'R', 'S', 'T'].map((id) => line(id, '40', { lives: '2' }));
    expect(await judged(line('A', '60', { lives: '3' }), line('A', '40', { lives: '3' }), five)).toBe('yellow warn');
  });

  function more(index: number): ModelLine {
    return line(`M${index}`, String(50 + index), TWICE);
  }
});

describe('less pay in the middle of a first year', () => {
  const others = (effectiveDate: string) =>
    ['V', 'W', 'X', 'Y', 'Z'].map((member) => line(member, '4', { premium: '100', effectiveDate }));
  const severity = async (effectiveDate: string) => {
    const [first, cut] = [a('85', { effectiveDate: '2025-08-01' }), a('4', { effectiveDate: '2025-08-01' })];
    const peers = others(effectiveDate);
    const book = await score([file(NOV, first, ...peers), file(DEC, first, ...peers), file(JAN, cut, ...peers)]);
    return signalIn(book, JAN, 'COMMISSION_REDUCED')?.severity;
  };

  it('is a cut, although members of later years are paid as little', async () => {
    expect(await severity('2022-03-01')).toBe('warn');
  });

  it('counter-case: is told as info where members of a first year are paid so', async () => {
    expect(await severity('2025-09-01')).toBe('info');
  });
});

describe('a policy year that begins, of which no comparable member tells', () => {
  const z = line('Z', '7', { planName: 'Other' });
  const [before, now] = [a('40', BEGAN), a('10', BEGAN)];

  it('is told as info, and the member is reduced', async () => {
    const book = await stepOf(before, now, [z]);
    expect(rowIn(book, JAN)).toMatchObject({ status: 'yellow', prev: '40' });
    expect(signalIn(book, JAN, 'COMMISSION_REDUCED')).toEqual({
      code: 'COMMISSION_REDUCED',
      severity: 'info',
      amount: 30,
      detail: 'Paid $30.00 less ($40.00 → $10.00): policy year 2 begins.',
    });
  });

  it.each<[string, ModelLine, ModelLine, Partial<BookSettings>?]>([
    [
      'a contracted rate says nothing of it',
      before,
      now,
      { rates: [{ rateType: 'flat_per_member', rateValue: '40' }] },
    ],
    [
      'CMS says what a renewal pays',
      a('40', { effectiveDate: '2024-01-01' }),
      a('10', { effectiveDate: '2024-01-01' }),
      { productLine: 'medicare' },
    ],
    ['a printed rate would pay more', a('40', { ...BEGAN, rate: '0.4' }), a('10', { ...BEGAN, rate: '0.2' })],
    ['the third month has come', a('40', { effectiveDate: '2024-11-01' }), a('10', { effectiveDate: '2024-11-01' })],
    ['the policy is another one', a('40', { ...BEGAN, policy: 'X1' }), a('10', { ...BEGAN, policy: 'X2' })],
    ['no date is printed', a('40'), a('10')],
  ])('counter-case: warns where %s', async (_, first, second, settings = {}) => {
    expect(await judged(first, second, [z], { settings })).toBe('yellow warn');
  });

  it('is told as info where members of that year are paid by a premium that nobody sees', async () => {
    const [first, second] = [line('A', '40', BEGAN), line('A', '20', BEGAN)];
    const others = [line('P', '31', BEGAN), line('Q', '57', BEGAN)];
    expect(await judged(first, second, others)).toBe('yellow info');
    expect(await judged(first, second, [...others, line('R', '57', BEGAN)])).toBe('yellow warn');
  });

  it('counter-case: warns of a second decrease in the month after', async () => {
    const book = await score([file(DEC, before, z), file(JAN, now, z), file(FEB, a('8', BEGAN), z)]);
    expect(signalIn(book, FEB, 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn', amount: 2 });
  });

  it('is told by the rate that is printed, if all of the pay follows from it', async () => {
    expect(await judged(a('40', { ...BEGAN, rate: '0.4' }), a('10', { ...BEGAN, rate: '0.1' }), [z])).toBe(
      'yellow info',
    );
  });
});

describe('pay by premiums that no column shows', () => {
  /** The pay of the others before and now. Nobody is paid like another. */
  const pays = [
    ['P', '20', '21'],
    ['Q', '31', '32'],
    ['R', '47', '49'],
    ['S', '58', '58'],
  ] as const;
  const judgedBeside = (amount: string, more: Fields, raised = 3) =>
    judged(
      line('A', '50', more),
      line('A', amount, more),
      pays.map(([id, before]) => line(id, before)),
      { othersNow: pays.map(([id, before, now], index) => line(id, index < raised ? now : before)) },
    );

  it('varies by as much as that of three others rises', async () => {
    expect(await judgedBeside('48', {})).toBe('yellow info');
  });

  it('varies as that of others rises who were paid months ago', async () => {
    const [before, now] = [line('A', '50', {}), line('A', '48', {})];
    const book = await score([
      file('2025-09', ...pays.map(([id, paid]) => line(id, paid))),
      file(DEC, before),
      file(JAN, now, ...pays.map(([id, , paid]) => line(id, paid))),
    ]);
    expect(signalIn(book, JAN, 'COMMISSION_REDUCED')?.severity).toBe('info');
  });

  it.each<[string, Promise<string>]>([
    ['more than that of others', judgedBeside('47', {})],
    ['while that of only two others rises', judgedBeside('48', {}, 2)],
    ['beside a printed premium', judgedBeside('48', { premium: '100' })],
  ])('counter-case: falls %s', async (_, said) => {
    expect(await said).toBe('yellow warn');
  });
});

describe('another plan', () => {
  const plan = (planName: string, more: Fields = {}): Fields => ({
    planName,
    effectiveDate: '2024-03-01',
    transactionType: 'Renewal',
    ...more,
  });
  const gold = a('40', plan('Gold'));

  it('is paid as its other members are', async () => {
    const book = await stepOf(gold, a('15', plan('Bronze')), comparable('30', plan('Bronze', { premium: '200' })));
    expect(rowIn(book, JAN)).toMatchObject({ status: 'green', flags: 'COMMISSION_CHANGED DATA_CHANGED', prev: '40' });
    expect(reasonIn(book, JAN)).toContain(
      'Paid $15.00, was $40.00: now in plan "Bronze", paid 15 % of premium as 2 others are.',
    );
  });

  it('counter-case: is a cut where nobody else of the plan is paid so, also with a lower premium', async () => {
    const bronze = comparable('60', plan('Bronze', { premium: '200' }));
    expect(await judged(gold, a('15', plan('Bronze')), bronze)).toBe('yellow warn');
    expect(await judged(gold, a('15', plan('Bronze')), [])).toBe('yellow warn');
    expect(await judged(gold, a('16', plan('Bronze', { premium: '40' })), [])).toBe('yellow warn');
  });

  it('pays the share of its lower premium that the statement prints, as before', async () => {
    const printed = (planName: string, premium: string, rate = '0.2') => plan(planName, { premium, rate });
    const before = a('30', printed('Gold', '150'));
    expect(await judged(before, a('23.70', printed('Bronze', '118.50')), [])).toBe('yellow info');
    expect(await judged(before, a('23.70', printed('Bronze', '118.50', '0.25')), [])).toBe('yellow warn');
  });

  it('counter-case: the same plan with a lower premium is expected to pay less', async () => {
    expect(await judged(gold, a('16', plan('Gold', { premium: '40' })), [])).toBe('yellow info');
  });
});

describe('a group of another size', () => {
  const group = (lives: string, premium: string): Fields => ({ lives, premium, transactionType: 'Current' });
  const of20 = line('A', '600', group('20', '10000'));

  it('is paid as the groups nearest in size', async () => {
    const near = comparable('480', group('31', '12000'));
    const far = ['S1', 'S2', 'S3', 'S4'].map((id) => line(id, '60', group('4', '1000')));
    const book = await stepOf(of20, line('A', '560', group('30', '14000')), [...near, ...far]);
    expect(rowIn(book, JAN)?.status).toBe('yellow');
    const more = [...near, ...near.map(({ member, ...rest }) => ({ ...rest, member: `${member} too` }))];
    const known = await stepOf(of20, line('A', '560', group('30', '14000')), [...more, ...far]);
    expect(reasonIn(known, JAN)).toBe(
      'Paid $560.00, was $600.00: a group of 30 lives, paid 4 % of premium as 4 others are.',
    );
  });

  it('counter-case: a group of as many lives is cut', async () => {
    const near = comparable('480', group('31', '12000'));
    expect(await judged(of20, line('A', '400', group('20', '10000')), near)).toBe('yellow warn');
  });
});

describe('a first payment of several times the usual share', () => {
  /** Two members who are paid 20 % of the premium, and A, whose policy began in January and who is absent from February on. */
  const others = comparable('20', { premium: '100', effectiveDate: '2025-10-01' });
  const firstly = (amount: string, more: Fields = {}) =>
    line('A', amount, { premium: '150', effectiveDate: '2026-01-01', ...more });
  const statuses = async (first: ModelLine, peers = others, settings: Partial<BookSettings> = {}) => {
    const book = await score(
      [
        file(NOV, ...peers),
        file(DEC, ...peers),
        file(JAN, first, ...peers),
        file(FEB, ...peers),
        file(MAR, ...peers),
        file('2026-04', ...peers),
      ],
      settings,
    );
    return [FEB, MAR, '2026-04'].map((period) => rowIn(book, period)?.status ?? '–').join(' ');
  };

  it('pays so many months, and the member is due nothing until they are over', async () => {
    expect(await statuses(firstly('90'))).toBe('carried carried red');
    expect(await statuses(firstly('120'))).toBe('carried carried carried');
  });

  it.each<[string, ModelLine]>([
    ['no multiple', firstly('100')],
    ['one month', firstly('30')],
    ['a family without a premium, paid as three persons', firstly('60', { premium: null })],
    ['a policy that began long ago', firstly('90', { effectiveDate: '2025-05-01' })],
    ['no date', firstly('90', { effectiveDate: null })],
  ])('counter-case: the member is gone: %s', async (_, first) => {
    expect(await statuses(first)).toBe('red – –');
  });

  it('is a multiple of the amount for Medicare, where each member is one person', async () => {
    const bare = comparable('26.08', { effectiveDate: '2025-10-01' });
    const first = firstly('52.17', { premium: null });
    expect(await statuses(first, bare, { productLine: 'medicare' })).toBe('carried red –');
    expect(await statuses(first, bare)).toBe('red – –');
  });

  it('counter-case: is the month of a first year that a member of another plan is paid each month', async () => {
    const bare = comparable('26.08', { effectiveDate: '2025-10-01' });
    const initial = line('W', '52.17', { planName: 'Other', transactionType: 'Renewal', effectiveDate: '2025-10-01' });
    const first = firstly('52.17', { premium: null });
    expect(await statuses(first, [...bare, initial], { productLine: 'medicare' })).toBe('red – –');
  });
});
