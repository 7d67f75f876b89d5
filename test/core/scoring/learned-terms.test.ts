import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../core/period.ts';
import { withLearnedTerms } from '../../../core/scoring/learned-terms.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { type MemberLines, NO_PROFILE, type ScorableLine, withLine } from '../../../core/scoring/member-month.ts';
import type { PeriodMember } from '../../../core/scoring/period-members.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { file, line } from '../../support/book-model-cases.ts';
import type { ModelLine } from '../../support/book-model-record.ts';
import { plainLine } from '../../support/plain-inputs.ts';
import { reasonIn, rowIn, score, signalIn } from '../../support/scored-book-cases.ts';

/**
 * Guarantee: a term of a year becomes half a year if the policy renews early, or if at least three policies of its product do, and three
 * quarters of them.
 */

/** Makes an auto policy that was paid in January for a year, unless the arguments differ. */
function prior(id: string, more: Partial<PriorRow> = {}, paidMonths = 12): PriorRow {
  return {
    memberRefId: id,
    memberExternalId: id,
    status: 'green',
    profile: { ...NO_PROFILE, effectiveDate: '2026-01-01', productType: 'Auto' },
    firstSeenPeriod: '2026-01',
    lastPresentPeriod: '2026-01',
    lastPresentAmount: 100,
    commissionAmount: 100,
    paidThrough: '2026-12-31',
    history: { ...NO_HISTORY, paidMonths, lastPaidPeriod: '2026-01', lastPaidAmount: 100 },
    ...more,
  };
}

const JULY_1 = { effectiveDate: '2026-07-01', productType: 'Auto' } as const;
const member = (before: PriorRow, ...lines: readonly Partial<ScorableLine>[]): PeriodMember => ({
  memberRefId: before.memberRefId,
  prior: before,
  lines: lines
    .map((line) => plainLine(before.memberRefId, null, { amount: 100, ...line }))
    .reduce<MemberLines | undefined>(withLine, undefined),
});
const renewed = (count: number) => Array.from({ length: count }, (_, at) => member(prior(`R${at}`), JULY_1));
const silent = (count: number, more: Partial<PriorRow> = {}) =>
  Array.from({ length: count }, (_, at) => member(prior(`S${at}`, more)));

const JULY = { period: '2026-07', cadence: () => 12, isPolicyTerm: true } as const;

/** Returns the ids of the members with a term of half a year. */
function halfYears(members: readonly PeriodMember[], context: Parameters<typeof withLearnedTerms>[0] = JULY): string[] {
  return withLearnedTerms(context, members)
    .members.filter(({ prior: row }) => row?.history.paidMonths === 6)
    .map(({ memberRefId }) => memberRefId);
}

describe('a renewal after half a year', () => {
  const A = prior('A');

  it.each<[string, PeriodMember, boolean]>([
    ['begins six months after the term', member(A, JULY_1), true],
    ['may be the second line', member(A, { effectiveDate: '2026-01-01' }, JULY_1), true],
    ['does not begin after five', member(A, { effectiveDate: '2026-06-30' }), false],
    ['does not begin after seven', member(A, { effectiveDate: '2026-08-01' }), false],
    ['has a date', member(A, {}), false],
    ['is paid', member(A, { ...JULY_1, amount: 0 }), false],
    ['does not print the end of its term', member(A, { ...JULY_1, paidThrough: '2027-06-30' }), false],
    ['does not print its months', member(A, { ...JULY_1, monthsPaid: 1200 }), false],
    ['is on the statement', member(A), false],
    [
      'is counted from the beginning of the term, and not from an endorsement',
      member(prior('A', { profile: { ...NO_PROFILE, effectiveDate: '2026-04-01' } }), JULY_1),
      true,
    ],
    [
      'does not follow an endorsement by half a year',
      member(prior('A', { profile: { ...NO_PROFILE, effectiveDate: '2026-04-01' } }), { effectiveDate: '2026-10-01' }),
      false,
    ],
    [
      'is counted from the effective date where nothing was paid ahead',
      member(prior('A', { paidThrough: null, profile: { ...NO_PROFILE, effectiveDate: '2026-01-15' } }), JULY_1),
      true,
    ],
    [
      'is known only with a beginning',
      member(prior('A', { paidThrough: null, ...{ profile: NO_PROFILE } }), JULY_1),
      false,
    ],
  ])('%s', (_case, one, expected) => {
    expect(halfYears([one])).toEqual(expected ? ['A'] : []);
  });

  it('is of policies with a term that is assumed to be a year', () => {
    expect(halfYears(renewed(3), { ...JULY, cadence: () => 6 })).toEqual([]);
    expect(halfYears(renewed(3), { ...JULY, isPolicyTerm: false })).toEqual([]);
  });

  it('ends the earlier term after its half', () => {
    const { members } = withLearnedTerms(JULY, renewed(1));
    expect(members[0]?.prior).toEqual(prior('R0', { paidThrough: '2026-06-30' }, 6));
  });

  it('leaves a payment for a quarter as it is', () => {
    const quarter = prior('A', { paidThrough: '2026-03-31' }, 3);
    expect(withLearnedTerms(JULY, [member(quarter, JULY_1)]).members[0]?.prior).toEqual(quarter);
  });
});

describe('a product', () => {
  const [R, S] = [['R0', 'R1', 'R2'], ['S0']];
  const home = { profile: { ...NO_PROFILE, effectiveDate: '2026-01-01', productType: 'Home' } };
  /** Makes a policy whose half-year term was learned before, and that is in the book since the given month. */
  const known = (firstSeenPeriod: PriorRow['firstSeenPeriod'], paidThrough: string | null = '2026-12-31') =>
    member(prior('K', { firstSeenPeriod, paidThrough }, 6));

  it.each<[string, readonly PeriodMember[], readonly string[]]>([
    ['has half-year terms if three of four policies renew', [...renewed(3), ...silent(1)], [...R, ...S]],
    ['keeps its terms if three of five policies renew', [...renewed(3), ...silent(2)], R],
    [
      'keeps its terms if two of two policies renew',
      [...renewed(2), ...silent(1, { paidThrough: '2027-01-31' })],
      ['R0', 'R1'],
    ],
    ['does not change the terms of another product', [...renewed(3), ...silent(1, home)], R],
    [
      'does not include policies that name no product',
      [
        ...renewed(3).map((one) => ({
          ...one,
          prior: prior(one.memberRefId, { profile: { ...NO_PROFILE, effectiveDate: '2026-01-01' } }),
        })),
        ...silent(1, { profile: NO_PROFILE }),
      ],
      R,
    ],
    [
      'does not count a policy that could not yet have renewed',
      [...renewed(3), ...silent(2, { paidThrough: '2027-01-31' })],
      [...R, 'S0', 'S1'],
    ],
    [
      'does not count a policy without an end of its term',
      [...renewed(3), ...silent(2, { paidThrough: null })],
      [...R, 'S0', 'S1'],
    ],
    ['does not count a policy that left', [...renewed(3), ...silent(2, { status: 'red' })], [...R, 'S0', 'S1']],
    ['counts policies that renewed before', [...renewed(2), known('2026-02'), ...silent(1)], ['R0', 'R1', 'K', 'S0']],
    ['does not count a policy in its first term', [...renewed(2), known('2026-03'), ...silent(1)], ['R0', 'R1', 'K']],
  ])('%s', (_case, members, expected) => {
    expect(halfYears(members)).toEqual(expected);
  });
});

describe('a line', () => {
  const named = (more: Partial<ScorableLine>) => plainLine('new', null, { amount: 100, ...more });
  const cadenceOf = (profile: Partial<PriorRow['profile']>, line: ScorableLine, months = 12) => {
    const lines = renewed(3).map(({ memberRefId }) =>
      member(prior(memberRefId, { profile: { ...NO_PROFILE, effectiveDate: '2026-01-01', ...profile } }), JULY_1),
    );
    const cadence = (one: ScorableLine) => (one === line ? months : 12);
    return withLearnedTerms({ ...JULY, cadence }, lines).context.cadence(line);
  };

  it.each<[string, Partial<PriorRow['profile']>, Partial<ScorableLine>, number]>([
    ['of its product', { productType: 'Auto' }, { productType: ' AUTO ' }, 6],
    ['of its plan code', { planCode: 'PA' }, { planCode: 'pa' }, 6],
    ['of its plan', { planName: 'Personal Auto' }, { planName: 'Personal Auto' }, 6],
    ['with the letters of its policy number', { policyNumber: 'PA 1041' }, { policyNumber: ' pa2096' }, 6],
    [
      'of another product with the same plan',
      { productType: 'Auto', planCode: 'X' },
      { productType: 'Home', planCode: 'X' },
      12,
    ],
    ['with other letters', { policyNumber: 'PA 1041' }, { policyNumber: 'PH 1041' }, 12],
    ['with a number only', { policyNumber: '1041' }, { policyNumber: '2096' }, 12],
    ['with letters after the number', { policyNumber: '1041 PA' }, { policyNumber: '2096 PA' }, 12],
  ])('%s', (_case, profile, line, months) => {
    expect(cadenceOf(profile, named(line))).toBe(months);
  });

  it('of a policy that renewed is for half a year, whatever its product', () => {
    expect(cadenceOf({ productType: 'Auto' }, plainLine('R0', null, { amount: 100, productType: 'Other' }))).toBe(6);
  });

  it('for a month stays so', () => {
    expect(cadenceOf({ productType: 'Auto' }, named({ productType: 'Auto' }), 1)).toBe(1);
  });
});

describe('in a book', () => {
  /** Guarantee: a term that no statement prints counts as a year until renewals after six months show otherwise. */

  const SETTINGS = {
    policyTerm: true,
    cadence: [{ type: ['New', 'Renewal'], months: 12 as const }],
  };
  const START: Period = '2026-01';

  type Statement = Record<string, readonly number[]>;

  /** Makes a book in which each policy is paid 100 in the given months (0 is January), with the first day of its term. */
  function bookOf(policies: Statement, months: number, endorsed: Statement = {}) {
    const files = Array.from({ length: months }, (_, at) => {
      const period = addMonths(START, at);
      const lines: ModelLine[] = Object.entries(policies).flatMap(([id, paid]) =>
        paid.includes(at)
          ? [
              line(id, '100', {
                policy: id.replace(/(?=\d)/, ' '),
                transactionType: 'Renewal',
                effectiveDate: `${period}-01`,
              }),
            ]
          : [],
      );
      for (const [id, told] of Object.entries(endorsed)) {
        const fields = { policy: id.replace(/(?=\d)/, ' '), effectiveDate: `${period}-01` };
        if (told.includes(at)) lines.push(line(id, '4', { ...fields, transactionType: 'Endorsement' }));
      }
      return file(period, ...lines, line('Z', '1'));
    });
    return score(files, SETTINGS);
  }

  const statusOf = (book: Awaited<ReturnType<typeof bookOf>>, month: number, id: string) =>
    rowIn(book, addMonths(START, month), id)?.status;

  const termOf = (book: Awaited<ReturnType<typeof bookOf>>, month: number, id: string) =>
    signalIn(book, addMonths(START, month), 'PAID_AHEAD', id)?.detail;

  describe('a term that is not printed', () => {
    it('is half a year for a policy that renews after six months, and for those of its product', async () => {
      const policies = { PA1: [0, 6], PA2: [0, 6], PA3: [0, 6], PA4: [0], HO5: [0] };
      const book = await bookOf(policies, 14);
      expect(statusOf(book, 5, 'PA4')).toBe('carried');
      expect(statusOf(book, 6, 'PA4')).toBe('red');
      expect(reasonIn(book, '2026-07', 'PA4')).toContain('for the policy term to Jun 2026');
      expect(statusOf(book, 6, 'PA1')).toBe('green');
      expect(termOf(book, 6, 'PA1')).toBe('Policy term to Dec 2026; the statement does not print its end.');
      expect(statusOf(book, 12, 'PA1')).toBe('red');
      // Counter-case: no home policy was renewed early.
      expect([statusOf(book, 11, 'HO5'), statusOf(book, 12, 'HO5')]).toEqual(['carried', 'red']);
    });

    it('is learned from policies that were endorsed within the term, by the beginning of the term', async () => {
      const policies = { PA1: [0, 6], PA2: [0, 6], PA3: [0, 6], PA4: [0] };
      const book = await bookOf(policies, 8, { PA1: [3], PA2: [2], PA4: [5] });
      expect(statusOf(book, 6, 'PA4')).toBe('red');
      expect(termOf(book, 6, 'PA1')).toContain('to Dec 2026');
      // Counter-case: an endorsement half a year after the beginning of the term is no renewal.
      const one = await bookOf({ PA1: [0], PA2: [0], PA3: [0], PA4: [0] }, 8, { PA1: [6], PA2: [6], PA3: [6] });
      expect(statusOf(one, 6, 'PA4')).toBe('carried');
    });

    it('stays a year for a product of which too few policies renew early', async () => {
      const policies = { PA1: [0, 6], PA2: [0, 6], PA3: [0, 6], PA4: [0], PA5: [0] };
      const mixed = await bookOf(policies, 13);
      expect([statusOf(mixed, 6, 'PA4'), statusOf(mixed, 12, 'PA4')]).toEqual(['carried', 'red']);
      const two = await bookOf({ PA1: [0, 6], PA2: [0, 6], PA4: [0] }, 8);
      expect(statusOf(two, 6, 'PA4')).toBe('carried');
      // The renewal of a policy shows the term of that policy.
      expect(termOf(two, 6, 'PA1')).toContain('to Dec 2026');
    });

    it('applies to policies that begin after it was learned', async () => {
      const policies = { PA1: [0, 6], PA2: [0, 6], PA3: [0, 6], PA4: [7] };
      const book = await bookOf(policies, 9);
      expect(termOf(book, 7, 'PA4')).toContain('to Jan 2027');
      expect(termOf(book, 8, 'PA4')).toBe('Policy term to Jan 2027.');
    });

    it('is described as not printed', async () => {
      const book = await bookOf({ PA1: [0] }, 1);
      expect(termOf(book, 0, 'PA1')).toBe('Policy term to Dec 2026; the statement does not print its end.');
    });
  });
});
