import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { purgeDue } from '../../../app/files/purge-due.ts';
import { SCHEDULED_TASK_LIMITS } from '../../../core/limits/job-limits.ts';
import { addMonths } from '../../../core/period.ts';
import { createMailPurge } from '../../../lambdas/runtime/intake-services.ts';
import { STATEMENT_CONFIG, statement } from '../../support/service.ts';
import { type Mailbox, mail, PERIOD, SENDER, startMailRoom } from './mail-room.ts';

const room = await startMailRoom();
afterAll(() => room.close());

let members = 0;
/** Makes different bytes each time. */
function csv(): string {
  members += 1;
  return statement([[`M${members}`, 10]]);
}

async function jobsOf({ account }: Mailbox): Promise<number> {
  const { json } = await account.call('GET', '/v1/jobs');
  return z.object({ data: z.array(z.unknown()) }).parse(json).data.length;
}

const lastSent = () => room.mails.at(-1);

describe('a mailed statement', () => {
  test('becomes an ordinary upload, is processed, shown and answered', async () => {
    const mailbox = await room.openMailbox();
    const message = mail([{ content: csv() }], {
      'Message-ID': '<first@acme.example>',
      References: '<zero@acme.example>',
    });
    expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 1 });
    await room.service.runJobs();
    const [item] = await mailbox.items();
    expect(item).toMatchObject({
      source: 'email',
      origin: SENDER,
      fileName: `acme-${PERIOD}.csv`,
      carrierId: mailbox.carrierId,
      period: PERIOD,
      outcome: 'accepted',
      reason: null,
    });
    const { json: job } = await mailbox.account.call('GET', `/v1/jobs/${item?.jobId}`);
    expect(job).toMatchObject({ status: 'completed', mode: 'ingest', period: PERIOD, stats: { rowsIngested: 1 } });
    const { json: files } = await mailbox.account.call('GET', '/v1/files');
    expect(files).toMatchObject({
      data: [{ source: 'email', status: 'active', originalFilename: `acme-${PERIOD}.csv` }],
    });
    expect(lastSent()).toEqual({
      to: SENDER,
      subject: 'Your statement was taken in',
      text: expect.stringContaining(`acme-${PERIOD}.csv: taken in for ${PERIOD}.`),
      answers: { messageId: '<first@acme.example>', references: ['<zero@acme.example>'] },
    });
    const audit = await room.service.database.system(
      (sql) => sql`
        select actor from audit_entries where account_id = ${mailbox.account.accountId} and action = 'file.upload'`,
    );
    expect([...audit]).toEqual([{ actor: `email:${SENDER}` }]);
  });

  test('makes one file per attachment, and reports each in the answer', async () => {
    const mailbox = await room.openMailbox();
    const before = addMonths(PERIOD, -1);
    const counts = await room.deliver(
      mail([
        { content: csv() },
        { content: csv(), name: `acme-${before}.csv` },
        { content: csv(), name: 'acme.csv' },
        { content: '%PDF-1.7\n', name: `letter-${PERIOD}.pdf`, type: 'application/pdf' },
        { content: csv(), name: 'acme-2015-01.csv' },
      ]),
      [mailbox.address],
    );
    expect(counts).toEqual({ accepted: 2, rejected: 2, duplicate: 0, held: 1, forNobody: 0 });
    expect(lastSent()?.subject).toBe('2 of 5 attachments were taken in');
    for (const words of [
      `taken in for ${PERIOD}.`,
      `taken in for ${before}.`,
      'has no month in it',
      'a PDF document',
      'Jan 2015 is not among',
    ])
      expect(lastSent()?.text).toContain(words);
    expect((await mailbox.items()).map(({ outcome }) => outcome).toSorted()).toEqual([
      'accepted',
      'accepted',
      'held',
      'rejected',
      'rejected',
    ]);
  });

  test('is rejected for a month that has one; it never silently replaces it', async () => {
    const mailbox = await room.openMailbox();
    await room.deliver(mail([{ content: csv() }]), [mailbox.address]);
    expect(await room.deliver(mail([{ content: csv() }]), [mailbox.address])).toMatchObject({ rejected: 1 });
    expect((await mailbox.items())[0]).toMatchObject({ outcome: 'rejected', period: PERIOD, jobId: null });
    expect(lastSent()?.text).toContain('The month already has a statement');
  });

  test('is accepted as plain text with a file name, which some programs send for CSV', async () => {
    const mailbox = await room.openMailbox();
    const attached = { content: csv(), type: 'text/plain; charset=us-ascii', disposition: 'inline' };
    expect(await room.deliver(mail([attached]), [mailbox.address])).toMatchObject({ accepted: 1 });
  });

  test('ignores pictures in the signature', async () => {
    const mailbox = await room.openMailbox();
    const logo = {
      content: new Uint8Array([137, 80, 78, 71]),
      name: 'logo.png',
      type: 'image/png',
      disposition: 'inline',
    };
    const counts = await room.deliver(mail([{ content: csv() }, ...Array.from({ length: 6 }, () => logo)]), [
      mailbox.address,
    ]);
    expect(counts).toEqual({ accepted: 1, rejected: 0, duplicate: 0, held: 0, forNobody: 0 });
  });
});

describe('the period of a mailed statement', () => {
  test('comes from the decoded subject', async () => {
    const mailbox = await room.openMailbox({ email: { allowedSenders: ['@acme.example'], periodFrom: 'subject' } });
    const subject = `=?utf-8?B?${Buffer.from(`Für ${PERIOD}`).toString('base64')}?=`;
    const message = mail([{ content: csv(), name: 'any.csv' }], { Subject: subject });
    expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 1 });
    expect((await mailbox.items())[0]).toMatchObject({ period: PERIOD });
    const unclear = mail([{ content: csv() }], { Subject: 'January 2026 and February 2026' });
    expect(await room.deliver(unclear, [mailbox.address])).toMatchObject({ rejected: 1 });
    expect((await mailbox.items())[0]?.reason).toMatch(
      /subject of the message has several months in it: 2026-01, 2026-02/,
    );
  });

  test('comes from the rows: the month of most of them', async () => {
    const columns = { ...STATEMENT_CONFIG.columns, coverage_month: 'Month' };
    const email = { allowedSenders: [SENDER], periodFrom: 'statement' };
    const mailbox = await room.openMailbox({ columns, email });
    const rows = (months: readonly string[]) =>
      ['Member ID,Commission,Month', ...months.map((month, n) => `M${n},1,${month}`)].join('\n');
    const content = rows([PERIOD, addMonths(PERIOD, -1), PERIOD]);
    expect(await room.deliver(mail([{ content, name: 'any.csv' }]), [mailbox.address])).toMatchObject({ accepted: 1 });
    expect((await mailbox.items())[0]).toMatchObject({ period: PERIOD });
    const even = rows([PERIOD, addMonths(PERIOD, -1)]);
    expect(await room.deliver(mail([{ content: even }]), [mailbox.address])).toMatchObject({ rejected: 1 });
    expect((await mailbox.items())[0]?.reason).toMatch(/has several months in it/);
    expect(await room.deliver(mail([{ content: 'Member ID\nM1' }]), [mailbox.address])).toMatchObject({ rejected: 1 });
    expect((await mailbox.items())[0]?.reason).toContain('commission_amount');
  });

  test('comes from the rows of an earlier layout that is read too', async () => {
    const email = { allowedSenders: [SENDER], periodFrom: 'statement' };
    const columns = { ...STATEMENT_CONFIG.columns, coverage_month: 'Month' };
    const mailbox = await room.openMailbox({ columns, email });
    const newer = { member_external_id: 'Policy', commission_amount: 'Net', coverage_month: 'Due' };
    const json = { ...STATEMENT_CONFIG, columns: newer, email, readsPrevious: true };
    const added = await mailbox.account.call('POST', `/v1/carriers/${mailbox.carrierId}/configs`, { json });
    expect(added.status).toBe(201);
    const content = `Member ID,Commission,Month\nM1,1,${PERIOD}\n`;
    expect(await room.deliver(mail([{ content, name: 'any.csv' }]), [mailbox.address])).toMatchObject({ accepted: 1 });
    expect((await mailbox.items())[0]).toMatchObject({ period: PERIOD });
    const unread = 'Member,Sum\nM1,1\n';
    expect(await room.deliver(mail([{ content: unread }]), [mailbox.address])).toMatchObject({ rejected: 1 });
    expect((await mailbox.items())[0]?.reason).toContain('Policy');
  });
});

describe('a repeated message or statement', () => {
  test('does nothing when the function is called twice for one delivery', async () => {
    const mailbox = await room.openMailbox();
    const message = mail([{ content: csv() }]);
    for (let call = 0; call < 2; call++)
      expect(await room.deliver(message, [mailbox.address], { id: 'once' })).toMatchObject({ accepted: 1 });
    expect(await mailbox.items()).toHaveLength(1);
  });

  test('makes no job for a repeated delivery of a message, is logged as a duplicate, and is not answered', async () => {
    const mailbox = await room.openMailbox();
    const message = mail([{ content: csv() }]);
    await room.deliver(message, [mailbox.address]);
    const [first] = await mailbox.items();
    const mailCount = room.mails.length;
    expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 0, duplicate: 1 });
    const items = await mailbox.items();
    expect(items.map(({ outcome, jobId }) => [outcome, jobId])).toEqual([
      ['duplicate', first?.jobId],
      ['accepted', first?.jobId],
    ]);
    expect(room.mails).toHaveLength(mailCount);
  });

  test('is recognized without a Message-ID, and after its statement was retracted', async () => {
    const mailbox = await room.openMailbox();
    const message = mail([{ content: csv() }], { 'Message-ID': null });
    await room.deliver(message, [mailbox.address]);
    await room.service.runJobs();
    const [first] = await mailbox.items();
    expect((await mailbox.account.call('DELETE', `/v1/files/${first?.fileId}`)).status).toBe(202);
    await room.service.runJobs();
    const mailCount = room.mails.length;
    expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 0, duplicate: 1 });
    expect((await mailbox.items()).map(({ outcome, jobId }) => [outcome, jobId])).toEqual([
      ['duplicate', first?.jobId],
      ['accepted', first?.jobId],
    ]);
    expect(room.mails).toHaveLength(mailCount);
  });

  test('is an ordinary upload if the same bytes come for another month, or after a retraction', async () => {
    const mailbox = await room.openMailbox();
    const content = csv();
    await room.deliver(mail([{ content }]), [mailbox.address]);
    const before = mail([{ content, name: `acme-${addMonths(PERIOD, -1)}.csv` }]);
    expect(await room.deliver(before, [mailbox.address])).toMatchObject({ accepted: 1, duplicate: 0 });
    await room.service.runJobs();
    const [, first] = await mailbox.items();
    await mailbox.account.call('DELETE', `/v1/files/${first?.fileId}`);
    await room.service.runJobs();
    expect(await room.deliver(mail([{ content }]), [mailbox.address])).toMatchObject({ accepted: 1, duplicate: 0 });
  });

  test('is recognized although its job failed, so that somebody with a copy cannot try the message again', async () => {
    const mailbox = await room.openMailbox();
    const message = mail([{ content: 'Other,Columns\n1,2' }]);
    expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 1 });
    await room.service.runJobs();
    expect((await mailbox.account.call('GET', '/v1/jobs?status=failed')).json).toMatchObject({ data: [{}] });
    expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 0, duplicate: 1 });
    expect(await jobsOf(mailbox)).toBe(1);
  });

  test('makes no job for the same bytes in another message, and tells its sender', async () => {
    const mailbox = await room.openMailbox();
    const content = csv();
    await room.deliver(mail([{ content }]), [mailbox.address]);
    expect(await room.deliver(mail([{ content }]), [mailbox.address])).toMatchObject({ accepted: 0, duplicate: 1 });
    expect(lastSent()?.text).toContain('received before');
  });

  test('is reported by the message that made the job, even if the other of two concurrent messages was recorded first', async () => {
    const mailbox = await room.openMailbox();
    const content = csv();
    const by = {
      ...room.intake,
      items: {
        ...room.intake.items,
        recordDelivery: async (...args: Parameters<typeof room.intake.items.recordDelivery>) => {
          expect(await room.deliver(mail([{ content }]), [mailbox.address])).toMatchObject({ duplicate: 1 });
          return room.intake.items.recordDelivery(...args);
        },
      },
    };
    expect(await room.deliver(mail([{ content }]), [mailbox.address], { by })).toMatchObject({ accepted: 1 });
    expect(lastSent()?.text).toContain(`taken in for ${PERIOD}.`);
    expect((await mailbox.items()).map(({ outcome }) => outcome)).toEqual(['accepted', 'duplicate']);
  });

  test('is a duplicate, not a second file of the month, if the API got the same bytes a moment before', async () => {
    const mailbox = await room.openMailbox();
    const content = csv();
    let uploaded: unknown;
    const by = {
      ...room.intake,
      drops: {
        ...room.intake.drops,
        findIdentical: async (bytes: Parameters<typeof room.intake.drops.findIdentical>[0]) => {
          const seen = await room.intake.drops.findIdentical(bytes);
          uploaded ??= (
            await mailbox.account.upload({ carrierId: mailbox.carrierId, period: '2026-05', file: content })
          ).json;
          return seen;
        },
      },
    };
    expect(await room.deliver(mail([{ content, name: '2026-05.csv' }]), [mailbox.address], { by })).toMatchObject({
      duplicate: 1,
    });
    const [item] = await mailbox.items();
    expect(item).toMatchObject({ outcome: 'duplicate', jobId: Object(uploaded).jobId });
  });

  test('makes one job for a file that is attached twice', async () => {
    const mailbox = await room.openMailbox();
    const content = csv();
    const counts = await room.deliver(mail([{ content }, { content, name: `copy-${PERIOD}.csv` }]), [mailbox.address]);
    expect(counts).toMatchObject({ accepted: 1, duplicate: 1 });
    expect(await jobsOf(mailbox)).toBe(1);
  });

  test('makes one job and one answer for ten concurrent deliveries of a message', async () => {
    const mailbox = await room.openMailbox();
    const message = mail([{ content: csv() }]);
    const before = room.mails.length;
    await Promise.all(Array.from({ length: 10 }, () => room.deliver(message, [mailbox.address])));
    const items = await mailbox.items();
    expect(items.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', ...Array(9).fill('duplicate')]);
    expect(room.mails).toHaveLength(before + 1);
    expect(new Set(items.map(({ jobId }) => jobId)).size).toBe(1);
    expect(await jobsOf(mailbox)).toBe(1);
  });

  test('reads an attachment that an earlier delivery did not reach', async () => {
    const mailbox = await room.openMailbox();
    const attached = [{ content: csv() }, { content: csv(), name: `acme-${addMonths(PERIOD, -1)}.csv` }];
    const headers = { 'Message-ID': '<cut@acme.example>' };
    await room.deliver(mail(attached.slice(0, 1), headers), [mailbox.address]);
    expect(await room.deliver(mail(attached, headers), [mailbox.address])).toMatchObject({ accepted: 1, duplicate: 1 });
  });
});

describe('several recipients', () => {
  test('makes one job for each of two carriers, and ignores other domains', async () => {
    const mailbox = await room.openMailbox();
    const other = await room.openMailbox();
    const to = [mailbox.address.toUpperCase(), other.address, 'someone@else.example', mailbox.address];
    expect(await room.deliver(mail([{ content: csv() }]), to)).toEqual({
      accepted: 2,
      rejected: 0,
      duplicate: 0,
      held: 0,
      forNobody: 0,
    });
    expect(await mailbox.items()).toHaveLength(1);
    expect(await other.items()).toHaveLength(1);
  });

  test('makes one job and one answer for two addresses of a carrier, and one job per workspace', async () => {
    const { account, carrierId, address, items } = await room.openMailbox();
    const add = async (workspaceId?: string) => {
      const { json } = await account.call('POST', '/v1/email/addresses', { json: { carrierId, workspaceId } });
      return typeof json === 'object' && json !== null && 'address' in json ? String(json.address) : '';
    };
    const twin = await add();
    const before = room.mails.length;
    expect(await room.deliver(mail([{ content: csv() }]), [address, twin])).toMatchObject({
      accepted: 1,
      duplicate: 1,
    });
    // A second answer would wrongly say that nothing was accepted.
    expect(room.mails).toHaveLength(before + 1);
    const west = await room.service.createWorkspace(account, 'West');
    const [first, second] = [await add(account.workspaceId), await add(west)];
    const earlier = mail([{ content: csv(), name: `acme-${addMonths(PERIOD, -1)}.csv` }]);
    expect(await room.deliver(earlier, [first])).toMatchObject({ accepted: 1 });
    expect(await room.deliver(earlier, [second])).toMatchObject({ accepted: 1 });
    expect(await room.deliver(mail([{ content: csv() }]), [address])).toMatchObject({ rejected: 1 });
    expect((await items())[0]?.reason).toContain('workspace');
  });

  test('answers for each of two workspaces of a carrier, unless the answers are equal', async () => {
    const { account, carrierId } = await room.openMailbox();
    const west = await room.service.createWorkspace(account, 'West');
    const add = async (workspaceId: string) => {
      const { json } = await account.call('POST', '/v1/email/addresses', { json: { carrierId, workspaceId } });
      return typeof json === 'object' && json !== null && 'address' in json ? String(json.address) : '';
    };
    const [first, second] = [await add(account.workspaceId), await add(west)];
    const answersTo = async (message: string) => {
      const before = room.mails.length;
      const counts = await room.deliver(message, [first, second]);
      return { counts, answers: room.mails.slice(before).map(({ text }) => text.split('\n')[0]) };
    };
    const name = `acme-${PERIOD}.csv`;
    const takenIn = `${name}: taken in for ${PERIOD}.`;
    const refused = expect.stringContaining('The month already has a statement');
    await room.deliver(mail([{ content: csv() }]), [second]);
    const taken = mail([{ content: csv() }]);
    expect(await answersTo(taken)).toMatchObject({
      counts: { accepted: 1, rejected: 1 },
      answers: [takenIn, refused],
    });
    // A repeated delivery gives the same result in both workspaces.
    expect(await answersTo(taken)).toMatchObject({ counts: { duplicate: 1, rejected: 1 }, answers: [] });
    expect(await answersTo(mail([{ content: csv() }]))).toMatchObject({ counts: { rejected: 2 }, answers: [refused] });
  });

  test('ignores a domain that only ends like ours, and an address with extra text before the @', async () => {
    const { address } = await room.openMailbox();
    const [localPart] = address.split('@');
    for (const to of [`${localPart}@evil-inbound.example.com`, `${localPart}+x@inbound.example.com`, `x${address}`, ''])
      expect(await room.deliver(mail([{ content: csv() }]), [to])).toMatchObject({ forNobody: 1 });
  });
});

describe('the stored message', () => {
  test('is deleted with the raw bytes of its statement, or after a week if it was rejected', async () => {
    const mailbox = await room.openMailbox();
    const two = [{ content: csv() }, { content: csv(), name: `acme-${addMonths(PERIOD, -1)}.csv` }];
    await room.deliver(mail(two), [mailbox.address], { id: 'taken' });
    await room.deliver(mail([]), [mailbox.address], { id: 'not-taken' });
    const purge = async () => {
      const mails = createMailPurge({ database: room.service.database, dropStore: room.drops });
      return (await purgeDue(mails, SCHEDULED_TASK_LIMITS, () => 0)).purged;
    };
    const kept = async () =>
      [await room.drops.get('mail/taken'), await room.drops.get('mail/not-taken')].map((bytes) => bytes !== null);
    await purge();
    expect(await kept()).toEqual([true, true]);
    await room.service.runJobs();
    const fileIds = (await mailbox.items()).flatMap(({ fileId }) => (typeof fileId === 'string' ? [fileId] : []));
    for (const fileId of fileIds)
      expect((await mailbox.account.call('POST', `/v1/files/${fileId}/purge`)).status).toBe(200);
    expect(await purge()).toBe(1);
    expect(await kept()).toEqual([false, true]);
    await room.service.database.system(
      (sql) => sql`
        update intake_items set received_at = clock_timestamp() - interval '8 days'
        where account_id = ${mailbox.account.accountId}`,
    );
    expect(await purge()).toBe(1);
    expect(await kept()).toEqual([false, false]);
  });
});
