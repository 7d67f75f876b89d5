import { describe, expect, test } from 'vitest';
import type { ClaimLine } from '../../../core/report/claim.ts';
import { memberClaims } from '../../../core/report/recoverable.ts';
import { line, row, underpaid } from './claim-rows.ts';

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
