import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { utils, write } from 'xlsx';
import { z } from 'zod';
import { approve, halfForAgents } from '../../support/pay-agency.ts';
import { sharedService, type TestAccount } from '../../support/service.ts';

/** Guarantee: a sheet of agents, plans and balances is stored whole or not at all, and the first run starts from its balances. */
describe('pay import', async () => {
  const service = await sharedService();
  const PATH = '/v1/pay-setup/import';
  const send = (who: TestAccount, sheet: string | Uint8Array<ArrayBuffer>, apply?: 'true') => {
    const body = new FormData();
    body.append('file', new File([sheet], 'agents.csv'));
    if (apply !== undefined) body.append('apply', apply);
    return who.call('POST', PATH, { body });
  };
  const imported = z.object({
    applied: z.boolean(),
    plans: z.array(z.string()),
    data: z.array(z.looseObject({ state: z.string(), changes: z.array(z.string()), detail: z.string().nullable() })),
  });
  const statesOf = (json: unknown) => imported.parse(json).data.map(({ state }) => state);
  const agentsOf = async (who: TestAccount) =>
    z
      .object({
        data: z.array(
          z.object({
            agentId: z.string(),
            name: z.string(),
            npn: z.string().nullable(),
            uplineId: z.string().nullable(),
          }),
        ),
      })
      .parse((await who.call('GET', '/v1/agents')).json).data;
  const revisionOf = async (who: TestAccount) =>
    z.object({ revision: z.number() }).parse((await who.call('GET', '/v1/pay-setup')).json).revision;

  const SHEET = [
    'Agent,NPN,First year,Renewal,Upline,Opening balance',
    '"Whitfield, Dana",18273645,60,60,Ann Lee,-20.00',
    'Lee Park,,50,50,,',
    'Ann Lee,777,60 %,70 %,,5',
    'Total,,,,,-15.00',
  ].join('\n');

  async function agency() {
    const account = await service.createAccount();
    const carrierId = await service.createCarrier({ account });
    return { account, ...(await halfForAgents({ account, carrierId })) };
  }

  test('a preview changes nothing; applied, the run starts from the balances, and the same sheet again changes nothing', async () => {
    const { account, runId, dana } = await agency();
    const preview = await send(account, SHEET);
    expect(preview.status, preview.body).toBe(200);
    expect(imported.parse(preview.json)).toMatchObject({
      applied: false,
      plans: ['60 %', '60 % first year, 70 % renewal'],
      data: [
        {
          state: 'changed',
          agentId: dana,
          changes: ['NPN 18273645', 'Upline Ann Lee', 'Plan 60 %', 'Opening balance: the agent owes $20.00'],
        },
        { state: 'same', changes: [] },
        {
          ...{ state: 'new', agentId: null },
          changes: [...['New agent', 'Plan 60 % first year, 70 % renewal'], 'Opening balance: the agent is owed $5.00'],
        },
      ],
    });
    expect([(await agentsOf(account)).length, await revisionOf(account)]).toEqual([2, 1]);

    const applied = await send(account, SHEET, 'true');
    expect([applied.status, statesOf(applied.json)]).toEqual([200, ['changed', 'same', 'new']]);
    const agents = await agentsOf(account);
    const ann = agents.find(({ name }) => name === 'Ann Lee');
    expect(agents.find(({ agentId }) => agentId === dana)).toMatchObject({
      ...{ name: 'Dana Whitfield', npn: '18273645', uplineId: ann?.agentId },
    });
    expect(await revisionOf(account)).toBe(2);
    // Dana gets 60 % of 100.00 and 50.25, less the debt of 20.00. Lee keeps half of 80.00. Ann only has the old balance.
    const run = await account.call('GET', `/v1/pay-runs/${runId}`);
    expect(run.json).toMatchObject({
      sums: { received: 230.25, people: 130.15, house: 100.1, held: 0, paid: 115.15 },
      agentSums: { earned: 130.15, recovered: 20, after: { waiting: 0, holdback: 0, debt: 0 } },
    });

    for (const isApplied of [undefined, 'true'] as const)
      expect(statesOf((await send(account, SHEET, isApplied)).json)).toEqual(['same', 'same', 'same']);
    expect(await revisionOf(account)).toBe(2);
    const audit = await account.call('GET', '/v1/audit?action=pay_setup.import');
    expect(audit.json).toMatchObject({
      data: [{ meta: { newAgents: 0, changedAgents: 0 } }, { meta: { revision: 2, newAgents: 1, changedAgents: 1 } }],
    });
    expect(audit.body).not.toContain('Dana');
  });

  test('a sheet with a faulty row is refused whole: a balance after a run, or a cell that cannot be read', async () => {
    const { account, runId } = await agency();
    await approve(service.database, account, runId);
    const late = 'Name;Opening balance\nMax Roe;10\nDana Whitfield;30';
    expect(statesOf((await send(account, late)).json)).toEqual(['new', 'faulty']);
    const refused = await send(account, late, 'true');
    expect([refused.status, refused.json]).toMatchObject([
      422,
      {
        errors: [
          {
            field: 'row 3',
            detail: 'A run has settled with the agent already. Add an adjustment to a run instead.',
          },
        ],
      },
    ]);
    expect((await send(account, 'Name;Email\nMax Roe;max', 'true')).status).toBe(422);
    expect([(await agentsOf(account)).length, await revisionOf(account)]).toEqual([2, 1]);
  });

  test('a workbook is read, an account without a setup and a reader are refused', async () => {
    const { account } = await agency();
    const book = XLSX.utils.book_new();
    const percent = { t: 'n', v: 0.625, z: '0%' };
    const table = XLSX.utils.aoa_to_sheet([
      ['Our agents'],
      ['Name', 'First year', 'Renewal'],
      ['Lee Park', percent, percent],
    ]);
    XLSX.utils.book_append_sheet(book, table, 'Agents');
    const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }));
    expect(imported.parse((await send(account, bytes)).json).data).toMatchObject([{ changes: ['Plan 62.5 %'] }]);
    const other = await service.createAccount();
    expect((await send(other, SHEET)).status).toBe(404);
    const reader = await service.createAccount({ scopes: ['read'] });
    expect((await send(reader, SHEET)).status).toBe(403);
  });
});

/** Guarantee: a run stands beside the agency's own sheet, to the cent, and a sheet that cannot be read is refused with every fault. */
describe('compare sheet', async () => {
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
});
