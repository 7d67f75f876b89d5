import { describe, expect, test } from 'vitest';
import type { ClaimLine, ClaimRow } from '../../../core/report/claim.ts';
import { memberClaims, recoverableSums } from '../../../core/report/recoverable.ts';
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

describe('the coverages of one policy in a claim', () => {
  const of = (productType: string | null, more: Partial<ClaimLine> = {}) => ({ productType, ...more });

  test('are named with the paid amount of each', () => {
    const paid = [line('2026-02', 96, null, of('MED')), line('2026-02', 10, null, of('DEN'))];
    expect(memberClaims([underpaid('2026-02', 4)], paid)[0]?.ask).toBe(
      'Please pay the $4.00 missing for Feb 2026 by the contracted rate: MED $96.00 and DEN $10.00 were paid, and each coverage is due by itself.',
    );
  });

  test('are named with the taken back amount of each', () => {
    const lines = [
      line('2026-03', 50),
      line('2026-03', -30, '2026-01', of('MED')),
      line('2026-03', -20, '2026-01', of('DEN')),
    ];
    expect(memberClaims([row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50]])], lines)[0]?.ask).toContain(
      'charged back in Mar 2026 (MED $30.00 and DEN $20.00), ',
    );
  });

  test('are named by plan if the product type is the same, and limited in number', () => {
    const plans = Array.from({ length: 8 }, (_, at) => line('2026-02', 5, null, of('MED', { planName: `Plan ${at}` })));
    expect(memberClaims([underpaid('2026-02', 4)], plans)[0]?.ask).toContain(
      ': Plan 0 $5.00, Plan 1 $5.00, Plan 2 $5.00, Plan 3 $5.00, Plan 4 $5.00, Plan 5 $5.00 and 2 other coverages were paid',
    );
  });

  test('are not named for two policies with one coverage each, which are added up', () => {
    const lines = [
      line('2026-02', 36, null, of('MED', { policyRefId: 'one' })),
      line('2026-02', 10, null, of('DEN', { policyRefId: 'two' })),
    ];
    expect(memberClaims([underpaid('2026-02', 4)], lines)[0]?.ask).toContain(': $46.00 was paid, and $50.00 is due');
  });

  test('are not named if all lines may be of one coverage', () => {
    const lines = [line('2026-02', 30, null, of('MED')), line('2026-02', 10, null, of(null)), line('2026-02', 6)];
    expect(memberClaims([underpaid('2026-02', 4)], lines)[0]?.ask).toContain(': $46.00 was paid, and $50.00 is due');
  });
});

describe('the sums of claims', () => {
  test('adds up whole cents, as claims are shown, by how sure they are', () => {
    const sums = recoverableSums();
    const claims = [
      ...memberClaims([underpaid('2026-02', 10.005), underpaid('2026-03', 10.005)], []),
      ...memberClaims([underpaid('2026-02', 7, { owedEstimated: true }, 'info')], []),
    ];
    for (const [index, claim] of claims.entries()) sums.add({ ...claim, disputeId: index === 1 ? 'd-1' : null });
    expect(sums.totals()).toEqual({
      recoverable: 20.02,
      estimated: 7,
      likely: 7,
      toCheck: 0,
      asked: 10.01,
      claims: 3,
      byKind: [
        { kind: 'underpaid', certainty: 'certain', claims: 2, amount: 20.02 },
        { kind: 'underpaid', certainty: 'likely', claims: 1, amount: 7 },
      ],
      byCarrier: [
        {
          carrierId: 'summit',
          carrierName: 'Summit',
          claims: 3,
          recoverable: 20.02,
          estimated: 7,
          likely: 7,
          toCheck: 0,
        },
      ],
    });
  });
});
