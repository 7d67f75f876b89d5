import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createSharedCatalogueStore } from '../../../../adapters/postgres/carriers/shared-catalogue-store.ts';
import { createIntakeStore } from '../../../../adapters/postgres/intake/intake-store.ts';
import { loadCatalogue } from '../../../../app/carriers/manage-catalogue.ts';
import { receiveStatement } from '../../../../app/intake/receive-statement.ts';
import { workbook } from '../../../../demo/statements/workbook.ts';
import { startService, type TestAccount } from '../../../support/service.ts';

/** Guarantee: a carrier's history continues when its layout changes, under whichever of the catalogue's names it is sent. */

let account: TestAccount;
const service = await startService({ clock: () => new Date('2026-10-15T12:00:00Z') });
await loadCatalogue(createSharedCatalogueStore(service.database));
const { data } = z
  .object({ data: z.array(z.object({ id: z.string(), slug: z.string() })) })
  .parse((await (await service.createAccount()).call('GET', '/v1/carriers?limit=200')).json);
const idOf = (slug: string) => data.find((carrier) => carrier.slug === slug)?.id ?? '';
const [before, later] = [idOf('devoted-agent-statement'), idOf('devoted-transactions')];
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.createAccount();
});

const MBIS = ['1EG4TE5MK71', '1EG4TE5MK72', '1EG4TE5MK73'];

/** Makes a statement of the layout up to July, with the plan's own ids. Columns that do not matter here are omitted. */
function oldLayout(month: number, members: readonly number[]): Uint8Array<ArrayBuffer> {
  const header =
    'Statement Date|Agent NPN|Agent Name|Member ID|Member HICN|Member First|Member Last|Member State|Effective Date|Disenroll Date|Contract|PBP|Commission Type|Period|Base Amount';
  const rows = members.map((index) => [
    ...[`${month}/28/2026`, '18', 'Dana Castillo', `DV${index}`, MBIS[index] ?? '', `Ann${index}`, `Lee${index}`, 'FL'],
    ...['01/01/2024', '', 'H1290', '001', 'Renewal - Monthly', `${month}/01/2026`, '28.92'],
  ]);
  return workbook({ Detail: [header.split('|'), ...rows] });
}

/** Makes a statement of the layout from August on, with Medicare ids. */
function newLayout(month: number, members: readonly number[]): Uint8Array<ArrayBuffer> {
  const header = 'Agent|Agent ID|MBI|Member|Effective Date|Contract|Amount|Period|Type|Disenroll/Cancel';
  const rows = members.map((index) => [
    ...['Dana Castillo', '18', MBIS[index] ?? '', `Ann${index} Lee${index}`, '01/01/2024', 'H1290', '28.92'],
    ...[`${month}/01/2026`, 'Renewal - Monthly', 'No'],
  ]);
  return workbook({ Transactions: [header.split('|'), ...rows] });
}

const reply = z.object({
  jobId: z.string(),
  fileId: z.string(),
  warnings: z.array(z.object({ code: z.string(), detail: z.string() })).optional(),
});
const job = z.object({
  status: z.string(),
  carrierId: z.string(),
  warnings: z.array(z.object({ code: z.string() })).optional(),
});

async function send(carrierId: string, month: number, file: Uint8Array<ArrayBuffer>, more: object = {}) {
  const fields = { carrierId, period: `2026-0${month}`, file, fileName: `${month}.xlsx`, ...more };
  const { status, json } = await account.upload(fields);
  expect(status, JSON.stringify(json)).toBe(202);
  const { jobId, fileId, warnings } = reply.parse(json);
  await service.runJobs();
  const ended = job.parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);
  expect(ended.status).toBe('completed');
  return { fileId, carrierId: ended.carrierId, said: (warnings ?? []).map(({ detail }) => detail), ended };
}

const rows = z.object({ data: z.array(z.object({ memberExternalId: z.string(), status: z.string() })) });

async function statuses(carrierId: string, month: number): Promise<readonly string[]> {
  const { json } = await account.call('GET', `/v1/members?carrierId=${carrierId}&period=2026-0${month}`);
  return rows
    .parse(json)
    .data.map(({ memberExternalId, status }) => `${memberExternalId} ${status}`)
    .sort();
}

test("continues the old layout's book with the new layout under its own name, and reports a lost member", async () => {
  await send(before, 7, oldLayout(7, [0, 1, 2]));
  const august = await send(later, 8, newLayout(8, [0, 1]));
  expect(august.carrierId).toBe(before);
  expect(august.said).toEqual([
    'Filed under "Devoted Health (agent statement, to July 2026)": its months continue in the layout of the carrier that was named.',
  ]);
  expect(august.ended.warnings?.map(({ code }) => code)).toEqual(['carrier_continued', 'members_continued']);
  expect(await statuses(before, 8)).toEqual(['DV0 green', 'DV1 green', 'DV2 red']);
  // Further files, corrections and months find the same book.
  await send(later, 8, newLayout(8, [2]), { append: true });
  expect(await statuses(before, 8)).toEqual(['DV0 green', 'DV1 green', 'DV2 green']);
  const september = await send(later, 9, newLayout(9, [0, 1, 2]));
  expect(september.ended.warnings).toEqual([]);
  expect(await statuses(before, 9)).toEqual(['DV0 green', 'DV1 green', 'DV2 green']);
});

test('finds the file that a correction replaces, even if the months before are gone', async () => {
  const july = await send(before, 7, oldLayout(7, [0, 1]));
  await send(later, 8, newLayout(8, [0, 1]));
  expect((await account.call('DELETE', `/v1/files/${july.fileId}`)).status).toBe(202);
  await service.runJobs();
  expect((await send(later, 8, newLayout(8, [0]), { replace: true })).carrierId).toBe(before);
  const { json } = await account.call('GET', '/v1/reports/rollup?period=2026-08');
  expect(json).toMatchObject({ totals: { paidNet: 28.92 } });
});

test('reads the new layout under the old name too', async () => {
  await send(before, 7, oldLayout(7, [0, 1, 2]));
  await send(before, 8, newLayout(8, [0, 1, 2]));
  expect(await statuses(before, 8)).toEqual(['DV0 green', 'DV1 green', 'DV2 green']);
});

test('keeps layouts that come side by side in two books, which are never compared with each other', async () => {
  await send(before, 7, oldLayout(7, [0, 1]));
  await send(before, 8, oldLayout(8, [0, 1]));
  const august = await send(later, 8, newLayout(8, [2]));
  expect([august.carrierId, august.said]).toEqual([later, []]);
  const september = await send(later, 9, newLayout(9, [2]));
  expect(september.carrierId).toBe(later);
  expect(await statuses(before, 8)).toEqual(['DV0 green', 'DV1 green']);
  expect(await statuses(later, 9)).toEqual([`${MBIS[2]} green`]);
});

test('gives another account, another workspace and a carrier without earlier months their own books', async () => {
  await send(before, 7, oldLayout(7, [0]));
  const workspaceId = await service.createWorkspace(account, 'West');
  expect((await send(later, 8, newLayout(8, [0]), { workspaceId })).carrierId).toBe(later);
  account = await service.createAccount();
  expect((await send(later, 8, newLayout(8, [0]))).carrierId).toBe(later);
  account = await service.createAccount();
  await send(before, 9, oldLayout(9, [0]));
  expect((await send(later, 8, newLayout(8, [0]))).carrierId).toBe(later);
});

test('treats a drop-off of the same bytes as the same statement, whichever carrier has its book', async () => {
  await send(before, 7, oldLayout(7, [0, 1]));
  const drop = {
    account: { accountId: account.accountId, status: 'active', tier: 'enterprise' },
    carrierId: later,
    workspaceId: null,
    period: '2026-08',
    bytes: newLayout(8, [0, 1]),
    fileName: 'august.xlsx',
    source: 'sftp',
    actor: 'sftp:harbor',
    onExisting: 'append',
    today: '2026-10-15',
  } as const;
  const intake = { ...service.services.intake, drops: createIntakeStore(service.database) };
  const first = await receiveStatement(intake, { ...drop, dropId: '1'.repeat(64) });
  await service.runJobs();
  const again = await receiveStatement(intake, { ...drop, dropId: '2'.repeat(64) });
  expect([first.kind, again.kind]).toEqual(['accepted', 'duplicate']);
});
