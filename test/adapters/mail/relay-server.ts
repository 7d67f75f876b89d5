import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { RELAY_CERTIFICATE } from './relay-certificate.ts';

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
