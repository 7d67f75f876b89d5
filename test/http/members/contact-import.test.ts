import { expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { z } from 'zod';
import { sharedService, statement, type TestAccount } from '../../support/service.ts';

/** Tests the import of contacts over HTTP, on members of uploaded statements. */

const service = await sharedService();
const account = await service.createAccount();
const [summit, zenith] = [
  await service.createCarrier({ name: 'Summit' }),
  await service.createCarrier({ name: 'Zenith' }),
];
await account.load({
  carrierId: summit,
  period: '2026-03',
  file: statement([
    ['M-1', 40, { Name: 'Doe, Jane', Policy: 'P-1' }],
    ['M-2', 40, { Name: 'Doe, John', Policy: 'P-1' }],
    ['M-3', 40, { Name: 'Ann Lee' }],
    ['M-4', 40, { Name: 'Ann Lee' }],
  ]),
});
await account.load({ carrierId: zenith, period: '2026-03', file: statement([['Z-1', 9, { Name: 'Jane Doe' }]]) });

const PATH = '/v1/members/contacts/import';
const send = (who: TestAccount, list: string | Uint8Array<ArrayBuffer>, apply?: 'true') => {
  const body = new FormData();
  body.append('file', new File([list], 'clients.csv'));
  if (apply !== undefined) body.append('apply', apply);
  return who.call('POST', PATH, { body });
};
const reply = z.object({
  applied: z.boolean(),
  data: z.array(
    z.looseObject({ state: z.string(), members: z.array(z.looseObject({ memberExternalId: z.string() })) }),
  ),
});
const told = (json: unknown) =>
  reply.parse(json).data.map(({ state, members }) => [state, members.map((one) => one.memberExternalId).toSorted()]);
const contacts = async () =>
  (
    await service.database.tenant(
      account.accountId,
      (sql) =>
        sql`select phone, email from member_contacts where account_id = ${account.accountId} order by phone, email`,
    )
  ).map(({ phone, email }) => [phone, email]);

const LIST = [
  'Name;Member ID;Policy;Phone;Email',
  'Jane Doe;;;555 0100;jane@doe.example',
  'John Doe;;P-1;555 0101;',
  'Ann Lee;;;555 0102;',
  'Ann Lee;M-4;;555 0103;',
  'Nobody Known;;;555 0104;',
  'Max;;;;max',
].join('\n');

test('a preview says who is meant and changes nothing; applied, all clear rows are written down', async () => {
  const expected = [
    ['new', ['M-1', 'Z-1']],
    ['new', ['M-2']],
    ['several', []],
    ['new', ['M-4']],
    ['nobody', []],
    ['faulty', []],
  ];
  const preview = await send(account, LIST);
  expect([preview.status, told(preview.json)]).toEqual([200, expected]);
  expect(preview.json).toMatchObject({
    applied: false,
    rows: 6,
    counts: { new: 3, changed: 0, same: 0, nobody: 1, several: 1, faulty: 1 },
  });
  expect(await contacts()).toEqual([]);
  const applied = await send(account, LIST, 'true');
  expect([applied.json, told(applied.json)]).toMatchObject([{ applied: true }, expected]);
  expect(await contacts()).toEqual([
    ['555 0100', 'jane@doe.example'],
    ['555 0100', 'jane@doe.example'],
    ['555 0101', null],
    ['555 0103', null],
  ]);
  const audit = await account.call('GET', '/v1/audit?action=member.contact.import');
  expect(audit.json).toMatchObject({ data: [{ meta: { contacts: 4 } }] });
  expect(audit.body).not.toContain('555');
});

test('a workbook with a new number changes it, and leaves the email', async () => {
  const book = XLSX.utils.book_new();
  const rows = [['Client list'], ['Member ID', 'Phone'], ['m-1', '555 0199'], ['M-2', '555 0101']];
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Clients');
  const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }));
  const applied = await send(account, bytes, 'true');
  expect(told(applied.json)).toEqual([
    ['changed', ['M-1']],
    ['same', ['M-2']],
  ]);
  expect(await contacts()).toContainEqual(['555 0199', 'jane@doe.example']);
});

test('another account finds nobody, and a list without names of columns is refused', async () => {
  const other = await service.createAccount();
  expect(told((await send(other, LIST, 'true')).json).map(([state]) => state)).not.toContain('new');
  expect((await send(account, 'Jane;555')).status).toBe(422);
  const reader = await service.createAccount({ scopes: ['read'] });
  expect((await send(reader, LIST)).status).toBe(403);
});
