import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService } from '../../support/service.ts';

/** Guarantee: a member who was paid once stays the same member, however many months later the next line comes. */

const CONFIG = {
  fileType: 'csv',
  columns: { member_external_id: 'Contract', commission_amount: 'Amount', transaction_type: 'Type' },
};
const list = z.object({ data: z.array(z.looseObject({ id: z.string(), memberExternalId: z.string() })) });
const timeline = z.object({
  data: z.array(
    z.looseObject({ period: z.string(), status: z.string(), signals: z.array(z.looseObject({ code: z.string() })) }),
  ),
});

test('a single premium that is charged back months later makes no new member, and its chargeback has its original payment', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account, config: CONFIG });
  const trail = 'V-2,20.00,Trail';
  for (const [period, ...lines] of [
    ['2026-01', 'V-1,7750.00,Single Premium', trail],
    ['2026-02', trail],
    ['2026-03', trail],
    ['2026-04', 'V-1,-7750.00,Reversal', trail],
  ] as const) {
    const file = ['Contract,Amount,Type', ...lines].join('\n');
    await account.load({ file, carrierId, period });
  }
  const { data: members } = list.parse((await account.call('GET', '/v1/members')).json);
  expect(members.map(({ memberExternalId }) => memberExternalId).sort()).toEqual(['V-1', 'V-2']);
  const id = members.find(({ memberExternalId }) => memberExternalId === 'V-1')?.id;
  const { data: rows } = timeline.parse((await account.call('GET', `/v1/members/${id}/timeline`)).json);
  expect(rows.map(({ period, status }) => [period, status])).toEqual([
    ['2026-01', 'new'],
    ['2026-04', 'yellow'],
  ]);
  expect(rows[1]?.signals.map(({ code }) => code)).not.toContain('CHARGEBACK_UNMATCHED');
});
