import { expect, it } from 'vitest';
import { a, FLAT_50, file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { reasonIn, score } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: the sentence of a row names the cause of a change, if there is one. Each case has the months of member A's lines, and the
 * sentence of the last month.
 */

const CONTRACTED = { rates: [FLAT_50] };
const LUMP = { cadence: { default: 'monthly', advance: 12 } } as const;
const YEAR = { transactionType: 'Advance' };
const MEDICARE = { productLine: 'medicare' } as const;
const MA = { productType: 'MA', state: 'TX', effectiveDate: '2026-01-01' };
const SUMMER = { unpaidMonths: [{ months: [7, 8] }] };
const AUTO = { policyTerm: true, lineKinds: [{ kind: 'adjustment' as const, patterns: ['/^end/i'] }] };
const BONUS = { lineKinds: [{ kind: 'bonus' as const, patterns: ['/bonus/i'] }] };
const term = (amount: string, transactionType: string) =>
  a(amount, { policy: 'P1', effectiveDate: '2026-01-01', paidThrough: '2026-06-30', transactionType });
const med = (amount: string) => a(amount, { policy: 'P1', productType: 'MED' });
const den = (amount: string) => a(amount, { policy: 'P1', productType: 'DEN' });

type Months = readonly (readonly [period: string, ...lines: ModelLine[]])[];

const SENTENCES: readonly (readonly [sentence: string, months: Months, settings?: Partial<BookSettings>])[] = [
  // The sentence compares the lives of the paying lines, if both are known and above zero.
  [
    'Paid $18.00 less than in Apr 2026 ($36.00 → $18.00): 1 life instead of 2.',
    [
      ['2026-04', a('36', { lives: '2' })],
      ['2026-05', a('18', { lives: '1' })],
    ],
  ],
  [
    'Paid $36.00 less than in Apr 2026 ($72.00 → $36.00): 3 lives instead of 4.',
    [
      ['2026-04', a('72', { lives: '4' })],
      ['2026-05', a('-18', { lives: '-1' }), a('54', { lives: '3' })],
    ],
  ],
  [
    'Paid $18.00 less than in Apr 2026 ($72.00 → $54.00): 3 lives instead of 4.',
    [
      ['2026-04', a('72', { lives: '4' })],
      ['2026-05', a('0', { lives: '4' }), a('4'), a('50', { lives: '3' })],
    ],
  ],
  [
    'Paid $18.00 less than in Apr 2026 ($36.00 → $18.00).',
    [
      ['2026-04', a('36', { lives: '2' })],
      ['2026-05', a('18', { lives: '0' })],
    ],
  ],
  [
    'Paid $18.00 less than in Apr 2026 ($36.00 → $18.00).',
    [
      ['2026-04', a('36', { lives: '0' })],
      ['2026-05', a('18', { lives: '2' })],
    ],
  ],
  [
    'Paid $18.00 less than in Apr 2026 ($36.00 → $18.00).',
    [
      ['2026-04', a('36', { lives: '2' })],
      ['2026-05', a('18', { lives: null })],
    ],
  ],
  [
    'Paid $18.00 less than in Apr 2026 ($36.00 → $18.00).',
    [
      ['2026-04', a('36', { lives: null })],
      ['2026-05', a('18', { lives: '2' })],
    ],
  ],
  // A chargeback explains less pay, not more.
  [
    'Paid $30.00 more than in Mar 2026 ($50.00 → $80.00). Charged back $20.00 while the member is still being paid ($100.00).',
    [
      ['2026-03', a('50')],
      ['2026-04', a('100'), a('-20')],
    ],
  ],
  [
    'Paid $20.00 less than in Mar 2026 ($50.00 → $30.00): a chargeback of $20.00 is in it. Charged back $20.00 while the member is still being paid ($50.00).',
    [
      ['2026-03', a('50')],
      ['2026-04', a('50'), a('-20')],
    ],
  ],
  [
    'Paid $90.00 more than in Mar 2026 (-$50.00 → $40.00). The $50.00 taken back in March is still missing.',
    [
      ['2026-02', a('50')],
      ['2026-03', a('-50')],
      ['2026-04', a('50'), a('-10')],
    ],
  ],
  [
    'Charged back $20.00 net, as in Mar 2026.',
    [
      ['2026-02', a('50')],
      ['2026-03', a('-20')],
      ['2026-04', a('-20')],
    ],
  ],
  // The sentence asks for missing money once.
  [
    'Paid $35.17, as in Aug 2026.',
    [
      ['2026-06', a('35.17')],
      ['2026-07', a('-35.17')],
      ['2026-08', a('35.17')],
      ['2026-09', a('35.17')],
    ],
  ],
  // A gone coverage explains no rise, and no repaid sum.
  [
    'Paid $8.00 more than in Apr 2026 ($82.00 → $90.00).',
    [
      ['2026-04', med('72'), den('10')],
      ['2026-05', med('90')],
    ],
  ],
  [
    'Paid again in May: $72.00 instead of $82.00; the DEN line ($10.00) is not on this statement. April ($82.00) was not paid: ask the carrier.',
    [['2026-03', med('72'), den('10')], ['2026-04'], ['2026-05', med('72')]],
  ],
  [
    'Paid $10.00 less than in Feb 2026 ($50.00 → $40.00, without $30.00 that is paid once).',
    [
      ['2026-02', a('50')],
      ['2026-03', a('40'), a('30', { transactionType: 'Bonus' })],
    ],
    BONUS,
  ],
  // The sentence names the likeliest of several causes.
  [
    'Paid $18.00 less than in Apr 2026 ($50.00 → $32.00): rate 5 % → 4 %.',
    [
      ['2026-04', a('50', { rate: '0.05', premium: '1000', planName: 'Gold' })],
      ['2026-05', a('32', { rate: '0.04', premium: '800', planName: 'Tin' })],
    ],
  ],
  [
    'Paid $18.00 less than in Apr 2026 ($50.00 → $32.00): plan "Gold" → "Tin".',
    [
      ['2026-04', a('50', { premium: '1000', planName: 'Gold' })],
      ['2026-05', a('32', { premium: '800', planName: 'Tin' })],
    ],
  ],
  [
    'Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): premium $1,000.00 → $800.00.',
    [
      ['2026-04', a('50', { policy: 'P1', premium: '1000' })],
      ['2026-05', a('40', { policy: 'P2', premium: '800', termDate: '2026-05-01' })],
    ],
  ],
  [
    'Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): policy "P1" → "P2".',
    [
      ['2026-04', a('50', { policy: 'P1' })],
      ['2026-05', a('40', { policy: 'P2', termDate: '2026-05-01' })],
    ],
  ],
  [
    'Paid $50.00, as in Apr 2026. Agent "X" → "Y".',
    [
      ['2026-04', a('50', { agentId: 'X' })],
      ['2026-05', a('50', { agentId: 'Y' })],
    ],
  ],
  // The second sentence, about underpaid money, is left out if it does not fit.
  [
    'Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): plan "GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG…" → "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT…".',
    [
      ['2026-04', a('50', { planName: 'G'.repeat(60) })],
      ['2026-05', a('40', { planName: 'T'.repeat(60) })],
    ],
    CONTRACTED,
  ],
  [
    'Paid nothing; the month was paid ahead through Mar 2027.',
    [
      ['2026-04', a('600', YEAR)],
      ['2026-05', a('0')],
    ],
    LUMP,
  ],
  // Only a cancellation that takes money back, without pay beside it, is called a cancellation.
  [
    'Paid nothing; the month was within the policy term to Jun 2026.',
    [
      ['2026-01', term('120', 'NEW')],
      ['2026-03', term('0', 'CAN')],
    ],
    AUTO,
  ],
  [
    'Charged back $60.00 net in a month that was within the policy term to Jun 2026.',
    [
      ['2026-01', term('120', 'NEW')],
      ['2026-03', term('-60', 'ADJ')],
    ],
    AUTO,
  ],
  [
    'Paid $20.00 in a month that was within the policy term to Jun 2026. Charged back $60.00 while the member is still being paid ($80.00).',
    [
      ['2026-01', term('120', 'NEW')],
      ['2026-03', term('80', 'NEW'), term('-60', 'CAN')],
    ],
    AUTO,
  ],
  [
    'Charged back $300.00 net in a month that was paid ahead through Dec 2026.',
    [
      ['2026-01', a('600', YEAR)],
      ['2026-03', a('-300', { transactionType: 'Cancel' })],
    ],
    LUMP,
  ],
  // A term paid by the month is not renewed late.
  [
    'Paid again in March: $20.00, as before. February ($20.00) was not paid: ask the carrier.',
    [['2026-01', a('20')], ['2026-02'], ['2026-03', a('20')]],
    AUTO,
  ],
  [
    'Paid again in February: $600.00, as before. January ($50.00) was not paid: ask the carrier.',
    [['2025-01', a('600', YEAR)], ['2026-01'], ['2026-02', a('600', YEAR)]],
    LUMP,
  ],
  [
    'Not on the May 2026 statement; had a net of -$20.00 in Apr 2026.',
    [['2026-03', a('50')], ['2026-04', a('30'), a('-50')], ['2026-05']],
  ],
  // A later end of coverage explains no absence.
  [
    'Not on the May 2026 statement; was paid $50.00 in Apr 2026.',
    [['2026-04', a('50', { termDate: '2026-12-31' })], ['2026-05']],
  ],
  [
    "Gone since October's $36.00 chargeback; terminated, covered until Sep 30, 2026.",
    [['2026-09', a('36')], ['2026-10', a('-36', { termDate: '2026-09-30', carrierStatus: 'Terminated' })], ['2026-11']],
  ],
  // In a month without pay a row of 0 is no payment, even if the month before was not paid. Other amounts are mentioned.
  [
    'Paid $50.00, as in Jun 2026.',
    [
      ['2026-06', a('50')],
      ['2026-07', a('0')],
      ['2026-08', a('0')],
      ['2026-09', a('50')],
    ],
    SUMMER,
  ],
  [
    'Not on the Sep 2026 statement; was paid $50.00 in Jun 2026.',
    [['2026-06', a('50')], ['2026-07', a('0')], ['2026-08'], ['2026-09']],
    SUMMER,
  ],
  [
    'Nothing due in Jul 2026: the carrier does not pay this month.',
    [
      ['2026-06', a('50')],
      ['2026-07', a('0')],
    ],
    SUMMER,
  ],
  [
    'Nothing due in Jul 2026: the carrier does not pay this month.',
    [['2026-05', a('50')], ['2026-06'], ['2026-07', a('0')]],
    SUMMER,
  ],
  [
    'Paid $50.00, as in Jun 2026.',
    [
      ['2026-06', a('50')],
      ['2026-07', a('50')],
    ],
    SUMMER,
  ],
  [
    'Chargeback of $50.00: nothing is left, after $50.00 in Jun 2026. Charged back $50.00 while the member is still being paid ($50.00).',
    [
      ['2026-06', a('50')],
      ['2026-07', a('50'), a('-50')],
    ],
    SUMMER,
  ],
  [
    'Nothing due in Jul 2026: the $600.00 paid in Jun 2026 reaches through May 2027.',
    [['2026-06', a('600', YEAR)], ['2026-07']],
    { ...SUMMER, ...LUMP },
  ],
  ['Not on the Jul 2026 statement; was paid nothing in Jun 2026.', [['2026-06', a('0')], ['2026-07']]],
  [
    'Paid $600.00, as in Jan 2026.',
    [
      ['2026-01', a('600', YEAR)],
      ['2026-03', a('-50')],
      ['2027-01', a('600', YEAR)],
    ],
    LUMP,
  ],
  [
    'Paid $600.00, as much a month as the $150.00 in Jan 2026.',
    [
      ['2026-01', a('150', { paidThrough: '2026-03-31' })],
      ['2026-04', a('600', { paidThrough: '2027-03-31' })],
    ],
  ],
  [
    'Paid $33.33 for a month; the $400.00 paid in Jan 2026 was for 12 months.',
    [
      ['2026-01', a('400', YEAR)],
      ['2027-01', a('33.33')],
    ],
    LUMP,
  ],
  [
    'Paid $350.00 in a month that was paid ahead through Dec 2026; true-up of $300.00 received. $697.00 paid for 2026 passes the CMS initial maximum of $694.00.',
    [['2026-01', a('347', MA)], ['2026-02'], ['2026-03', a('50', MA), a('300', { ...MA, transactionType: 'True-Up' })]],
    MEDICARE,
  ],
  [
    'Paid $310.00 in a month that was paid ahead through Dec 2026; true-up of $300.00 received.',
    [
      ['2026-01', a('347', { ...MA, ...YEAR })],
      ['2026-02', a('10', MA), a('300', { ...MA, transactionType: 'True-Up' })],
    ],
    { ...MEDICARE, ...LUMP },
  ],
];

it.each(SENTENCES.map(([sentence, months, settings]) => ({ sentence, months, settings })))(
  '$sentence',
  async ({ sentence, months, settings }) => {
    // Member Z keeps every month's statement from being empty.
    const files = months.map(([period, ...lines]) => file(period, ...lines, line('Z', '50')));
    expect(reasonIn(await score(files, settings), months.at(-1)?.[0] ?? '')).toBe(sentence);
  },
);
