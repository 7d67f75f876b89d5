import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { addMonths } from '../../../core/period.ts';
import { zipBytes } from '../../adapters/statement-file/workbook-bytes.ts';
import { STATEMENT_CONFIG, statement } from '../../support/service.ts';
import { itemsOf, mail, PERIOD, SENDER, startMailRoom } from './mail-room.ts';

/** Guarantee: mailed statements follow the account's drop-off settings of a carrier before those of its format. */

const room = await startMailRoom();
afterAll(() => room.close());

const SHIPPED = { ...STATEMENT_CONFIG, email: { allowedSenders: ['@shipped.example'], periodFrom: 'filename' } };
const [YEAR = '', MONTH = ''] = PERIOD.split('-');

/** An Enterprise account with an address for a carrier of the catalogue, and settings of its own. */
async function mailboxOf(settings: unknown, config: object = SHIPPED) {
  const account = await room.service.createAccount({ tier: 'enterprise' });
  const carrierId = await room.service.createCarrier({ config });
  const set = await account.call('PUT', `/v1/carriers/${carrierId}/drop-offs`, { json: settings });
  expect(set.status).toBe(200);
  const { json } = await account.call('POST', '/v1/email/addresses', { json: { carrierId } });
  const { address } = z.object({ address: z.string() }).parse(json);
  return { carrierId, address, items: () => itemsOf(account), account };
}

test('lets in a sender whom the account allows, for a catalogue carrier that allows others', async () => {
  const mailbox = await mailboxOf({ email: { allowedSenders: [SENDER] } });
  expect(await room.deliver(mail([{ content: statement([['A', 1]]) }]), [mailbox.address])).toMatchObject({
    accepted: 1,
  });
  await room.service.runJobs();
  const [item] = await mailbox.items();
  expect(item).toMatchObject({ outcome: 'accepted', period: PERIOD });
  const job = await mailbox.account.call('GET', `/v1/jobs/${item?.jobId}`);
  expect(job.json).toMatchObject({ status: 'completed', carrierId: mailbox.carrierId, configVersion: 1 });
});

test('refuses a sender whom only the format allows, once the account has set others or nobody', async () => {
  const allows = { ...SHIPPED, email: { allowedSenders: [SENDER] } };
  for (const [allowedSenders, reason] of [
    [['@other.example'], 'not one of those who may mail'],
    [[], 'Nobody may mail statements'],
  ] as const) {
    const mailbox = await mailboxOf({ email: { allowedSenders } }, allows);
    const message = mail([{ content: statement([['A', 2]]) }]);
    expect(await room.deliver(message, [mailbox.address])).toMatchObject({ rejected: 1 });
    expect(await mailbox.items()).toMatchObject([{ outcome: 'rejected', reason: expect.stringContaining(reason) }]);
  }
});

test("finds the month where the account says, by the account's patterns", async () => {
  const own = {
    sftp: { patterns: ['Statement {MM} of {YYYY}'] },
    email: { allowedSenders: [SENDER], periodFrom: 'subject' },
  };
  const mailbox = await mailboxOf(own);
  const before = addMonths(PERIOD, -1);
  const message = mail([{ name: `acme-${before}.csv`, content: statement([['A', 3]]) }], {
    Subject: `Statement ${MONTH} of ${YEAR}`,
  });
  expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 1 });
  expect(await mailbox.items()).toMatchObject([{ outcome: 'accepted', period: PERIOD }]);
});

const dated = { ...STATEMENT_CONFIG, columns: { ...STATEMENT_CONFIG.columns, coverage_month: 'Month' } };
const csv = (member: string, month = PERIOD) =>
  `${Object.values(dated.columns).join(',')}\n${member},10,,,,,,,,${month}\n`;
const archive = (files: Readonly<Record<string, string>>) =>
  zipBytes(Object.entries(files).map(([name, data]) => ({ name, data })));
const attached = (content: Uint8Array, name = `acme-${PERIOD}.zip`) =>
  mail([{ content, name, type: 'application/zip' }]);

test('makes a job for each statement, and the answer names the archive', async () => {
  const mailbox = await room.openMailbox();
  const message = attached(archive({ 'north.csv': csv('N1'), 'south.csv': csv('S1') }));
  expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 1, rejected: 0 });
  await room.service.runJobs();
  const { json } = await mailbox.account.call('GET', '/v1/files');
  expect(json).toMatchObject({ data: [{ status: 'active' }, { status: 'active' }] });
  expect(room.mails.at(-1)?.text).toContain(`acme-${PERIOD}.zip: taken in for ${PERIOD}.`);
  expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 0, duplicate: 1 });
});

test('takes the month from its statements, which have to agree', async () => {
  const email = { allowedSenders: [SENDER], periodFrom: 'statement' };
  const mailbox = await room.openMailbox({ columns: dated.columns, email });
  const mixed = archive({ 'a.csv': csv('A1'), 'b.csv': csv('B1', '2020-01') });
  expect(await room.deliver(attached(mixed, 'mixed.zip'), [mailbox.address])).toMatchObject({ rejected: 1 });
  expect((await mailbox.items())[0]?.reason).toContain(`are of ${PERIOD} and 2020-01`);
  const same = archive({ 'a.csv': csv('A1'), 'b.csv': csv('B1') });
  expect(await room.deliver(attached(same, 'same.zip'), [mailbox.address])).toMatchObject({ accepted: 1 });
  expect((await mailbox.items())[0]).toMatchObject({ period: PERIOD });
});

test('is rejected with the reason when it can not be opened', async () => {
  const mailbox = await room.openMailbox();
  const locked = zipBytes([{ name: 'a.csv', data: csv('A1'), claims: { flags: 1 } }]);
  expect(await room.deliver(attached(locked), [mailbox.address])).toMatchObject({ rejected: 1 });
  expect((await mailbox.items())[0]?.reason).toMatch(/ZIP archive is protected by a password/);
});
