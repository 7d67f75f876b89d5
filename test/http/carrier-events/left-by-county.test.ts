import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService } from '../../support/service.ts';

/** Guarantee: members of one county who leave together are one event, from a format as it was inferred to the list of events. */

const events = z.object({ data: z.array(z.looseObject({ scope: z.string(), detail: z.string() })) });

test('members of a county who leave are named by it, also when their month is scored again', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  // Neither the plans nor the agents nor the states left.
  const counties = ['Pima, AZ', 'Orange, CA', 'Orange, FL', 'Polk, FL'];
  const rows = Array.from({ length: 80 }, (_, index) => {
    const [county, state] = (counties[index % 4] ?? '').split(', ');
    const agent = index % 5 < 2 ? 'Lee Ann' : 'Ray Bob';
    return {
      county,
      state,
      line: `M-${1000 + index},Member ${index},20.00,Plan ${index % 3},${agent},${county},${state}`,
    };
  });
  const csv = (kept: typeof rows) =>
    [
      'Member ID,Member Name,Commission,Plan Name,Agent Name,Member County,Member State',
      ...kept.map(({ line }) => line),
    ].join('\n');
  const staying = rows.filter(({ county, state }) => county !== 'Orange' || state !== 'CA');

  const body = new FormData();
  body.append('file', new File([csv(rows)], 'january.csv'));
  const inferred = await account.call('POST', '/v1/configs/infer', { body });
  const { config } = z.object({ config: z.looseObject({ columns: z.looseObject({}) }) }).parse(inferred.json);
  expect(config.columns).toMatchObject({ county: 'Member County', state: 'Member State' });
  const carrierId = await service.createCarrier({ account, config });

  for (const [period, kept] of [
    ['2026-01', rows],
    ['2026-02', staying],
  ] as const) {
    await account.load({ file: csv(kept), carrierId, period });
  }
  const found = async () => events.parse((await account.call('GET', '/v1/carrier-events')).json).data;
  const event = { kind: 'members_left', scope: 'county', scopeValue: 'Orange, CA', members: 20, compared: 20 };
  const detail = '20 of 20 members in county "Orange, CA" are not on the Feb 2026 statement.';
  expect(await found()).toMatchObject([{ ...event, detail }]);

  await account.load({ file: csv(rows), carrierId, period: '2026-01', replace: true });
  expect(await found()).toMatchObject([{ ...event, detail }]);
});
