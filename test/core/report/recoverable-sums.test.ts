import { expect, test } from 'vitest';
import { memberClaims, recoverableSums } from '../../../core/report/recoverable.ts';
import { underpaid } from './claim-rows.ts';

test('sums claims exactly, by how sure they are', () => {
  const sums = recoverableSums();
  const claims = [
    ...memberClaims([underpaid('2026-02', 10.005), underpaid('2026-03', 10.005)], []),
    ...memberClaims([underpaid('2026-02', 7, { owedEstimated: true }, 'info')], []),
  ];
  for (const [index, claim] of claims.entries()) sums.add({ ...claim, disputeId: index === 1 ? 'd-1' : null });
  expect(sums.totals()).toEqual({
    recoverable: 20.01,
    estimated: 7,
    likely: 7,
    toCheck: 0,
    asked: 10.01,
    claims: 3,
    byKind: [
      { kind: 'underpaid', certainty: 'certain', claims: 2, amount: 20.01 },
      { kind: 'underpaid', certainty: 'likely', claims: 1, amount: 7 },
    ],
    byCarrier: [
      {
        carrierId: 'summit',
        carrierName: 'Summit',
        claims: 3,
        recoverable: 20.01,
        estimated: 7,
        likely: 7,
        toCheck: 0,
      },
    ],
  });
});
