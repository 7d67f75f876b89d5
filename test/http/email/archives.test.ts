import { afterAll, expect, test } from 'vitest';
import { zipBytes } from '../../adapters/statement-file/workbook-bytes.ts';
import { STATEMENT_CONFIG } from '../../support/service.ts';
import { mail, PERIOD, SENDER, startMailRoom } from './mail-room.ts';

/** Guarantee: a mailed ZIP archive becomes one upload for each of its statements. */

const room = await startMailRoom();
afterAll(() => room.close());

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
