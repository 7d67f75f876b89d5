import { expect, test } from 'vitest';
import type { ClaimRow } from '../../../core/report/claim.ts';
import { memberClaims } from '../../../core/report/recoverable.ts';
import { line, row, underpaid } from './claim-rows.ts';

/** Guarantee: the sentence to the carrier demands what is certain, asks to check what is likely, and else asks a question. */

test.each<[string, ClaimRow, string]>([
  [
    'one missed month',
    row('2026-03', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-02' }),
    'Nothing was paid for Feb 2026, although the member was paid before and after. Please check',
  ],
  [
    'several missed months',
    row('2026-04', [['MISSED_MONTHS', 100]], { unpaidSince: '2026-02' }),
    'Nothing was paid for the unpaid months of Feb to Mar 2026, although',
  ],
  [
    'a wrong chargeback',
    row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50]]),
    'Please check the $50.00 charged back in Mar 2026, and return it if nothing ended',
  ],
  [
    'a double chargeback',
    row('2026-03', [['CHARGEBACK_DUPLICATE', 50]]),
    'Please return $50.00 charged back in Mar 2026: the same commission',
  ],
  [
    'an unmatched chargeback',
    row('2026-03', [['CHARGEBACK_UNMATCHED', 50]]),
    'Please return $50.00 charged back in Mar 2026, or name the payment',
  ],
  [
    'a chargeback not repaid after reinstatement',
    row('2026-03', [['REINSTATED_NOT_REPAID', 50]]),
    'Please repay $50.00: it was charged back',
  ],
  [
    'a chargeback from before the book, as a question',
    row('2026-03', [['CHARGEBACK_UNMATCHED', 50, 'info', 'to_check']]),
    'Please name the payment that the $50.00 charged back in Mar 2026 takes back: no statement that we hold covers its months',
  ],
  [
    'an equal chargeback, as a question',
    row('2026-03', [['CHARGEBACK_DUPLICATE', 50, 'info', 'to_check']]),
    'Please tell which months the $50.00 charged back in Mar 2026 takes back: an equal chargeback came before',
  ],
  [
    'an estimate, as a request',
    underpaid('2026-03', 10, { owedEstimated: true }, 'info'),
    'By what you pay for comparable members, $10.00 is missing for Mar 2026: $40.00 was paid, and $50.00 would be due. Please check, and pay what is missing.',
  ],
  [
    'a cut, as a question with what was paid before',
    row('2026-03', [], {
      signals: [{ code: 'UNDERPAID', severity: 'info', amount: 4, claim: 'to_check', detail: '12 % after 16 %.' }],
    }),
    'Please tell why $4.00 less is paid for Mar 2026 than before. 12 % after 16 %.',
  ],
  [
    'a missing true-up, as a question',
    row('2026-04', [['TRUE_UP_MISSING', 347, 'info']]),
    "Please tell whether 2026 is the member's first year",
  ],
])('suggests a text for %s', (_, one, words) => {
  expect(memberClaims([one], [])[0]?.ask).toContain(words);
});

test('names the month that a late payment is for beside its statement', () => {
  const [claim] = memberClaims([underpaid('2026-03', 10)], [line('2026-03', 40, '2026-02')]);
  expect(claim?.ask).toBe(
    'Please pay the $10.00 missing for Feb 2026 on the Mar 2026 statement: $40.00 was paid, and $50.00 is due by the contracted rate.',
  );
});
