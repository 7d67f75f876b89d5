import { afterAll, expect, test } from 'vitest';
import { loadStorageUse } from '../../../adapters/postgres/files/storage-use.ts';
import { storedBytes } from '../../../core/storage-quota.ts';
import { statement } from '../../support/service.ts';
import { type Mailbox, mail, SENDER, startMailRoom } from './mail-room.ts';

/** Guarantee: mail stores no more than the account's quota, counting both statements and their messages. */

const room = await startMailRoom();
afterAll(() => room.close());

const csv = statement([['M1', 10]]);
/** A message that is much longer than its statement. */
const message = () => mail([{ content: csv }], { 'X-Padding': 'x'.repeat(900) });

async function mailboxWithRoomFor(bytes: number): Promise<Mailbox> {
  const mailbox = await room.openMailbox();
  await room.service.database.system(
    (sql) => sql`update accounts set storage_bytes_max = ${bytes} where account_id = ${mailbox.account.accountId}`,
  );
  return mailbox;
}

const usedBy = ({ account: { accountId } }: Mailbox) =>
  room.service.database.read(accountId, async (sql) => storedBytes(await loadStorageUse(sql, accountId)));

test('rejects a statement that exceeds the quota, tells its sender, and keeps no message', async () => {
  const mailbox = await mailboxWithRoomFor(csv.length - 1);
  expect(await room.deliver(message(), [mailbox.address], { id: 'no-room' })).toMatchObject({ rejected: 1 });
  expect(await mailbox.items()).toMatchObject([{ outcome: 'rejected', reason: expect.stringContaining('no room') }]);
  const answer = room.mails.at(-1);
  expect(answer?.to).toBe(SENDER);
  expect(answer?.text).toMatch(/not taken in\..*no room/);
  // A sender does not learn how much the account stores.
  expect(answer?.text).not.toMatch(/bytes/);
  expect(await room.drops.get('mail/no-room')).toBeNull();
  expect(await usedBy(mailbox)).toBe(0);
});

test('accepts a statement that fits, and keeps its message only if that fits too', async () => {
  const mailbox = await mailboxWithRoomFor(csv.length + 10);
  expect(await room.deliver(message(), [mailbox.address], { id: 'statement-only' })).toMatchObject({ accepted: 1 });
  expect(await room.drops.get('mail/statement-only')).toBeNull();
  expect(await usedBy(mailbox)).toBe(csv.length);
  expect(await room.service.runJobs()).toBe(1);
});

test('counts a message once, with all its bytes, however many items it makes', async () => {
  const mailbox = await mailboxWithRoomFor(1_000_000);
  const two = mail([{ content: csv }, { content: statement([['M2', 10]]) }]);
  await room.deliver(two, [mailbox.address], { id: 'two' });
  const { length } = (await room.drops.get('mail/two')) ?? [];
  const files = await room.service.database.system(
    (sql) => sql<{ bytes: number }[]>`
      select coalesce(sum(byte_size), 0)::int as bytes from files where account_id = ${mailbox.account.accountId}`,
  );
  expect(await usedBy(mailbox)).toBe((length ?? 0) + (files[0]?.bytes ?? 0));
});

test('counts no message of an unauthorised sender', async () => {
  const mailbox = await mailboxWithRoomFor(3_000);
  for (let n = 0; n < 5; n++) {
    const spam = `From: x@evil.example\r\nMessage-ID: <${n}@evil.example>\r\n\r\n${'x'.repeat(1_200)}`;
    await room.deliver(spam, [mailbox.address], { id: `spam-${n}` });
  }
  expect(await mailbox.items()).toHaveLength(5);
  const kept = await Promise.all([0, 1, 2, 3, 4].map((n) => room.drops.get(`mail/spam-${n}`)));
  expect(kept.map((bytes) => bytes !== null)).toEqual([true, true, false, false, false]);
  expect(await usedBy(mailbox)).toBeLessThanOrEqual(3_000);
});

test('treats a repeated delivery as complete although its message was not kept', async () => {
  const mailbox = await mailboxWithRoomFor(1);
  await room.deliver(message(), [mailbox.address], { id: 'again' });
  const { mails } = room;
  const before = mails.length;
  const gone = { ...room.intake, messages: { ...room.drops, get: async () => null } };
  expect(await room.deliver(message(), [mailbox.address], { id: 'again', by: gone })).toMatchObject({ rejected: 0 });
  expect([mails.length, (await mailbox.items()).length]).toEqual([before, 1]);
  // A delivery throws if its message was never stored.
  await expect(room.deliver(message(), [mailbox.address], { id: 'never', by: gone })).rejects.toThrow(/not where/);
});
