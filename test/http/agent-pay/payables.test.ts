import { afterAll, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { act, of, open, payAgency, setUp } from '../../support/pay-agency.ts';
import { peopleForTests } from '../../support/person-browser.ts';
import { startService } from '../../support/service.ts';

/** Guarantee: the list of payables says to the cent what each agent is owed by approved runs, until they are paid. */

const service = await startService({ people: (database) => peopleForTests(database, () => service.url) });
afterAll(() => service.close());

const PATH = '/v1/reports/agent-payables';

test('payables are what approved runs owe, with what waits, is held back and is owed by agents', async () => {
  const one = await payAgency(service);
  const read = async () => (await one.owner.call('GET', PATH)).json;
  const terms = (agentId: string, more: object) => ({
    ...{ agentId, plans: [{ from: '2026-01', planId: 'senior' }] },
    ...more,
  });
  const opening = { waiting: 4, holdback: 0, debt: 0 };
  await setUp(one, {
    agents: [terms(one.dana, { holdbackPercent: 10 }), terms(one.lee, { minimum: 500, opening })],
  });
  const nobodyElse = { due: 0, waiting: 4, holdback: 0, debt: 0, total: 4 };
  expect(await read()).toEqual({
    data: [{ agentId: one.lee, agentName: 'Lee Park', ...nobodyElse, dueSince: null }],
    totals: nobodyElse,
  });

  // A draft owes nothing; the approved run does until it is paid. Dana has 75.13, less 10 %; Lee 55.02 below the smallest payment.
  const id = await open(one, ['2026-01']);
  expect(await read()).toMatchObject({ totals: { total: 4 } });
  expect((await act(one, id, 'approve')).status).toBe(200);
  expect(await read()).toEqual({
    data: [
      {
        ...{ agentId: one.dana, agentName: 'Dana Whitfield', due: 67.62, waiting: 0, holdback: 7.51, debt: 0 },
        ...{ total: 75.13, dueSince: '2026-03-15' },
      },
      {
        ...{ agentId: one.lee, agentName: 'Lee Park', due: 0, waiting: 59.02, holdback: 0, debt: 0, total: 59.02 },
        dueSince: null,
      },
    ],
    totals: { due: 67.62, waiting: 59.02, holdback: 7.51, debt: 0, total: 134.15 },
  });
  const csv = await one.account.call('GET', PATH, { headers: { accept: 'text/csv' } });
  expect(csv.body).toBe(
    [
      'agentId,agentName,due,waiting,holdback,debt,total,dueSince',
      `${one.dana},Dana Whitfield,67.62,0,7.51,0,75.13,2026-03-15`,
      `${one.lee},Lee Park,0,59.02,0,0,59.02,`,
      '',
    ].join('\r\n'),
  );
  const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const reply = await fetch(`${service.url}${PATH}`, {
    headers: { accept, authorization: `Bearer ${one.account.token}` },
  });
  const sheet = XLSX.read(Buffer.from(await reply.arrayBuffer())).Sheets['Owed to agents'] ?? {};
  expect(XLSX.utils.sheet_to_csv(sheet)).toContain('Dana Whitfield');

  await act(one, id, 'paid', { paidOn: '2026-03-15', method: 'ACH', reference: null });
  expect(await read()).toMatchObject({ totals: { due: 0, total: 66.53 } });

  // All that Dana wrote is taken back: what she owes is below zero, less what is held back.
  await one.load([['M1', -100, of('Dana Whitfield')]], '2026-02');
  expect((await act(one, await open(one, ['2026-02']), 'approve')).status).toBe(200);
  expect(await read()).toMatchObject({
    data: [
      { agentName: 'Lee Park', waiting: 49.02, total: 49.02 },
      { agentName: 'Dana Whitfield', holdback: 7.51, debt: 50, total: -42.49 },
    ],
    totals: { total: 6.53 },
  });
});
