import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addMonths, periodOfDate } from '../../core/period.ts';
import { type Agency, createAgency, statementOf } from '../support/agency-client.ts';
import { OPERATOR_TOKEN, type RunningService, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Tests `npm start` with statements from a carrier's mail program. */

const SENDER = 'pay@acme.example';
const PERIOD = addMonths(periodOfDate(new Date().toISOString()), -1);
const LEFT = 'left-by-a-crash';
const created = z.object({ id: z.string(), address: z.string() });
const accounts = z.object({ data: z.array(z.object({ id: z.string() })) });
const intake = z.object({
  data: z.array(z.object({ outcome: z.string(), jobId: z.string().nullable(), reason: z.string().nullable() })),
});

let directory: string;
let service: RunningService;
let agency: Agency;
let address: string;
let port: number;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cas-mail-'));
  await copyStartedData(directory);
  // A message that a crash left more than a week ago, before it was recorded.
  await mkdir(join(directory, 'drops/mail'), { recursive: true });
  await writeFile(join(directory, 'drops/mail', LEFT), 'a statement');
  await utimes(join(directory, 'drops/mail', LEFT), new Date(), new Date(Date.now() - 8 * 86_400_000));
  service = await startRunningService({
    dataDirectory: directory,
    environment: { SMTP_PORT: '0', EMAIL_DOMAIN: 'In.Example.com' },
  });
  port = Number(/smtp:\/\/127\.0\.0\.1:(\d+), for addresses at in\.example\.com/.exec(service.output())?.[1]);
  agency = await createAgency(service.url);
  const [account] = accounts.parse(await json('GET', '/v1/admin/accounts', { token: OPERATOR_TOKEN })).data;
  await json('PATCH', `/v1/admin/accounts/${account?.id}`, { token: OPERATOR_TOKEN, body: { tier: 'enterprise' } });
  const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
  const config = { fileType: 'csv', columns, email: { allowedSenders: ['@acme.example'] } };
  await json('POST', `/v1/carriers/${agency.carrierId}/configs`, { token: agency.token, body: config });
  const made = await json('POST', '/v1/email/addresses', {
    token: agency.token,
    body: { carrierId: agency.carrierId },
  });
  address = created.parse(made).address;
});
afterAll(async () => {
  await service.stop('SIGINT');
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function json(
  method: string,
  path: string,
  { token, body }: { readonly token: string; readonly body?: object },
): Promise<unknown> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const items = async () => intake.parse(await json('GET', '/v1/intake', { token: agency.token })).data;

const transport = () => createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });

const send = (to: string, content: string, from = SENDER) =>
  transport().sendMail({
    from,
    to,
    subject: 'Statement',
    text: 'Attached.',
    attachments: [{ filename: `acme-${PERIOD}.csv`, content }],
  });

/** Reads the mail that the service has sent, from the copies that it keeps on one machine. */
async function answers() {
  const names = await readdir(join(directory, 'mail'));
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(directory, 'mail', name)))));
}

describe('a statement by email', () => {
  it('is in the reports, and its sender gets an answer in the same thread', async () => {
    const { messageId } = await send(address, statementOf([['A', '50']]));
    const [item] = await items();
    expect(item).toMatchObject({ outcome: 'accepted' });
    expect((await agency.ended(item?.jobId ?? '')).status).toBe('completed');
    expect(await agency.get(`/v1/reports/rollup?period=${PERIOD}`)).toMatchObject({
      totals: { memberCount: 1, new: 1 },
    });
    const [answer] = await answers();
    expect(answer).toMatchObject({
      to: [{ address: SENDER }],
      subject: 'Your statement was taken in',
      inReplyTo: messageId,
      references: messageId,
      text: expect.stringContaining(`acme-${PERIOD}.csv: taken in for ${PERIOD}.`),
    });
    expect(answer?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }));
  });

  it('is shown when it comes twice, and answered once', async () => {
    const message = {
      from: SENDER,
      to: address,
      messageId: '<twice@acme.example>',
      attachments: [{ filename: `acme-${addMonths(PERIOD, -1)}.csv`, content: statementOf([['D', '50']]) }],
    };
    const before = (await answers()).length;
    for (let count = 0; count < 2; count++) await transport().sendMail(message);
    const [second, first] = await items();
    expect([first?.outcome, second?.outcome, second?.jobId]).toEqual(['accepted', 'duplicate', first?.jobId]);
    expect(await answers()).toHaveLength(before + 1);
  });

  it('that a crash left without an item is deleted in the end', async () => {
    await expect.poll(() => readdir(join(directory, 'drops/mail'))).not.toContain(LEFT);
  });

  it('from a sender that is not allowed is shown, and not answered', async () => {
    const before = (await answers()).length;
    await send(address, statementOf([['B', '50']]), 'x@evil.example');
    expect((await items())[0]).toMatchObject({ outcome: 'rejected', jobId: null });
    expect(await answers()).toHaveLength(before);
  });

  it('to an unknown address is accepted like any other, so that nobody learns valid addresses; other domains are refused', async () => {
    const before = (await items()).length;
    await send('nobody@in.example.com', statementOf([['C', '50']]));
    expect(await items()).toHaveLength(before);
    await expect(send('pay@elsewhere.example', 'x')).rejects.toThrow('No such mailbox');
  });

  it('is refused above 40 MB, whether or not the sender announces the size', async () => {
    const client = connect(port, '127.0.0.1');
    // The server closes the connection while much data is still in transit.
    client.on('error', () => {});
    let said = '';
    client.setEncoding('latin1').on('data', (text: string) => {
      said += text;
    });
    const answered = async (line: RegExp) => {
      while (!line.test(said)) await once(client, 'data');
      said = '';
    };
    const ask = async (command: string, line: RegExp) => {
      client.write(`${command}\r\n`);
      await answered(line);
    };
    await answered(/^220 /m);
    await ask('EHLO x', /^250 /m);
    await ask(`MAIL FROM:<${SENDER}> SIZE=${41 * 1024 * 1024}`, /^552 /m);
    await ask(`MAIL FROM:<${SENDER}>`, /^250 /m);
    await ask(`RCPT TO:<${address}>`, /^250 /m);
    await ask('DATA', /^354 /m);
    await ask(`${`${'a'.repeat(998)}\r\n`.repeat(42_000)}.`, /^552 /m);
    client.destroy();
    expect((await items()).filter(({ outcome }) => outcome === 'accepted')).toHaveLength(2);
  });
});
