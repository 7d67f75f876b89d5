import { once } from 'node:events';
import ses from 'aws-ses-v2-local';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { z } from 'zod';

export const USER = 'reports@harbor.example';
export const PASSWORD = 'p@ss:word/ü';

export interface RelayedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly bytes: Buffer;
  readonly isEncrypted: boolean;
  readonly user: string | null;
}

export interface RelayServer {
  readonly port: number;
  /** All accepted messages, oldest first. */
  readonly received: readonly RelayedMail[];
  /** Resolves once `count` messages were accepted. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

export type Refusal = { readonly code: number; readonly text: string } | null;

export interface RelayBehaviour {
  readonly options?: SMTPServerOptions;
  readonly port?: number;
  readonly host?: string;
  /** The answer to a sender, a recipient or a content; null accepts. */
  readonly onSender?: (address: string) => Refusal;
  readonly onRecipient?: (address: string) => Refusal;
}

/** Starts a real mail server that accepts mail from any client with the password. */
export async function startRelayServer(behaviour: RelayBehaviour = {}): Promise<RelayServer> {
  const received: RelayedMail[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = new SMTPServer({
    ...RELAY_CERTIFICATE,
    authOptional: false,
    logger: false,
    onAuth({ username, password }, _session, callback) {
      if (username === USER && password === PASSWORD) callback(null, { user: username });
      else callback(Object.assign(new Error('No such user or password'), { responseCode: 535 }));
    },
    onMailFrom: ({ address }, _session, callback) => callback(refusalOf(behaviour.onSender?.(address) ?? null)),
    onRcptTo: ({ address }, _session, callback) => callback(refusalOf(behaviour.onRecipient?.(address) ?? null)),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          bytes: Buffer.concat(chunks),
          isEncrypted: session.secure,
          user: session.user ?? null,
        });
        callback(null);
        for (const { count, resolve } of waiting) if (received.length >= count) resolve();
      });
    },
    ...behaviour.options,
  });
  server.on('error', () => {});
  const listening = server.listen(behaviour.port ?? 0, behaviour.host ?? '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port');
  return {
    port: address.port,
    received,
    arrived: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count, resolve });
          }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusalOf(refusal: Refusal): Error | null {
  return refusal === null ? null : Object.assign(new Error(refusal.text), { responseCode: refusal.code });
}

/** A self-signed certificate for localhost and 127.0.0.1 that exists only in these tests. Valid until 2126. */
export const RELAY_CERTIFICATE = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUXGzyCd+d60Keyvzhn8pDA9gXv60wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJTWFpbCB0ZXN0MCAXDTI2MTEyNjE4MzIzN1oYDzIxMjYxMTAy
MTgzMjM3WjAUMRIwEAYDVQQDDAlNYWlsIHRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR8bjOCQiitQZj6cmm367fcPOaHVvWtRVl8UCXHaQI4zUucUGLB0Hal
JUWdu7cBc/7+XCq5kTRiLBscCLrrADmzo28wbTAdBgNVHQ4EFgQUCHg0J7NrAktC
0MNYC5vVTVX5bBwwHwYDVR0jBBgwFoAUCHg0J7NrAktC0MNYC5vVTVX5bBwwGgYD
VR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
zj0EAwIDRwAwRAIgEibqNuB1SiBvG2Vj3ahgdpbw8mHsM4L4gsk38tDvqIsCIFGA
Fy3jAjn0Lc8GhPn0cyh2OZWpgHoLhzAEBQpeuetq
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfbPqily8UVBmCazE
d0Qxa7qmh2M23mtWV1tKbnzjg/ihRANCAAR8bjOCQiitQZj6cmm367fcPOaHVvWt
RVl8UCXHaQI4zUucUGLB0HalJUWdu7cBc/7+XCq5kTRiLBscCLrrADmz
-----END PRIVATE KEY-----
`,
} as const;

export interface SesServer {
  readonly endpoint: string;
  /** The accepted messages, in the server's own form. */
  readonly emails: () => Promise<readonly SesEmail[]>;
  close(): Promise<void>;
}

const store = z.object({
  emails: z.array(
    z.object({
      subject: z.string(),
      from: z.string(),
      destination: z.object({ to: z.array(z.string()), cc: z.array(z.string()), bcc: z.array(z.string()) }),
      body: z.object({ text: z.string().optional(), html: z.string().optional() }),
      attachments: z.array(z.object({ filename: z.string().optional(), contentType: z.string(), content: z.string() })),
    }),
  ),
});

type SesEmail = z.output<typeof store>['emails'][number];

/** The package is CommonJS, and Node's loader puts its default export one level deeper than the test runner's. */
const startSes: typeof ses.default = typeof ses === 'function' ? ses : ses.default;

/** Starts SES over the network, in memory, on the loopback interface only. */
export async function startSesServer(): Promise<SesServer> {
  const server = await startSes({ host: '127.0.0.1', port: 0 });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port');
  const endpoint = `http://127.0.0.1:${address.port}`;
  const readAll = async () => store.parse(await (await fetch(`${endpoint}/store`)).json()).emails;
  // The package keeps the messages of all servers of a process in one list.
  const earlier = (await readAll()).length;
  return {
    endpoint,
    emails: async () => (await readAll()).slice(earlier),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
