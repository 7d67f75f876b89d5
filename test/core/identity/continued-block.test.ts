import { describe, expect, it } from 'vitest';
import { blockOf, countContinued, matchMembers } from '../../../core/identity/match-returning.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { profileOf } from '../../../core/scoring/member-month.ts';
import { periodMembers } from '../../../core/scoring/period-members.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import type { ModelLine } from '../../support/book-model-record.ts';
import { bookLines } from '../../support/scored-book-lines.ts';

/** Guarantee: members continue under new ids only together, each by a name and something of the policy that nobody else has. */

const NAMES = ['Ada Low', 'Ben Moss', 'Cy Nash', 'Di Orr', 'Ed Poe', 'Flo Quick', 'Gus Reed'];

interface Person {
  readonly name?: string | null;
  readonly before?: Partial<ModelLine>;
  readonly now?: Partial<ModelLine>;
}

/** Makes people who are paid as M0, M1 … in January and as X0, X1 … in February, each with an effective date of its own. */
const people = (count: number, each: (index: number) => Person = () => ({})) =>
  Array.from({ length: count }, (_, index) => {
    const { name = NAMES[index] ?? '', before, now } = each(index);
    const line = { memberName: name, effectiveDate: `2025-0${index + 1}-01`, policy: null, amount: `5${index}.00` };
    return { before: { ...line, member: `M${index}`, ...before }, now: { ...line, member: `X${index}`, ...now } };
  });

interface Month {
  readonly staying?: readonly Partial<ModelLine>[];
  readonly alsoBefore?: readonly ModelLine[];
  readonly alsoNow?: readonly ModelLine[];
  readonly followsBlock?: boolean;
}

function membersOf(all: ReturnType<typeof people>, { staying = [], alsoBefore = [], alsoNow = [] }: Month) {
  const stay = staying.map((line, index) => ({ amount: '9.00', policy: null, ...line, member: `S${index}` }));
  const january = bookLines('january', [...all.map(({ before }) => before), ...stay, ...alsoBefore]);
  const february = bookLines('february', [...all.map(({ now }) => now), ...stay, ...alsoNow]);
  return periodMembers(january.map(priorOf), february).inOrder();
}

function priorOf(line: ReturnType<typeof bookLines>[number]): PriorRow {
  return {
    memberRefId: line.memberRefId,
    memberExternalId: line.memberExternalId,
    status: 'green',
    profile: profileOf(line),
    firstSeenPeriod: '2026-01',
    lastPresentPeriod: '2026-01',
    lastPresentAmount: line.amount,
    commissionAmount: line.amount,
    paidThrough: null,
    history: NO_HISTORY,
  };
}

/** Returns the members who continue, as "X0 is M0". */
function continued(all: ReturnType<typeof people>, month: Month = {}): readonly string[] {
  const block = blockOf(matchMembers(membersOf(all, month)), { followsBlock: month.followsBlock ?? false });
  return block.map(({ newcomer, absent }) => `${newcomer.memberExternalId} is ${absent.memberExternalId}`).sort();
}
const first = (count: number) => Array.from({ length: count }, (_, index) => `X${index} is M${index}`);

/** A new effective date, so that only other evidence is left. */
const redated = { effectiveDate: '2026-02-01' };

describe('a block', () => {
  it.each([
    [7, 7],
    [5, 5],
    [4, 0],
  ])('of %i members with their names and dates continues %i', (count, expected) => {
    expect(continued(people(count))).toEqual(first(expected));
  });

  it.each<[string, Person]>([
    ['policy number', { before: { policy: 'P-1' }, now: { policy: 'p 1', ...redated } }],
    [
      'plan and premium',
      {
        before: { planName: 'Oak', premium: '91' },
        now: { ...redated, amount: '1.00', planName: 'Oak', premium: '91' },
      },
    ],
    ['amount', { now: redated }],
    [
      'term that follows',
      { now: { effectiveDate: '2026-07-01', amount: '61.00' }, before: { effectiveDate: '2026-01-01' } },
    ],
  ])('continues by the %s', (_, person) => {
    expect(continued(people(5, () => person))).toEqual(first(5));
  });

  it('continues those who are so, beside members who left and members who came', () => {
    const left = { member: 'L', memberName: 'Hal Snow', amount: '50', policy: null };
    const came = { member: 'C', memberName: 'Ivy Snow', amount: '50', policy: null };
    expect(continued(people(5), { alsoBefore: [left], alsoNow: [came] })).toEqual(first(5));
  });

  it('counts those who are continued and those who are missing', () => {
    const left = { member: 'L', memberName: 'Hal Snow', amount: '50', policy: null };
    const members = membersOf(people(5), { alsoBefore: [left] });
    const joins = blockOf(matchMembers(members), { followsBlock: false });
    expect(countContinued(members, joins, '2026-01')).toEqual({ missing: 6, continued: 5, others: 0 });
    expect(countContinued(members, joins, '2026-02')).toEqual({ missing: 0, continued: 0, others: 5 });
  });
});

describe('a member who came after a block', () => {
  it('continues by the date, and not by the amount alone', () => {
    expect(continued(people(1), { followsBlock: true })).toEqual(first(1));
    expect(
      continued(
        people(1, () => ({ now: redated })),
        { followsBlock: true },
      ),
    ).toEqual([]);
  });
});

describe('nobody is continued', () => {
  const last = (person: Person) => people(6, (index) => (index === 5 ? person : {}));

  it.each<[string, Person]>([
    ['another person of the household', { now: { memberName: 'Bea Quick' } }],
    ['another name', { now: { memberName: 'Flo Stone' } }],
    ['no name', { name: null }],
    ['only the name', { now: { effectiveDate: '2026-02-03', amount: '99.00' } }],
    ['another date than the others keep', { now: redated }],
    ['a chargeback alone', { now: { amount: '-55.00' } }],
  ])('who has %s, beside a block', (_, person) => {
    expect(continued(last(person))).toEqual(first(5));
  });

  it('of a name that two have, on any side', () => {
    const namesake = { member: 'N', memberName: 'Quick, Flo', amount: '50', policy: null };
    expect(continued(people(6), { alsoBefore: [namesake] })).toEqual(first(5));
    expect(continued(people(6), { alsoNow: [namesake] })).toEqual(first(5));
    expect(continued(people(6), { staying: [{ memberName: 'Flo Quick' }] })).toEqual(first(5));
  });

  it('by a surname and an amount', () => {
    expect(continued(people(7, (index) => ({ name: `Surname${index}`, now: redated })))).toEqual([]);
  });

  it('who is on the statement under the earlier id', () => {
    const [, ...others] = people(6);
    const [one] = people(1);
    expect(one && continued([...others, one], { alsoNow: [one.before] })).toEqual(first(6).slice(1));
  });

  it('by the amount among many more newcomers', () => {
    const crowd = Array.from({ length: 50 }, (_, index) => ({
      member: `C${index}`,
      memberName: `Kay Stone${index}`,
      amount: '7',
      policy: null,
    }));
    expect(
      continued(
        people(5, () => ({ now: redated })),
        { alsoNow: crowd },
      ),
    ).toEqual([]);
    expect(continued(people(5), { alsoNow: crowd })).toEqual(first(5));
  });

  it('on a first statement of other people', () => {
    const crowd = Array.from({ length: 9 }, (_, index) => ({
      member: `C${index}`,
      memberName: NAMES[index] ?? 'Lee Tate',
      amount: '50',
      policy: null,
    }));
    expect(continued([], { alsoNow: crowd })).toEqual([]);
  });
});
