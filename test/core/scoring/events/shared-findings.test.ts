import { describe, expect, it } from 'vitest';
import type { CarrierEvent } from '../../../../core/scoring/events/carrier-event.ts';
import type { SignalCode } from '../../../../core/scoring/signal.ts';
import { CENT, type Fields, file, line } from '../../../support/book-model-cases.ts';
import type { ModelFile, ModelLine } from '../../../support/book-model-record.ts';
import { type BookSettings, memoryBook, type ScoredBook, uploadsOf } from '../../../support/scored-book.ts';
import { reasonIn, rowIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';
import { rowsByMember } from '../../../support/scored-book-view.ts';

/**
 * docs/reference/signals.md#what-many-members-share. Guarantee: a warning that many members share is one event of the carrier, and a
 * fact of a single member stays a warning.
 */

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'] as const;
const [JAN, FEB, MAR, APR] = MONTHS;

const ids = (count: number, prefix = 'M') => Array.from({ length: count }, (_, index) => `${prefix}${index + 10}`);
const REST = ids(32, 'R');
const GOLD = ids(8, 'G');

/** Makes a line for each member: $20, $21 and so on, times the factor, rounded to cents. */
const paid = (members: readonly string[], factor = 1, fields: Fields = {}): ModelLine[] =>
  members.map((member, index) => line(member, ((20 + index) * factor).toFixed(2), fields));
const byRate = (members: readonly string[], rate: number, fields: Fields = {}): ModelLine[] =>
  members.map((member, index) => {
    const premium = 50 + 10 * index;
    return line(member, (premium * rate).toFixed(2), { premium: String(premium), rate: String(rate), ...fields });
  });
const inPlan = (planCode: string): Fields => ({ planCode, planName: planCode });

const eventsIn = (book: ScoredBook, period: string): readonly CarrierEvent[] =>
  book.periods.get(period)?.scores.events ?? [];
const details = (book: ScoredBook, period: string) => eventsIn(book, period).map(({ detail }) => detail);

/** Returns the members with a warning of the code. */
function warned(book: ScoredBook, period: string, code: SignalCode): string[] {
  const saved = book.periods.get(period);
  if (saved === undefined) throw new Error(`No period ${period}`);
  return [...rowsByMember(saved)]
    .filter(([, { signals }]) => signals.some((one) => one.code === code && one.severity !== 'info'))
    .map(([member]) => member)
    .toSorted();
}

describe('a rate cut for one plan', () => {
  const silver = byRate(REST, 0.16, inPlan('Silver'));
  const cut = (rate: number) => file(FEB, ...byRate(GOLD, rate, inPlan('Gold')), ...silver);
  const before = file(JAN, ...byRate(GOLD, 0.16, inPlan('Gold')), ...silver);

  it('is one event in the words of the rates, and its members keep status and amounts', async () => {
    const book = await score([before, cut(0.12)]);
    // The premiums of the eight members are $50 to $120: $680 in all, of which 4 % are gone.
    expect(details(book, FEB)).toEqual([
      '8 of 8 members of plan "Gold" are paid 12 % instead of 16 % since Feb 2026: $27.20 a month.',
    ]);
    expect(eventsIn(book, FEB)).toMatchObject([
      { kind: 'shared_finding', members: 8, compared: 8, ratioMillionths: 750_000, amount: 272_000 },
    ]);
    expect(rowIn(book, FEB, 'G10')).toMatchObject({ status: 'yellow', flags: 'COMMISSION_CHANGED' });
    expect(signalIn(book, FEB, 'COMMISSION_REDUCED', 'G10')).toEqual({
      code: 'COMMISSION_REDUCED',
      severity: 'info',
      amount: 2,
      detail: 'Paid $2.00 less ($8.00 → $6.00): 12 % of the premium, was 16 %, as for 8 of 8 members of plan "Gold".',
      claim: 'to_check',
      event: 'COMMISSION_REDUCED plan_code GOLD',
    });
    expect(signalIn(book, FEB, 'RATE_CHANGED', 'G10')).toMatchObject({ severity: 'info' });
    expect(reasonIn(book, FEB, 'G10')).toBe(
      'Paid $2.00 less than in Jan 2026 ($8.00 → $6.00): rate 16 % → 12 %, as for 8 of 8 members of plan "Gold".',
    );
  });

  it('hides no member of the plan whose pay fell by more', async () => {
    const [, ...others] = byRate(GOLD, 0.12, inPlan('Gold'));
    const odd = line('G10', '5', { premium: '50', rate: '0.1', ...inPlan('Gold') });
    const book = await score([before, file(FEB, odd, ...others, ...silver)]);
    expect(details(book, FEB)).toEqual([
      '7 of 8 members of plan "Gold" are paid 12 % instead of 16 % since Feb 2026: $25.20 a month.',
    ]);
    expect(warned(book, FEB, 'COMMISSION_REDUCED')).toEqual(['G10']);
  });

  it('hides no other warning of a member', async () => {
    const agent = { agentId: 'A1', agentName: 'Ann Ode' };
    const lines = (rate: number) => [...byRate(GOLD, rate, { ...inPlan('Gold'), ...agent }), ...silver];
    const now = lines(0.12).map((one) => (one.member === 'G12' ? { ...one, agentId: 'B1', agentName: 'Bo Ebb' } : one));
    const book = await score([file(JAN, ...lines(0.16)), file(FEB, ...now)]);
    expect(eventsIn(book, FEB)).toHaveLength(1);
    expect(warned(book, FEB, 'AGENT_CHANGED')).toEqual(['G12']);
    expect(warned(book, FEB, 'COMMISSION_REDUCED')).toEqual([]);
  });

  it('is none for four members of the plan', async () => {
    const four = (rate: number) => byRate(GOLD.slice(0, 4), rate, inPlan('Gold'));
    const book = await score([file(JAN, ...four(0.16), ...silver), file(FEB, ...four(0.12), ...silver)]);
    expect(eventsIn(book, FEB)).toEqual([]);
    expect(warned(book, FEB, 'COMMISSION_REDUCED')).toEqual(GOLD.slice(0, 4));
  });
});

describe('a move of many members to another agent', () => {
  const ANN = { agentId: 'A1', agentName: 'Ann Ode' };
  const BO = { agentId: 'B1', agentName: 'Bo Ebb' };
  const book = () =>
    score([
      file(JAN, ...paid(GOLD, 1, ANN), ...paid(REST)),
      file(FEB, ...paid(GOLD.slice(0, 7), 1, BO), ...paid(REST)),
      file(MAR, ...paid(GOLD, 1, BO), ...paid(REST)),
    ]);

  it('also tells the agent of a member who was on no statement then', async () => {
    expect(warned(await book(), MAR, 'AGENT_CHANGED')).toEqual([]);
    expect(signalIn(await book(), MAR, 'AGENT_CHANGED', 'G17')).toMatchObject({
      severity: 'info',
      detail: 'Agent "Ann Ode" → "Bo Ebb", as for 7 members in Feb 2026.',
    });
  });

  it('is one event for five members, however many others the carrier pays', async () => {
    const crowd = paid(ids(80, 'S'));
    const move = (count: number) =>
      score([
        file(JAN, ...paid(GOLD, 1, ANN), ...crowd),
        file(FEB, ...paid(GOLD.slice(0, count), 1, BO), ...paid(GOLD, 1, ANN).slice(count), ...crowd),
      ]);
    expect(warned(await move(5), FEB, 'AGENT_CHANGED')).toEqual([]);
    expect(eventsIn(await move(5), FEB)).toMatchObject([{ kind: 'shared_finding', members: 5 }]);
    expect(warned(await move(4), FEB, 'AGENT_CHANGED')).toEqual(GOLD.slice(0, 4));
  });

  it('does not tell that of a member who had the old agent then', async () => {
    const late = file(
      MAR,
      ...paid(GOLD.slice(0, 6), 1, BO),
      line('G16', '26', BO),
      line('G17', '27', BO),
      ...paid(REST),
    );
    const stayed = await score([
      file(JAN, ...paid(GOLD, 1, ANN), ...paid(REST)),
      file(FEB, ...paid(GOLD.slice(0, 7), 1, BO), line('G17', '27', ANN), ...paid(REST)),
      late,
    ]);
    expect(warned(stayed, MAR, 'AGENT_CHANGED')).toEqual(['G17']);
  });
});

describe('what more than a tenth of the members share', () => {
  const ALL = ids(40);

  it.each([
    ['four of 40', 4, false],
    ['five of 40', 5, true],
  ])('%s are paid the same share less', async (_, count, isEvent) => {
    const some = ALL.slice(0, count);
    const lower = paid(ALL).map((one, index) =>
      index < count ? { ...one, amount: ((20 + index) * 0.8).toFixed(2) } : one,
    );
    const book = await score([file(JAN, ...paid(ALL)), file(FEB, ...lower)]);
    expect(eventsIn(book, FEB)).toHaveLength(isEvent ? 1 : 0);
    expect(warned(book, FEB, 'COMMISSION_REDUCED')).toEqual(isEvent ? [] : some);
  });

  it('are not five members whose pay fell by different shares', async () => {
    const factors = [0.9, 0.75, 0.6, 0.5, 0.35];
    const now = paid(ALL).map((one, index) => ({ ...one, amount: ((20 + index) * (factors[index] ?? 1)).toFixed(2) }));
    const book = await score([file(JAN, ...paid(ALL)), file(FEB, ...now)]);
    expect(eventsIn(book, FEB)).toEqual([]);
    expect(warned(book, FEB, 'COMMISSION_REDUCED')).toEqual(ALL.slice(0, 5));
  });

  it('is a bonus that many had a month before', async () => {
    const now = paid(ALL).map((one, index) => (index < 12 ? { ...one, amount: (70 + index).toFixed(2) } : one));
    const book = await score([file(JAN, ...paid(ALL)), file(FEB, ...now), file(MAR, ...paid(ALL))]);
    expect(details(book, MAR)).toEqual(['12 of 40 members are paid $50.00 less each since Mar 2026: $600.00 a month.']);
    expect(warned(book, MAR, 'COMMISSION_REDUCED')).toEqual([]);
  });

  it('are households with equal rows', async () => {
    const rows = (period: string) =>
      ids(8, 'H').flatMap((member) => [1, 2, 3].map(() => line(member, '20', { coverageMonth: period })));
    const book = await score([file(JAN, ...rows(JAN), ...paid(ALL)), file(FEB, ...rows(FEB), ...paid(ALL))]);
    const detail = (month: string) =>
      `8 of 8 members are paid by lines that repeat another line in ${month} 2026: $320.00.`;
    expect([details(book, JAN), details(book, FEB)]).toEqual([[detail('Jan')], [detail('Feb')]]);
    expect(eventsIn(book, FEB)).toMatchObject([{ shared: { askedIn: JAN } }]);
    expect(warned(book, FEB, 'DUPLICATE_PAYMENT')).toEqual([]);
  });

  it('is a plan that is paid nothing, beside one member who is paid nothing', async () => {
    const lines = [...GOLD.map((member) => line(member, '0', inPlan('Vision'))), ...paid(REST, 1, inPlan('Dental'))];
    const now = lines.map((one) => (one.member === 'R10' ? { ...one, amount: '0' } : one));
    const book = await score([file(JAN, ...lines), file(FEB, ...now)]);
    expect(details(book, JAN)).toEqual([
      '8 of 8 members of plan "Vision" are on the statement, but paid nothing in Jan 2026.',
    ]);
    expect(warned(book, JAN, 'ZERO_COMMISSION')).toEqual([]);
    expect(signalsIn(book, FEB, 'G10')).toEqual(signalsIn(book, JAN, 'G10'));
    expect(warned(book, FEB, 'COMMISSION_REDUCED')).toEqual(['R10']);
  });
});

describe('month after month', () => {
  const ALL = ids(40);
  /** In each month after the first, two other members are paid a fifth less and stay so. */
  const monthly = MONTHS.map((period, month) =>
    file(
      period,
      ...paid(ALL).map((one, index) => (index < 2 * month ? { ...one, amount: ((20 + index) * 0.8).toFixed(2) } : one)),
    ),
  );

  it('is one matter once more than a tenth of the members had it', async () => {
    const book = await score(monthly);
    expect([FEB, MAR].map((period) => warned(book, period, 'COMMISSION_REDUCED'))).toEqual([
      ['M10', 'M11'],
      ['M12', 'M13'],
    ]);
    expect(details(book, APR)).toEqual(['6 of 40 members are paid 20 % less since Feb 2026: $9.80 a month.']);
    expect(warned(book, APR, 'COMMISSION_REDUCED')).toEqual([]);
  });

  it('is none if the same members have different changes', async () => {
    const factors = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.35, 0.3, 0.25, 0.15];
    const files = MONTHS.map((period, month) =>
      file(
        period,
        ...paid(ALL).map((one, index) =>
          index < 2 * month ? { ...one, amount: ((20 + index) * (factors[index] ?? 1)).toFixed(2) } : one,
        ),
      ),
    );
    const book = await score(files);
    expect(MONTHS.flatMap((period) => details(book, period))).toEqual([]);
  });

  it('ends the same in any order of the months', async () => {
    const [jan, feb, mar, apr, ...later] = monthly;
    const orders = [monthly, [...monthly].reverse(), [apr, jan, ...later, mar, feb]];
    const books = await Promise.all(orders.map((files) => score(files.filter((one) => one !== undefined))));
    const [first, ...others] = books.map(({ periods }) =>
      [...periods].map(([period, { scores }]) => [
        period,
        scores.events,
        scores.tally,
        scores.rows.toSorted(byMember).map(({ signals, reason }) => [signals, reason]),
      ]),
    );
    for (const other of others) expect(other).toEqual(first);
  });
});

const byMember = (one: { memberRefId: string }, other: { memberRefId: string }) =>
  one.memberRefId < other.memberRefId ? -1 : 1;

describe('an accepted event', () => {
  const plan = inPlan('Vision');
  const unpaid = (period: string, count = 8): ModelFile => {
    const vision = GOLD.map((member, index) => line(member, index < count ? '0' : '9', plan));
    return file(period, ...vision, ...paid(REST, 1, inPlan('Dental')));
  };

  async function accepted(files: readonly ModelFile[], settings: Partial<BookSettings> = {}) {
    const book = memoryBook({ rates: [], estimates: false, config: CENT, ...settings });
    for (const job of uploadsOf(files)) {
      book.accept(job);
      await book.run(job);
    }
    await book.acceptEvents(JAN);
    return book;
  }

  it('is a habit: later months ask nothing, however few have it', async () => {
    const book = await accepted([unpaid(JAN), unpaid(FEB), unpaid(MAR, 2)]);
    const state = book.state();
    const asking = eventsIn(state, MAR).map(({ shared }) => shared?.code);
    // The six members who are paid in March are asked for the months before, which is another matter.
    expect([details(state, FEB), asking]).toEqual([[], ['MISSED_MONTHS']]);
    expect([FEB, MAR].flatMap((period) => warned(state, period, 'ZERO_COMMISSION'))).toEqual([]);
    expect(signalIn(state, MAR, 'ZERO_COMMISSION', 'G10')).toMatchObject({
      severity: 'info',
      detail: 'On the statement, but paid nothing, as accepted of plan "Vision" since Jan 2026.',
    });
    await book.rebuild(JAN);
    expect(book.state()).toEqual(state);
  });

  it('explains nobody outside its plan', async () => {
    const zero = (period: string) => ({
      ...unpaid(period),
      lines: unpaid(period).lines.map((one) => (one.member === 'R10' ? { ...one, amount: '0' } : one)),
    });
    const book = await accepted([unpaid(JAN), zero(FEB)]);
    expect(warned(book.state(), FEB, 'ZERO_COMMISSION')).toEqual(['R10']);
  });

  it('of a cut explains no other cut', async () => {
    const silver = byRate(REST, 0.16, inPlan('Silver'));
    const gold = (rate: number) => [...byRate(GOLD, rate, inPlan('Gold')), ...silver];
    const book = memoryBook({ rates: [], estimates: false, config: CENT });
    for (const job of uploadsOf([file(JAN, ...gold(0.16)), file(FEB, ...gold(0.12)), file(MAR, ...gold(0.1))])) {
      book.accept(job);
      await book.run(job);
    }
    await book.acceptEvents(FEB);
    expect(details(book.state(), MAR)).toEqual([
      '8 of 8 members of plan "Gold" are paid 10 % instead of 12 % since Mar 2026: $13.60 a month.',
    ]);
  });
});

describe('a little less pay without a printed premium', () => {
  const even = (members: readonly string[]) => members.map((member) => line(member, '50'));
  const book = (risen: number, now: ModelLine) =>
    score([
      file(JAN, ...even(REST), line('CUT', '50')),
      file(
        FEB,
        ...even(REST).map((one, index) => (index < risen ? { ...one, amount: `${51 + index / 10}` } : one)),
        line('CUT', '50'),
      ),
      file(
        MAR,
        ...even(REST).map((one, index) => (index < risen ? { ...one, amount: `${51 + index / 10}` } : one)),
        now,
      ),
    ]);

  it('is told without a warning where as many payments were a little higher', async () => {
    const scored = await book(5, line('CUT', '49'));
    expect(signalsIn(scored, MAR, 'CUT')).toEqual(['COMMISSION_REDUCED 1']);
    expect(warned(scored, MAR, 'COMMISSION_REDUCED')).toEqual([]);
    expect(rowIn(scored, MAR, 'CUT')).toMatchObject({ status: 'yellow' });
    expect(reasonIn(scored, MAR, 'CUT')).toContain(
      'while 5 payments were a little higher than before in the last year',
    );
  });

  it.each([
    ['hardly any payment was higher', 4, line('CUT', '49')],
    ['it is more than a little', 5, line('CUT', '47')],
    ['a premium is printed', 5, line('CUT', '49', { premium: '500' })],
  ])('counter-case: is a warning where %s', async (_, risen, now) => {
    expect(warned(await book(risen, now), MAR, 'COMMISSION_REDUCED')).toEqual(['CUT']);
  });
});
