import { describe, expect, it } from 'vitest';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { reasonIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: an agent who leaves a split is named, in any order of the lines; others and one-time payments are not. */

const FEB = '2026-02';
const by =
  (agentId: string | null, agentName: string | null) =>
  (amount: string, more: Partial<ModelLine> = {}) =>
    line('A', amount, { policy: 'P1', transactionType: 'Renewal', agentId, agentName, ...more });
const ann = by('17', 'Ann Lee');
const bo = by('18', 'Bo Ray');
const cleo = by('19', 'Cleo Marsh');
const dan = by('20', 'Dan Orr');
const nobody = by(null, null);

const bookOf = (january: readonly ModelLine[], february: readonly ModelLine[]) =>
  score([file('2026-01', ...january), file(FEB, ...february)]);

describe('an agent who leaves a split', () => {
  it.each([
    ['Bo Ray', [ann('30'), bo('30')], [ann('30')]],
    ['Bo Ray', [bo('30'), ann('30')], [ann('30')]],
    ['Ann Lee', [ann('30'), bo('30')], [bo('30')]],
    ['Bo Ray', [ann('30'), bo('30', { policy: 'P2' })], [ann('30')]],
    ['Bo Ray', [ann('30'), bo('10'), bo('20', { planName: 'Dental' })], [ann('20'), ann('10', { planName: 'Dental' })]],
    ['Bo Ray', [ann('30'), by('18', ' Bo   Ray ')('30')], [ann('30')]],
    ['Bo Ray', [by('17', 'Agent')('30'), by('18', 'Bo Ray')('30')], [by('17', 'Agency')('30')]],
    ['18', [by('17', null)('30'), by('18', null)('30')], [by('17', null)('30')]],
    ['Bo Ray', [by(null, 'Ann Lee')('30'), by(null, 'Bo Ray')('30')], [by(null, 'ANN  LEE')('30')]],
  ])('%s is named in the finding and in the reason', async (name, january, february) => {
    const book = await bookOf(january, february);
    const detail = `The line of agent "${name}" ($30.00) is not on this statement.`;
    expect(signalIn(book, FEB, 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn', amount: 30 });
    expect(signalIn(book, FEB, 'AGENT_CHANGED')).toMatchObject({ severity: 'info', detail });
    expect(reasonIn(book, FEB)).toBe(`Paid $30.00 less than in Jan 2026 ($60.00 → $30.00). ${detail}`);
  });

  it('is no warning where another agent is paid the share', async () => {
    const detail = 'The line of agent "Bo Ray" ($30.00) is not on this statement.';
    const book = await bookOf([ann('30'), bo('30')], [ann('60')]);
    expect(signalsIn(book, FEB)).toEqual(['AGENT_CHANGED']);
    expect(signalIn(book, FEB, 'AGENT_CHANGED')).toMatchObject({ severity: 'info', detail });
  });

  it.each([
    ['one other', [ann('30'), bo('20'), cleo('10')]],
    ['2 others', [ann('30'), bo('20'), cleo('10'), dan('5')]],
  ])('is counted with %s', async (others, january) => {
    const book = await bookOf(january, [ann('30')]);
    expect(signalIn(book, FEB, 'AGENT_CHANGED')?.detail).toBe(
      `The lines of agent "Bo Ray" ($20.00) and ${others} are not on this statement.`,
    );
  });
});

describe('a split of many agents', () => {
  const agents = (count: number) =>
    Array.from({ length: count }, (_, index) => by(`${index}`, `Agent ${index}`)(`${60 - index}`));

  it('names the largest of the shares that are gone, of up to eight', async () => {
    const book = await bookOf(agents(8), agents(1));
    expect(signalIn(book, FEB, 'AGENT_CHANGED')?.detail).toBe(
      'The lines of agent "Agent 1" ($59.00) and 6 others are not on this statement.',
    );
  });

  it('is not stored for nine', async () => {
    const book = await bookOf(agents(9), agents(1));
    expect(signalIn(book, FEB, 'AGENT_CHANGED')).toBeUndefined();
  });
});

it.each([
  ['one order', [ann('30'), bo('20'), cleo('20')]],
  ['the other order', [cleo('20'), bo('20'), ann('30')]],
])('names the first of equal shares by number: lines in %s', async (_, january) => {
  const book = await bookOf(january, [ann('30')]);
  expect(signalIn(book, FEB, 'AGENT_CHANGED')?.detail).toBe(
    'The lines of agent "Bo Ray" ($20.00) and one other are not on this statement.',
  );
});

it('counts no coverage as an agent', async () => {
  const medical = ann('30', { productType: 'MED', planName: 'Gold' });
  const dental = bo('11.55', { productType: 'DEN', planName: 'Bright Smile' });
  expect(signalIn(await bookOf([medical, dental], [medical]), FEB, 'AGENT_CHANGED')?.detail).toBe(
    'The line of agent "Bo Ray" ($11.55) is not on this statement.',
  );
});

describe('counter-case: no agent is named', () => {
  it('after a quarter that was paid at once', async () => {
    const quarter = { monthsPaid: '3', paidThrough: '2026-03-31' };
    const other = line('B', '1');
    const book = await score([
      file('2026-01', ann('90', quarter), bo('90', quarter)),
      file(FEB, other),
      file('2026-03', other),
      file('2026-04', ann('30')),
    ]);
    expect(signalIn(book, '2026-04', 'AGENT_CHANGED')).toBeUndefined();
  });

  it.each([
    ['who is on the statement with any amount', [ann('30'), bo('30')], [ann('30'), bo('0')]],
    ['who is charged back', [ann('30'), bo('30')], [ann('30'), bo('-30')]],
    ['whose share another agent may have', [ann('30'), bo('30')], [ann('30'), cleo('25')]],
    ['whose line may be one without an agent', [ann('30'), bo('30')], [ann('30'), nobody('20')]],
    ['beside a line that named no agent', [ann('30'), nobody('30')], [ann('30')]],
    ['who was paid once', [ann('30'), bo('25', { transactionType: 'Bonus' })], [ann('28')]],
    ['of a single agent', [ann('30'), ann('29')], [ann('30')]],
    [
      'whose line was for other months',
      [ann('360', { monthsPaid: '12', paidThrough: '2026-12-31' }), bo('30')],
      [ann('30')],
    ],
  ])('%s', async (_, january, february) => {
    const book = await bookOf(january, february);
    expect(signalIn(book, FEB, 'AGENT_CHANGED')).toBeUndefined();
  });

  it.each([
    [
      'who is known by number, beside a line that has only a name',
      [by('17', null)('30'), bo('30')],
      [by(null, 'Ann Lee')('30')],
    ],
    [
      'who is known by name, beside a line that has only a number',
      [by(null, 'Ann Lee')('30'), bo('30')],
      [by('17', null)('30')],
    ],
  ])('%s', async (_, january, february) => {
    const book = await bookOf(january, february);
    expect(signalIn(book, FEB, 'AGENT_CHANGED')?.detail ?? '').not.toContain('not on this statement');
  });

  it('who is replaced by another', async () => {
    const book = await bookOf([ann('60')], [bo('60')]);
    expect(signalIn(book, FEB, 'AGENT_CHANGED')).toMatchObject({
      severity: 'warn',
      detail: 'Agent "Ann Lee" → "Bo Ray".',
    });
  });
});
