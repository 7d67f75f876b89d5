import { describe, expect, it } from 'vitest';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { UNSEEN_SETS } from '../../../measure/truth/all-books.ts';
import { type Carrier, DIMENSIONS, drawCarrier, isSensible } from '../../../measure/truth/drawn/carrier.ts';
import { drawBook, playBook, truthOf } from '../../../measure/truth/drawn/draw-book.ts';
import { FAULTS } from '../../../measure/truth/drawn/faults.ts';
import { LIVES } from '../../../measure/truth/drawn/lives.ts';
import { drawPolicy, type Policy } from '../../../measure/truth/drawn/policies.ts';
import { Records } from '../../../measure/truth/drawn/records.ts';
import { tellStory } from '../../../measure/truth/drawn/story.ts';

/** Guarantee: drawn books are reproducible, cover every dimension, and their statements add up to a truth that follows from the draw. */

const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('a drawn carrier', () => {
  const carriers = seeds(200).map(drawCarrier);

  it('has every value of every dimension among 200 seeds', () => {
    for (const [dimension, values] of Object.entries(DIMENSIONS)) {
      const drawn = new Set(
        carriers.map(({ traits }) => Object.entries(traits).find(([name]) => name === dimension)?.[1]),
      );
      expect([...values].filter((value) => !drawn.has(value))).toEqual([]);
    }
  });

  it('is sensible, with 60 to 150 members and 7 to 14 months, and a few books are larger', () => {
    expect(carriers.every(({ traits }) => isSensible(traits))).toBe(true);
    expect(
      carriers.every(({ members, months }) => members >= 60 && members <= 400 && months >= 7 && months <= 14),
    ).toBe(true);
    expect(carriers.filter(({ members }) => members > 150).length).toBeLessThan(20);
  });
});

describe('a drawn book', () => {
  const sets = [...UNSEEN_SETS.values()];
  const handWritten = sets.flat().map((make) => make());
  const books = [...seeds(40).map(drawBook), ...handWritten];

  it('is one of twelve in each hand-written set, of other carriers than those of the other sets', () => {
    expect(sets.map(({ length }) => length)).toEqual(sets.map(() => 12));
    expect(new Set(handWritten.map(({ name }) => name)).size).toBe(12 * sets.length);
  });

  it('is the same for the same seed, and another for another', () => {
    expect(drawBook(5)).toEqual(drawBook(5));
    expect(drawBook(5).truth).not.toEqual(drawBook(6).truth);
  });

  it('has statements that add up to its truth, period by period', () => {
    for (const { deliveries, truth } of books) {
      expect([...new Set(deliveries.map(({ period }) => period))]).toEqual(truth.periods.map(({ period }) => period));
      for (const { period, paidCents, takenBackCents } of truth.periods) {
        const files = deliveries.filter((delivery) => delivery.period === period);
        const replaced = files.findLastIndex(({ mode }) => mode === 'replace');
        const sum = files.slice(Math.max(0, replaced)).reduce((total, { netCents }) => total + netCents, 0);
        expect(sum).toBe(paidCents - takenBackCents);
      }
    }
  });

  it('has ids of one member each, ranges that are not reversed, and facts of its members and periods', () => {
    for (const { truth } of books) {
      expect(new Set(truth.ids.flat()).size).toBe(truth.ids.flat().length);
      const periods = new Set(truth.periods.map(({ period }) => period));
      for (const { must, may } of [...truth.periods.map(({ atRisk }) => atRisk), ...truth.claims]) {
        expect(must).toBeGreaterThanOrEqual(0);
        expect(may).toBeGreaterThanOrEqual(must);
      }
      for (const { member, period } of [...truth.facts, ...truth.claims]) {
        expect(periods.has(period)).toBe(true);
        expect(truth.ids[member ?? 0]).toBeDefined();
      }
      expect(truth.events.every(({ members }) => members.every((member) => truth.ids[member] !== undefined))).toBe(
        true,
      );
    }
  });
});

/** A carrier that pays 10 % of a premium of $100.00 a month, in a quiet book of ten months. */
const QUIET: Carrier = {
  seed: 1,
  name: 'Quiet Mutual',
  traits: {
    ...{
      basis: 'premium',
      schedule: 'as_earned',
      lag: 'same_month',
      rhythm: 'steady',
      grain: 'policy',
      columns: 'rich',
    },
    ...{ vocabulary: 'plain', step: 'none', change: 'none', lives: 'calm', faults: 'none', noise: 'none' },
    ...{ history: 'mixed', file: 'csv' },
  },
  productLine: 'med_supp',
  plans: ['Plan G'],
  columns: new Set(['coverage', 'effective', 'premium', 'rate', 'term', 'type', 'agent', 'months']),
  rate: 0.1,
  cents: [0],
  count: 6,
  stepYear: 2,
  stepFactor: 0.5,
  isContracted: false,
  members: 1,
  months: 10,
  start: '2025-01',
};

function playOne(
  story: string,
  change: Partial<Carrier['traits']> = {},
  policy: Partial<Policy> = {},
): { facts: string[]; paid: Record<string, number[]>; truth: ReturnType<typeof truthOf> } {
  const records = new Records({ ...QUIET, traits: { ...QUIET.traits, ...change } });
  const one = { ...drawPolicy(records.carrier, diceOf(3), 0, -20), premium: 10_000, mode: 1, ...policy };
  records.add(one);
  const kind = { ...LIVES, ...FAULTS }[story];
  // A story begins at a drawn payment, and not every payment leaves room for it.
  if (kind !== undefined) expect(seeds(20).some((seed) => tellStory(records, one, diceOf(seed), kind))).toBe(true);
  const truth = truthOf(records);
  const paid = Object.fromEntries(
    truth.periods.map(({ period, paidCents, takenBackCents }) => [period, [paidCents, takenBackCents]]),
  );
  return { facts: truth.facts.map(({ period, kind: fact }) => `${period} ${fact}`), paid, truth };
}

/** Returns the periods in which nothing is paid, as months of 2025. */
const unpaidMonths = (paid: Record<string, number[]>): number[] =>
  Object.entries(paid).flatMap(([period, [cents]]) => (cents === 0 ? [Number(period.slice(5))] : []));

describe('the truth of a small book, worked by hand', () => {
  it('is nothing where $10.00 is paid every month', () => {
    const { facts, paid, truth } = playOne('nothing');
    expect(facts).toEqual([]);
    expect(Object.values(paid)).toEqual(Array.from({ length: 10 }, () => [1000, 0]));
    expect(truth.periods.every(({ atRisk }) => atRisk.may === 0)).toBe(true);
  });

  it('of an unpaid month is a claim of $10.00, unpaid there and missed a month later', () => {
    const { facts, paid, truth } = playOne('isNotPaid');
    const [month = 0, ...others] = unpaidMonths(paid);
    expect(others).toEqual([]);
    const period = (number: number): string => `2025-${String(number).padStart(2, '0')}`;
    expect(facts).toEqual([`${period(month)} unpaid`, `${period(month + 1)} missed_months`]);
    expect(truth.claims).toEqual([{ member: 0, period: period(month), must: 1000, may: 1000 }]);
    expect(truth.periods[month - 1]?.atRisk).toEqual({ must: 0, may: 1000 });
  });

  it('of a late premium is late there, caught up a month later with twice the pay, and no claim', () => {
    const { facts, paid, truth } = playOne('paysLate');
    const [month = 0] = unpaidMonths(paid);
    expect(facts.map((fact) => fact.slice(8))).toEqual(['late_premium', 'catch_up']);
    expect(Object.values(paid)[month]).toEqual([2000, 0]);
    expect(truth.claims).toEqual([]);
  });

  it('of an end is lost with the first unpaid statement, and $10.00 at risk beyond doubt', () => {
    const { facts, paid, truth } = playOne('leaves');
    const [month = 0] = unpaidMonths(paid);
    expect(facts).toEqual([`2025-${String(month).padStart(2, '0')} lost`]);
    expect(truth.periods[month - 1]?.atRisk).toEqual({ must: 1000, may: 1000 });
    expect(truth.periods.slice(month).every(({ atRisk }) => atRisk.may === 0)).toBe(true);
  });

  it('of a cut beside the printed rate is one fact and one proved claim a month', () => {
    const { facts, truth, paid } = playOne('isCut');
    const less = Object.values(paid)
      .filter(([cents]) => cents !== 1000)
      .map(([cents]) => 1000 - (cents ?? 0));
    expect(less).toHaveLength(3);
    expect(facts.map((fact) => fact.slice(8))).toEqual(['underpaid', 'underpaid', 'underpaid']);
    expect(truth.claims.map(({ must }) => must)).toEqual(less);
    expect(truth.periods.map(({ atRisk }) => atRisk.must).filter((cents) => cents > 0)).toEqual(less.slice(0, 1));
  });

  it('of six months in advance is nothing due for five, then pay as earned, which is no loss beyond doubt', () => {
    const { facts, paid, truth } = playOne('nothing', { schedule: 'advance' }, { effective: 1 });
    expect(Object.values(paid).map(([cents]) => cents)).toEqual([0, 6000, 0, 0, 0, 0, 0, 1000, 1000, 1000]);
    expect(facts).toEqual([]);
    expect(truth.claims).toEqual([]);
  });

  it('of a lapse within an advance takes the unearned months back, which is a rightful chargeback', () => {
    const { facts, paid } = playOne('leavesWithinPaidMonths', { schedule: 'advance' }, { effective: 1 });
    const back = Object.values(paid).reduce((sum, [, cents]) => sum + (cents ?? 0), 0);
    expect(back % 1000).toBe(0);
    expect(back).toBeGreaterThan(0);
    expect(back).toBeLessThan(6000);
    expect(facts.map((fact) => fact.slice(8))).toEqual(expect.arrayContaining(['lost', 'rightful_chargeback']));
  });

  it('of a month taken back twice is one claim of the second', () => {
    const { facts, paid, truth } = playOne('isChargedBackTwice');
    expect(Object.values(paid).filter(([, cents]) => cents === 1000)).toHaveLength(2);
    expect(facts.map((fact) => fact.slice(8))).toEqual(
      expect.arrayContaining(['lost', 'rightful_chargeback', 'double_chargeback']),
    );
    expect(truth.claims).toMatchObject([{ must: 1000, may: 1000 }]);
  });

  it('of a return under a new effective date claims nothing, and under the old one the gap', () => {
    expect(playOne('returnsAnew').truth.claims).toEqual([]);
    expect(playOne('returnsAnew').facts.map((fact) => fact.slice(8))).toEqual(['lost', 'reinstated']);
    const { truth, paid } = playOne('returnsAsBefore');
    expect(truth.claims.map(({ must }) => must)).toEqual([unpaidMonths(paid).length * 1000]);
  });

  it('of a cut for all is one event of those paid before and after, and no fact of a member', () => {
    const { facts, events } = truthOf(
      playBook({ ...QUIET, members: 20, traits: { ...QUIET.traits, change: 'rate_cut_all', lives: 'none' } }),
    );
    expect(facts).toEqual([]);
    expect(events.filter(({ kind }) => kind === 'rate_cut')).toHaveLength(1);
    expect(events[0]?.members.length).toBeGreaterThan(10);
  });
});
