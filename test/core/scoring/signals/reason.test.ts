import { describe, expect, it } from 'vitest';
import { REASON_MAX } from '../../../../core/scoring/reason.ts';
import { FLAT_50, file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { reasonIn, score } from '../../../support/scored-book-cases.ts';

/** What a row says about itself, word by word: months of member A's lines, and the sentence of the last one. */

const a = (amount: string, fields: Partial<ModelLine> = {}) => line('A', amount, fields);
const CONTRACTED = { rates: [FLAT_50] };
const LUMP = { cadence: { default: 'monthly', advance: 12 } } as const;
const YEAR = { transactionType: 'Advance' };

type Months = readonly (readonly [period: string, ...lines: ModelLine[]])[];

const SENTENCES: readonly (readonly [sentence: string, months: Months, settings?: Partial<BookSettings>])[] = [
  ['New in 2026-04: first paid $50.00.', [['2026-04', a('50')]]],
  ['New in 2026-04: first paid $1,234,567.50.', [['2026-04', a('1234567.5')]]],
  ['New in 2026-04, but paid nothing so far.', [['2026-04', a('0')]]],
  [
    'New in 2026-04 with a chargeback of $50.00 only. Charged back $50.00, but no statement loaded shows a payment for this member.',
    [['2026-04', a('-50')]],
  ],
  [
    'New in 2026-04 with a net chargeback of $20.00. Charged back $50.00 in all, which is $20.00 more than the $30.00 paid.',
    [['2026-04', a('30'), a('-50')]],
  ],
  [
    'New in 2026-04: first paid $40.00. Underpaid by $10.00 by the contracted rate: paid $40.00, expected $50.00.',
    [['2026-04', a('40')]],
    CONTRACTED,
  ],
  [
    'Paid $50.00, as in 2026-03.',
    [
      ['2026-03', a('50')],
      ['2026-04', a('50')],
    ],
  ],
  [
    'Paid $50.01, within the tolerance of $50.00 in 2026-03.',
    [
      ['2026-03', a('50')],
      ['2026-04', a('50.01')],
    ],
  ],
  [
    'Paid nothing, as in 2026-03.',
    [
      ['2026-03', a('0')],
      ['2026-04', a('0')],
    ],
  ],
  [
    'Paid $20.00 more than in 2026-03 ($40.00 → $60.00).',
    [
      ['2026-03', a('40')],
      ['2026-04', a('60')],
    ],
  ],
  [
    'Paid $18.00 less than in 2026-04 ($72.00 → $54.00): 3 lives instead of 4.',
    [
      ['2026-04', a('72', { lives: '4' })],
      ['2026-05', a('54', { lives: '3' })],
    ],
  ],
  [
    'Paid $10.00 less than in 2026-04 ($50.00 → $40.00): rate 0.05 → 0.04.',
    [
      ['2026-04', a('50', { rate: '0.05' })],
      ['2026-05', a('40', { rate: '0.04' })],
    ],
  ],
  [
    'Paid $10.00 less than in 2026-04 ($50.00 → $40.00): premium $500.00 → $400.00.',
    [
      ['2026-04', a('50', { premium: '500' })],
      ['2026-05', a('40', { premium: '400' })],
    ],
  ],
  [
    'Paid $10.00 less than in 2026-04 ($50.00 → $40.00): plan "Gold" → "Tin".',
    [
      ['2026-04', a('50', { planName: 'Gold' })],
      ['2026-05', a('40', { planName: 'Tin' })],
    ],
  ],
  [
    'Paid $50.00 more than in 2026-04 ($50.00 → $100.00): $50.00 is paid by lines that repeat another line of this statement.',
    [
      ['2026-04', a('50')],
      ['2026-05', a('50'), a('50')],
    ],
  ],
  [
    'Paid nothing; was paid $50.00 in 2026-03.',
    [
      ['2026-03', a('50')],
      ['2026-04', a('0')],
    ],
  ],
  [
    'Chargeback of $50.00: the net is -$50.00, after $50.00 in 2026-03.',
    [
      ['2026-03', a('50')],
      ['2026-04', a('-50')],
    ],
  ],
  [
    'Chargeback of $50.00: nothing is left, after $50.00 in 2026-03. Charged back $50.00 while the member is still being paid ($50.00).',
    [
      ['2026-03', a('50')],
      ['2026-04', a('50'), a('-50')],
    ],
  ],
  ['Not on the 2026-05 statement; was paid $50.00 in 2026-04.', [['2026-04', a('50')], ['2026-05']]],
  ['Not on the 2026-05 statement; was paid nothing in 2026-04.', [['2026-04', a('0')], ['2026-05']]],
  [
    'Not on the 2026-05 statement; had a net of -$50.00 in 2026-04.',
    [['2026-03', a('50')], ['2026-04', a('-50')], ['2026-05']],
  ],
  [
    'Not on the 2026-05 statement; was paid $50.00 in 2026-04; terminated, covered until 2026-04-30.',
    [['2026-04', a('50', { termDate: '2026-04-30' })], ['2026-05']],
  ],
  [
    'Not on the 2026-05 statement; was paid $50.00 in 2026-04; terminated, covered until 2026-04-30.',
    [['2026-04', a('50', { termDate: '2026-05-01' })], ['2026-05']],
  ],
  [
    'Chargeback of $50.00 after the member dropped; last paid in 2026-04.',
    [['2026-04', a('50')], ['2026-05'], ['2026-07', a('-50')]],
  ],
  [
    'Chargeback of $50.00 after the member dropped. Charged back $50.00, but no statement loaded shows a payment for this member.',
    [['2026-04', a('0')], ['2026-05'], ['2026-07', a('-50')]],
  ],
  [
    'Paid $10.00 less than in 2026-04 ($50.00 → $40.00): terminated, covered until 2026-04-30.',
    [
      ['2026-04', a('50')],
      ['2026-05', a('40', { termDate: '2026-05-01' })],
    ],
  ],
  [
    'Back on the 2026-03 statement after 1 month: paid $100.00, instead of $50.00 (last seen in 2026-01); pays for 1 missed month (2026-02) as well.',
    [['2026-01', a('50')], ['2026-02'], ['2026-03', a('100')]],
  ],
  [
    'Paid $100.00 more than in 2026-02 ($0.00 → $100.00): pays for 1 missed month (2026-02) as well.',
    [
      ['2026-01', a('50')],
      ['2026-02', a('0')],
      ['2026-03', a('100')],
    ],
  ],
  [
    'Back on the 2026-03 statement after 1 month: paid $600.00, as much a month as the $50.00 before (last seen in 2026-01). Not paid for 1 month (2026-02), about $50.00.',
    [['2026-01', a('50')], ['2026-02'], ['2026-03', a('600', YEAR)]],
    LUMP,
  ],
  [
    'Back on the 2026-03 statement after 1 month: paid $540.00, instead of $600.00 for equally many months (last seen in 2026-01). Not paid for 1 month (2026-02), about $50.00.',
    [['2026-01', a('50')], ['2026-02'], ['2026-03', a('540', YEAR)]],
    LUMP,
  ],
  [
    'Back on the 2026-04 statement after 2 months: paid $45.00, instead of $50.00 (last seen in 2026-01). Not paid for 2 months (2026-02 to 2026-03), about $100.00.',
    [['2026-01', a('50')], ['2026-02'], ['2026-03'], ['2026-04', a('45')]],
  ],
  [
    'Back on the 2026-03 statement after 1 month: paid nothing, instead of $50.00 (last seen in 2026-01).',
    [['2026-01', a('50')], ['2026-02'], ['2026-03', a('0')]],
  ],
  [
    'Nothing due in 2026-05: the $600.00 paid in 2026-04 reaches through 2027-03.',
    [['2026-04', a('600', YEAR)], ['2026-05']],
    LUMP,
  ],
  [
    'Paid $5.00 in a month that was paid ahead through 2027-03.',
    [
      ['2026-04', a('600', YEAR)],
      ['2026-05', a('5')],
    ],
    LUMP,
  ],
  [
    'Nothing due in 2026-06: the $600.00 paid before reaches through 2027-03.',
    [['2026-04', a('600', YEAR)], ['2026-05', a('5')], ['2026-06']],
    LUMP,
  ],
  [
    'Not on the 2027-04 statement; was paid $600.00 before for the months through 2027-03.',
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
    'Paid $50.00, as much a month as the $600.00 in 2026-04.',
    [
      ['2026-04', a('600', YEAR)],
      ['2027-04', a('50')],
    ],
    LUMP,
  ],
  [
    'Paid $10.00 less than in 2026-04 ($50.00 → $40.00, for equally many months).',
    [
      ['2026-04', a('600', YEAR)],
      ['2027-04', a('40')],
    ],
    LUMP,
  ],
  [
    'Not on the 2027-04 statement; was paid $600.00 in 2026-04 for the months through 2027-03.',
    [['2026-04', a('600', YEAR)], ['2027-04']],
    LUMP,
  ],
  [
    'Paid $10.00 less than in 2026-04 ($50.00 → $40.00): plan "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP…" → "Tin".',
    [
      ['2026-04', a('50', { planName: 'P'.repeat(500) })],
      ['2026-05', a('40', { planName: 'Tin' })],
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
});
