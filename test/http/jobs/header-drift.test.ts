import { beforeAll, expect, test } from 'vitest';
import { utils, write } from 'xlsx';
import { z } from 'zod';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});

const accepted = z.object({ jobId: z.string() });
const job = z.looseObject({
  status: z.string(),
  warnings: z.array(z.object({ code: z.string(), detail: z.string() })),
});

test("names a column that last month's file lacked, and does not repeat that for the same header", async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({
    config: { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } },
  });
  const driftOf = async (period: string, header: string, row: string) => {
    const reply = await account.upload({ carrierId, period, file: `${header}\n${row}\n` });
    await service.runJobs();
    const { jobId } = accepted.parse(reply.json);
    const { status, warnings } = job.parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);
    expect(status).toBe('completed');
    return warnings.filter(({ code }) => code === 'header_drift').map(({ detail }) => detail);
  };
  expect(await driftOf('2026-01', 'Member ID,Commission,Agent', 'A,50,Ann')).toEqual([]);
  expect(await driftOf('2026-02', 'Member ID,Commission,Agent', 'A,50,Ann')).toEqual([]);
  const [detail] = await driftOf('2026-03', 'Member ID,Commission,Agent,Override Amount', 'A,50,Ann,5');
  expect(detail).toContain('Override Amount');
});

test('reports once a sheet of lines that is new and that the configuration does not name', async () => {
  const account = await service.createAccount();
  const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
  const carrierId = await service.createCarrier({ config: { fileType: 'xlsx', sheets: ['Detail'], columns } });
  const driftOf = async (period: string, sheets: readonly string[]) => {
    const book = utils.book_new();
    for (const name of sheets)
      utils.book_append_sheet(
        book,
        utils.aoa_to_sheet([
          ['Member ID', 'Commission'],
          [`${name}-${period}`, 50],
        ]),
        name,
      );
    const bytes: Uint8Array<ArrayBuffer> = write(book, { type: 'buffer', bookType: 'xlsx' });
    const { jobId } = accepted.parse((await account.upload({ carrierId, period, file: bytes })).json);
    await service.runJobs();
    const { status, warnings } = job.parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);
    expect(status).toBe('completed');
    return warnings.map(({ detail }) => detail);
  };
  expect(await driftOf('2026-01', ['Detail', 'Held'])).toEqual([]);
  expect(await driftOf('2026-02', ['Detail', 'Held', 'Legacy'])).toEqual([
    'Sheet "Legacy" has the columns of lines, and is not read ("sheets" in the configuration): 1 row with 50.00 in "Commission".',
  ]);
  expect(await driftOf('2026-03', ['Detail', 'Held', 'Legacy'])).toEqual([]);
});
