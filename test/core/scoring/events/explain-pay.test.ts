import { expect, it } from 'vitest';
import { foldText } from '../../../../core/folded-text.ts';
import type { Period } from '../../../../core/period.ts';
import { type CarrierEvent, WHOLE_CARRIER } from '../../../../core/scoring/events/carrier-event.ts';
import { payExplainer } from '../../../../core/scoring/events/pay-events.ts';
import { NO_HISTORY } from '../../../../core/scoring/member-history.ts';
import { type MemberProfile, memberMonthOf, NO_PROFILE } from '../../../../core/scoring/member-month.ts';
import type { ComparedScores, PriorRow } from '../../../../core/scoring/scored-row.ts';
import { plainLine } from '../../../support/plain-inputs.ts';

/**
 * docs/reference/signals.md#what-a-carrier-changes-for-everybody. Guarantee: only events that the member belongs to and was away for, and
 * whose ratios together are that of the member's change, explain it.
 */

const DOLLAR = 10_000;
const JANUARY: Period = '2026-01';

/** Makes an event for 12 of 12 members, by default 20 % less in January. */
function event(more: Partial<CarrierEvent> = {}): CarrierEvent {
  return {
    kind: 'pay_reduced',
    period: JANUARY,
    scope: WHOLE_CARRIER,
    members: 12,
    compared: 12,
    ratioMillionths: 800_000,
    shared: null,
    amount: 0,
    rate: null,
    noRateReason: null,
    detail: '',
    ...more,
  };
}

const ofScope = (field: CarrierEvent['scope']['field'], value: string) =>
  event({ scope: { field, value, key: foldText(value) } });
const monthly = (ratio: number, ...periods: readonly Period[]) =>
  periods.map((period) => event({ period, ratioMillionths: ratio * 1_000_000 }));

interface Change {
  readonly profile?: Partial<MemberProfile>;
  readonly dollars?: readonly [before: number, now: number];
  readonly percent?: readonly [before: number, now: number];
}

/** Explains a member who was last paid in December, $100 at 10 %, and is now paid $80 at 10 % by default. */
function explained(events: readonly CarrierEvent[], { profile, dollars = [100, 80], percent = [10, 10] }: Change = {}) {
  const [before, now] = dollars.map((one) => Math.round(one * DOLLAR));
  const [rateBefore, rate] = percent.map((one) => Math.round(one * 10_000));
  if (before === undefined || now === undefined || rateBefore === undefined || rate === undefined)
    throw new Error('Two of each.');
  const known = {
    memberRefId: 'A',
    memberExternalId: 'A',
    profile: { ...NO_PROFILE, ...profile },
    firstSeenPeriod: '2025-12',
    paidThrough: null,
  } as const;
  const december: PriorRow = {
    ...known,
    status: 'red',
    lastPresentPeriod: '2025-12',
    lastPresentAmount: before,
    commissionAmount: before,
    history: { ...NO_HISTORY, rate: rateBefore },
  };
  const row: ComparedScores = {
    ...known,
    status: 'reappeared',
    counted: true,
    flags: [],
    signals: [],
    reason: null,
    commissionAmount: now,
    prevCommissionAmount: before,
    comparedAgainstPeriod: '2025-12',
    expectedAmount: null,
    commissionOwed: null,
    owedEstimated: false,
    chargebackAmount: 0,
    lastPresentPeriod: '2026-06',
    lastPresentAmount: now,
    history: { ...NO_HISTORY, rate },
    fileId: 'file',
    deltas: [],
    comparedAmount: now,
    repeatedAmount: 0,
    recoveredAmount: 0,
    plannedStep: null,
    payEvent: null,
    raiseOfOthers: null,
  };
  const month = memberMonthOf([plainLine('A', null, { amount: now })]);
  const explain = payExplainer({ tolerance: { absolute: 100, percentMillionths: 0 } }, events);
  return explain({ prior: december, month, row });
}

const of12 = (what: string) => `the carrier pays 20 % less for 12 of 12 members${what} since Jan 2026`;
const most = (what: string) => `the carrier pays ${what} for most members than before Jan 2026`;
const [GOLD, MED] = [ofScope('plan_name', 'Gold'), ofScope('product_type', 'Med')];
const G1 = ofScope('plan_code', 'G1');
const LEFT: CarrierEvent = { ...G1, kind: 'members_left', period: '2026-02', ratioMillionths: null };

it.each<[string, readonly CarrierEvent[], Change, string | null]>([
  ['by an event of the whole carrier', [event()], {}, of12('')],
  ['by no event if there is none', [], {}, null],
  ['by no event with another ratio', [event()], { dollars: [100, 70] }, null],
  ['by no event of the month that it is compared with', [event({ period: '2025-12' })], {}, null],
  [
    'by no event of the month that it is compared with, beside a later event',
    [event({ period: '2025-12' }), ...monthly(0.9, JANUARY)],
    {},
    null,
  ],
  ['by no event for members who left', [event({ kind: 'members_left', ratioMillionths: null })], {}, null],
  ['by an event of its plan', [G1], { profile: { planCode: ' g1' } }, of12(' of plan "G1"')],
  ['by no event of another plan', [G1], { profile: { planCode: 'G2' } }, null],
  ['by no event of a plan if it has no plan', [G1], {}, null],
  ['by an event of the name of its plan', [GOLD], { profile: { planName: 'GOLD' } }, of12(' of plan "Gold"')],
  ['by no event of the name of another plan', [GOLD], { profile: { planName: 'Silver' } }, null],
  ['by no event of a plan name if it has no plan name', [GOLD], {}, null],
  [
    'by no event of its plan name if it has a plan code',
    [GOLD],
    { profile: { planName: 'Gold', planCode: 'G1' } },
    null,
  ],
  ['by an event of its product', [MED], { profile: { productType: 'MED' } }, of12(' with "Med"')],
  ['by no event of another product', [MED], { profile: { productType: 'Dental' } }, null],
  ['by no event of a product if it has no product', [MED], {}, null],
  ['by no event of its agent', [ofScope('agent', 'X1')], { profile: { agentId: 'X1' } }, null],
  ['by the narrowest of two events', [event(), G1], { profile: { planCode: 'G1' } }, of12(' of plan "G1"')],
  ['by two events together', monthly(0.8, JANUARY, '2026-02'), { dollars: [100, 64] }, most('36 % less')],
  ['by two events in any order', monthly(0.8, '2026-02', JANUARY), { dollars: [100, 64] }, most('36 % less')],
  ['by two increases', monthly(1.5, JANUARY, '2026-02'), { dollars: [100, 225] }, most('125 % more')],
  ['by the event of two that has its ratio', [...monthly(0.9, '2026-02'), event()], {}, of12('')],
  ['beside an event for members of its plan who left', [event(), LEFT], { profile: { planCode: 'G1' } }, of12('')],
])('an amount is explained %s', (_case, events, change, expected) => {
  expect(explained(events, change)?.amount ?? null).toBe(expected);
});

it('explains by the latest four months at most', () => {
  const five = monthly(0.9, JANUARY, '2026-02', '2026-03', '2026-04', '2026-05');
  const ofFour = explained(five, { dollars: [100, 65.61] });
  expect(ofFour?.amount).toBe('the carrier pays 34.39 % less for most members than before Feb 2026');
  expect(explained(five, { dollars: [100, 59.05] })).toBeNull();
});

it.each<[string, readonly CarrierEvent[], Change, ReturnType<typeof explained>]>([
  ['without the amount', [event()], { dollars: [100, 100], percent: [10, 8] }, { rate: of12(''), amount: null }],
  ['with the amount', [event()], { percent: [10, 8] }, { rate: of12(''), amount: of12('') }],
  [
    'by the narrowest of two',
    [event(), G1],
    { profile: { planCode: 'G1' }, dollars: [100, 100], percent: [10, 8] },
    { rate: of12(' of plan "G1"'), amount: null },
  ],
  [
    'and not with an amount of less',
    [event()],
    { dollars: [100, 70], percent: [10, 8] },
    { rate: of12(''), amount: null },
  ],
  ['and not by another ratio', [event()], { dollars: [100, 100], percent: [10, 7] }, null],
  ['and not if it is nearly the same', [event()], { dollars: [100, 100], percent: [10, 10.01] }, null],
  [
    'by another event than the amount',
    [...monthly(0.9, JANUARY), G1],
    { profile: { planCode: 'G1' }, dollars: [100, 90], percent: [10, 8] },
    { rate: of12(' of plan "G1"'), amount: 'the carrier pays 10 % less for 12 of 12 members since Jan 2026' },
  ],
])('a rate is explained %s', (_case, events, change, expected) => {
  expect(explained(events, change)).toEqual(expected);
});
