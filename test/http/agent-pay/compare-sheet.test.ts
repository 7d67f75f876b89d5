import { expect, test } from 'vitest';
import { utils, write } from 'xlsx';
import { z } from 'zod';
import { halfForAgents } from '../../support/paid-agency.ts';
import { sharedService } from '../../support/service.ts';

/** Guarantee: a run stands beside the agency's own sheet, to the cent, and a sheet that cannot be read is refused with every fault. */

const service = await sharedService();
const compared = z.object({
  data: z.array(z.object({ agentName: z.string(), run: z.number().nullable(), difference: z.number() })),
  totals: z.object({ run: z.number(), sheet: z.number(), difference: z.number() }),
});

test('a run is compared with a sheet as CSV and as a workbook', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  const { runId } = await halfForAgents({ account, carrierId });
  const send = (file: string | Uint8Array<ArrayBuffer>, accept = 'application/json') => {
    const body = new FormData();
    body.set('file', new Blob([file]), 'sheet');
    return account.call('POST', `/v1/pay-runs/${runId}/compare`, { body, headers: { Accept: accept } });
  };

  const asCsv = await send(
    'Paid in March;;\r\nProducer;Paid\r\nPark, Lee;"$40.00"\r\nWHITFIELD, DANA;70.12\r\n;110.12\r\nGrand total:;110.12\r\n',
  );
  expect(asCsv.status, asCsv.body).toBe(200);
  const expected = {
    data: [
      { agentName: 'Dana Whitfield', run: 75.12, difference: 5 },
      { agentName: 'Lee Park', run: 40, difference: 0 },
    ],
    totals: { run: 115.12, sheet: 110.12, difference: 5 },
  };
  expect(compared.parse(asCsv.json)).toEqual(expected);

  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Agent', 'Net pay'],
      ['Lee Park', 40],
      ['Dana Whitfield', 70.12],
    ]),
  );
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx' });
  expect(compared.parse((await send(new Uint8Array(bytes))).json)).toEqual(expected);

  const faulty = await send('Producer,Paid\r\nLee Park,forty\r\nDana Whitfield,12%\r\n');
  expect(faulty.status).toBe(422);
  expect(faulty.body).toMatch(/row 2.*row 3/);
  const unnamed = await send('Who,What\r\nLee Park,40\r\n');
  expect([unnamed.status, unnamed.body]).toEqual([422, expect.stringContaining('names a column of agents')]);
});
