import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService } from '../../support/service.ts';

/** Guarantee: an owner may accept that members left. The event is then decided, until a statement shows that more of them left. */

const CONFIG = {
  fileType: 'csv',
  columns: { member_external_id: 'Member', commission_amount: 'Amount', agent_name: 'Agent' },
};
const events = z.object({ data: z.array(z.looseObject({ id: z.string() })) });
const quality = z.object({ carriers: z.array(z.looseObject({ level: z.string() })) });

test('members who left are accepted without a rate, and the event is open again only when more members left', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account, config: CONFIG });
  const rows = (agent: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${agent}-${at},10.00,${agent}`);
  const upload = async (period: string, ...lines: readonly string[]) => {
    const file = ['Member,Amount,Agent', ...lines].join('\n');
    await account.load({ file, carrierId, period, replace: true });
  };
  const event = async () => events.parse((await account.call('GET', '/v1/carrier-events')).json).data[0];
  const decide = (id: string, decision: string) => account.call('POST', `/v1/carrier-events/${id}/${decision}`);
  const level = async () =>
    quality.parse((await account.call('GET', '/v1/reports/data-quality?period=2026-02')).json).carriers[0]?.level;

  await upload('2026-01', ...rows('Ann', 6), ...rows('Bob', 30));
  await upload('2026-02', ...rows('Ann', 1), ...rows('Bob', 30));
  const { id } = (await event()) ?? { id: '' };
  expect(await level()).toBe('watch');
  const accepted = { status: 200, json: { id, state: 'accepted', rateId: null, rescoredPeriods: 0 } };
  expect(await decide(id, 'accept')).toMatchObject(accepted);
  expect(await level()).toBe('ok');
  expect(await decide(id, 'dispute')).toMatchObject({ status: 200, json: { id, state: 'disputed' } });
  expect(await decide(id, 'accept')).toMatchObject(accepted);

  await upload('2026-02', ...rows('Ann', 1), ...rows('Bob', 29));
  expect(await event()).toMatchObject({ id, members: 5, state: 'accepted' });
  await upload('2026-02', ...rows('Bob', 30));
  expect(await event()).toMatchObject({ id, members: 6, state: 'open', decidedAt: null });
  expect(await level()).toBe('watch');
});
