import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockOf,
  countContinued,
  findReturning,
  matchMembers,
  matchReturning,
  mayHaveNewIds,
} from '../../../core/identity/match-returning.ts';
import { type Person, personKey } from '../../../core/identity/person.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { NO_PROFILE, profileOf } from '../../../core/scoring/member-month.ts';
import { periodMembers } from '../../../core/scoring/period-members.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import type { ModelLine } from '../../support/book-model-record.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { bookLines } from '../../support/scored-book-lines.ts';

/** Guarantee: a new member is matched with a missing one only by a name and a date or policy, and only if the name is unique. */
describe('match returning', () => {
  const person = (memberRefId: string, more: Partial<Person> = {}): Person => ({
    memberRefId,
    memberExternalId: memberRefId,
    memberName: 'Jane Doe',
    effectiveDate: '2026-01-01',
    policyNumber: null,
    planName: null,
    productType: null,
    premium: null,
    amount: 0,
    ...more,
  });

  function matched(
    absent: readonly Person[],
    newcomers: readonly Person[],
    otherNames: readonly (string | null)[] = [],
  ) {
    return matchReturning({ absent, newcomers, otherNames }).map(
      ({ aliasRefId, memberRefId, reason }) => `${aliasRefId} is ${memberRefId} by ${reason}`,
    );
  }

  describe('a match of a returning member', () => {
    it('needs the name and a date', () => {
      expect(matched([person('m')], [person('n')])).toEqual(['n is m by effective_date']);
    });

    it('needs the name and a policy, whatever the dates', () => {
      const before = person('m', { policyNumber: 'P1' });
      const after = person('n', { effectiveDate: '2026-05-01', policyNumber: 'P1' });
      expect(matched([before], [after])).toEqual(['n is m by policy_number']);
    });

    it.each<[string, Partial<Person>, Partial<Person>, string[]]>([
      ['the plan and the premium', { planName: 'Oak', premium: 900 }, {}, ['n is m by plan_and_premium']],
      ['the plan, not the premium', { planName: 'Oak', premium: 900 }, { premium: 800 }, []],
      ['the plan without premiums', { planName: 'Oak' }, {}, []],
      ['the amount', { amount: 260_800 }, {}, ['n is m by amount']],
      ['no pay', { amount: 0 }, {}, []],
      ['another amount', { amount: 260_800 }, { amount: 260_900 }, []],
      ['the amount, and a surname alone', { amount: 260_800, memberName: 'Doe' }, {}, []],
    ])('of another date needs %s', (_, both, only, expected) => {
      const newcomer = person('n', { ...both, ...only, effectiveDate: '2026-03-01' });
      expect(matched([person('m', both)], [newcomer])).toEqual(expected);
    });

    it.each(['DOE, JANE', 'jane  doe', 'Doe Jane.'])('accepts the name as %s', (memberName) => {
      expect(matched([person('m')], [person('n', { memberName })])).toHaveLength(1);
    });
  });

  describe('no match', () => {
    it.each<[string, Person]>([
      ['another date', person('n', { effectiveDate: '2026-02-01' })],
      ['neither date nor policy', person('n', { effectiveDate: null })],
      ['another name', person('n', { memberName: 'Jane Roe' })],
      ['no name', person('n', { memberName: null })],
      ['an empty name', person('n', { memberName: ' , ' })],
    ])('is made for %s', (_, newcomer) => {
      expect(matched([person('m')], [newcomer])).toEqual([]);
    });

    it('is made for two missing members with one name', () => {
      expect(matched([person('m'), person('o', { effectiveDate: '2025-01-01' })], [person('n')])).toEqual([]);
    });

    it('is made for two new members with one name', () => {
      expect(matched([person('m')], [person('n'), person('q', { effectiveDate: null })])).toEqual([]);
    });

    it('is made for a name that another member has too', () => {
      expect(matched([person('m')], [person('n')], ['Doe, Jane'])).toEqual([]);
    });
  });

  it('never joins people with one name, whoever they are', () => {
    const name = fc.constantFrom('Jane Doe', 'Doe, Jane', 'John Roe', 'Ann Poe', null);
    const side = (prefix: string) =>
      fc
        .array(name, { maxLength: 6 })
        .map((names) => names.map((memberName, index) => person(`${prefix}${index}`, { memberName })));
    fc.assert(
      fc.property(side('m'), side('n'), (absent, newcomers) => {
        for (const { absent: before, newcomer } of matchReturning({ absent, newcomers, otherNames: [] })) {
          const key = personKey(before.memberName);
          expect(personKey(newcomer.memberName)).toBe(key);
          for (const those of [absent, newcomers]) {
            expect(those.filter(({ memberName }) => personKey(memberName) === key)).toHaveLength(1);
          }
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  describe('a scored month', () => {
    const scored = (ref: string, status: string, more: object = {}) => ({
      memberRefId: ref,
      memberExternalId: ref,
      profile: { ...NO_PROFILE, memberName: `Jane ${ref.slice(1)}`, effectiveDate: '2026-01-01' },
      lastPresentAmount: 0,
      status,
      counted: status !== 'carried',
      ...more,
    });
    const pairs = (rows: Parameters<typeof findReturning>[0], linked: readonly string[] = []) => {
      const { missing, returning } = findReturning(rows, new Set(linked));
      return [missing, ...returning.map(({ aliasRefId, memberRefId }) => `${aliasRefId} is ${memberRefId}`)];
    };

    it('proposes new members who may be missing ones, but not ids that were linked before', () => {
      const rows = [scored('m1', 'red'), scored('n1', 'new'), scored('m2', 'red'), scored('m3', 'green')];
      expect(pairs(rows)).toEqual([2, 'n1 is m1']);
      expect(pairs(rows, ['n1'])).toEqual([2]);
    });

    it('proposes a member who was paid ahead, and counts neither this member nor a late chargeback as missing', () => {
      const rows = [scored('m1', 'carried'), scored('n1', 'new'), scored('m2', 'red', { counted: false })];
      expect(pairs(rows)).toEqual([0, 'n1 is m1']);
    });

    it('proposes nobody with the name of a remaining member', () => {
      const rows = [scored('m1', 'red'), scored('n1', 'new')];
      expect(pairs([...rows, scored('o1', 'green')])).toEqual([1]);
      expect(findReturning(rows, new Set(), ['Jane 1']).returning).toEqual([]);
    });

    it.each([
      [{ red: 1, new: 1 }, true],
      [{ red: 0, new: 1 }, false],
      [{ red: 1, new: 0 }, false],
    ])('looks for members who return in a month of %j: %s', (movement, expected) => {
      expect(mayHaveNewIds(movement)).toBe(expected);
    });
  });
});

/** Guarantee: members continue under new ids only together, each by a name and something of the policy that nobody else has. */
describe('continued block', () => {
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
      [
        'a following term of another product',
        {
          before: { effectiveDate: '2026-01-01', productType: 'Auto' },
          now: { effectiveDate: '2026-07-01', amount: '61.00', productType: 'Home' },
        },
      ],
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
      // Namesakes have a following term, too.
      const term = { before: { effectiveDate: '2026-01-01' }, now: { effectiveDate: '2026-07-01', amount: '61.00' } };
      expect(
        continued(
          people(5, () => term),
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
});
