import { describe, expect, it } from 'vitest';
import type { ProductLine } from '../../../core/catalogue/shared-carrier.ts';
import { addMonths, type Period } from '../../../core/period.ts';
import { withRecoveredRows } from '../../../core/scoring/learned-terms.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { type MemberLines, NO_PROFILE, type ScorableLine, withLine } from '../../../core/scoring/member-month.ts';
import type { PeriodMember } from '../../../core/scoring/period-members.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { comparable, FLAT_50, file, line } from '../../support/book-model-cases.ts';
import { plainLine } from '../../support/plain-inputs.ts';
import type { BookSettings } from '../../support/scored-book.ts';
import { rollupIn, rowIn, score, signalsIn } from '../../support/scored-book-cases.ts';

/** Guarantee: a row of 0 recovers an advance only if the statement shows that the carrier advances first-year pay and keeps it. */

type Fields = Partial<ScorableLine>;

const PERIOD = '2026-02';
/** A row of 0 for a policy with a premium of $35 that was sold in October. */
const ROW: Fields & { readonly amount: number } = {
  amount: 0,
  premium: 350_000,
  effectiveDate: '2025-10-05',
  transactionType: 'Commission',
};
const member = (id: string, lines: readonly Fields[], prior?: PriorRow): PeriodMember => ({
  memberRefId: id,
  prior,
  lines: lines
    .map((line) => plainLine(id, line.policyRefId ?? null, { ...ROW, ...line }))
    .reduce<MemberLines | undefined>(withLine, undefined),
});
/** Nine months' pay of $31.50, in the month of the sale. */
const ADVANCE = { amount: 2_835_000, effectiveDate: '2026-02-05' };
const seller = (more: Fields = {}) => member('seller', [{ ...ADVANCE, ...more }]);
const rowsOf0 = (count: number, more: Fields = {}) =>
  Array.from({ length: count }, (_, index) => member(`R${index}`, [more]));
const paid = (count: number, more: Fields = {}) =>
  Array.from({ length: count }, (_, index) => member(`P${index}`, [{ amount: 315_000, ...more }]));

function recovering(members: readonly PeriodMember[], productLine: ProductLine | null = null) {
  return [...withRecoveredRows({ period: PERIOD, productLine }, members).context.recovering];
}
const THREE = ['R0', 'R1', 'R2'];

describe('whether the carrier keeps the pay of advances', () => {
  it.each<[string, readonly PeriodMember[], readonly string[]]>([
    ['three rows of 0 beside an advance', [...rowsOf0(3), seller()], THREE],
    ['two rows of 0 beside an advance', [...rowsOf0(2), seller()], []],
    ['an advance of two premiums', [...rowsOf0(3), seller({ amount: 700_000 })], THREE],
    ['an advance of a cent less than two premiums', [...rowsOf0(3), seller({ amount: 699_900 })], []],
    ['an advance without a premium', [...rowsOf0(3), seller({ premium: null })], []],
    ['an advance beside a premium of 0', [...rowsOf0(3), seller({ premium: 0 })], []],
    ['rows of 0 for a quarter of the first-year policies', [...rowsOf0(3), ...paid(9), seller()], THREE],
    ['rows of 0 for less than a quarter of the first-year policies', [...rowsOf0(3), ...paid(10), seller()], []],
    [
      'first-year policies, without regard to older ones',
      [...rowsOf0(3), ...paid(10, { effectiveDate: '2025-02-05' }), seller()],
      THREE,
    ],
    [
      'first-year policies, without regard to sales of the month',
      [...rowsOf0(3), ...paid(10, { effectiveDate: '2026-02-05' }), seller()],
      THREE,
    ],
    ['rows in the last month of the first year', [...rowsOf0(3, { effectiveDate: '2025-03-05' }), seller()], THREE],
    ['rows of the second year', [...rowsOf0(3, { effectiveDate: '2025-02-05' }), seller()], []],
    ['rows in the month after the sale', [...rowsOf0(3, { effectiveDate: '2026-01-31' }), seller()], THREE],
    ['rows in the month of the sale', [...rowsOf0(3, { effectiveDate: '2026-02-01' }), seller()], []],
    ['rows without a first day', [...rowsOf0(3, { effectiveDate: null }), seller()], []],
    ['rows without a premium', [...rowsOf0(3, { premium: null }), seller()], []],
    ['rows with a premium of 0', [...rowsOf0(3, { premium: 0 }), seller()], []],
    ['rows that are only amounts', [...rowsOf0(3, { transactionType: null }), seller()], []],
    ['two rows of 0 and an absent member', [...rowsOf0(2), member('gone', []), seller()], []],
  ])('%s', (_case, members, found) => {
    expect(recovering(members)).toEqual(found);
  });

  it.each<[ProductLine | null, readonly string[]]>([
    [null, THREE],
    ['ancillary', THREE],
    ['major_medical', []],
    ['medicare', []],
  ])('in the product line %s', (productLine, found) => {
    expect(recovering([...rowsOf0(3), seller()], productLine)).toEqual(found);
  });
});

describe('a member beside rows of 0', () => {
  const among = (one: PeriodMember) => recovering([...rowsOf0(3), seller(), one]).includes('A');
  const P2 = { policyRefId: 'P2' };
  const row = (more: Partial<PriorRow>, lastPaidAmount = 0): PriorRow => ({
    memberRefId: 'A',
    memberExternalId: 'A',
    status: 'green',
    profile: { ...NO_PROFILE, effectiveDate: '2025-10-05' },
    firstSeenPeriod: '2025-10',
    lastPresentPeriod: '2026-01',
    lastPresentAmount: 0,
    commissionAmount: 0,
    paidThrough: null,
    history: { ...NO_HISTORY, lastPaidPeriod: lastPaidAmount === 0 ? null : '2026-01', lastPaidAmount },
    ...more,
  });
  const sale = (amount: number) =>
    row(
      {
        profile: { ...NO_PROFILE, effectiveDate: '2026-01-05' },
        firstSeenPeriod: '2026-01',
        lastPresentAmount: amount,
        status: 'new',
      },
      amount,
    );
  const SOLD = { effectiveDate: '2026-01-05' };

  it.each<[string, PeriodMember, boolean]>([
    ['with a row of 0', member('A', [{}]), true],
    ['with two rows of 0', member('A', [{}, {}]), true],
    ['with pay in a second row', member('A', [{}, { amount: 315_000 }]), false],
    ['with pay for a second policy', member('A', [{}, { ...P2, amount: 315_000 }]), false],
    ['with money taken back', member('A', [{ amount: -315_000 }]), false],
    ['whose second row has no premium', member('A', [{}, { premium: null }]), false],
    ['whose second row is only an amount', member('A', [{}, { transactionType: null }]), false],
    ['with a row of 0 before', member('A', [{}], row({})), true],
    ['with pay before', member('A', [{}], row({ lastPresentAmount: 315_000 }, 315_000)), false],
    ['who had dropped', member('A', [{}], row({ status: 'red' })), false],
    ['who was sold for an advance', member('A', [SOLD], sale(2_835_000)), true],
    ['who was sold for a month of pay', member('A', [SOLD], sale(315_000)), false],
  ])('%s', (_case, one, isFound) => {
    expect(among(one)).toBe(isFound);
  });

  it('is compared with 0 instead of the advance if the row recovers it, and with the advance if the member is paid', () => {
    const members = [
      ...rowsOf0(3),
      seller(),
      member('A', [SOLD], sale(2_835_000)),
      member('B', [{ amount: 315_000 }], sale(2_835_000)),
    ];
    const after = withRecoveredRows({ period: PERIOD, productLine: null }, members).members;
    const before = new Map(after.map(({ memberRefId, prior }) => [memberRefId, prior?.lastPresentAmount]));
    expect([before.get('A'), before.get('B'), before.get('R0')]).toEqual([0, 2_835_000, undefined]);
  });
});

describe('in a book', () => {
  /** docs/reference/scoring.md#rows-of-0-while-an-advance-is-recovered. Guarantee: a row of 0 that recovers an advance is no finding. */

  const START: Period = '2026-01';
  const policy = (id: string, amount: string, more: Parameters<typeof line>[2] = {}) =>
    line(id, amount, { effectiveDate: '2025-10-05', premium: '35', transactionType: 'Commission', ...more });
  const WARNED = /ZERO|MISSED|REDUCED|UNDERPAID/;

  /** Makes a book in which A is sold in January for an advance of 9 months, recovered until September, and renewed a year later. */
  function book(recovering: number, { also = () => [], settings = {} }: Case = {}) {
    const own = (at: number) => (at === 0 ? '283.50' : at < 9 ? '0' : at < 12 ? '31.50' : '2.80');
    return score(
      Array.from({ length: 14 }, (_, at) => {
        const period = addMonths(START, at);
        const others = Array.from({ length: recovering }, (_, index) =>
          policy(`R${index}`, '0', { effectiveDate: `${addMonths(period, -3)}-05` }),
        );
        return file(period, policy('A', own(at), { effectiveDate: `${START}-05` }), ...others, ...also(at));
      }),
      settings,
    );
  }

  interface Case {
    readonly also?: (at: number) => ReturnType<typeof line>[];
    readonly settings?: Partial<BookSettings>;
  }

  describe('a row of 0 with a premium', () => {
    it('is no finding while the advances of first-year policies are recovered', async () => {
      // Two members of the second policy year show that the step of January 2027 was planned.
      const second = { effectiveDate: '2025-08-05', premium: '35', transactionType: 'Commission' };
      const scored = await book(3, { also: (at) => (at < 11 ? [] : comparable('2.80', second)) });
      for (let at = 0; at < 14; at += 1) {
        expect(signalsIn(scored, addMonths(START, at)).join()).not.toMatch(WARNED);
        expect(rollupIn(scored, addMonths(START, at))).toMatchObject({ commissionReduced: '0' });
      }
      expect(rowIn(scored, '2026-02')).toMatchObject({ status: 'green', amount: '0', prev: '0' });
      expect(rowIn(scored, '2026-10')).toMatchObject({ status: 'green', amount: '31.5' });
      expect(signalsIn(scored, '2026-01', 'R0').join()).not.toMatch(WARNED);
    });

    it('is not short of the rate of the month', async () => {
      const scored = await book(3, { settings: { rates: [FLAT_50] } });
      expect(rowIn(scored, '2026-02')).toMatchObject({ expected: null, owed: null });
    });

    it('does not hide that a member leaves', async () => {
      const scored = await score([
        file(START, ...['A', 'B', 'C', 'D'].map((id) => policy(id, '0'))),
        file('2026-02', ...['B', 'C', 'D'].map((id) => policy(id, '0'))),
      ]);
      expect(rowIn(scored, '2026-02')?.status).toBe('red');
    });

    it('counter-case: is a finding if the product line pays no advances', async () => {
      const found = await book(2, { settings: { productLine: 'major_medical' } });
      expect(signalsIn(found, '2026-02').join()).toMatch(/ZERO/);
    });
  });
});
