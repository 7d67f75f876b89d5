import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import {
  createSmtpRelay,
  MailPostponed,
  MailRefused,
  openFolderMailer,
} from '../../../adapters/mail/machine-mailers.ts';
import { createSesClient, createSesMailer } from '../../../adapters/mail/ses-mailer.ts';
import { startBlackHole, startScriptedServer, TEST_CLIENT } from '../aws-server.ts';
import { describeMailContract } from './mail-contract.ts';
import {
  PASSWORD,
  RELAY_CERTIFICATE,
  type RelayBehaviour,
  type RelayServer,
  startRelayServer,
  startSesServer,
  USER,
} from './relay-server.ts';

/** Guarantee: a message reaches the relay encrypted and signed in, or the error says whether another attempt makes sense. */
describe('smtp relay', () => {
  describe('smtp relay', () => {
    const MESSAGE = Buffer.from('From: reports@harbor.example\r\nTo: office@lake.example\r\n\r\n.\r\nHello\r\n');
    const FROM = 'reports@harbor.example';
    const ELSEWHERE = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

    const servers: RelayServer[] = [];
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.close();
    });

    async function start(behaviour: RelayBehaviour = {}): Promise<RelayServer> {
      const server = await startRelayServer(behaviour);
      servers.push(server);
      return server;
    }

    function relayTo(scheme: string, port: number, { host = 'localhost', password = PASSWORD } = {}) {
      const login = `${encodeURIComponent(USER)}:${encodeURIComponent(password)}`;
      return createSmtpRelay({
        url: `${scheme}://${login}@${host}:${port}`,
        from: FROM,
        authority: RELAY_CERTIFICATE.cert,
      });
    }

    describe('a relay', () => {
      test.each([
        ['smtps', true],
        ['smtp', false],
      ] as const)('of %s gets the message unchanged, encrypted and with the login', async (scheme, secure) => {
        const { port, received } = await start({ options: { secure } });
        const relay = relayTo(scheme, port);
        expect(await relay.check()).toBeNull();
        await relay.send(MESSAGE);
        expect(received).toEqual([
          { from: FROM, to: ['office@lake.example'], bytes: MESSAGE, isEncrypted: true, user: USER },
        ]);
        expect(relay.name).toBe(`${scheme}://localhost:${port}`);
      });

      test('on this machine needs no TLS and no login', async () => {
        const { port, received } = await start({
          options: { disabledCommands: ['STARTTLS', 'AUTH'], authOptional: true },
        });
        await createSmtpRelay({ url: `smtp://127.0.0.1:${port}`, from: FROM }).send(MESSAGE);
        expect(received).toMatchObject([{ isEncrypted: false, user: null }]);
      });

      test.skipIf(ELSEWHERE === undefined)(
        'on another machine without TLS gets neither message nor password',
        async () => {
          const options = { disabledCommands: ['STARTTLS'], authOptional: true, allowInsecureAuth: true };
          const { port, received } = await start({ options, host: '0.0.0.0' });
          const relay = relayTo('smtp', port, { host: ELSEWHERE ?? '' });
          expect(await relay.check()).toMatch(/^The relay offers no valid TLS/);
          await expect(relay.send(MESSAGE)).rejects.toThrow('The relay offers no valid TLS');
          expect(received).toEqual([]);
        },
      );

      test('with an untrusted certificate gets nothing', async () => {
        const { port, received } = await start({ options: { secure: true } });
        const relay = createSmtpRelay({ url: `smtps://localhost:${port}`, from: FROM });
        expect(await relay.check()).toContain('self-signed certificate');
        await expect(relay.send(MESSAGE)).rejects.not.toThrow(MailRefused);
        expect(received).toEqual([]);
      });

      test('that refuses the password is asked again later, and the password is in no error', async () => {
        const { port } = await start({ options: { secure: true } });
        const relay = relayTo('smtps', port, { password: 'wrong-secret' });
        const sentence = await relay.check();
        expect(sentence).toMatch(/^The relay refused user and password \(.*535/);
        const error: unknown = await relay.send(MESSAGE).catch((thrown: unknown) => thrown);
        expect(error).not.toBeInstanceOf(MailRefused);
        expect(String(error)).toContain('The relay refused user and password');
        expect(`${sentence}${String(error)}`).not.toContain('wrong-secret');
      });

      test('that is down is asked again later', async () => {
        const { port, close } = await startRelayServer();
        await close();
        const relay = relayTo('smtp', port, { host: '127.0.0.1' });
        expect(await relay.check()).toMatch(/^The relay can not be reached .*ECONNREFUSED/);
        await expect(relay.send(MESSAGE)).rejects.not.toThrow(MailRefused);
      });

      test.each([
        { refusal: 'an unknown recipient', at: 'onRecipient', code: 550, kind: MailRefused },
        { refusal: 'a recipient whose mailbox is full', at: 'onRecipient', code: 452, kind: MailPostponed },
        { refusal: 'a sender it does not know', at: 'onSender', code: 553, kind: Error },
      ])('that refuses $refusal fails with $kind.name', async ({ at, code, kind }) => {
        const { port } = await start({ [at]: () => ({ code, text: 'Not now' }) });
        const error: unknown = await relayTo('smtp', port)
          .send(MESSAGE)
          .catch((thrown: unknown) => thrown);
        if (!(error instanceof Error)) throw new Error('The message was sent');
        expect(error.constructor).toBe(kind);
        expect(error.message).toContain('Not now');
      });
    });
  });

  describe('folder mailer', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mail-'));
    afterAll(() => rm(directory, { recursive: true, force: true }));

    async function openRoom() {
      const room = join(await mkdtemp(join(directory, 'room-')), 'mail');
      const kept: string[] = [];
      const mailer = await openFolderMailer(room, (path) => kept.push(path));
      const readSent = async () =>
        Promise.all((await readdir(room)).toSorted().map((name) => readFile(join(room, name))));
      return { room, kept, mailer, readSent };
    }

    describeMailContract('a folder', openRoom);

    test('writes each message to a file that only the user of the service may read, and returns its path', async () => {
      const { room, kept, mailer } = await openRoom();
      for (const text of ['one', 'two']) await mailer.send({ to: 'a@x.example', subject: 'x', text });
      const names = (await readdir(room)).toSorted();
      expect(names).toHaveLength(2);
      for (const name of names) expect(name).toMatch(/\.eml$/);
      expect(kept.toSorted()).toEqual(names.map((name) => join(room, name)));
      expect((await stat(kept[0] ?? '')).mode & 0o777).toBe(0o600);
      expect((await stat(room)).mode & 0o777).toBe(0o700);
    });

    test('throws if the folder is gone, and leaves no incomplete file', async () => {
      const { room, kept, mailer } = await openRoom();
      await rm(room, { recursive: true });
      await expect(mailer.send({ to: 'a@x.example', subject: 'x', text: 'x' })).rejects.toThrow('ENOENT');
      expect(kept).toEqual([]);
    });

    test("deletes an account's messages, or only the answers to one message, and keeps others", async () => {
      const { room, mailer } = await openRoom();
      const send = (accountId: string, about?: string) =>
        mailer.send(
          { to: 'a@x.example', subject: 'x', text: 'x' },
          { accountId, ...(about === undefined ? {} : { about }) },
        );
      await send('lake', 'mail/1');
      await send('lake', 'mail/2');
      await send('lake');
      await send('lakeside', 'mail/1');
      expect(await mailer.deleteSent({ accountId: 'lake', about: 'mail/1' })).toBe(1);
      expect(await mailer.deleteSent({ accountId: 'lake' })).toBe(2);
      expect(await mailer.deleteSent({ accountId: 'lake' })).toBe(0);
      expect(await readdir(room)).toHaveLength(1);
    });
  });
});

describe('ses mailer', () => {
  const FROM = 'Commission reports <reports@service.example>';
  const MESSAGE = { to: 'office@harbor.example', subject: 'Your weekly report', text: 'Hello' };

  const sendEmail = z.object({
    FromEmailAddress: z.string(),
    Destination: z.object({ ToAddresses: z.array(z.string()) }),
    Content: z.object({ Raw: z.object({ Data: z.base64() }) }),
  });

  /** Accepts every message and keeps the raw request. */
  async function startRecorder() {
    const requests: z.output<typeof sendEmail>[] = [];
    const server = await startScriptedServer((request, response) => {
      void buffer(request).then((body) => {
        requests.push(sendEmail.parse(JSON.parse(body.toString())));
        response.setHeader('Content-Type', 'application/json').end('{"MessageId":"m-1"}');
      });
    });
    onTestFinished(() => server.close());
    return { server, requests };
  }

  const connect = (endpoint: string, requestMs?: number) => createSesClient({ ...TEST_CLIENT, endpoint }, requestMs);

  describeMailContract('SES', async () => {
    const { server, requests } = await startRecorder();
    return {
      mailer: createSesMailer({ client: connect(server.endpoint), from: FROM }),
      readSent: async () => requests.map(({ Content }) => Buffer.from(Content.Raw.Data, 'base64')),
    };
  });

  test('names one recipient and the sender in the envelope', async () => {
    const { server, requests } = await startRecorder();
    const client = connect(server.endpoint);
    await createSesMailer({ client, from: FROM }).send(MESSAGE);
    expect(requests).toMatchObject([
      {
        FromEmailAddress: FROM,
        Destination: { ToAddresses: ['office@harbor.example'] },
      },
    ]);
  });

  test('is accepted by a server with the API of SES, which reads the same message', async () => {
    const ses = await startSesServer();
    onTestFinished(() => ses.close());
    await createSesMailer({ client: connect(ses.endpoint), from: FROM }).send({
      ...MESSAGE,
      html: '<p>Hello</p>',
      attachments: [{ filename: 'report.csv', contentType: 'text/csv', content: 'a\r\n1\r\n' }],
    });
    expect(await ses.emails()).toMatchObject([
      {
        subject: 'Your weekly report',
        from: expect.stringContaining('reports@service.example'),
        destination: { to: ['office@harbor.example'], cc: [], bcc: [] },
        body: { text: 'Hello', html: '<p>Hello</p>' },
        attachments: [
          { filename: 'report.csv', contentType: 'text/csv', content: Buffer.from('a\r\n1\r\n').toString('base64') },
        ],
      },
    ]);
  });

  test('throws a refusal by SES without a retry', async () => {
    let requests = 0;
    const server = await startScriptedServer((_request, response) => {
      requests += 1;
      response
        .writeHead(400, { 'Content-Type': 'application/json', 'x-amzn-errortype': 'MessageRejected' })
        .end('{"message":"Email address is not verified."}');
    });
    onTestFinished(() => server.close());
    const mailer = createSesMailer({ client: connect(server.endpoint), from: FROM });
    await expect(mailer.send(MESSAGE)).rejects.toThrow('Email address is not verified.');
    expect(requests).toBe(1);
  });

  test('throws after a bounded number of attempts for an endpoint that never answers', async () => {
    const hole = await startBlackHole();
    onTestFinished(() => hole.close());
    const mailer = createSesMailer({ client: connect(hole.endpoint, 50), from: FROM });
    await expect(mailer.send(MESSAGE)).rejects.toThrow(/time/i);
    expect(hole.connections()).toBe(3);
  });
});
