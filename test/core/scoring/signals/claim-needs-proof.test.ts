import { describe, expect, it } from 'vitest';
import { changeKind } from '../../../../core/scoring/period-sums.ts';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { reasonIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';
import { rowsByMember } from '../../../support/scored-book-view.ts';

/** Guarantee: small books claim what their statements prove, and ask about the rest. */

const others = (amount: string, fields: Partial<ModelLine> = {}) =>
  ['O1', 'O2', 'O3', 'O4', 'O5', 'O6', 'O7', 'O8'].map((member) => line(member, amount, { policy: 'P', ...fields }));
const OLD = { effectiveDate: '2020-03-01' };

describe('a chargeback of pay from before the first statement', () => {
  const months = { coverageMonth: '2026-02', termDate: '2026-01-31' };
  const back = () => line('A', '-93.60', { ...OLD, ...months });
  const book = () =>
    score([
      file('2026-05', ...others('10'), line('A', '31.20', OLD)),
      file('2026-06', ...others('10'), back()),
      file('2026-07', ...others('10'), back()),
    ]);

  it('cannot be told, and is a question', async () => {
    expect(signalIn(await book(), '2026-06', 'CHARGEBACK_EXCEEDS_PAID')).toEqual({
      code: 'CHARGEBACK_EXCEEDS_PAID',
      severity: 'info',
      amount: 62.4,
      detail:
        'The chargeback of $93.60 takes back months that no loaded statement covers: whether it is right cannot be told.',
      claim: 'to_check',
    });
  });

  it('is a change of its own and certain when it is taken twice', async () => {
    const twice = await book();
    expect(signalsIn(twice, '2026-07')).toEqual(['NEGATIVE_NET 93.6', 'CHARGEBACK_DUPLICATE 93.6']);
    expect(signalIn(twice, '2026-07', 'CHARGEBACK_DUPLICATE')).toMatchObject({
      severity: 'critical',
      claim: 'certain',
    });
    expect(reasonIn(twice, '2026-07')).toMatch(/\$93\.60 is charged back that was charged back before\.$/);
    const saved = twice.periods.get('2026-07');
    const row = saved === undefined ? undefined : rowsByMember(saved).get('A');
    expect(row === undefined ? null : changeKind(row)).toBe('taken_back');
  });
});

it('claims pay below that of others as likely only where it was more before', async () => {
  const months = ['2026-02', '2026-03'];
  const book = await score(
    [
      file('2026-01', ...others('40'), line('B', '40')),
      ...months.map((period) => file(period, ...others('40'), line('A', '30'), line('B', '30'))),
    ],
    { estimates: true },
  );
  const claims = (member: string) => months.map((period) => signalIn(book, period, 'UNDERPAID', member)?.claim);
  expect(claims('A')).toEqual(['to_check', 'to_check']);
  expect(claims('B')).toEqual(['likely', 'to_check']);
});

describe('a cut without a contracted rate', () => {
  it('is asked for in each month by the printed rate of before, also of another premium', async () => {
    const at = (rate: string, amount: string, premium = '200') => line('A', amount, { policy: 'P', rate, premium });
    const peers = others('40', { rate: '0.2', premium: '200' });
    const book = await score([
      file('2026-03', ...peers, at('0.2', '40')),
      file('2026-04', ...peers, at('0.15', '30')),
      file('2026-05', ...peers, at('0.15', '30')),
      file('2026-06', ...peers, at('0.15', '33', '220')),
    ]);
    expect(signalIn(book, '2026-04', 'COMMISSION_REDUCED')).toMatchObject({ amount: 10, claim: 'to_check' });
    const detail = 'Less than this carrier paid in Mar 2026 (20 % of the premium, now 15 %); no contract rate on file.';
    expect(signalIn(book, '2026-05', 'UNDERPAID')).toMatchObject({ amount: 10, claim: 'to_check', detail });
    expect(signalIn(book, '2026-06', 'UNDERPAID')).toMatchObject({ amount: 11, claim: 'to_check', detail });
  });

  it('is asked for by the head when the head count moves, and fewer lives at the same pay a head are no cut', async () => {
    const group = (lives: string, amount: string) => line('A', amount, { policy: 'P', lives });
    const peers = others('300', { lives: '10' });
    const bookOf = (...rows: readonly ModelLine[]) =>
      score(rows.map((row, index) => file(`2026-0${index + 1}`, ...peers, row)));
    const cut = await bookOf(group('9', '270'), group('9', '225'), group('11', '275'), group('11', '275'));
    const told = {
      amount: 55,
      claim: 'to_check',
      detail: 'Less than this carrier paid in Jan 2026 ($30.00 a head, now $25.00); no contract rate on file.',
    };
    expect(signalIn(cut, '2026-03', 'UNDERPAID')).toMatchObject(told);
    expect(signalIn(cut, '2026-04', 'UNDERPAID')).toMatchObject(told);
    const fewer = await bookOf(group('9', '270'), group('7', '210'), group('7', '210'));
    expect(signalIn(fewer, '2026-02', 'COMMISSION_REDUCED')?.claim).toBeUndefined();
    expect(signalsIn(fewer, '2026-03')).toEqual([]);
  });
});

describe('a contracted rate', () => {
  const FLAT = [{ rateType: 'flat_per_member', rateValue: '20' }] as const;
  const bookOf = (april: ModelLine) =>
    score([file('2026-03', ...others('20'), line('A', '20')), file('2026-04', ...others('20'), april)], {
      rates: FLAT,
    });

  it.each<[string, ModelLine, object]>([
    ['is certain where less is paid', line('A', '15'), { amount: 5, severity: 'warn', claim: 'certain' }],
    ['is certain where nothing is paid', line('A', '0'), { amount: 20, severity: 'warn', claim: 'certain' }],
    [
      'is to be checked after the end of the coverage',
      line('A', '0', { termDate: '2026-03-31' }),
      { amount: 20, severity: 'info', claim: 'to_check' },
    ],
  ])('%s', async (_, april, told) => {
    expect(signalIn(await bookOf(april), '2026-04', 'UNDERPAID')).toMatchObject(told);
  });
});

describe('equal chargebacks of one month', () => {
  const month = (coverageMonth: string, amount: string) => line('A', amount, { policy: 'P', coverageMonth });
  const bookOf = (...later: readonly (readonly ModelLine[])[]) =>
    score(
      [[month('2026-01', '30')], [month('2026-02', '30')], ...later].map((lines, index) =>
        file(`2026-0${index + 1}`, ...others('10'), ...lines),
      ),
    );

  it('are certain on two statements, and likely on one, because two persons may be charged back alike', async () => {
    const back = month('2026-02', '-30');
    expect(signalIn(await bookOf([back], [back]), '2026-04', 'CHARGEBACK_DUPLICATE')?.claim).toBe('certain');
    expect(signalIn(await bookOf([back, back]), '2026-03', 'CHARGEBACK_DUPLICATE')?.claim).toBe('likely');
  });

  it('are repaid by a line for this month, also where the months after it are paid less', async () => {
    const book = await bookOf(
      [month('2026-02', '-30')],
      [],
      [month('2026-02', '30'), month('2026-03', '5'), month('2026-04', '5'), month('2026-05', '5')],
    );
    expect(signalIn(book, '2026-05', 'REINSTATED_NOT_REPAID')).toBeUndefined();
  });
});

describe('a month that is taken back again', () => {
  const back = line('A', '-30');
  const bookOf = (...later: readonly ModelLine[]) =>
    score(
      [line('A', '30'), line('A', '30'), line('A', '30'), ...later].map((one, index) =>
        file(`2026-0${index + 1}`, ...others('10'), one),
      ),
    );

  it('is a question where neither line names the month', async () => {
    expect(signalIn(await bookOf(back, back), '2026-05', 'CHARGEBACK_DUPLICATE')).toMatchObject({
      severity: 'info',
      amount: 30,
      claim: 'to_check',
    });
  });

  it.each<[string, readonly ModelLine[]]>([
    ['of all that was paid', [back, back, back]],
    ['of another amount', [back, line('A', '-29')]],
    ['in parts', [line('A', '-12'), line('A', '-12')]],
  ])('is none %s', async (_, later) => {
    const last = `2026-0${3 + later.length}`;
    const book = await bookOf(...later);
    expect(signalIn(book, last, 'CHARGEBACK_DUPLICATE')).toBeUndefined();
  });

  it('is likely for a term that was cancelled before, whatever month the line names', async () => {
    const cancelled = (coverageMonth: string) => line('A', '-45.10', { policy: 'P', coverageMonth });
    const book = await score(
      [line('A', '108', { policy: 'P', coverageMonth: '2026-01' }), cancelled('2026-02'), cancelled('2026-03')].map(
        (one, index) => file(`2026-0${index + 1}`, ...others('10'), one),
      ),
      { policyTerm: true },
    );
    expect(signalIn(book, '2026-03', 'CHARGEBACK_DUPLICATE')).toMatchObject({ amount: 45.1, claim: 'likely' });
  });
});

describe('an advance that is taken back', () => {
  const policy = { policy: 'P', effectiveDate: '2026-01-01', coverageMonth: '2026-01' };
  const advance = line('A', '405', { ...policy, transactionType: 'Advance', monthsPaid: '9' });
  const bookOf = (amount: string, termDate: string, settings = {}) =>
    score(
      [
        file('2026-01', ...others('10'), advance),
        ...['02', '03', '04', '05', '06'].map((month) => file(`2026-${month}`, ...others('10'))),
        file('2026-07', ...others('10'), line('A', amount, { ...policy, termDate })),
      ],
      settings,
    );
  const told = async (...settings: Parameters<typeof bookOf>) =>
    signalIn(await bookOf(...settings), '2026-07', 'CHARGEBACK_ON_ACTIVE');

  it('is likely wrong as far as it was earned until the end of the coverage', async () => {
    expect(await told('-405', '2026-05-31')).toEqual({
      code: 'CHARGEBACK_ON_ACTIVE',
      severity: 'warn',
      amount: 225,
      detail:
        'Charged back $405.00 of $405.00 that was paid for 9 months, of which $225.00 was earned: covered until May 31, 2026.',
      claim: 'likely',
    });
  });

  it.each<[string, string, string, object]>([
    ['the rest', '-180', '2026-05-31', {}],
    ['the rest and a month that is counted otherwise', '-225', '2026-05-31', {}],
    ['a policy that never began', '-405', '2026-01-01', {}],
    ['a Medicare plan within three months', '-405', '2026-03-31', { productLine: 'medicare' }],
  ])('is no finding for %s', async (_, amount, termDate, settings) => {
    expect(await told(amount, termDate, settings)).toBeUndefined();
  });
});

it('claims a chargeback that no statement pays as likely, because the pay may be under another number', async () => {
  const back = line('N', '-30', { coverageMonth: '2026-01', effectiveDate: '2026-01-01' });
  const book = await score([file('2026-01', ...others('10')), file('2026-02', ...others('10'), back)]);
  const saved = book.periods.get('2026-02');
  const row = saved === undefined ? undefined : rowsByMember(saved).get('N');
  expect(row?.signals.find(({ code }) => code === 'CHARGEBACK_UNMATCHED')?.claim).toBe('likely');
});
