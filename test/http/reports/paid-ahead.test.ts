import { expect, test } from 'vitest';
import { STATEMENT_CONFIG, sharedService, statement } from '../../support/service.ts';

test("a yearly carrier's drops in January are compared with all members it has paid for, not with the few on the last statement", async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({
    config: { ...STATEMENT_CONFIG, cadence: { default: 'calendar_year' } },
  });
  const load = async (period: string, ids: readonly string[]) => {
    const file = statement(ids.map((id) => [id, 120]));
    await account.load({ carrierId, period, file });
  };
  const book = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];
  await load('2025-01', book);
  // K enrolls in December; the others are paid ahead and on no statement.
  await load('2025-12', ['K']);
  // I and J don't renew: 2 of 11 are missing.
  await load('2026-01', [...book.slice(0, 8), 'K']);
  const { json } = await account.call('GET', '/v1/reports/data-quality?period=2026-01');
  expect(json).toMatchObject({
    overall: 'ok',
    carriers: [{ level: 'ok', red: 2, priorPresent: 11, droppedRate: 0.181818, present: 9 }],
  });
});
