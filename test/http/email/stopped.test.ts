import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { loadStorageUse } from '../../../adapters/postgres/files/storage-use.ts';
import { receiveMail } from '../../../app/intake/receive-mail.ts';
import { storedBytes } from '../../../core/storage-quota.ts';
import { statement } from '../../support/service.ts';
import { type Mailbox, mail, SENDER, startMailRoom } from './mail-room.ts';

let mailbox: Mailbox;
const room = await startMailRoom();
beforeEach(async () => {
  mailbox = await room.openMailbox();
  room.mails.length = 0;
});
afterAll(() => room.close());

const STATEMENT = { content: statement([['M1', 10]]) };
const DAY_MS = 86_400_000;
const PROVEN = { spam: 'PASS', virus: 'PASS', spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' } as const;

describe('stopped mail is shown with its reason, makes no job and is never answered', () => {
  test.each([
    ['spam', { verdicts: { spam: 'FAIL' } }, 'rejected', /spam/],
    ['infected', { verdicts: { virus: 'FAIL' } }, 'rejected', /infected/],
    ['of a domain without a policy', { verdicts: { dmarc: 'GRAY' } }, 'held', /not certain/],
    ['not checked', { verdicts: { virus: 'PROCESSING_FAILED' } }, 'held', /could not be checked/],
    ['forged', { verdicts: { dmarc: 'FAIL' } }, 'rejected', /does not come from the domain/],
  ] as const)('%s', async (_, delivery, outcome, reason) => {
    expect(await room.deliver(mail([STATEMENT]), [mailbox.address], delivery)).toMatchObject({ [outcome]: 1 });
    expect(await mailbox.items()).toMatchObject([{ outcome, origin: SENDER, fileName: 'message.eml', jobId: null }]);
    expect((await mailbox.items())[0]?.reason).toMatch(reason);
    expect(room.mails).toEqual([]);
  });

  test.each([
    ['from somebody else', { From: 'pay@evil.example' }, 'rejected', 'pay@evil.example'],
    ['from a look-alike', { From: 'pay@\u0430cme.example' }, 'rejected', 'unknown'],
    ['from two', { From: `${SENDER}, x@evil.example` }, 'rejected', 'unknown'],
    ['from a group', { From: `Acme: ${SENDER};` }, 'rejected', 'unknown'],
    ['from nobody', { From: null }, 'rejected', 'unknown'],
    ['with a space before the colon', { From: null, 'From ': SENDER }, 'rejected', 'unknown'],
    ['with a second From', { Sender: 'x', 'X-A': `b\r\nFrom: x@evil.example` }, 'rejected', 'unknown'],
    ['eight days old', { Date: new Date(Date.now() - 8 * DAY_MS).toUTCString() }, 'held', SENDER],
    ['without a date', { Date: null }, 'held', SENDER],
  ] as const)('%s', async (_, headers, outcome, origin) => {
    expect(await room.deliver(mail([STATEMENT], headers), [mailbox.address])).toMatchObject({ [outcome]: 1 });
    expect(await mailbox.items()).toMatchObject([{ outcome, origin, jobId: null }]);
    expect(room.mails).toEqual([]);
  });

  test('for a carrier whose format names no sender, or without a format', async () => {
    const { account } = mailbox;
    const open = await room.openMailbox({ email: {} });
    expect(await room.deliver(mail([STATEMENT]), [open.address])).toMatchObject({ rejected: 1 });
    expect((await open.items())[0]?.reason).toContain('Nobody may mail statements');
    const carrierId = await room.service.createCarrier({ account, config: null });
    const { json } = await account.call('POST', '/v1/email/addresses', { json: { carrierId } });
    expect(await room.deliver(mail([STATEMENT]), [Object(json).address])).toMatchObject({ rejected: 1 });
    expect((await mailbox.items())[0]?.reason).toContain('no statement format');
    expect(room.mails).toEqual([]);
  });

  test('for a suspended account', async () => {
    const { accountId } = mailbox.account;
    const setStatus = (status: string) =>
      room.service.database.system(
        (sql) => sql`update accounts set status = ${status} where account_id = ${accountId}`,
      );
    await setStatus('suspended');
    expect(await room.deliver(mail([STATEMENT]), [mailbox.address])).toMatchObject({ rejected: 1 });
    await setStatus('active');
    expect((await mailbox.items())[0]?.reason).toContain('suspended');
    expect(room.mails).toEqual([]);
  });

  test('for an unknown verdict of SES, which proves nothing', async () => {
    const verdicts = Object({ spf: 'SOFTFAIL', dkim: 'MAYBE' });
    expect(await room.deliver(mail([STATEMENT]), [mailbox.address], { verdicts })).toMatchObject({ held: 1 });
  });
});

describe('an allowed sender learns why nothing was accepted', () => {
  test.each([
    ['nothing is attached', mail([]), /no attachment/],
    ['six files are attached', mail(Array.from({ length: 6 }, () => STATEMENT)), /more than 5 attachments/],
    ['the end is missing', mail([STATEMENT]).slice(0, -12), /cut off/],
  ])('if %s', async (_, message, reason) => {
    expect(await room.deliver(message, [mailbox.address])).toMatchObject({ rejected: 1 });
    expect((await mailbox.items())[0]?.reason).toMatch(reason);
    expect(room.mails).toMatchObject([
      { to: SENDER, subject: 'No statement was taken in', text: expect.stringMatching(reason) },
    ]);
  });

  test('gets one answer, however often the message comes', async () => {
    const message = mail([]);
    for (let count = 0; count < 3; count++) await room.deliver(message, [mailbox.address]);
    expect(await mailbox.items()).toHaveLength(3);
    expect(room.mails).toHaveLength(1);
  });

  test('counter-case: an automatic message gets no answer, although its statement is accepted', async () => {
    const automatic = mail([STATEMENT], { 'Auto-Submitted': 'auto-generated' });
    expect(await room.deliver(automatic, [mailbox.address])).toMatchObject({ accepted: 1 });
    const bounce = mail([{ content: 'x' }]);
    expect(await room.deliver(bounce, [mailbox.address], { source: '' })).toMatchObject({ rejected: 1 });
    expect(room.mails).toEqual([]);
  });

  test('a failure to send the answer changes nothing', async () => {
    const { intake } = room;
    const failing = { ...intake, mailer: { send: () => Promise.reject(new Error('no mail today')) } };
    const errors: unknown[] = [];
    await room.drops.put('mail/unanswered', Buffer.from(mail([STATEMENT])));
    const counts = await receiveMail(
      { ...failing, onReplyError: (error) => errors.push(error) },
      { objectKey: 'mail/unanswered', recipients: [mailbox.address], envelopeSender: SENDER, verdicts: PROVEN },
    );
    expect([counts.accepted, errors.length]).toEqual([1, 1]);
  });

  test('the answer names no member: it repeats neither subject, text nor rows', async () => {
    const canary = 'JANE-CANARY';
    const content = statement([[canary, 10, { Name: canary }]]);
    const message = mail([{ content }, { content: `${canary}\n1`, name: 'x.csv' }], { Subject: canary });
    await room.deliver(message, [mailbox.address]);
    await room.service.runJobs();
    expect(room.mails).toHaveLength(1);
    expect(JSON.stringify(room.mails)).not.toContain(canary);
  });
});

test('throws if the bytes of a message are missing, so that SES calls again', async () => {
  const mailOf = { objectKey: 'mail/gone', recipients: [mailbox.address], envelopeSender: SENDER, verdicts: PROVEN };
  await expect(receiveMail(room.intake, mailOf)).rejects.toThrow('not where it was put');
  expect(await mailbox.items()).toEqual([]);
});

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
