import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSmtpRelay } from '../../adapters/mail/machine-mailers.ts';
import { WAITING_MAILS_MAX } from '../../core/limits/account-limits.ts';
import { createMailQueue, type OutgoingMail, openOutgoingMail, openServiceMail } from '../../server/outgoing-mail.ts';
import { describeMailContract } from '../adapters/mail/mail-contract.ts';
import {
  PASSWORD,
  RELAY_CERTIFICATE,
  type RelayBehaviour,
  type RelayServer,
  startRelayServer,
  USER,
} from '../adapters/mail/relay-server.ts';

/** Guarantee: a message waits in the folder, over restarts too, until the relay accepts it. */

let directory: string;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'outgoing-')), 'outgoing-mail');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(directory, { recursive: true, force: true });
});

interface Logged {
  readonly lines: string[];
  /** Resolves once the message was logged `count` times. */
  seen(message: string, count: number): Promise<void>;
}

function recordLog() {
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  const log = (_level: string, message: string) => {
    lines.push(message);
    for (const check of waiting) check();
  };
  const seen: Logged['seen'] = (message, count) =>
    new Promise((resolve) => {
      const check = () => {
        if (lines.filter((line) => line === message).length >= count) resolve();
      };
      waiting.push(check);
      check();
    });
  return { lines, seen, log };
}

async function startServer(behaviour: RelayBehaviour = {}): Promise<RelayServer> {
  const server = await startRelayServer(behaviour);
  closing.push(() => server.close());
  return server;
}

async function openMail(port: number, log = recordLog()): Promise<OutgoingMail & { readonly logged: Logged }> {
  const url = `smtp://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@localhost:${port}`;
  const relay = createSmtpRelay({ url, from: USER, authority: RELAY_CERTIFICATE.cert });
  const mail = await openOutgoingMail({ directory, relay, from: `Reports <${USER}>`, log: log.log, retryMs: 5 });
  closing.push(mail.close);
  return { ...mail, logged: log };
}

const message = (to: string) => ({ to, subject: 'Your weekly report', text: 'Hello' });

describeMailContract('a relay', async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'outgoing-')), 'outgoing-mail');
  const server = await startServer();
  const mail = await openMail(server.port);
  let sentCount = 0;
  const mailer = {
    async send(...args: Parameters<OutgoingMail['send']>) {
      await mail.send(...args);
      sentCount += 1;
    },
  };
  const received = async () => {
    await server.arrived(sentCount);
    return server.received.map(({ bytes }) => bytes);
  };
  return { mailer, readSent: received };
});

test('messages to a relay that is down wait, and are sent when it works again', async () => {
  const first = await startRelayServer();
  await first.close();
  const { send, logged } = await openMail(first.port);
  for (const to of ['one@lake.example', 'two@lake.example']) await send(message(to));
  await logged.seen('mail_waits', 2);
  expect(await readdir(directory)).toHaveLength(2);
  const back = await startServer({ port: first.port });
  await back.arrived(2);
  expect(back.received.flatMap(({ to }) => to).toSorted()).toEqual(['one@lake.example', 'two@lake.example']);
  expect(back.received.every(({ isEncrypted }) => isEncrypted)).toBe(true);
});

test('waiting messages are sent after a restart, and sent messages are deleted', async () => {
  const first = await startRelayServer();
  await first.close();
  const before = await openMail(first.port);
  await before.send(message('one@lake.example'));
  await before.logged.seen('mail_waits', 1);
  await before.close();
  const back = await startServer({ port: first.port });
  const after = await openMail(first.port);
  await back.arrived(1);
  await after.close();
  expect(await readdir(directory)).toEqual([]);
  const { from } = await PostalMime.parse(back.received[0]?.bytes ?? '');
  expect(from).toEqual({ name: 'Reports', address: USER });
});

test('a message that the relay refuses for good is kept under another file ending, and delays no other message', async () => {
  const server = await startServer({
    onRecipient: (address) => (address.startsWith('gone') ? { code: 550, text: 'No such mailbox' } : null),
  });
  const { send, logged, close } = await openMail(server.port);
  for (const to of ['gone@lake.example', 'two@lake.example']) await send(message(to));
  await server.arrived(1);
  await close();
  expect(logged.lines).toEqual(['mail_refused']);
  expect((await readdir(directory)).map((name) => name.replace(/^.*\./, '.'))).toEqual(['.refused']);
});

test('a message that the relay postpones is tried again, and delays no other message', async () => {
  let refusals = 2;
  const server = await startServer({
    onRecipient: (address) =>
      address.startsWith('full') && --refusals >= 0 ? { code: 452, text: 'Mailbox full' } : null,
  });
  const { send, logged } = await openMail(server.port);
  for (const to of ['full@lake.example', 'two@lake.example']) await send(message(to));
  await server.arrived(2);
  expect(server.received.flatMap(({ to }) => to)).toEqual(['two@lake.example', 'full@lake.example']);
  expect(logged.lines).toEqual(['mail_postponed', 'mail_postponed']);
});

test('the waiting messages of an account can be deleted', async () => {
  const first = await startRelayServer();
  await first.close();
  const { send, deleteSent } = await openMail(first.port);
  await send(message('one@lake.example'), { accountId: 'lake' });
  await send(message('two@lake.example'), { accountId: 'harbor' });
  expect(await deleteSent({ accountId: 'lake' })).toBe(1);
  expect(await readdir(directory)).toHaveLength(1);
});

/** Guarantee: a mail is sent after the answer, and a failed mail stops no other. */

test('a queue answers before it sends, in order, and goes on after a failure', async () => {
  const failures: unknown[] = [];
  const mails: string[] = [];
  const { add, settled } = createMailQueue((error) => failures.push(error));
  const gate = Promise.withResolvers<void>();
  add(async () => {
    await gate.promise;
    mails.push('first');
  });
  add(async () => {
    throw new Error('no mail server');
  });
  add(async () => {
    mails.push('third');
  });
  expect(mails).toEqual([]);
  gate.resolve();
  await settled();
  expect(mails).toEqual(['first', 'third']);
  expect(failures).toEqual([new Error('no mail server')]);
});

test('a flooded queue reports and drops further mails', async () => {
  const failures: unknown[] = [];
  let count = 0;
  const { add, settled } = createMailQueue((error) => failures.push(error));
  const gate = Promise.withResolvers<void>();
  for (let mail = 0; mail <= WAITING_MAILS_MAX; mail++)
    add(async () => {
      await gate.promise;
      count += 1;
    });
  gate.resolve();
  await settled();
  expect([count, failures.length]).toEqual([WAITING_MAILS_MAX, 1]);
});

test('a message that is sent directly tells at once that the relay does not take it, and is not kept', async () => {
  const server = await startServer({
    options: { disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
    onRecipient: (address) => (address === 'gone@lake.example' ? { code: 550, text: 'unknown' } : null),
  });
  const url = `smtp://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}`;
  const mail = await openServiceMail({ mailRelay: { url, from: USER } }, directory, recordLog().log);
  closing.push(mail.close);
  await expect(mail.direct?.send(message('gone@lake.example'))).rejects.toThrow('550');
  await mail.direct?.send(message('one@lake.example'));
  expect(server.received.flatMap(({ to }) => to)).toEqual(['one@lake.example']);
  expect(await readdir(join(directory, 'outgoing-mail'))).toEqual([]);
});
