import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { z } from 'zod';
import { sharedService, statement, type TestAccount } from '../../support/service.ts';

/** Tests the notes, the contact and the statement rows of a member. */
describe('notes', async () => {
  const members = z.object({ data: z.array(z.object({ memberRefId: z.string(), memberExternalId: z.string() })) });

  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  const more = { Name: 'Jane Doe', Policy: 'P-77', Email: 'jane@statement.example', Plan: 'Gold' };
  const march = statement([
    ['M-1', 40, more],
    ['M-1', -5, { ...more, Policy: 'P-78' }],
  ]);
  await account.upload({ file: march, fileName: 'march.csv', carrierId, period: '2026-03' });
  await account.load({ file: statement([['M-9', 40]]), fileName: 'april.csv', carrierId, period: '2026-04' });
  const { data } = members.parse((await account.call('GET', '/v1/members')).json);
  const memberRefId = data.find((one) => one.memberExternalId === 'M-1')?.memberRefId ?? '';
  const second = data.find((one) => one.memberExternalId === 'M-9')?.memberRefId ?? '';

  const notesOf = (id: string) => `/v1/members/${id}/notes`;
  const contactOf = (id: string) => `/v1/members/${id}/contact`;
  const write = (id: string, text: string) => account.call('POST', notesOf(id), { json: { text } });
  const texts = async (id: string) =>
    z
      .object({ data: z.array(z.object({ text: z.string() })) })
      .parse((await account.call('GET', notesOf(id))).json)
      .data.map(({ text }) => text);

  describe('notes of a member', () => {
    test('are listed newest first, trimmed, with their line breaks, and are deleted for good', async () => {
      const first = await write(memberRefId, '  Called.\nNo answer.  ');
      expect(first).toMatchObject({ status: 201, json: { text: 'Called.\nNo answer.', author: null } });
      expect((await write(memberRefId, 'Called again.')).status).toBe(201);
      expect(await texts(memberRefId)).toEqual(['Called again.', 'Called.\nNo answer.']);
      const page = await account.call('GET', `${notesOf(memberRefId)}?limit=1`);
      expect(page.json).toMatchObject({ data: [{ text: 'Called again.' }], pagination: { hasMore: true }, total: 2 });
      const { id } = z.object({ id: z.string() }).parse(first.json);
      const path = `${notesOf(memberRefId)}/${id}`;
      expect((await account.call('DELETE', `${notesOf(second)}/${id}`)).status).toBe(404);
      expect((await account.call('DELETE', path)).status).toBe(204);
      expect((await account.call('DELETE', path)).status).toBe(404);
      expect(await texts(memberRefId)).toEqual(['Called again.']);
      const audit = await account.call('GET', '/v1/audit?limit=1');
      expect(audit.json).toMatchObject({ data: [{ action: 'member.note.delete', meta: { noteId: id } }] });
      expect(audit.body).not.toContain('No answer');
    });

    test.each([{}, { text: ' ' }, { text: 'x'.repeat(4_001) }, { text: 'x', author: 'Me' }])(
      'are refused with 422 as %j',
      async (json) => {
        expect((await account.call('POST', notesOf(memberRefId), { json })).status).toBe(422);
      },
    );

    test('are refused above the limit with 409', async () => {
      const other = await service.createAccount();
      const carrierId = await service.createCarrier({ account: other });
      await other.load({ file: statement([['F-1', 1]]), carrierId, period: '2026-03' });
      const [full] = members.parse((await other.call('GET', '/v1/members')).json).data;
      const id = full?.memberRefId ?? '';
      await service.database.system(
        (sql) => sql`
        insert into member_notes (note_id, account_id, member_ref_id, body)
        select gen_random_uuid(), ${other.accountId}, ${id}, 'x' from generate_series(1, 500)`,
      );
      expect(await other.call('POST', notesOf(id), { json: { text: 'One more' } })).toMatchObject({ status: 409 });
    });
  });

  describe('the contact of a member', () => {
    test('has the address of the statement, and what people wrote down beside it', async () => {
      const statementEmail = 'jane@statement.example';
      const empty = { memberRefId, phone: null, email: null, setAt: null, statementEmail };
      expect((await account.call('GET', contactOf(memberRefId))).json).toEqual(empty);
      const json = { phone: ' +1 555 0100 ', email: 'jane@doe.example' };
      const set = await account.call('PUT', contactOf(memberRefId), { json });
      const stored = { ...empty, ...json, phone: '+1 555 0100', setAt: expect.any(String) };
      expect([set.status, set.json]).toEqual([200, stored]);
      expect((await account.call('GET', contactOf(memberRefId))).json).toEqual(stored);
      const onlyPhone = { json: { phone: '555', email: null } };
      expect((await account.call('PUT', contactOf(memberRefId), onlyPhone)).json).toMatchObject(onlyPhone.json);
      const nothing = { json: { phone: null, email: null } };
      expect((await account.call('PUT', contactOf(memberRefId), nothing)).json).toEqual(empty);
      const audit = await account.call('GET', '/v1/audit?action=member.contact');
      expect(audit.json).toMatchObject({ data: [{ target: memberRefId, meta: {} }, {}, {}] });
    });

    test.each([{ phone: '555' }, { phone: '', email: null }, { phone: null, email: 'nobody' }])(
      'is refused with 422 as %j',
      async (json) => {
        expect((await account.call('PUT', contactOf(memberRefId), { json })).status).toBe(422);
      },
    );
  });

  test('the rows of a month are those of the statement, with file, sheet and row', async () => {
    const { status, json } = await account.call('GET', `/v1/members/${memberRefId}/lines?period=2026-03`);
    const shown = {
      fileName: 'march.csv',
      sheet: 1,
      memberExternalId: 'M-1',
      memberName: 'Jane Doe',
      planName: 'Gold',
    };
    expect([status, json]).toMatchObject([
      200,
      {
        data: [
          { ...shown, row: 2, amount: 40, policyNumber: 'P-77' },
          { ...shown, row: 3, amount: -5, policyNumber: 'P-78' },
        ],
        pagination: { hasMore: false },
      },
    ]);
    const april = await account.call('GET', `/v1/members/${memberRefId}/lines?period=2026-04`);
    expect(april).toMatchObject({ status: 200, json: { data: [] } });
    expect((await account.call('GET', `/v1/members/${memberRefId}/lines`)).status).toBe(422);
  });

  test('notes and contact follow an id that is joined with another, and return when it is separated', async () => {
    await write(second, 'Written under the other id.');
    await account.call('PUT', contactOf(second), { json: { phone: '555 0199', email: null } });
    const before = await texts(memberRefId);
    const aliases = `/v1/members/${memberRefId}/aliases`;
    expect((await account.call('POST', aliases, { json: { externalId: 'M-9' } })).status).toBe(201);
    expect(await texts(memberRefId)).toEqual(['Written under the other id.', ...before]);
    expect((await account.call('GET', contactOf(memberRefId))).json).toMatchObject({ phone: '555 0199' });
    expect((await account.call('GET', notesOf(second))).status).toBe(404);
    expect((await account.call('DELETE', `${aliases}/M-9`)).status).toBe(204);
    expect(await texts(memberRefId)).toEqual(before);
    expect(await texts(second)).toEqual(['Written under the other id.']);
    expect((await account.call('GET', contactOf(memberRefId))).json).toMatchObject({ phone: null });
  });

  test("answers 404 for an unknown member and for another account's", async () => {
    const stranger = await service.createAccount();
    const [mine] = z
      .object({ data: z.array(z.object({ id: z.string() })) })
      .parse((await account.call('GET', notesOf(memberRefId))).json).data;
    const calls = (id: string) =>
      [
        ['GET', notesOf(id)],
        ['POST', notesOf(id), { json: { text: 'x' } }],
        ['DELETE', `${notesOf(id)}/${mine?.id}`],
        ['GET', contactOf(id)],
        ['PUT', contactOf(id), { json: { phone: '555', email: null } }],
        ['GET', `/v1/members/${id}/lines?period=2026-03`],
      ] as const;
    for (const id of [memberRefId, randomUUID(), 'x'])
      for (const [method, path, options] of calls(id))
        expect([path, (await stranger.call(method, path, options)).status]).toEqual([path, 404]);
    expect((await texts(memberRefId)).length).toBe(1);
  });
});

/** Tests the import of contacts over HTTP, on members of uploaded statements. */
describe('contact import', async () => {
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
});
