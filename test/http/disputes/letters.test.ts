import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { MailMessage } from '../../../app/platform/mail.ts';
import { downloadWorkbook } from '../../support/download-workbook.ts';
import { OPERATOR_TOKEN } from '../../support/http-service.ts';
import { addedPerson, PersonBrowser, peopleForTests } from '../../support/person-browser.ts';
import { type OwnService, startService, statement, type TestAccount } from '../../support/service.ts';

/** Tests letters to carriers: written with letterhead and address, edited, mailed, on paper, withdrawn, answered and paid in parts. */

const mails: MailMessage[] = [];
let service: OwnService;
let account: TestAccount;
let carrierId: string;
let now: Date;

beforeAll(async () => {
  service = await startService({
    letterMailer: {
      send: async (mail) => {
        if (mail.to === 'gone@aetna.example') throw new Error('550 unknown');
        mails.push(mail);
      },
    },
    clock: () => now,
    people: (database) => peopleForTests(database, () => service.url),
  });
});
afterAll(() => service.close());

const opened = z.looseObject({ id: z.string(), letter: z.string() });
const claims = z.object({ data: z.array(z.object({ claimId: z.string() })), totals: z.looseObject({}) });

/** M1 missed February. */
beforeEach(async () => {
  now = new Date('2026-07-15T12:00:00Z');
  mails.length = 0;
  account = await service.createAccount({ name: 'Lakeview Benefits' });
  carrierId = await service.createCarrier();
  const months = { '2026-01': ['M1', 'M2'], '2026-02': ['M2'], '2026-03': ['M1', 'M2'] };
  for (const [period, ids] of Object.entries(months)) {
    const rows = ids.map((id) => `${id},50,Member ${id},P-${id}`);
    await account.load({ file: ['Member ID,Commission,Name,Policy', ...rows].join('\n'), carrierId, period });
  }
});

const openClaims = async (query = '') =>
  claims.parse((await account.call('GET', `/v1/reports/recoverable${query}`)).json);
async function open() {
  const { data } = await openClaims('?asked=false');
  const reply = await account.call('POST', '/v1/disputes', { json: { claimIds: data.map(({ claimId }) => claimId) } });
  expect(reply.status).toBe(201);
  return opened.parse(reply.json);
}
const patch = (id: string, json: object) => account.call('PATCH', `/v1/disputes/${id}`, { json });
const send = (id: string, to = 'commissions@summit.example') =>
  account.call('POST', `/v1/disputes/${id}/send`, { json: { to } });

const HEAD = {
  name: null,
  address: '1 Lake Road\nMadison, WI',
  contact: 'Dana Kim',
  email: 'dana@lakeview.example',
  npn: '1234567',
};

test('a letter has the letterhead and the address of the carrier, and takes new ones until it is sent', async () => {
  expect((await account.call('PUT', '/v1/letterhead', { json: HEAD })).json).toEqual({ ...HEAD, mails: true });
  expect((await account.call('GET', '/v1/letterhead')).json).toEqual({ ...HEAD, mails: true });
  const { id, letter } = await open();
  expect(letter).toContain('From: Lakeview Benefits, NPN 1234567\n      1 Lake Road\n      Madison, WI\n');
  expect(letter).toContain('Kind regards\nDana Kim\nLakeview Benefits\ndana@lakeview.example\n');
  const department = { name: 'Commission Department', email: null, address: 'PO Box 5' };
  const path = `/v1/carriers/${carrierId}/commission-department`;
  expect((await account.call('PUT', path, { json: department })).json).toEqual({ carrierId, ...department });
  expect((await account.call('GET', path)).json).toEqual({ carrierId, ...department });
  expect((await patch(id, { letter: null })).json).toMatchObject({
    letter: expect.stringContaining('To: Summit Senior Life, Commission Department\n    PO Box 5\n'),
  });
  expect((await patch(id, { letter: 'In our own words.' })).json).toMatchObject({ letter: 'In our own words.' });
  expect((await send(id)).status).toBe(200);
  expect((await patch(id, { letter: 'Otherwise.' })).json).toMatchObject({ status: 409, code: 'conflict' });
});

test('names the writing agent of each claim in letter and workbook, with the number of the record', async () => {
  const made = await account.call('POST', '/v1/agents', { json: { name: 'Lee Park', npn: '1122334' } });
  const { agentId } = z.looseObject({ agentId: z.string() }).parse(made.json);
  await account.call('POST', `/v1/agents/${agentId}/names`, { json: { kind: 'name', text: 'L PARK' } });
  const other = await service.createCarrier({ account, name: 'Amberly Health' });
  const of = (name: string, Agent: string) => [name, 50, { Name: `Member ${name}`, Agent }] as const;
  const [first, second, third] = [of('A1', 'L Park'), of('A2', 'Mia Stone'), of('A3', 'Mia Stone')];
  const months = { '2026-01': [first, second, third], '2026-02': [third], '2026-03': [first, second, third] };
  for (const [period, rows] of Object.entries(months))
    await account.load({ file: statement(rows), carrierId: other, period });
  const { data } = await openClaims(`?asked=false&carrierId=${other}`);
  const { json } = await account.call('POST', '/v1/disputes', {
    json: { claimIds: data.map(({ claimId }) => claimId) },
  });
  const { id, letter } = opened.parse(json);
  expect(letter).toMatch(/\n1\. .* Agent: Lee Park, NPN 1122334\.\n2\. .* Agent: Mia Stone\.\n/);
  const { sheets } = await downloadWorkbook(service, account, `/v1/disputes/${id}/workbook`);
  const column = sheets['Claims']?.[0]?.indexOf('Agent') ?? -1;
  expect(sheets['Claims']?.slice(1, 3).map((row) => row.slice(column, column + 2))).toEqual([
    ['Lee Park', '1122334'],
    ['Mia Stone', undefined],
  ]);
});

test('is mailed once with PDF and workbook, and the address is kept for the carrier', async () => {
  await account.call('PUT', '/v1/letterhead', { json: HEAD });
  const { id } = await open();
  expect((await send(id)).json).toMatchObject({ sentTo: 'commissions@summit.example', sentAt: expect.any(String) });
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: 'commissions@summit.example',
    replyTo: 'dana@lakeview.example',
    subject: expect.stringContaining('1 claim, $50.00'),
    attachments: [{ filename: 'letter.pdf' }, { filename: 'claims.xlsx' }],
  });
  expect(
    Buffer.from(mails[0]?.attachments?.[0]?.content ?? '')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const kept = await account.call('GET', `/v1/carriers/${carrierId}/commission-department`);
  expect(kept.json).toMatchObject({ email: 'commissions@summit.example' });
  now = new Date();
  expect((await send(id)).status).toBe(409);
  expect((await send(id, 'a@b.example, c@d.example')).status).toBe(422);
  expect(mails).toHaveLength(1);
});

test('is answered to the person who sends it where the letterhead names no address', async () => {
  const { id } = await open();
  expect((await send(id)).status).toBe(200);
  expect(mails[0]).not.toHaveProperty('replyTo');
  const added = await fetch(`${service.url}/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId: account.accountId, email: 'dana@harbor.example', name: 'Dana', role: 'owner' }),
  });
  const dana = new PersonBrowser(service.url);
  expect((await dana.follow(addedPerson.parse(await added.json()).signInLink)).status).toBe(200);
  now = new Date(Date.now() + 2 * 60 * 60 * 1000);
  const again = await dana.call('POST', `/v1/disputes/${id}/send`, { to: 'commissions@summit.example' });
  expect(again.status, again.body).toBe(200);
  expect(mails[1]).toMatchObject({ replyTo: 'dana@harbor.example' });
});

test('does not count as sent when the mail server does not take it', async () => {
  const { id } = await open();
  const refused = await send(id, 'gone@aetna.example');
  expect(refused.status).toBe(409);
  expect(refused.body).toContain('The mail server did not take the letter.');
  expect((await send(id)).status).toBe(200);
});

test('what was asked leaves the list, and a withdrawn letter brings it back', async () => {
  const { id } = await open();
  expect((await openClaims('?asked=false')).data).toEqual([]);
  expect((await openClaims('?asked=true')).data).toHaveLength(1);
  expect((await patch(id, { withdrawn: true })).json).toMatchObject({
    state: 'refused',
    withdrawnAt: expect.any(String),
  });
  expect((await openClaims('?asked=false')).data).toHaveLength(1);
  expect((await patch(id, { withdrawn: true })).json).toMatchObject({ state: 'refused' });
  expect((await send(id)).status).toBe(409);
});

test('notes a day to ask again and what was paid in another way', async () => {
  const { id } = await open();
  expect((await patch(id, { askAgainOn: '2026-09-01', otherPaidAmount: 20.5 })).json).toMatchObject({
    askAgainOn: '2026-09-01',
    otherPaidAmount: 20.5,
    paidAmount: 20.5,
    askedAmount: 50,
    state: 'asked',
  });
  expect((await account.call('GET', '/v1/disputes')).json).toMatchObject({
    states: [{ state: 'asked', disputes: 1, askedAmount: 50, paidAmount: 20.5 }],
  });
  for (const change of [{ otherPaidAmount: 50.01 }, { otherPaidAmount: -1 }, { askAgainOn: 'soon' }])
    expect((await patch(id, change)).status).toBe(422);
});

describe('the answer of a carrier', () => {
  const attach = (id: string, content: string) => {
    const form = new FormData();
    form.set('file', new File([content], 'Ántwort.pdf', { type: 'application/pdf' }));
    return account.call('PUT', `/v1/disputes/${id}/answer`, { body: form });
  };

  test('is kept, replaced and given back', async () => {
    const { id } = await open();
    expect((await account.call('GET', `/v1/disputes/${id}/answer`)).status).toBe(404);
    await attach(id, 'first');
    expect((await attach(id, 'second')).json).toMatchObject({
      answer: { fileName: 'Ántwort.pdf', mediaType: 'application/pdf', byteSize: 6 },
    });
    expect((await account.call('GET', `/v1/disputes/${id}/answer`)).body).toBe('second');
    const stranger = await service.createAccount();
    expect((await stranger.call('GET', `/v1/disputes/${id}/answer`)).status).toBe(404);
    // Files below raw/ are deleted by age.
    await service.objects.deleteBelow(`raw/${account.accountId}/`);
    expect((await account.call('GET', `/v1/disputes/${id}/answer`)).body).toBe('second');
  });

  test('is refused when it is empty or too large', async () => {
    const { id } = await open();
    expect((await attach(id, '')).status).toBe(422);
    expect((await attach(id, 'x'.repeat(4 * 1024 * 1024 + 1))).status).toBe(422);
  });
});

test('is PDF on paper, also with names that its font lacks', async () => {
  const { id } = await open();
  await patch(id, { letter: `Dear team\n\n${'A long line of words. '.repeat(60)}\nŁukasz 李\n` });
  const pdf = await account.call('GET', `/v1/disputes/${id}/pdf`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.body.slice(0, 5)).toBe('%PDF-');
});
