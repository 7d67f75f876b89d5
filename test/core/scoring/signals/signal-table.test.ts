import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SignalCode } from '../../../../core/scoring/signal.ts';
import { SIGNAL_CODES } from '../../../../core/scoring/signal.ts';
import { a, FLAT_50, file, line } from '../../../support/book-model-cases.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { type Months, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: each code of docs/reference/signals.md is found in its cases, and not in similar ones. Each case has the months of member A's
 * lines, and the finding of the last month.
 */

type Settings = Partial<BookSettings>;
type Case = readonly [about: string, months: Months, found: string | null, settings?: Settings];

const JAN = '2026-01';
const FEB = '2026-02';
const MAR = '2026-03';
const APR = '2026-04';
const JUN = '2026-06';
const CONTRACTED: Settings = { rates: [FLAT_50] };
const MEDICARE: Settings = { productLine: 'medicare' };
const LUMP: Settings = { cadence: { default: 'monthly', advance: 'calendar_year' } };
const ADVANCE = { transactionType: 'Advance' };
/** An enrollment of this year, in a state with the national CMS rates: 694 in the first year, 347 after it. */
const MA = { productType: 'MA', state: 'TX', effectiveDate: '2026-01-01' };

/** Pays the amount to five members with a premium of 420, which are enough for an estimated share of the premium. */
const shareOfPremium = (amount: string) =>
  ['A', 'B', 'C', 'D', 'E'].map((member) => line(member, amount, { premium: '420' }));

const CASES: Record<SignalCode, readonly Case[]> = {
  COMMISSION_INCREASED: [
    ['more than the month before', { [JAN]: [a('40')], [FEB]: [a('60')] }, 'COMMISSION_INCREASED 20'],
    ['back with more', { [JAN]: [a('40')], [FEB]: [], [MAR]: [a('60')] }, 'COMMISSION_INCREASED 20'],
    ['a cent, which the tolerance allows', { [JAN]: [a('40')], [FEB]: [a('40.01')] }, null],
    ['new', { [JAN]: [a('40')] }, null],
  ],
  COMMISSION_REDUCED: [
    ['less than the month before', { [JAN]: [a('72')], [FEB]: [a('54')] }, 'COMMISSION_REDUCED 18'],
    ['a cent, which the tolerance allows', { [JAN]: [a('40')], [FEB]: [a('39.99')] }, null],
    ['a month after a year paid at once', { [JAN]: [a('600', ADVANCE)], '2027-01': [a('50')] }, null, LUMP],
  ],
  ZERO_COMMISSION: [
    ['on the statement with nothing', { [JAN]: [a('50')], [FEB]: [a('0')] }, 'ZERO_COMMISSION'],
    ['all taken back', { [JAN]: [a('50')], [FEB]: [a('50'), a('-50')] }, 'ZERO_COMMISSION'],
    ['not on the statement', { [JAN]: [a('50')], [FEB]: [] }, null],
  ],
  NEGATIVE_NET: [
    ['taken back more than paid', { [JAN]: [a('50')], [FEB]: [a('20'), a('-50')] }, 'NEGATIVE_NET 30'],
    ['taken back less than paid', { [JAN]: [a('50')], [FEB]: [a('50'), a('-20')] }, null],
    ['of a chargeback after the drop', { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('-50')] }, null],
  ],
  PLAN_CHANGED: [
    ['another code', { [JAN]: [a('50', { planCode: 'H1' })], [FEB]: [a('50', { planCode: 'H2' })] }, 'PLAN_CHANGED'],
    [
      'another name, no codes',
      { [JAN]: [a('50', { planName: 'Gold' })], [FEB]: [a('50', { planName: 'Tin' })] },
      'PLAN_CHANGED',
    ],
    [
      'the name is rephrased, the code stays',
      {
        [JAN]: [a('50', { planCode: 'H1', planName: 'Gold' })],
        [FEB]: [a('50', { planCode: 'H1', planName: 'Gold 26' })],
      },
      null,
    ],
    ['no longer shown', { [JAN]: [a('50', { planCode: 'H1' })], [FEB]: [a('50')] }, null],
    [
      'the other of two policies is the larger now',
      {
        [JAN]: [a('50', { policy: 'P1', planCode: 'H1' }), a('40', { policy: 'P2', planCode: 'H2' })],
        [FEB]: [a('50', { policy: 'P1', planCode: 'H1' }), a('60', { policy: 'P2', planCode: 'H2' })],
      },
      null,
    ],
  ],
  POLICY_CHANGED: [
    ['another number', { [JAN]: [a('50', { policy: 'P1' })], [FEB]: [a('50', { policy: 'P2' })] }, 'POLICY_CHANGED'],
    ['another spelling', { [JAN]: [a('50', { policy: 'P1' })], [FEB]: [a('50', { policy: 'p 1' })] }, null],
    [
      'a second policy, the first goes on',
      { [JAN]: [a('50', { policy: 'P1' })], [FEB]: [a('50', { policy: 'P1' }), a('60', { policy: 'P2' })] },
      null,
    ],
  ],
  PREMIUM_CHANGED: [
    [
      'a lower premium',
      { [JAN]: [a('50', { premium: '500' })], [FEB]: [a('50', { premium: '480' })] },
      'PREMIUM_CHANGED 20',
    ],
    ['less than a cent', { [JAN]: [a('50', { premium: '500' })], [FEB]: [a('50', { premium: '500.004' })] }, null],
    [
      'the sign of a chargeback',
      { [JAN]: [a('50', { premium: '500' })], [FEB]: [a('-50', { premium: '-500' })] },
      null,
    ],
    [
      'the month after a chargeback',
      { [JAN]: [a('-50', { premium: '-400' })], [FEB]: [a('50', { premium: '500' })] },
      null,
    ],
    [
      'another one of two chargebacks',
      { [JAN]: [a('-50', { premium: '-400' })], [FEB]: [a('-50', { premium: '-500' })] },
      'PREMIUM_CHANGED 100',
    ],
    ['no longer shown', { [JAN]: [a('50', { premium: '500' })], [FEB]: [a('50')] }, null],
  ],
  AGENT_CHANGED: [
    ['another agent', { [JAN]: [a('50', { agentId: '7' })], [FEB]: [a('50', { agentId: '8' })] }, 'AGENT_CHANGED'],
    [
      'agent and agency in the other order',
      {
        [JAN]: [a('40', { agentId: '7' }), a('10', { agentId: '9' })],
        [FEB]: [a('10', { agentId: '9' }), a('40', { agentId: '7' })],
      },
      null,
    ],
    [
      'another spelling',
      { [JAN]: [a('50', { agentName: 'Ann Lee' })], [FEB]: [a('50', { agentName: 'ANN  LEE' })] },
      null,
    ],
  ],
  RATE_CHANGED: [
    ['a lower rate', { [JAN]: [a('50', { rate: '0.05' })], [FEB]: [a('40', { rate: '0.04' })] }, 'RATE_CHANGED'],
    [
      'seen again after a month without',
      { [JAN]: [a('5', { rate: '0.05' })], [FEB]: [a('5')], [MAR]: [a('5', { rate: '0.06' })] },
      'RATE_CHANGED',
    ],
    [
      'another policy meanwhile',
      {
        [JAN]: [a('5', { policy: '1', rate: '0.05' })],
        [FEB]: [a('5', { policy: '2' })],
        [MAR]: [a('5', { policy: '2', rate: '0.06' })],
      },
      null,
    ],
    ['the same rate', { [JAN]: [a('50', { rate: '0.05' })], [FEB]: [a('40', { rate: '0.050' })] }, null],
    [
      'after a chargeback of months at another rate',
      { [JAN]: [a('40', { rate: '0.04' })], [FEB]: [a('-50', { rate: '0.05' })], [MAR]: [a('40', { rate: '0.04' })] },
      null,
    ],
    [
      'of another policy',
      { [JAN]: [a('50', { policy: '1', rate: '0.05' })], [FEB]: [a('40', { policy: '2', rate: '0.04' })] },
      null,
    ],
  ],
  UNDERPAID: [
    ['less than the contracted rate', { [JAN]: [a('40')] }, 'UNDERPAID 10', CONTRACTED],
    ['a cent less', { [JAN]: [a('49.99')] }, null, CONTRACTED],
    ['only a chargeback', { [JAN]: [a('-50')] }, null, CONTRACTED],
    ['cents that the rounded estimate makes', { [JAN]: shareOfPremium('18') }, null, { estimates: true }],
    [
      'less than the estimate',
      { [JAN]: shareOfPremium('21'), [FEB]: [a('20', { premium: '420' })] },
      'UNDERPAID 1',
      { estimates: true },
    ],
  ],
  OVERPAID: [
    ['more than the contracted rate', { [JAN]: [a('60')] }, 'OVERPAID 10', CONTRACTED],
    [
      'more than the estimated rate',
      { [JAN]: [a('50'), line('B', '50'), line('C', '50')], [FEB]: [a('60')] },
      null,
      { estimates: true },
    ],
    ['for two months', { [JAN]: [a('100', { monthsPaid: '2' })] }, null, CONTRACTED],
    ['a missed month is caught up', { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('100')] }, null, CONTRACTED],
  ],
  RATE_MISSING: [
    [
      'a rate for another plan',
      { [JAN]: [a('50', { planCode: 'H2' })] },
      'RATE_MISSING',
      { rates: [{ ...FLAT_50, planCode: 'H1' }] },
    ],
    [
      'no premium for a percentage',
      { [JAN]: [a('50')] },
      'RATE_MISSING',
      { rates: [{ rateType: 'percent_of_premium', rateValue: '0.1' }] },
    ],
    ['the carrier has no rate at all', { [JAN]: [a('50')] }, null],
  ],
  ABOVE_CMS_MAX: [
    ['a year at once', { [JAN]: [a('800', MA)] }, 'ABOVE_CMS_MAX 106', MEDICARE],
    ['the year adds up', { [JAN]: [a('500', MA)], [FEB]: [a('300', MA)] }, 'ABOVE_CMS_MAX 106', MEDICARE],
    ['a renewal', { [JAN]: [a('400', { ...MA, effectiveDate: '2024-01-01' })] }, 'ABOVE_CMS_MAX 53', MEDICARE],
    ['a drug plan', { [JAN]: [a('150', { ...MA, productType: 'PDP' })] }, 'ABOVE_CMS_MAX 36', MEDICARE],
    ['the maximum, with the cents of rounding', { [JAN]: [a('694.08', MA)] }, null, MEDICARE],
    [
      'the year before does not count',
      {
        '2025-12': [a('400', { ...MA, effectiveDate: '2025-02-01' })],
        [JAN]: [a('300', { ...MA, effectiveDate: '2025-02-01' })],
      },
      null,
      MEDICARE,
    ],
    ['no state: the highest maximum that may hold', { [JAN]: [a('800', { ...MA, state: null })] }, null, MEDICARE],
    [
      'an override for the agency',
      { [JAN]: [a('694', MA), a('200', { ...MA, transactionType: 'Override' })] },
      null,
      MEDICARE,
    ],
    [
      'a share for the agency',
      { [JAN]: [a('500', { ...MA, agentId: '1' }), a('300', { ...MA, agentId: '2' })] },
      null,
      MEDICARE,
    ],
    ['a supplement', { [JAN]: [a('800', { ...MA, productType: 'Med Supp' })] }, null, MEDICARE],
    ['another product line', { [JAN]: [a('800', MA)] }, null, { productLine: 'ancillary' }],
    ['after a chargeback', { [JAN]: [a('694', MA)], [FEB]: [a('-694', MA)], [MAR]: [a('694', MA)] }, null, MEDICARE],
  ],
  PAID_AHEAD: [
    ['a year at once', { [JAN]: [a('600', ADVANCE)] }, 'PAID_AHEAD', LUMP],
    ['a month of a year paid at once', { [JAN]: [a('600', ADVANCE)], [JUN]: [] }, 'PAID_AHEAD', LUMP],
    ['paid to a date', { [JAN]: [a('150', { paidThrough: '2026-03-31' })] }, 'PAID_AHEAD'],
    [
      'three months, each on its line',
      { [JAN]: [a('50', { coverageMonth: JAN }), a('50', { coverageMonth: FEB })] },
      'PAID_AHEAD',
    ],
    ['billed one month ahead', { [JAN]: [a('50', { paidThrough: '2026-02-28' })] }, null],
    ['months paid that may be arrears', { [JAN]: [a('150', { monthsPaid: '3' })] }, null],
    ['another type of line', { [JAN]: [a('50', { transactionType: 'Renewal' })] }, null, LUMP],
  ],
  CATCH_UP_PAYMENT: [
    [
      'by coverage month',
      { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('50', { coverageMonth: FEB }), a('50', { coverageMonth: MAR })] },
      'CATCH_UP_PAYMENT 50',
    ],
    ['by months paid', { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('90', { monthsPaid: '2' })] }, 'CATCH_UP_PAYMENT 45'],
    ['by the amount', { [JAN]: [a('50')], [FEB]: [a('0')], [MAR]: [a('100')] }, 'CATCH_UP_PAYMENT 50'],
    ['no month was missed', { [JAN]: [a('50')], [FEB]: [a('100')] }, null],
    ['an amount that is no multiple', { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('80')] }, null],
  ],
  MISSED_MONTHS: [
    ['one month', { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('50')] }, 'MISSED_MONTHS 50'],
    ['one of two was caught up', { [JAN]: [a('50')], [FEB]: [], [MAR]: [], [APR]: [a('100')] }, 'MISSED_MONTHS 50'],
    ['caught up', { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('100')] }, null],
    ['no statement of the month was loaded', { [JAN]: [a('50')], [MAR]: [a('50')] }, null],
    ['paid ahead meanwhile', { [JAN]: [a('600', ADVANCE)], [FEB]: [], [MAR]: [a('5')] }, null, LUMP],
  ],
  TERMINATED: [
    ['a term date', { [JAN]: [a('50')], [FEB]: [a('50', { termDate: '2026-02-28' })] }, 'TERMINATED'],
    ['dropped after a term date', { [JAN]: [a('50', { termDate: '2026-02-01' })], [FEB]: [] }, 'TERMINATED'],
    ['still to come', { [JAN]: [a('50')], [FEB]: [a('50', { termDate: '2026-12-31' })] }, null],
    [
      'known since the month before',
      { [JAN]: [a('50', { termDate: '2026-01-31' })], [FEB]: [a('50', { termDate: '2026-01-31' })] },
      null,
    ],
    ['dropped without a word', { [JAN]: [a('50')], [FEB]: [] }, null],
  ],
  RETRO_TERMINATION: [
    [
      'told months later, charged back',
      { [MAR]: [a('50')], [APR]: [a('-50', { termDate: '2026-01-31' })] },
      'RETRO_TERMINATION 50',
    ],
    ['told months later', { [MAR]: [a('50')], [APR]: [a('50', { termDate: '2026-01-31' })] }, 'RETRO_TERMINATION'],
    ['told in the month after', { [MAR]: [a('50')], [APR]: [a('-50', { termDate: '2026-03-31' })] }, null],
    [
      'nothing was paid since',
      { [JAN]: [a('50')], [FEB]: [a('0')], [APR]: [a('0', { termDate: '2026-01-31' })] },
      null,
    ],
  ],
  RAPID_DISENROLLMENT: [
    [
      'three months',
      { [JAN]: [a('50', MA)], [APR]: [a('-50', { ...MA, termDate: '2026-03-31' })] },
      'RAPID_DISENROLLMENT 50',
      MEDICARE,
    ],
    ['dropped without a date', { [JAN]: [a('50', MA)], [FEB]: [] }, 'RAPID_DISENROLLMENT 50', MEDICARE],
    ['four months', { [JAN]: [a('50', MA)], [APR]: [a('-50', { ...MA, termDate: '2026-04-30' })] }, null, MEDICARE],
    [
      'the last months of a year',
      {
        '2025-12': [a('50', { ...MA, effectiveDate: '2025-10-01' })],
        [JAN]: [a('-50', { ...MA, effectiveDate: '2025-10-01', termDate: '2026-01-01' })],
      },
      null,
      MEDICARE,
    ],
    ['no Medicare', { [JAN]: [a('50', MA)], [FEB]: [] }, null],
    ['a supplement', { [JAN]: [a('50', { ...MA, productType: 'AARPMODMEDSUP' })], [FEB]: [] }, null, MEDICARE],
    ['a drug plan', { [JAN]: [a('9', { ...MA, productType: 'PDP' })], [FEB]: [] }, 'RAPID_DISENROLLMENT 9', MEDICARE],
    [
      'not renewed after a year paid at once',
      { [JAN]: [a('694', { ...MA, ...ADVANCE })], [JUN]: [], '2027-01': [] },
      null,
      { ...MEDICARE, ...LUMP },
    ],
  ],
  DUPLICATE_PAYMENT: [
    [
      'twice for a coverage month',
      { [JAN]: [a('50', { coverageMonth: JAN }), a('50', { coverageMonth: JAN })] },
      'DUPLICATE_PAYMENT 50',
    ],
    ['twice what was paid', { [JAN]: [a('50')], [FEB]: [a('50'), a('50')] }, 'DUPLICATE_PAYMENT 50'],
    ['two every month', { [JAN]: [a('25'), a('25')], [FEB]: [a('25'), a('25')] }, null],
    ['two lines when new', { [JAN]: [a('25'), a('25')] }, null],
    [
      'agent and agency',
      { [JAN]: [a('25', { coverageMonth: JAN, agentId: '1' }), a('25', { coverageMonth: JAN, agentId: '2' })] },
      null,
    ],
    [
      'two months',
      { [JAN]: [a('50')], [FEB]: [a('50', { coverageMonth: JAN }), a('50', { coverageMonth: FEB })] },
      null,
    ],
    ['two types', { [JAN]: [a('50')], [FEB]: [a('50'), a('50', { transactionType: 'Bonus' })] }, null],
    [
      'two policies',
      { [JAN]: [a('50', { policy: '1' })], [FEB]: [a('50', { policy: '1' }), a('50', { policy: '2' })] },
      null,
    ],
  ],
  CHARGEBACK_DUPLICATE: [
    [
      'a coverage month again',
      {
        [JAN]: [a('50'), a('50')],
        [FEB]: [a('-50', { coverageMonth: JAN })],
        [MAR]: [a('-50', { coverageMonth: JAN })],
      },
      'CHARGEBACK_DUPLICATE 50',
    ],
    [
      'twice on a statement, more than was paid',
      { [JAN]: [a('50')], [FEB]: [a('-50'), a('-50')] },
      'CHARGEBACK_DUPLICATE 50',
    ],
    ['for several months', { [JAN]: [a('50')], [FEB]: [a('50')], [MAR]: [a('-50'), a('-50')] }, null],
    [
      'paid again in between',
      {
        [JAN]: [a('50')],
        [FEB]: [a('-50', { coverageMonth: JAN })],
        [MAR]: [a('50', { coverageMonth: JAN })],
        [APR]: [a('-50', { coverageMonth: JAN })],
      },
      null,
    ],
  ],
  CHARGEBACK_UNMATCHED: [
    ['nothing was ever paid', { [JAN]: [a('-50')] }, 'CHARGEBACK_UNMATCHED 50'],
    ['only zeros were paid', { [JAN]: [a('0')], [FEB]: [a('-50')] }, 'CHARGEBACK_UNMATCHED 50'],
    ['paid months ago', { [JAN]: [a('50')], [FEB]: [], [MAR]: [], [JUN]: [a('-50')] }, null],
  ],
  CHARGEBACK_EXCEEDS_PAID: [
    ['more than was ever paid', { [JAN]: [a('50')], [FEB]: [a('-80')] }, 'CHARGEBACK_EXCEEDS_PAID 30'],
    ['in two parts', { [JAN]: [a('50')], [FEB]: [a('-30')], [MAR]: [a('-40')] }, 'CHARGEBACK_EXCEEDS_PAID 20'],
    ['all that was paid', { [JAN]: [a('50')], [FEB]: [a('50')], [MAR]: [a('-100')] }, null],
  ],
  CHARGEBACK_ON_ACTIVE: [
    ['paid and charged back', { [JAN]: [a('50')], [FEB]: [a('50'), a('-50')] }, 'CHARGEBACK_ON_ACTIVE 50'],
    ['terminated', { [JAN]: [a('50')], [FEB]: [a('20'), a('-50', { termDate: '2026-01-31' })] }, null],
    ['only charged back', { [JAN]: [a('50')], [FEB]: [a('-50')] }, null],
    [
      'one policy paid, the other charged back',
      { [JAN]: [a('50')], [FEB]: [a('50', { policy: '1' }), a('-50', { policy: '2' })] },
      null,
    ],
    [
      'taken back and paid anew',
      { [JAN]: [a('50')], [FEB]: [a('-50', { coverageMonth: JAN }), a('55', { coverageMonth: JAN })] },
      null,
    ],
  ],
  REINSTATED_NOT_REPAID: [
    [
      'back after a chargeback',
      { [JAN]: [a('50')], [FEB]: [a('-50')], [MAR]: [], [APR]: [a('50')] },
      'REINSTATED_NOT_REPAID 50',
    ],
    [
      'paid on after a chargeback',
      { [JAN]: [a('50')], [FEB]: [a('-50')], [MAR]: [a('50')] },
      'REINSTATED_NOT_REPAID 50',
    ],
    ['repaid', { [JAN]: [a('50')], [FEB]: [a('-50')], [MAR]: [a('100')] }, null],
    [
      'a new enrollment',
      { [JAN]: [a('50', MA)], [FEB]: [a('-50', MA)], [APR]: [a('50', { ...MA, effectiveDate: '2026-04-01' })] },
      null,
    ],
    ['never charged back', { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('50')] }, null],
  ],
  TRUE_UP: [
    [
      'a payment that the carrier calls a true-up',
      { [JAN]: [a('347', MA)], [MAR]: [a('300', { ...MA, transactionType: 'True-Up' })] },
      'TRUE_UP 300',
      MEDICARE,
    ],
    ['half, then the other half', { [JAN]: [a('347', MA)], [MAR]: [a('347', MA)] }, 'TRUE_UP 347', MEDICARE],
    [
      'from April on',
      {
        [APR]: [a('260.25', { ...MA, effectiveDate: '2026-04-01' })],
        [JUN]: [a('260.25', { ...MA, effectiveDate: '2026-04-01' })],
      },
      'TRUE_UP 260.25',
      MEDICARE,
    ],
    ['monthly pay', { [JAN]: [a('57.83', MA)], [FEB]: [a('57.83', MA)] }, null, MEDICARE],
    [
      'a later year',
      {
        [JAN]: [a('347', { ...MA, effectiveDate: '2024-01-01' })],
        [MAR]: [a('347', { ...MA, effectiveDate: '2024-01-01' })],
      },
      null,
      MEDICARE,
    ],
  ],
  TRUE_UP_MISSING: [
    [
      'half, and no more for three months',
      { [JAN]: [a('347', { ...MA, ...ADVANCE })], [APR]: [] },
      'TRUE_UP_MISSING 347',
      { ...MEDICARE, ...LUMP },
    ],
    ['not due yet', { [JAN]: [a('347', { ...MA, ...ADVANCE })], [MAR]: [] }, null, { ...MEDICARE, ...LUMP }],
    [
      'paid',
      { [JAN]: [a('347', { ...MA, ...ADVANCE })], [FEB]: [a('347', MA)], [APR]: [] },
      null,
      { ...MEDICARE, ...LUMP },
    ],
    [
      'the initial amount of six months',
      { '2026-07': [a('347', { ...MA, ...ADVANCE, effectiveDate: '2026-07-01' })], '2026-11': [] },
      null,
      { ...MEDICARE, ...LUMP },
    ],
  ],
};

/** Scores a book of months. Member Z keeps every month's statement from being empty. */
function bookOf(months: Months, settings: Settings = {}) {
  const files = Object.entries(months).map(([period, lines]) => file(period, ...lines, line('Z', '1')));
  return score(files, settings);
}

describe.each(SIGNAL_CODES.map((code) => ({ code, cases: CASES[code] })))('$code', ({ code, cases }) => {
  const named = cases.map(([about, months, found, settings]) => ({ about, months, found, settings }));
  it.each(named)('$about', async ({ months, found, settings }) => {
    const book = await bookOf(months, settings);
    const last = Object.keys(months).sort().at(-1) ?? '';
    expect(signalsIn(book, last).filter((text) => text.split(' ')[0] === code)).toEqual(found === null ? [] : [found]);
    expect(signalIn(book, last, code)?.detail ?? 'Nothing.').toMatch(/^[A-Z$].{1,160}\.$/);
  });
});

it('has a row for every code in docs/reference/signals.md, in this order', () => {
  const rows = readFileSync(new URL('../../../../docs/reference/signals.md', import.meta.url), 'utf8').matchAll(
    /^\| ([A-Z_]+) \|/gm,
  );
  expect([...rows].map(([, code]) => code)).toEqual([...SIGNAL_CODES]);
});
