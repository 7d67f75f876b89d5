import { expect, it } from 'vitest';
import { file, line } from '../../support/book-model-cases.ts';
import { reasonIn, score, signalsIn } from '../../support/scored-book-cases.ts';

/** Guarantee: the sentence about a cut names the amounts that are compared, even if a bonus hides the cut. */

function withBonus(renewal: string, bonus: string) {
  return score([
    file('2025-07', line('A', '50', { transactionType: 'Renewal' })),
    file('2025-08', line('A', renewal, { transactionType: 'Renewal' }), line('A', bonus, { transactionType: 'Bonus' })),
  ]);
}

it.each([
  [
    'as large as the cut',
    '40',
    '10',
    'Paid $10.00 less than in Jul 2025 ($50.00 → $40.00, without $10.00 that is paid once).',
  ],
  [
    'larger than the cut',
    '40',
    '25',
    'Paid $10.00 less than in Jul 2025 ($50.00 → $40.00, without $25.00 that is paid once).',
  ],
])('a bonus %s is named beside it', async (_case, renewal, bonus, sentence) => {
  const book = await withBonus(renewal, bonus);
  expect(signalsIn(book, '2025-08')).toContain('COMMISSION_REDUCED 10');
  expect(reasonIn(book, '2025-08')).toBe(sentence);
});

it('counter-case: a bonus beside the usual pay is no cut', async () => {
  const book = await withBonus('50', '10');
  expect(signalsIn(book, '2025-08')).toEqual(['COMMISSION_INCREASED 10']);
  expect(reasonIn(book, '2025-08')).not.toContain('less');
});
