import { expect, it } from 'vitest';
import type { SignalCode } from '../../../../core/scoring/signal.ts';
import { a } from '../../../support/book-model-cases.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { lastFinding, type Months } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: findings about repeated pay, chargebacks and the end of coverage have the severity, amount and words that
 * docs/reference/signals.md describes. Each case has the months of member A's lines, and the finding of the last month.
 */

type Case = readonly [code: SignalCode, found: string | null, months: Months, settings?: Partial<BookSettings>];

const JAN = '2026-01';
const FEB = '2026-02';
const MAR = '2026-03';
const APR = '2026-04';
const LUMP = { cadence: { default: 'monthly', advance: 12 } } as const;
const YEAR = { transactionType: 'Advance' };
const MEDICARE = { productLine: 'medicare' } as const;
const MA = { productType: 'MA', state: 'TX', effectiveDate: '2026-01-01' };

/** Policies that began with the book and before it. */
const NEW = { effectiveDate: '2026-01-01' };
const OLD = { effectiveDate: '2021-01-01' };
const MAY_BE_BEFORE = 'may take back pay from before the first statement: whether it is right cannot be told.';

const CASES: readonly Case[] = [
  [
    'TERMINATED',
    'info no amount: Terminated, covered until Feb 28, 2026.',
    { [JAN]: [a('50')], [FEB]: [a('50', { termDate: '2026-02-28' })] },
  ],
  ['TERMINATED', null, { [JAN]: [a('50')], [FEB]: [a('50', { carrierStatus: 'Pending term' })] }],
  [
    'RETRO_TERMINATION',
    'warn 50: Terminated back to Jan 31, 2026, told in Apr 2026; $50.00 was charged back.',
    { [MAR]: [a('50')], [APR]: [a('-50', { termDate: '2026-01-31' })] },
  ],
  [
    'RETRO_TERMINATION',
    'warn no amount: Terminated back to Jan 31, 2026, told in Apr 2026.',
    { [MAR]: [a('50')], [APR]: [a('50', { termDate: '2026-01-31' })] },
  ],
  ['RETRO_TERMINATION', null, { [FEB]: [a('50')], [APR]: [a('0', { termDate: '2026-01-31' })] }],
  [
    'RETRO_TERMINATION',
    'info 50: Terminated back to Jan 31, 2026, told in Apr 2026; $50.00 was charged back.',
    { [APR]: [a('-50', { termDate: '2026-01-31' })] },
  ],
  [
    'NEGATIVE_NET',
    'info 50: $50.00 taken back, nothing paid on this statement.',
    { [APR]: [a('-50', { coverageMonth: '2026-01' })] },
  ],
  ['RETRO_TERMINATION', null, { [MAR]: [a('50', { termDate: '2026-01-31' })], [APR]: [] }],
  [
    'RAPID_DISENROLLMENT',
    'warn 50: Left Mar 31 after 3 months: the whole first-year pay of $50.00 was taken back.',
    { [JAN]: [a('50', MA)], [APR]: [a('-50', { ...MA, termDate: '2026-03-31' })] },
    MEDICARE,
  ],
  [
    'RAPID_DISENROLLMENT',
    'warn 20: Left Mar 31 after 3 months: $20.00 of the $50.00 paid was taken back.',
    { [JAN]: [a('50', MA)], [APR]: [a('-20', { ...MA, termDate: '2026-03-31' })] },
    MEDICARE,
  ],
  [
    'RAPID_DISENROLLMENT',
    'warn 20: Left Mar 31 after 3 months: $20.00 was taken back.',
    { [APR]: [a('-20', { ...MA, termDate: '2026-03-31' })] },
    MEDICARE,
  ],
  [
    'RAPID_DISENROLLMENT',
    'info 50: Left Jan 31 after 1 month: the $50.00 paid may be taken back.',
    { [JAN]: [a('50', MA)], [FEB]: [] },
    MEDICARE,
  ],
  [
    'RAPID_DISENROLLMENT',
    'warn no amount: Left Feb 28 after 2 months: the whole first-year pay of $50.00 was taken back.',
    { [JAN]: [a('50', MA)], [FEB]: [a('-50', MA)], [MAR]: [] },
    MEDICARE,
  ],
  ['RAPID_DISENROLLMENT', null, { [JAN]: [a('50', MA)], [FEB]: [a('50', MA), a('-20', MA)] }, MEDICARE],
  ['RAPID_DISENROLLMENT', null, { [JAN]: [a('0', MA)], [FEB]: [] }, MEDICARE],
  [
    'RAPID_DISENROLLMENT',
    'warn 100: Left Feb 28 after 2 months: the $100.00 paid may be taken back.',
    {
      [JAN]: [a('50', { ...MA, termDate: '2026-02-28' })],
      [FEB]: [a('50', { ...MA, termDate: '2026-02-28' })],
      [MAR]: [],
    },
    MEDICARE,
  ],
  [
    'RAPID_DISENROLLMENT',
    null,
    {
      [JAN]: [a('50', MA)],
      [FEB]: [a('50', { ...MA, termDate: '2026-02-28' })],
      [MAR]: [a('-100', { ...MA, termDate: '2026-02-28' })],
    },
    MEDICARE,
  ],
  [
    'DUPLICATE_PAYMENT',
    'warn 50: $50.00 is paid by lines that repeat another line of this statement.',
    { [JAN]: [a('50')], [FEB]: [a('50'), a('50')] },
  ],
  [
    'CHARGEBACK_DUPLICATE',
    'critical 50: $50.00 is charged back that was charged back before.',
    { [JAN]: [a('50', NEW)], [FEB]: [a('-50'), a('-50')] },
  ],
  [
    'CHARGEBACK_DUPLICATE',
    'info 50: $50.00 is charged back as before; it names no month, so whether it is the same money cannot be told.',
    { [JAN]: [a('50')], [FEB]: [a('-50'), a('-50')] },
  ],
  [
    'CHARGEBACK_DUPLICATE',
    'critical 90: $90.00 is charged back that was charged back before.',
    { [JAN]: [a('30', OLD)], [FEB]: [a('-90')], [MAR]: [a('-90')] },
  ],
  [
    'CHARGEBACK_DUPLICATE',
    'critical 70: $70.00 is charged back that was charged back before.',
    {
      [JAN]: [a('30', OLD)],
      [FEB]: [a('-70', { termDate: '2025-12-31' })],
      [MAR]: [a('-70', { termDate: '2025-12-31' })],
    },
  ],
  [
    'CHARGEBACK_DUPLICATE',
    'info 70: $70.00 is charged back as before; it names no month, so whether it is the same money cannot be told.',
    { [JAN]: [a('30', OLD)], [FEB]: [a('-70')], [MAR]: [a('-70')] },
  ],
  [
    'CHARGEBACK_UNMATCHED',
    'warn 50: Charged back $50.00, but no statement loaded shows a payment for this member.',
    { [JAN]: [a('-50', NEW)] },
  ],
  [
    'CHARGEBACK_UNMATCHED',
    'warn 50: Charged back $50.00, but no statement loaded shows a payment for this member.',
    { [JAN]: [], [FEB]: [a('-50', { coverageMonth: JAN })] },
  ],
  [
    'CHARGEBACK_UNMATCHED',
    `info 50: The chargeback of $50.00 ${MAY_BE_BEFORE}`,
    { [JAN]: [], [FEB]: [a('-50', { ...OLD, coverageMonth: JAN })] },
  ],
  ['CHARGEBACK_UNMATCHED', `info 50: The chargeback of $50.00 ${MAY_BE_BEFORE}`, { [JAN]: [a('-50')] }],
  [
    'CHARGEBACK_EXCEEDS_PAID',
    'critical 30: Charged back $80.00 in all, which is $30.00 more than the $50.00 paid.',
    { [JAN]: [a('50', NEW)], [FEB]: [a('-80')] },
  ],
  [
    'CHARGEBACK_EXCEEDS_PAID',
    'critical 30: Charged back $80.00 in all, which is $30.00 more than the $50.00 paid.',
    { [JAN]: [a('50', OLD)], [FEB]: [a('-80', { coverageMonth: JAN })] },
  ],
  [
    'CHARGEBACK_EXCEEDS_PAID',
    'info 30: The chargeback of $80.00 takes back months that no loaded statement covers: whether it is right cannot be told.',
    { [JAN]: [a('50')], [FEB]: [a('-80', { coverageMonth: '2025-12' })] },
  ],
  [
    'CHARGEBACK_EXCEEDS_PAID',
    'info 30: The chargeback of $80.00 takes back months that no loaded statement covers: whether it is right cannot be told.',
    { [JAN]: [a('50')], [FEB]: [a('-80', { termDate: '2025-11-30' })] },
  ],
  [
    'CHARGEBACK_EXCEEDS_PAID',
    `info 30: The chargeback of $80.00 ${MAY_BE_BEFORE}`,
    { [JAN]: [a('50', OLD)], [FEB]: [a('-80')] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    'info 50: Charged back $50.00 while the member is still being paid; it takes back months that no loaded statement covers: whether it is right cannot be told.',
    { [JAN]: [a('50')], [FEB]: [a('50'), a('-50', { coverageMonth: '2025-12' })] },
  ],
  [
    'REINSTATED_NOT_REPAID',
    'warn 50: The $50.00 taken back in February is still missing.',
    { [JAN]: [a('50', OLD)], [FEB]: [a('-50')], [MAR]: [a('50')] },
  ],
  [
    'REINSTATED_NOT_REPAID',
    'info 150: The $150.00 taken back in February is still missing.',
    { [JAN]: [a('50', OLD)], [FEB]: [a('-150')], [MAR]: [a('50')] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    'warn 50: Charged back $50.00 while the member is still being paid ($50.00).',
    { [JAN]: [a('50')], [FEB]: [a('50'), a('-50')] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    'warn 50: Charged back $50.00 while the member is still being paid ($50.00).',
    { [JAN]: [a('50')], [FEB]: [a('50', { termDate: '2026-12-31' }), a('-50', { termDate: '2026-12-31' })] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    null,
    {
      [JAN]: [a('50', { termDate: '2026-01-31' })],
      [FEB]: [a('20', { termDate: '2026-01-31' }), a('-50', { termDate: '2026-01-31' })],
    },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    'warn 20: Charged back $20.00 while the member is still being paid ($50.00).',
    { [JAN]: [a('50')], [FEB]: [a('50', { coverageMonth: FEB }), a('-20', { coverageMonth: JAN })] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    null,
    { [JAN]: [a('50')], [FEB]: [a('30', { coverageMonth: FEB }), a('-20', { coverageMonth: JAN })] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    null,
    { [JAN]: [a('72', { lives: '4' })], [FEB]: [a('54', { lives: '3' }), a('-18', { lives: '1' })] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    'warn 20: Charged back $20.00 while the member is still being paid ($72.00).',
    { [JAN]: [a('72', { lives: '4' })], [FEB]: [a('72', { lives: '4' }), a('-20', { lives: '1' })] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    'warn 18: Charged back $18.00 while the member is still being paid ($72.00).',
    { [JAN]: [a('72', { lives: '4' })], [FEB]: [a('72', { lives: '4' }), a('-18')] },
  ],
  ['CHARGEBACK_ON_ACTIVE', null, { [JAN]: [a('72', { lives: '4' })], [FEB]: [a('60', { lives: '3' }), a('-18')] }],
  [
    'CHARGEBACK_ON_ACTIVE',
    'warn 30: Charged back $30.00 while the member is still being paid ($50.00).',
    { [JAN]: [a('50', { premium: '500' })], [FEB]: [a('50', { premium: '500' }), a('-30', { premium: '-300' })] },
  ],
  [
    'REINSTATED_NOT_REPAID',
    'warn 50: The $50.00 taken back in February is still missing.',
    { [JAN]: [a('50')], [FEB]: [a('-50')], [MAR]: [a('50')] },
  ],
  [
    'REINSTATED_NOT_REPAID',
    'warn 20: $20.00 of the $50.00 taken back in February is still missing.',
    { [JAN]: [a('50')], [FEB]: [a('-50')], [MAR]: [a('80')] },
  ],
  ['REINSTATED_NOT_REPAID', null, { [JAN]: [a('50')], [FEB]: [a('-50')], [MAR]: [a('0')] }],
  [
    'CHARGEBACK_DUPLICATE',
    'critical 50: $50.00 is charged back that was charged back before.',
    {
      [JAN]: [a('50'), a('50')],
      [FEB]: [a('-50', { coverageMonth: JAN })],
      [MAR]: [a('50', { coverageMonth: MAR })],
      [APR]: [a('-50', { coverageMonth: JAN })],
    },
  ],
  [
    'CHARGEBACK_DUPLICATE',
    'critical 50: $50.00 is charged back that was charged back before.',
    {
      [JAN]: [a('50'), a('50')],
      [FEB]: [a('-50', { coverageMonth: JAN })],
      [MAR]: [a('0', { coverageMonth: JAN })],
      [APR]: [a('-50', { coverageMonth: JAN })],
    },
  ],
  [
    'CHARGEBACK_DUPLICATE',
    'critical 50: $50.00 is charged back that was charged back before.',
    {
      [JAN]: [a('100')],
      [FEB]: [a('-50', { paidThrough: '2026-01-31' })],
      [MAR]: [a('-50', { paidThrough: '2026-01-31' })],
    },
  ],
  [
    'CHARGEBACK_DUPLICATE',
    null,
    {
      [JAN]: [a('50', { policy: '1' }), a('50', { policy: '2' })],
      [FEB]: [a('-50', { policy: '1', coverageMonth: JAN }), a('-50', { policy: '2', coverageMonth: JAN })],
    },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    null,
    {
      [JAN]: [a('50', { termDate: '2026-02-28' })],
      [FEB]: [a('50', { termDate: '2026-02-28' }), a('-50', { termDate: '2026-02-28' })],
    },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    'warn 20: Charged back $20.00 while the member is still being paid ($30.00).',
    { [JAN]: [a('50')], [FEB]: [a('30'), a('-20')] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    null,
    {
      [JAN]: [a('50', { productType: 'MED' }), a('10', { productType: 'DEN' })],
      [FEB]: [a('50', { productType: 'MED' }), a('-10', { productType: 'DEN' })],
    },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    'warn 10: Charged back $10.00 while the member is still being paid ($50.00).',
    { [JAN]: [a('50', { productType: 'MED' })], [FEB]: [a('50', { productType: 'MED' }), a('-10')] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    null,
    { [JAN]: [a('72', { lives: '4' })], [FEB]: [a('72', { lives: '4' }), a('-18', { lives: '1' })] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    'warn 0.02: Charged back $0.02 while the member is still being paid ($72.00).',
    { [JAN]: [a('72', { lives: '4' })], [FEB]: [a('72', { lives: '4' }), a('-0.02', { lives: '1' })] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    'warn 0.01: Charged back $0.01 while the member is still being paid ($72.00).',
    { [JAN]: [a('72', { lives: '4' })], [FEB]: [a('72', { lives: '4' }), a('-0.01', { lives: '1' })] },
  ],
  [
    'CHARGEBACK_ON_ACTIVE',
    'warn 18: Charged back $18.00 while the member is still being paid ($92.00).',
    {
      [JAN]: [a('72', { lives: '4', productType: 'MED' }), a('20', { lives: '4', productType: 'DEN' })],
      [FEB]: [
        a('72', { lives: '4', productType: 'MED' }),
        a('20', { lives: '4', productType: 'DEN' }),
        a('-18', { lives: '1', productType: 'DEN' }),
      ],
    },
  ],
  [
    'REINSTATED_NOT_REPAID',
    'warn 450: $450.00 of the $550.00 taken back in March is still missing.',
    { [JAN]: [a('600', YEAR)], [MAR]: [a('-550')], '2027-01': [], '2027-02': [a('100')] },
    LUMP,
  ],
];

it.each(CASES.map(([code, found, months, settings]) => ({ code, found, months, settings })))(
  '$code: $found',
  async ({ code, found, months, settings }) => {
    expect(await lastFinding(months, code, settings)).toBe(found);
  },
);
