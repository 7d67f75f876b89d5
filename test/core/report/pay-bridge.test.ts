import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { exactFromMoney, exactToDollars } from '../../../core/money.ts';
import { type BookPay, BRIDGE_PARTS, payBridge } from '../../../core/report/pay-bridge.ts';
import { changeKind, MEMBER_PARTS, memberPart } from '../../../core/scoring/period-sums.ts';
import type { ComparedScores } from '../../../core/scoring/scored-row.ts';
import { bookArbitrary, estimatedBookArbitrary } from '../../support/book-arbitraries.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { scoredBook } from '../../support/scored-book.ts';

/** Guarantee: the parts of a bridge add up to the cent, and each member's difference falls in exactly one part. */

describe('the difference of a book', () => {
  it('is the sum of its parts, in any book', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(bookArbitrary, estimatedBookArbitrary), async (input) => {
        const { periods } = await scoredBook(input);
        for (const [period, { baselinePeriod, scores }] of periods) {
          const before = baselinePeriod === null ? undefined : periods.get(baselinePeriod)?.scores;
          if (before === undefined) {
            expect({ period, bridge: scores.bridge }).toEqual({ period, bridge: null });
            continue;
          }
          const net = (rows: typeof scores.rows) => rows.reduce((sum, row) => sum + row.commissionAmount, 0);
          const parts = MEMBER_PARTS.reduce((sum, part) => sum + (scores.bridge?.[part]?.amount ?? 0), 0);
          expect({ period, parts }).toEqual({ period, parts: net(scores.rows) - net(before.rows) });
          const members = MEMBER_PARTS.reduce((sum, part) => sum + (scores.bridge?.[part]?.members ?? 0), 0);
          expect({ period, members }).toEqual({ period, members: membersThatDiffer(before.rows, scores.rows) });
        }
      }),
      { numRuns: propertyRuns(400) },
    );
  });
});

type Rows = readonly Pick<ComparedScores, 'memberRefId' | 'commissionAmount'>[];

function membersThatDiffer(before: Rows, now: Rows): number {
  const pay = new Map(before.map((row) => [row.memberRefId, row.commissionAmount]));
  const ids = new Set([...pay.keys(), ...now.map(({ memberRefId }) => memberRefId)]);
  const nows = new Map(now.map((row) => [row.memberRefId, row.commissionAmount]));
  return [...ids].filter((id) => (pay.get(id) ?? 0) !== (nows.get(id) ?? 0)).length;
}

const exact = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n });
const part = fc.record({ amount: fc.integer({ min: -1e10, max: 1e10 }), members: fc.integer({ min: 1, max: 9 }) });
const book = fc.record({
  before: fc.option(exact),
  bridge: fc.option(fc.dictionary(fc.constantFrom(...MEMBER_PARTS), part)),
  hasNow: fc.boolean(),
  rest: fc.constantFrom(0n, 1n, -(10n ** 8n)),
  withoutMember: fc.tuple(exact, exact),
});

describe('the bridge of several books', () => {
  it('adds up to the cent, whatever fractions of cents the parts have', () => {
    fc.assert(
      fc.property(fc.array(book, { maxLength: 6 }), (books) => {
        const pays = books.flatMap(({ before, bridge, hasNow, rest, withoutMember: [out, into] }, index): BookPay[] => {
          const of = { workspaceId: 'W', carrierId: `${index}` };
          const split = Object.values(bridge ?? {}).reduce((sum, { amount }) => sum + exactFromMoney(amount), 0n);
          const now = { ...of, period: '2026-02', withoutMember: into, bridge };
          const earlier = { ...of, period: '2026-01', baselinePeriod: null, withoutMember: out, bridge: null };
          return [
            ...(before === null ? [] : [{ ...earlier, ofMembers: before }]),
            ...(hasNow
              ? [
                  {
                    ...now,
                    ofMembers: (before ?? 0n) + split + rest,
                    baselinePeriod: before === null ? null : '2026-01',
                  },
                ]
              : []),
          ];
        });
        const bridge = payBridge(pays, { period: '2026-02', previousPeriod: '2026-01' });
        const net = (period: string) =>
          exactToDollars(
            pays
              .filter((pay) => pay.period === period)
              .reduce((sum, pay) => sum + pay.ofMembers + pay.withoutMember, 0n),
          );
        expect([bridge.before, bridge.now]).toEqual([net('2026-01'), net('2026-02')]);
        expect(bridge.steps.map((step) => step.part)).toEqual(BRIDGE_PARTS);
        const cents = bridge.steps.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
        expect(cents).toBe(Math.round(bridge.now * 100) - Math.round(bridge.before * 100));
      }),
      { numRuns: propertyRuns(5000) },
    );
  });
});

const ROW = {
  status: 'green',
  counted: true,
  flags: [],
  signals: [],
  commissionAmount: 50,
  prevCommissionAmount: 50,
  comparedAmount: 50,
  chargebackAmount: 0,
} as const;
const MORE = { ...ROW, flags: ['COMMISSION_CHANGED'], prevCommissionAmount: 40 } as const;

test.each<[string, Parameters<typeof memberPart>[0], string]>([
  ['who had only a bonus', { before: 70, now: 0, row: null }, 'once'],
  ['whose chargeback after the drop was last month', { before: -70, now: 0, row: null }, 'taken_back'],
  ['who is paid ahead', { before: 70, now: 0, row: { ...ROW, status: 'carried', counted: false } }, 'other_month'],
  ['who is gone', { before: 70, now: 0, row: { ...ROW, status: 'red' } }, 'gone'],
  ['who is paid more', { before: 40, now: 50, row: MORE }, 'paid_more'],
  ['who is paid a bonus', { before: 40, now: 70, row: MORE }, 'once'],
  [
    'whose missed month is paid',
    {
      before: 40,
      now: 80,
      row: { ...MORE, comparedAmount: 80, signals: [{ code: 'CATCH_UP_PAYMENT', severity: 'info', detail: '' }] },
    },
    'once',
  ],
  ['whose bonus was last month', { before: 90, now: 50, row: ROW }, 'once'],
  ['who was taken back from last month', { before: 20, now: 50, row: ROW }, 'taken_back'],
  [
    'whose net was below zero last month',
    { before: -20, now: 50, row: { ...ROW, prevCommissionAmount: -20 } },
    'taken_back',
  ],
  ['whose yearly payment is due', { before: 0, now: 50, row: ROW }, 'other_month'],
  [
    'whose pay differs within the tolerance',
    { before: 49, now: 50, row: { ...ROW, prevCommissionAmount: 49 } },
    'other_month',
  ],
])('finds the part of a member %s', (_, pay, expected) => {
  expect(memberPart(pay)).toBe(expected);
});

/** Guarantee: each row has its kind in the list of changes (docs/reference/reports.md#changes). */

const SAME = {
  status: 'green',
  counted: true,
  flags: [],
  commissionAmount: 50,
  prevCommissionAmount: 50,
  chargebackAmount: 0,
} as const;
const CHANGED = { ...SAME, flags: ['COMMISSION_CHANGED'] } as const;

test.each([
  ['a dropped member', { ...SAME, status: 'red' }, 'gone'],
  ['a chargeback after the drop', { ...SAME, status: 'red', counted: false }, 'taken_back'],
  ['a reduced member', { ...CHANGED, status: 'yellow', commissionAmount: 40 }, 'paid_less'],
  [
    'a reduced member from whom the month only takes back',
    { ...CHANGED, status: 'yellow', commissionAmount: -40, chargebackAmount: 40 },
    'taken_back',
  ],
  [
    'a reduced member who is paid, and from whom is taken back',
    { ...CHANGED, status: 'yellow', commissionAmount: -10, chargebackAmount: 40 },
    'paid_less',
  ],
  ['a new member', { ...SAME, status: 'new' }, 'new'],
  ['a returned member', { ...SAME, status: 'reappeared' }, 'back'],
  ['more pay', { ...CHANGED, commissionAmount: 60 }, 'paid_more'],
  ['more pay within the tolerance', { ...SAME, commissionAmount: 51 }, 'same'],
  ['a chargeback that left the regular pay', { ...CHANGED, commissionAmount: 40, chargebackAmount: 10 }, 'taken_back'],
  ['a planned step', { ...CHANGED, commissionAmount: 40 }, 'planned_step'],
  [
    'as much taken back as in the month before',
    { ...SAME, commissionAmount: -50, prevCommissionAmount: -50, chargebackAmount: 50 },
    'taken_back',
  ],
  ['the same pay', SAME, 'same'],
  ['a month that was paid ahead', { ...SAME, status: 'carried', counted: false }, null],
] as const)('classifies the change of a member: %s', (_, row, kind) => {
  expect(changeKind(row)).toBe(kind);
});
