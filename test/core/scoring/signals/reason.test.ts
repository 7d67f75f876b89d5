import { describe, expect, it } from 'vitest';
import { REASON_MAX } from '../../../../core/scoring/reason.ts';
import { a, comparable, FLAT_50, file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { reasonIn, score, signalIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: a row has exactly the listed sentence. Each case has the months of member A's lines, and the sentence of the last month. */

const CONTRACTED = { rates: [FLAT_50] };
const LUMP = { cadence: { default: 'monthly', advance: 12 } } as const;
const YEAR = { transactionType: 'Advance' };
/** Two members in their second policy year, who are paid 4 % of the premium. */
const IN_YEAR_2 = comparable('4.80', { rate: '0.04', premium: '120', effectiveDate: '2024-06-01' });

type Months = readonly (readonly [period: string, ...lines: ModelLine[]])[];

const SENTENCES: readonly (readonly [sentence: string, months: Months, settings?: Partial<BookSettings>])[] = [
  ['New in Apr 2026: first paid $50.00.', [['2026-04', a('50')]]],
  ['New in Apr 2026: first paid $1,234,567.50.', [['2026-04', a('1234567.5')]]],
  ['New in Apr 2026, but paid nothing so far.', [['2026-04', a('0')]]],
  [
    'New in Apr 2026 with a chargeback of $50.00 only. Charged back $50.00, but no statement loaded shows a payment for this member.',
    [['2026-04', a('-50', { effectiveDate: '2026-04-01' })]],
  ],
  [
    'New in Apr 2026 with a net chargeback of $20.00. Charged back $50.00 in all, which is $20.00 more than the $30.00 paid.',
    [['2026-04', a('30', { effectiveDate: '2026-04-01' }), a('-50')]],
  ],
  [
    'New in Apr 2026: first paid $40.00. Underpaid by $10.00 by the contracted rate: paid $40.00, expected $50.00.',
    [['2026-04', a('40')]],
    CONTRACTED,
  ],
  [
    'Paid $50.00, as in Mar 2026.',
    [
      ['2026-03', a('50')],
      ['2026-04', a('50')],
    ],
  ],
  [
    'Paid $50.01, within the tolerance of $50.00 in Mar 2026.',
    [
      ['2026-03', a('50')],
      ['2026-04', a('50.01')],
    ],
  ],
  [
    'Paid nothing, as in Mar 2026.',
    [
      ['2026-03', a('0')],
      ['2026-04', a('0')],
    ],
  ],
  [
    'Paid $20.00 more than in Mar 2026 ($40.00 → $60.00).',
    [
      ['2026-03', a('40')],
      ['2026-04', a('60')],
    ],
  ],
  [
    'Paid $18.00 less than in Apr 2026 ($72.00 → $54.00): 3 lives instead of 4.',
    [
      ['2026-04', a('72', { lives: '4' })],
      ['2026-05', a('54', { lives: '3' })],
    ],
  ],
  [
    'Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): rate 5 % → 4 %.',
    [
      ['2026-04', a('50', { rate: '0.05' })],
      ['2026-05', a('40', { rate: '0.04' })],
    ],
  ],
  [
    'Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): premium $500.00 → $400.00.',
    [
      ['2026-04', a('50', { premium: '500' })],
      ['2026-05', a('40', { premium: '400' })],
    ],
  ],
  [
    'Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): plan "Gold" → "Tin".',
    [
      ['2026-04', a('50', { planName: 'Gold' })],
      ['2026-05', a('40', { planName: 'Tin' })],
    ],
  ],
  [
    'Paid $50.00 more than in Apr 2026 ($50.00 → $100.00): $50.00 is paid by lines that repeat another line of this statement.',
    [
      ['2026-04', a('50')],
      ['2026-05', a('50'), a('50')],
    ],
  ],
  [
    'Paid nothing; was paid $50.00 in Mar 2026.',
    [
      ['2026-03', a('50')],
      ['2026-04', a('0')],
    ],
  ],
  [
    'Paid nothing; was paid $50.00 in Mar 2026; the carrier says "Delinquent".',
    [
      ['2026-03', a('50')],
      ['2026-04', a('0', { carrierStatus: 'Delinquent' })],
    ],
  ],
  [
    'Paid nothing, as in Mar 2026; the carrier says "Delinquent".',
    [
      ['2026-03', a('0', { carrierStatus: 'Delinquent' })],
      ['2026-04', a('0', { carrierStatus: 'Delinquent' })],
    ],
  ],
  [
    'New in Apr 2026, but paid nothing so far; the carrier says "Not appointed".',
    [['2026-04', a('0', { carrierStatus: ' Not  appointed ' })]],
  ],
  [
    'Paid nothing; was paid $50.00 in Mar 2026; the carrier says "Lapsed".',
    [
      ['2026-03', a('50')],
      ['2026-04', a('0', { carrierStatus: 'Lapsed' })],
    ],
  ],
  [
    'Chargeback of $50.00: the net is -$50.00, after $50.00 in Mar 2026.',
    [
      ['2026-03', a('50')],
      ['2026-04', a('-50')],
    ],
  ],
  [
    'Chargeback of $50.00: nothing is left, after $50.00 in Mar 2026. Charged back $50.00 while the member is still being paid ($50.00).',
    [
      ['2026-03', a('50')],
      ['2026-04', a('50'), a('-50')],
    ],
  ],
  ['Not on the May 2026 statement; was paid $50.00 in Apr 2026.', [['2026-04', a('50')], ['2026-05']]],
  ['Not on the May 2026 statement; was paid nothing in Apr 2026.', [['2026-04', a('0')], ['2026-05']]],
  ["Gone since April's $50.00 chargeback.", [['2026-03', a('50')], ['2026-04', a('-50')], ['2026-05']]],
  [
    'Not on the May 2026 statement; was paid $50.00 in Apr 2026; terminated, covered until Apr 30, 2026.',
    [['2026-04', a('50', { termDate: '2026-04-30' })], ['2026-05']],
  ],
  [
    'Not on the May 2026 statement; was paid $50.00 in Apr 2026; terminated, covered until Apr 30, 2026.',
    [['2026-04', a('50', { termDate: '2026-05-01' })], ['2026-05']],
  ],
  [
    'Chargeback of $50.00 after the member dropped; last paid in Apr 2026.',
    [['2026-04', a('50')], ['2026-05'], ['2026-07', a('-50')]],
  ],
  [
    'Chargeback of $50.00 after the member dropped. Charged back $50.00, but no statement loaded shows a payment for this member.',
    [['2026-04', a('0', { effectiveDate: '2026-04-01' })], ['2026-05'], ['2026-07', a('-50')]],
  ],
  [
    'Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): terminated, covered until Apr 30, 2026.',
    [
      ['2026-04', a('50')],
      ['2026-05', a('40', { termDate: '2026-05-01' })],
    ],
  ],
  [
    'Paid again in March: $100.00 instead of $50.00; pays for 1 missed month (Feb 2026) as well.',
    [['2026-01', a('50')], ['2026-02'], ['2026-03', a('100')]],
  ],
  [
    'Paid $100.00 more than in Feb 2026 ($0.00 → $100.00): pays for 1 missed month (Feb 2026) as well.',
    [
      ['2026-01', a('50')],
      ['2026-02', a('0')],
      ['2026-03', a('100')],
    ],
  ],
  [
    'Paid again in March: $600.00 for 12 months ($50.00 each, as before). February ($50.00) was not paid: ask the carrier.',
    [['2026-01', a('50')], ['2026-02'], ['2026-03', a('600', YEAR)]],
    LUMP,
  ],
  [
    'Paid again in March: $540.00 instead of $600.00 for equally many months. February ($50.00) was not paid: ask the carrier.',
    [['2026-01', a('50')], ['2026-02'], ['2026-03', a('540', YEAR)]],
    LUMP,
  ],
  [
    'Paid again in April: $45.00 instead of $50.00. February and March ($100.00) were not paid: ask the carrier.',
    [['2026-01', a('50')], ['2026-02'], ['2026-03'], ['2026-04', a('45')]],
  ],
  [
    'Back on the Mar 2026 statement: paid nothing instead of $50.00 (last seen in Jan 2026).',
    [['2026-01', a('50')], ['2026-02'], ['2026-03', a('0')]],
  ],
  [
    'Nothing due in May 2026: the $600.00 paid in Apr 2026 reaches through Mar 2027.',
    [['2026-04', a('600', YEAR)], ['2026-05']],
    LUMP,
  ],
  [
    'Paid $5.00 in a month that was paid ahead through Mar 2027.',
    [
      ['2026-04', a('600', YEAR)],
      ['2026-05', a('5')],
    ],
    LUMP,
  ],
  [
    'Nothing due in Jun 2026: the $600.00 paid before reaches through Mar 2027.',
    [['2026-04', a('600', YEAR)], ['2026-05', a('5')], ['2026-06']],
    LUMP,
  ],
  [
    'Not on the Apr 2027 statement; was paid $600.00 before for the months through Mar 2027.',
    [['2026-04', a('600', YEAR)], ['2026-05', a('5')], ['2027-04']],
    LUMP,
  ],
  [
    'Paid $10.00 less than before ($50.00 → $40.00, for equally many months).',
    [
      ['2026-04', a('600', YEAR)],
      ['2026-05', a('5')],
      ['2027-04', a('40')],
    ],
    LUMP,
  ],
  [
    'Paid $50.00 for a month; the $600.00 paid in Apr 2026 was for 12 months.',
    [
      ['2026-04', a('600', YEAR)],
      ['2027-04', a('50')],
    ],
    LUMP,
  ],
  [
    'Paid $10.00 less than in Apr 2026 ($50.00 → $40.00, for equally many months).',
    [
      ['2026-04', a('600', YEAR)],
      ['2027-04', a('40')],
    ],
    LUMP,
  ],
  [
    'Not on the Apr 2027 statement; was paid $600.00 in Apr 2026 for the months through Mar 2027.',
    [['2026-04', a('600', YEAR)], ['2027-04']],
    LUMP,
  ],
  [
    'Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): plan "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP…" → "Tin".',
    [
      ['2026-04', a('50', { planName: 'P'.repeat(500) })],
      ['2026-05', a('40', { planName: 'Tin' })],
    ],
  ],
  [
    'Paid $2.40, was $57.00: policy year 2, paid 4 % of premium as 2 others are.',
    [
      ['2025-12', a('57', { rate: '0.95', premium: '60', effectiveDate: '2025-01-01' }), ...IN_YEAR_2],
      ['2026-01', a('2.40', { rate: '0.04', premium: '60', effectiveDate: '2025-01-01' }), ...IN_YEAR_2],
    ],
  ],
  [
    'Paid $0.60 less than in Dec 2025 ($3.00 → $2.40): policy year 4 begins.',
    [
      ['2025-12', a('3', { rate: '0.05', premium: '60', effectiveDate: '2023-01-01' })],
      ['2026-01', a('2.40', { rate: '0.04', premium: '60', effectiveDate: '2023-01-01' })],
    ],
  ],
  [
    'Paid $0.60 less than in Dec 2025 ($3.00 → $2.40): rate 5 % → 4 %.',
    [
      ['2025-12', a('3', { rate: '0.05', premium: '60', effectiveDate: '2023-07-01' })],
      ['2026-01', a('2.40', { rate: '0.04', premium: '60', effectiveDate: '2023-07-01' })],
    ],
  ],
  [
    "Paid $1.00 less than in Dec 2025 ($3.00 → $2.00): rate 5 % → 4 %. Underpaid by $0.40 by the statement's own rate: paid $2.00, expected $2.40.",
    [
      ['2025-12', a('3', { rate: '0.05', premium: '60', effectiveDate: '2023-01-01' })],
      ['2026-01', a('2', { rate: '0.04', premium: '60', effectiveDate: '2023-01-01' })],
    ],
  ],
  [
    'Paid $1.00 less than in Dec 2025 ($3.00 → $2.00): policy year 3 begins.',
    [
      ['2025-12', a('3', { rate: '0.05', premium: '60', effectiveDate: '2024-01-01' })],
      ['2026-01', a('2', { rate: '0.04', premium: '50', effectiveDate: '2024-01-01' })],
    ],
  ],
  [
    'Paid $54.60 less than in Dec 2025 ($57.00 → $2.40): rate 95 % → 4 %.',
    [
      ['2025-12', a('57', { rate: '0.95', premium: '60' })],
      ['2026-01', a('2.40', { rate: '0.04', premium: '60' })],
    ],
  ],
  [
    'Paid $35.17 again; the $35.17 taken back in July is still missing.',
    [
      ['2026-06', a('35.17')],
      ['2026-07', a('-35.17')],
      ['2026-08', a('35.17')],
    ],
  ],
  [
    'Paid $70.34 again, with the $35.17 taken back in July.',
    [
      ['2026-06', a('35.17')],
      ['2026-07', a('-35.17')],
      ['2026-08', a('70.34')],
    ],
  ],
  [
    'Paid again in August: $35.17, as before. July ($35.17) was not paid: ask the carrier.',
    [['2026-06', a('35.17')], ['2026-07'], ['2026-08', a('35.17')]],
  ],
  [
    'Gone since October\'s $36.00 chargeback; the carrier says "Terminated".',
    [
      ['2026-09', a('36', { carrierStatus: 'Active' })],
      ['2026-10', a('-36', { carrierStatus: 'Terminated' })],
      ['2026-11'],
    ],
  ],
];

describe('the reason of a row', () => {
  const named = SENTENCES.map(([sentence, months, settings]) => ({ sentence, months, settings }));
  it.each(named)('$sentence', async ({ sentence, months, settings }) => {
    // Member Z keeps every month's statement from being empty.
    const files = months.map(([period, ...lines]) => file(period, ...lines, line('Z', '50')));
    const book = await score(files, settings);
    expect(reasonIn(book, months.at(-1)?.[0] ?? '')).toBe(sentence);
    expect(sentence.length).toBeLessThanOrEqual(REASON_MAX);
  });

  it("has the carrier's words about a zero line in its finding too, but not those about a chargeback", async () => {
    const blocked = { carrierStatus: 'Delinquent' };
    const book = await score([
      file('2026-03', a('50'), line('B', '50')),
      file('2026-04', a('0', blocked), line('B', '50', blocked), line('B', '-50', blocked)),
    ]);
    const detailOf = (member: string) => signalIn(book, '2026-04', 'ZERO_COMMISSION', member)?.detail;
    expect(detailOf('A')).toBe('On the statement, but paid nothing; the carrier says "Delinquent".');
    expect(detailOf('B')).toBe('A chargeback takes back all of the $50.00 on this statement.');
  });

  it.each([
    ['0', 'Paid nothing; was paid $50.00 in Jan 2026.'],
    // Counter-case: the reason of a member who is paid a part names the usual pay of this carrier.
    ['40', /^Paid \$10\.00 less .* Less than this carrier paid in Jan 2026 \(\$50\.00\); no contract rate on file\.$/],
  ])('has no meaningless estimate for a member who is paid %s', async (amount, reason) => {
    const others = Array.from({ length: 9 }, (_, n) => line(`Z${n}`, '50'));
    const files = [file('2026-01', a('50'), ...others), file('2026-02', a(amount), ...others)];
    const book = await score(files, { estimates: true });
    expect(reasonIn(book, '2026-02')).toMatch(reason);
    expect(reasonIn(book, '2026-02')?.includes('no contract rate')).toBe(amount !== '0');
  });
});
