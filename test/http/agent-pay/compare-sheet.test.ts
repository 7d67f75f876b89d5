import { expect, test } from 'vitest';
import { z } from 'zod';
import { halfForAgents } from '../../support/paid-agency.ts';
import { sharedService } from '../../support/service.ts';

/** Guarantee: a run stands beside the agency's own sheet, to the cent, and a sheet that cannot be read is refused with every fault. */

const service = await sharedService();
const compared = z.object({
  data: z.array(z.object({ agentName: z.string(), run: z.number().nullable(), difference: z.number() })),
  totals: z.object({ run: z.number(), sheet: z.number(), difference: z.number() }),
});

test('a run is compared with a sheet as JSON and as CSV', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  const { runId } = await halfForAgents({ account, carrierId });
  const path = `/v1/pay-runs/${runId}/compare`;
  const rows = [
    { agent: 'WHITFIELD, DANA', amount: 70.12 },
    { agent: 'Lee Park', amount: 40 },
  ];
  const asJson = await account.call('POST', path, { json: { rows } });
  expect(asJson.status, asJson.body).toBe(200);
  expect(compared.parse(asJson.json)).toEqual({
    data: [
      { agentName: 'Dana Whitfield', run: 75.12, difference: 5 },
      { agentName: 'Lee Park', run: 40, difference: 0 },
    ],
    totals: { run: 115.12, sheet: 110.12, difference: 5 },
  });
  const send = (csv: string) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'text/csv' },
      body: csv,
    });
  const asCsv = await send('Producer;Paid\r\nPark, Lee;"$40.00"\r\nDana Whitfield;70.12\r\n;110.12\r\n');
  expect(compared.parse(await asCsv.json()).totals).toEqual({ run: 115.12, sheet: 110.12, difference: 5 });
  const faulty = await send('Producer,Paid\r\nLee Park,forty\r\nDana Whitfield,12%\r\n');
  expect(faulty.status).toBe(422);
  const said = await faulty.text();
  expect(said).toMatch(/row 2, column/);
  expect(said).toMatch(/row 3, column/);
});
