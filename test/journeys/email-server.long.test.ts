import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { SESEvent } from 'aws-lambda';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, it } from 'vitest';
import type { DiskDraft } from '../../adapters/object-store/disk-drop-store.ts';
import { type SmtpServer, startSmtpServer } from '../../server/smtp-server.ts';

/** Tests the mail server of one machine by the events that it makes. */

const ELSEWHERE = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

let server: SmtpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  isDiskFull = false;
});

interface Handled {
  readonly events: SESEvent[];
  readonly kept: Map<string, Uint8Array>;
  readonly logged: string[];
}

let isDiskFull = false;

async function start(host: string, handle: (event: SESEvent) => Promise<void> = async () => {}): Promise<Handled> {
  const handled: Handled = { events: [], kept: new Map(), logged: [] };
  server = await startSmtpServer({
    isDiskFull: async () => isDiskFull,
    host,
    port: 0,
    domain: 'in.example.com',
    dropStore: {
      draft: async () => draftIn(handled.kept),
      delete: async (key) => void handled.kept.delete(key),
    },
    async handler(event) {
      handled.events.push(event);
      await handle(event);
    },
    log: (_level, message) => void handled.logged.push(message),
  });
  return handled;
}

/** Makes a draft in memory, which moves into `kept` when it is complete. */
function draftIn(kept: Map<string, Uint8Array>): DiskDraft {
  let bytes = Buffer.alloc(0);
  return {
    async write(offset, piece) {
      expect(offset).toBe(bytes.byteLength);
      bytes = Buffer.concat([bytes, piece]);
    },
    keepAs: async (key, byteSize) => void kept.set(key, bytes.subarray(0, byteSize)),
    discard: async () => {},
  };
}

const send = (host: string, text = 'Hello', from = 'pay@acme.example') =>
  createTransport({ host, port: server?.port, ignoreTLS: true }).sendMail({
    envelope: { from, to: 'a@in.example.com' },
    raw: `From: pay@acme.example\r\n\r\n${text}\r\n`,
  });

const verdictsOf = ({ Records: [record] }: SESEvent) => {
  const receipt = record?.ses.receipt;
  return [
    receipt?.spamVerdict,
    receipt?.virusVerdict,
    receipt?.spfVerdict,
    receipt?.dkimVerdict,
    receipt?.dmarcVerdict,
  ].map((verdict) => verdict?.status);
};

describe('a message', () => {
  it('from this machine counts as verified, is stored before the function is called, and keeps the null sender', async () => {
    const { events, kept } = await start('127.0.0.1');
    await send('127.0.0.1', 'Hello', '');
    const [event] = events;
    if (event === undefined) throw new Error('The function was not called');
    expect(verdictsOf(event)).toEqual(Array(5).fill('PASS'));
    const mail = event.Records[0]?.ses.mail;
    expect(mail?.source).toBe('');
    const bytes = kept.get(`mail/${mail?.messageId}`) ?? [];
    expect(Buffer.from(bytes).toString()).toBe('From: pay@acme.example\r\n\r\nHello\r\n');
  });

  it.skipIf(ELSEWHERE === undefined)('from elsewhere is unverified', async () => {
    const { events } = await start('0.0.0.0');
    await send(ELSEWHERE ?? '');
    expect(events.map(verdictsOf)).toEqual([Array(5).fill('PROCESSING_FAILED')]);
  });

  it('goes back to its sender when the function fails, is not stored, and keeps its id when it comes again', async () => {
    let failures = 1;
    const { events, kept } = await start('127.0.0.1', async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('The database is away');
    });
    await expect(send('127.0.0.1')).rejects.toThrow(/451/);
    expect(kept.size).toBe(0);
    await send('127.0.0.1');
    expect(kept.size).toBe(1);
    const [first, again] = idsOf(events);
    expect(again).toBe(first);
  });

  it('that comes again after it was accepted is another delivery, as with SES', async () => {
    const { events } = await start('127.0.0.1');
    for (let count = 0; count < 3; count++) await send('127.0.0.1');
    expect(new Set(idsOf(events)).size).toBe(3);
  });

  it('has at most a hundred recipients, and causes no error when its sender hangs up in the middle', async () => {
    const { events, logged } = await start('127.0.0.1');
    const client = connect(server?.port ?? 0, '127.0.0.1');
    const answer = async () => String(await once(client, 'data')).slice(0, 3);
    const ask = (line: string) => {
      client.write(`${line}\r\n`);
      return answer();
    };
    await answer();
    for (const line of ['EHLO x', 'MAIL FROM:<a@acme.example>']) await ask(line);
    for (let count = 0; count < 100; count++) expect(await ask(`RCPT TO:<${count}@in.example.com>`)).toBe('250');
    expect(await ask('RCPT TO:<more@in.example.com>')).toBe('452');
    expect(await ask('DATA')).toBe('354');
    client.write('From: pay@acme.example\r\n\r\nhalf');
    client.destroy();
    await send('127.0.0.1');
    expect(events).toHaveLength(1);
    expect(logged).not.toContain('mail_not_received');
  });

  it('is received although many others are connected and silent, or never end their message', async () => {
    const { events } = await start('127.0.0.1');
    const others: Socket[] = [];
    const join = async () => {
      const other = connect(server?.port ?? 0, '127.0.0.1').on('error', () => {});
      others.push(other);
      await once(other, 'connect');
      return other;
    };
    const beginMessage = async () => {
      const other = await join();
      await once(other, 'data');
      for (const line of ['EHLO x', 'MAIL FROM:<a@acme.example>', 'RCPT TO:<a@in.example.com>', 'DATA']) {
        other.write(`${line}\r\n`);
        await once(other, 'data');
      }
    };
    for (let round = 0; round < 2; round++) await Promise.all(Array.from({ length: 10 }, beginMessage));
    await Promise.all(Array.from({ length: 100 }, join));
    await send('127.0.0.1');
    expect(events).toHaveLength(1);
    for (const other of others) other.destroy();
  });
});

const idsOf = (events: readonly SESEvent[]) => events.map(({ Records: [record] }) => record?.ses.mail.messageId);

it('names the setting to change when its port is in use', async () => {
  await start('127.0.0.1');
  const taken = server;
  const port = taken?.port ?? 0;
  const second = startSmtpServer({
    isDiskFull: async () => false,
    host: '127.0.0.1',
    port,
    domain: 'in.example.com',
    dropStore: { draft: async () => draftIn(new Map()), delete: async () => {} },
    handler: async () => {},
    log: () => {},
  });
  await expect(second).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken by another program. Set SMTP_PORT to a free one, or to 0.`,
  );
});

it('asks the sender to repeat a message while the disk is full, and keeps nothing of it', async () => {
  const handled = await start('127.0.0.1');
  isDiskFull = true;
  await expect(send('127.0.0.1')).rejects.toThrow(/452 The disk of the service is full/);
  expect(handled).toMatchObject({ events: [], logged: [] });
  expect(handled.kept.size).toBe(0);
  isDiskFull = false;
  await send('127.0.0.1');
  expect(handled.events).toHaveLength(1);
});
