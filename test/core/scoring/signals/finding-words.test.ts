import { expect, it } from 'vitest';
import type { SignalCode } from '../../../../core/scoring/signal.ts';
import { a, FLAT_50, line } from '../../../support/book-model-cases.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { lastFinding, type Months } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: findings have the severity, amount and words that docs/reference/signals.md describes. Each case has the months of member A's
 * lines, and the finding of the last month.
 */

type Case = readonly [code: SignalCode, found: string | null, months: Months, settings?: Partial<BookSettings>];

const JAN = '2026-01';
const FEB = '2026-02';
const MAR = '2026-03';
const APR = '2026-04';
const MAY = '2026-05';
const CONTRACTED = { rates: [FLAT_50] };
const MEDICARE = { productLine: 'medicare' } as const;
const LUMP = { cadence: { default: 'monthly', advance: 12 } } as const;
const YEAR = { transactionType: 'Advance' };
const AUTO = { policyTerm: true, lineKinds: [{ kind: 'adjustment' as const, patterns: ['/^end/i'] }] };
const TERM = { policy: 'P1', effectiveDate: '2026-01-01', paidThrough: '2026-06-30' };
const MA = { productType: 'MA', state: 'TX', effectiveDate: '2026-01-01' };

const CASES: readonly Case[] = [
  ['COMMISSION_INCREASED', 'info 20: Paid $20.00 more ($40.00 → $60.00).', { [JAN]: [a('40')], [FEB]: [a('60')] }],
  ['COMMISSION_REDUCED', 'warn 20: Paid $20.00 less ($60.00 → $40.00).', { [JAN]: [a('60')], [FEB]: [a('40')] }],
  [
    'COMMISSION_REDUCED',
    'info 20: Paid $20.00 less ($60.00 → $40.00): premium $600.00 → $400.00.',
    { [JAN]: [a('60', { premium: '600' })], [FEB]: [a('40', { premium: '400' })] },
  ],
  [
    'COMMISSION_REDUCED',
    'warn 21: Paid $21.00 less ($60.00 → $39.00): 9.75 % of the premium, was 10 %.',
    { [JAN]: [a('60', { premium: '600' })], [FEB]: [a('39', { premium: '400' })] },
  ],
  [
    'COMMISSION_REDUCED',
    'info 20: Paid $20.00 less ($60.00 → $40.00): premium $600.00 → $400.00.',
    { [JAN]: [a('60', { premium: '600', policy: 'P1' })], [FEB]: [a('40', { premium: '400', policy: 'P2' })] },
  ],
  [
    'COMMISSION_REDUCED',
    'info 50: Paid $50.00 less ($100.00 → $50.00): a part of the payment before came only once.',
    { [JAN]: [a('50')], [FEB]: [a('50'), a('50')], [MAR]: [a('50')] },
  ],
  [
    'COMMISSION_REDUCED',
    'info 50.03: Paid $50.03 less ($100.04 → $50.01): a part of the payment before came only once.',
    { [JAN]: [a('50')], [FEB]: [a('50.02'), a('50.02')], [MAR]: [a('50.01')] },
  ],
  [
    'COMMISSION_REDUCED',
    'info 50: Paid $50.00 less ($100.00 → $50.00): the payment before was for 2 months.',
    { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('100')], [APR]: [a('50')] },
  ],
  [
    'COMMISSION_REDUCED',
    'warn 60: Paid $60.00 less ($100.00 → $40.00).',
    { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('100')], [APR]: [a('40')] },
  ],
  ['COMMISSION_REDUCED', null, { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('100')], [APR]: [a('0')], [MAY]: [a('50')] }],
  [
    'COMMISSION_REDUCED',
    'warn 20: Paid $20.00 less ($60.00 → $40.00): 6.67 % of the premium, was 15 %.',
    { [JAN]: [a('60', { premium: '400' })], [FEB]: [a('40', { premium: '600' })] },
  ],
  [
    'COMMISSION_REDUCED',
    'warn 20: Paid $20.00 less ($60.00 → $40.00).',
    { [JAN]: [a('60', { premium: '400' })], [FEB]: [a('40', { premium: '0' })] },
  ],
  [
    'NEGATIVE_NET',
    'warn 30: Chargebacks of $50.00 exceed the $20.00 paid on this statement.',
    { [JAN]: [a('50')], [FEB]: [a('20'), a('-50')] },
  ],
  [
    'NEGATIVE_NET',
    'warn 50: $50.00 taken back, nothing paid on this statement.',
    { [JAN]: [a('50')], [FEB]: [a('-50')] },
  ],
  [
    'NEGATIVE_NET',
    'info 5: An endorsement took back $5.00 of the pay for the policy term.',
    { [JAN]: [a('120', TERM)], [MAR]: [a('-5', { ...TERM, transactionType: 'END' })] },
    AUTO,
  ],
  [
    'NEGATIVE_NET',
    'warn 65: $65.00 taken back, nothing paid on this statement.',
    {
      [JAN]: [a('120', TERM)],
      [MAR]: [a('-5', { ...TERM, transactionType: 'END' }), a('-60', { ...TERM, transactionType: 'CAN' })],
    },
    AUTO,
  ],
  ['ZERO_COMMISSION', 'warn no amount: On the statement, but paid nothing.', { [JAN]: [a('50')], [FEB]: [a('0')] }],
  [
    'ZERO_COMMISSION',
    'info no amount: On the statement, but paid nothing.',
    { [JAN]: [a('8', { premium: '80' })], [FEB]: [a('0', { premium: '0' })] },
  ],
  [
    'COMMISSION_REDUCED',
    'info 8: Paid $8.00 less ($8.00 → $0.00): premium $80.00 → $0.00.',
    { [JAN]: [a('8', { premium: '80' })], [FEB]: [a('0', { premium: '0' })] },
  ],
  [
    'ZERO_COMMISSION',
    'warn no amount: A chargeback takes back all of the $50.00 on this statement.',
    { [JAN]: [a('50')], [FEB]: [a('50'), a('-50')] },
  ],
  ['ZERO_COMMISSION', 'warn no amount: On the statement, but paid nothing.', { [JAN]: [a('0')] }],
  ['ZERO_COMMISSION', null, { [JAN]: [a('600', YEAR)], [FEB]: [a('0')] }, LUMP],
  [
    'ZERO_COMMISSION',
    'warn no amount: On the statement, but paid nothing.',
    { [JAN]: [a('50', { paidThrough: '2026-02-28' })], [FEB]: [a('0')] },
  ],
  ['ZERO_COMMISSION', null, { [JAN]: [a('694', MA)], [FEB]: [a('0', MA)] }, MEDICARE],
  [
    'PLAN_CHANGED',
    'info no amount: Plan "H1" → "H2".',
    { [JAN]: [a('50', { planCode: 'H1' })], [FEB]: [a('50', { planCode: 'H2' })] },
  ],
  [
    'PLAN_CHANGED',
    'info no amount: Plan "Gold" → "Tin".',
    { [JAN]: [a('50', { planCode: 'H1', planName: 'Gold' })], [FEB]: [a('50', { planCode: 'H2', planName: 'Tin' })] },
  ],
  [
    'PLAN_CHANGED',
    'info no amount: Plan "Gold" → "Tin".',
    { [JAN]: [a('50', { planCode: 'H1', planName: 'Gold' })], [FEB]: [a('50', { planName: 'Tin' })] },
  ],
  [
    'PLAN_CHANGED',
    null,
    { [JAN]: [a('50', { planName: ' gold  plan' })], [FEB]: [a('50', { planName: 'Gold Plan' })] },
  ],
  [
    'PLAN_CHANGED',
    'info no amount: Plan "GoldPlan" → "Gold Plan".',
    { [JAN]: [a('50', { planName: 'GoldPlan' })], [FEB]: [a('50', { planName: 'Gold Plan' })] },
  ],
  [
    'PLAN_CHANGED',
    'info no amount: Plan "Gold" → "Tin".',
    { [JAN]: [a('50', { planName: 'Gold' })], [FEB]: [], [MAR]: [a('50', { planName: 'Tin' })] },
  ],
  [
    'POLICY_CHANGED',
    'info no amount: Policy "P1" → "P2".',
    { [JAN]: [a('50', { policy: 'P1' })], [FEB]: [a('50', { policy: 'P2' })] },
  ],
  ['POLICY_CHANGED', null, { [JAN]: [a('50', { policy: 'P1' })], [FEB]: [a('50')] }],
  [
    'PREMIUM_CHANGED',
    'info 20: Premium $500.00 → $480.00.',
    { [JAN]: [a('50', { premium: '500' })], [FEB]: [a('50', { premium: '480' })] },
  ],
  [
    'PREMIUM_CHANGED',
    'info 480: Premium $0.00 → $480.00.',
    { [JAN]: [a('50', { premium: '0' })], [FEB]: [a('50', { premium: '480' })] },
  ],
  [
    'AGENT_CHANGED',
    'warn no amount: Agent "Ann Lee" → "Bo Day".',
    {
      [JAN]: [a('50', { agentId: '7', agentName: 'Ann Lee' })],
      [FEB]: [a('50', { agentId: '8', agentName: 'Bo Day' })],
    },
  ],
  [
    'AGENT_CHANGED',
    'warn no amount: Agent "Ann Lee" → "Bo Day".',
    { [JAN]: [a('50', { agentId: '7', agentName: 'Ann Lee' })], [FEB]: [a('50', { agentName: 'Bo Day' })] },
  ],
  [
    'AGENT_CHANGED',
    null,
    { [JAN]: [a('50', { agentId: '7', agentName: 'Ann Lee' })], [FEB]: [a('50', { agentName: 'ANN LEE' })] },
  ],
  ['AGENT_CHANGED', null, { [JAN]: [a('50', { agentId: '7' })], [FEB]: [a('50', { agentName: 'Bo Day' })] }],
  ['AGENT_CHANGED', null, { [JAN]: [a('50', { agentId: '7', agentName: 'Ann Lee' })], [FEB]: [a('50')] }],
  [
    'AGENT_CHANGED',
    'info no amount: The line of agent "8" ($10.00) is not on this statement.',
    { [JAN]: [a('40', { agentId: '7' }), a('10', { agentId: '8' })], [FEB]: [a('50', { agentId: '7' })] },
  ],
  [
    'RATE_CHANGED',
    'info no amount: Rate 5 % → 4 %.',
    { [JAN]: [a('50', { rate: '0.05' })], [FEB]: [a('40', { rate: '0.04' })] },
  ],
  [
    'RATE_CHANGED',
    'info no amount: Rate 4 % → 5 %.',
    { [JAN]: [a('40', { rate: '0.04' })], [FEB]: [a('50', { rate: '0.05' })] },
  ],
  [
    'RATE_CHANGED',
    'info no amount: Rate 18 → 16.',
    { [JAN]: [a('18', { rate: '18' })], [FEB]: [a('16', { rate: '16' })] },
  ],
  [
    'RATE_CHANGED',
    'info no amount: Rate 100 % → 120 %.',
    { [JAN]: [a('60', { rate: '1', premium: '60' })], [FEB]: [a('72', { rate: '1.2', premium: '60' })] },
  ],
  [
    'UNDERPAID',
    'warn 10: Underpaid by $10.00 by the contracted rate: paid $40.00, expected $50.00.',
    { [JAN]: [a('40')] },
    CONTRACTED,
  ],
  [
    'UNDERPAID',
    'warn 10: Underpaid by $10.00 by the contracted rate: one coverage is short, and another makes up for it in the sum.',
    { [JAN]: [a('40', { policy: 'P1', planCode: 'M' }), a('20', { policy: 'P1', planCode: 'D' })] },
    {
      rates: [
        { ...FLAT_50, planCode: 'M' },
        { ...FLAT_50, rateValue: '10', planCode: 'D' },
      ],
    },
  ],
  [
    'UNDERPAID',
    'info 10: Less than this carrier paid in Jan 2026 ($50.00); no contract rate on file.',
    {
      [JAN]: ['B', 'C', 'D', 'E'].map((m) => line(m, '50')),
      [FEB]: [a('40'), ...['B', 'C', 'D', 'E'].map((m) => line(m, '50'))],
    },
    { estimates: true },
  ],
  [
    'UNDERPAID',
    'warn 0.02: Underpaid by $0.02 by the contracted rate: paid $49.98, expected $50.00.',
    { [JAN]: [a('49.98')] },
    CONTRACTED,
  ],
  [
    'OVERPAID',
    'info 10: Paid $10.00 more than the contracted rate gives: paid $60.00, expected $50.00.',
    { [JAN]: [a('60')] },
    CONTRACTED,
  ],
  [
    'OVERPAID',
    null,
    { [JAN]: [a('40', { policy: 'P1', planCode: 'M' }), a('30', { policy: 'P1', planCode: 'D' })] },
    {
      rates: [
        { ...FLAT_50, planCode: 'M' },
        { ...FLAT_50, rateValue: '10', planCode: 'D' },
      ],
    },
  ],
  ['OVERPAID', null, { [JAN]: [a('50.01')] }, CONTRACTED],
  [
    'OVERPAID',
    'info 0.02: Paid $0.02 more than the contracted rate gives: paid $50.02, expected $50.00.',
    { [JAN]: [a('50.02')] },
    CONTRACTED,
  ],
  ['OVERPAID', null, { [JAN]: [a('60', { rate: '0.05', premium: '1000' })] }, {}],
  [
    'RATE_MISSING',
    'info no amount: No expected rate fits this member, so what is owed could not be told.',
    { [JAN]: [a('50', { planCode: 'H2' })] },
    { rates: [{ ...FLAT_50, planCode: 'H1' }] },
  ],
  [
    'ABOVE_CMS_MAX',
    'warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.',
    { [JAN]: [a('800', MA)] },
    MEDICARE,
  ],
  [
    'ABOVE_CMS_MAX',
    'warn 53: $400.00 paid for 2026 passes the CMS renewal maximum of $347.00.',
    { [JAN]: [a('400', { ...MA, effectiveDate: '2024-01-01' })] },
    MEDICARE,
  ],
  ['ABOVE_CMS_MAX', null, { [JAN]: [a('800', MA)], [FEB]: [a('10', MA)] }, MEDICARE],
  [
    'ABOVE_CMS_MAX',
    'warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.',
    { '2025-12': [a('800', { ...MA, effectiveDate: '2026-01-01' })] },
    MEDICARE,
  ],
  [
    'ABOVE_CMS_MAX',
    'warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.',
    { [JAN]: [a('600', { ...MA, agentId: '1' }), a('200', { ...MA, agentId: '1' })] },
    MEDICARE,
  ],
  ['ABOVE_CMS_MAX', null, { [JAN]: [a('694', MA), a('200', { ...MA, coverageMonth: '2025-12' })] }, MEDICARE],
  ['ABOVE_CMS_MAX', null, { [JAN]: [a('694', MA), a('200', { ...MA, transactionType: 'Bonus' })] }, MEDICARE],
  [
    'ABOVE_CMS_MAX',
    'warn 100: $794.00 paid for 2026 passes the CMS initial maximum of $694.00.',
    { [JAN]: [a('694', MA)], [FEB]: [a('-100', MA)], [MAR]: [a('200', MA)] },
    MEDICARE,
  ],
  ['ABOVE_CMS_MAX', null, { [JAN]: [a('500', { ...MA, policy: 'P1' }), a('400', { ...MA, policy: 'P2' })] }, MEDICARE],
  ['PAID_AHEAD', 'info no amount: Paid ahead through Dec 2026.', { [JAN]: [a('600', YEAR)] }, LUMP],
  ['PAID_AHEAD', 'info no amount: Policy term to Jun 2026.', { [JAN]: [a('120', TERM)] }, AUTO],
  [
    'PAID_AHEAD',
    null,
    { [JAN]: [a('120', { policy: 'P1', effectiveDate: '2026-01-01', transactionType: 'NEW' })] },
    AUTO,
  ],
  ['PAID_AHEAD', 'info no amount: Paid ahead through Dec 2026.', { [JAN]: [a('600', YEAR)], [FEB]: [] }, LUMP],
  ['PAID_AHEAD', null, { [JAN]: [a('600', YEAR)], [FEB]: [a('5')] }, LUMP],
  ['PAID_AHEAD', null, { [MAY]: [a('150', { paidThrough: '2026-03-31', monthsPaid: '3' })] }],
  [
    'CATCH_UP_PAYMENT',
    'info 50: Pays for 1 missed month (Feb 2026) as well.',
    { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('100')] },
  ],
  [
    'CATCH_UP_PAYMENT',
    'info 50: Pays for 1 of 3 missed months (Feb to Apr 2026) as well.',
    { [JAN]: [a('50')], [FEB]: [], [MAR]: [], [APR]: [], [MAY]: [a('100')] },
  ],
  [
    'MISSED_MONTHS',
    'warn 50: February ($50.00) was not paid: ask the carrier.',
    { [JAN]: [a('50')], [FEB]: [], [MAR]: [a('50')] },
  ],
  [
    'MISSED_MONTHS',
    'warn 100: February and March ($100.00) were not paid: ask the carrier.',
    { [JAN]: [a('50')], [FEB]: [], [MAR]: [], [APR]: [a('50')] },
  ],
  [
    'MISSED_MONTHS',
    'warn 150: February to April ($150.00) were not paid: ask the carrier.',
    { [JAN]: [a('50')], [FEB]: [], [MAR]: [], [APR]: [], [MAY]: [a('50')] },
  ],
  [
    'MISSED_MONTHS',
    'warn 100: Still not paid for 2 of 3 missed months (Feb to Apr 2026), about $100.00: ask the carrier.',
    { [JAN]: [a('50')], [FEB]: [], [MAR]: [], [APR]: [], [MAY]: [a('100')] },
  ],
  [
    'MISSED_MONTHS',
    'warn no amount: December and January were not paid: ask the carrier.',
    { '2025-12': [a('0')], [JAN]: [a('0')], [FEB]: [a('50')] },
  ],
  [
    'MISSED_MONTHS',
    'warn 110: December and January ($110.00) were not paid: ask the carrier.',
    { '2025-11': [a('50', MA)], '2025-12': [], [JAN]: [], [FEB]: [a('60', MA)] },
    MEDICARE,
  ],
  [
    'MISSED_MONTHS',
    'warn 100: December and January ($100.00) were not paid: ask the carrier.',
    { '2025-11': [a('50')], '2025-12': [], [JAN]: [], [FEB]: [a('60')] },
  ],
  [
    'MISSED_MONTHS',
    null,
    {
      [JAN]: [a('120', TERM)],
      [FEB]: [a('-100', { ...TERM, transactionType: 'CAN' })],
      [MAR]: [],
      [APR]: [a('20', { ...TERM, transactionType: 'NEW' })],
    },
    AUTO,
  ],
  [
    'TRUE_UP',
    'info 300: True-up of $300.00 received.',
    { [JAN]: [a('347', MA)], [MAR]: [a('300', { ...MA, transactionType: 'True-Up' })] },
    MEDICARE,
  ],
  [
    'TRUE_UP',
    'info 347: True-up of $347.00 received: first year now paid in full ($694.00).',
    { [JAN]: [a('347', MA)], [MAR]: [a('347', MA)] },
    MEDICARE,
  ],
  [
    'TRUE_UP',
    'info 347: True-up of $347.00 received: first year now paid in full ($694.00).',
    { [JAN]: [a('347', MA)], [FEB]: [], [MAR]: [a('347', { ...MA, transactionType: 'True-Up' })] },
    MEDICARE,
  ],
  ['TRUE_UP', null, { [JAN]: [a('347', MA)], [MAR]: [a('347', MA)] }],
  [
    'TRUE_UP_MISSING',
    "info 347: Paid $347.00, the renewal amount; if this is the member's first enrollment, a true-up is due.",
    { [JAN]: [a('347', { ...MA, ...YEAR })], [APR]: [] },
    { ...MEDICARE, ...LUMP },
  ],
  ['TRUE_UP_MISSING', null, { [JAN]: [a('347', { ...MA, ...YEAR })], [APR]: [], [MAY]: [] }, { ...MEDICARE, ...LUMP }],
  [
    'TRUE_UP_MISSING',
    null,
    { [JAN]: [a('347', { ...MA, transactionType: 'Initial - NOT New to CMS' })], [APR]: [a('0', MA)] },
    { ...MEDICARE, ...LUMP },
  ],
  [
    'TRUE_UP_MISSING',
    "info 347: Paid $347.00, the renewal amount; if this is the member's first enrollment, a true-up is due.",
    { [JAN]: [a('347', { ...MA, transactionType: 'Initial' })], [APR]: [a('0', MA)] },
    { ...MEDICARE, ...LUMP },
  ],
  [
    'TRUE_UP_MISSING',
    null,
    { [JAN]: [a('347', { ...MA, transactionType: 'Like Plan Change' })], [APR]: [a('0', MA)] },
    { ...MEDICARE, ...LUMP },
  ],
  [
    'TRUE_UP_MISSING',
    "info 347: Paid $347.00, the renewal amount; if this is the member's first enrollment, a true-up is due.",
    { [JAN]: [a('347', { ...MA, transactionType: 'Unlike Plan Change' })], [APR]: [a('0', MA)] },
    { ...MEDICARE, ...LUMP },
  ],
  [
    'TRUE_UP_MISSING',
    null,
    { [JAN]: [a('347', { ...MA, transactionType: 'Non-New' })], [APR]: [a('0', MA)] },
    { ...MEDICARE, ...LUMP },
  ],
  [
    'ABOVE_CMS_MAX',
    null,
    { [JAN]: [a('694', MA), a('106', { ...MA, transactionType: 'Admin Fee' })] },
    { ...MEDICARE, lineKinds: [{ kind: 'fee', patterns: ['/fee/i'] }] },
  ],
  [
    'ABOVE_CMS_MAX',
    null,
    { [JAN]: [a('694', MA), a('106', { ...MA, transactionType: 'Bonus' })] },
    { ...MEDICARE, lineKinds: [{ kind: 'bonus', patterns: ['/bonus/i'] }] },
  ],
  [
    'ABOVE_CMS_MAX',
    'warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.',
    { [JAN]: [a('694', MA), a('106', { ...MA, transactionType: 'Renewal' })] },
    MEDICARE,
  ],
  [
    'ABOVE_CMS_MAX',
    'warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.',
    { [FEB]: [a('694', MA), a('106', { ...MA, coverageMonth: JAN })] },
    MEDICARE,
  ],
  [
    'ABOVE_CMS_MAX',
    'warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.',
    {
      [JAN]: [a('700', { ...MA, agentId: '1' }), a('100', { ...MA, agentId: '1' }), a('300', { ...MA, agentId: '2' })],
    },
    MEDICARE,
  ],
  [
    'ABOVE_CMS_MAX',
    null,
    {
      '2025-12': [a('347', { ...MA, effectiveDate: '2025-11-01' })],
      [JAN]: [a('347', { ...MA, effectiveDate: '2025-11-01' })],
    },
    MEDICARE,
  ],
];

it.each(CASES.map(([code, found, months, settings]) => ({ code, found, months, settings })))(
  '$code: $found',
  async ({ code, found, months, settings }) => {
    expect(await lastFinding(months, code, settings)).toBe(found);
  },
);
