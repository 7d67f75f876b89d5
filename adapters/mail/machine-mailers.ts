import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import type { Mailer, MailFiling, SentMail } from '../../app/platform/mail.ts';
import { mimeOptions } from './ses-mailer.ts';

/** The time-out of a connection in milliseconds. A relay that answers at all does so within seconds; a large message has more time. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;
const IMPLICIT_TLS_PORT = 465;
const SUBMISSION_PORT = 587;

/** The mail server that takes the service's messages and passes them on. */
export interface SmtpRelay {
  /** The address without the password, for people: `smtps://mail.example.org:465`. */
  readonly name: string;
  /** Connects and signs in without sending. Returns null, or a sentence that says what is wrong. */
  check(): Promise<string | null>;
  /**
   * Sends one message, whose recipient is in its header `To`. Throws `MailRefused` when the relay will never take this message,
   * `MailPostponed` when it takes other messages at present but not this one, and any other error when it takes no message.
   */
  send(message: Uint8Array): Promise<void>;
}

/** A final refusal of one message, such as an unknown recipient. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** A temporary refusal of one message, such as a full mailbox. */
export class MailPostponed extends Error {
  override readonly name = 'MailPostponed';
}

export interface SmtpRelaySettings {
  /**
   * The address of the relay: `smtp://user:password@host:587` or `smtps://user:password@host:465`. User and password are percent-encoded.
   */
  readonly url: string;
  /** The sender's address in the envelope. */
  readonly from: string;
  /** Certificates of authorities to trust instead of the usual ones, as PEM. */
  readonly authority?: string;
}

/**
 * Makes the relay, without connecting. `smtps` begins with TLS. `smtp` requires STARTTLS, because messages contain personal data; only a
 * relay on this machine may work without it.
 */
export function createSmtpRelay({ url, from, authority }: SmtpRelaySettings): SmtpRelay {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const portNumber = port === '' ? (secure ? IMPLICIT_TLS_PORT : SUBMISSION_PORT) : Number(port);
  const transport = createTransport({
    host,
    port: portNumber,
    secure,
    requireTLS: !secure && !isThisMachine(host),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    tls: authority === undefined ? {} : { ca: authority },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    name: `${protocol}//${hostname}:${portNumber}`,
    async check() {
      try {
        await transport.verify();
        return null;
      } catch (error) {
        return explained(error);
      }
    },
    async send(message) {
      const to = await recipientOf(message);
      try {
        await transport.sendMail({ envelope: { from, to }, raw: Buffer.from(message) });
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

/** Returns true for names of this machine, where no one else can read the connection. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

async function recipientOf(message: Uint8Array): Promise<string> {
  const { to } = await PostalMime.parse(message);
  const address = to?.[0]?.address;
  if (address === undefined || to?.length !== 1) throw new MailRefused('The message has no single recipient.');
  return address;
}

/**
 * Classifies a failure. An answer about the recipient or the content concerns one message; an answer about the login or the sender concerns
 * all messages.
 */
function failureOf(error: unknown): Error {
  const sentence = explained(error);
  if (!(error instanceof Error)) return new Error(sentence);
  const status = 'responseCode' in error ? Number(error.responseCode) : 0;
  const command = 'command' in error ? error.command : '';
  if (status === 0 || (command !== 'RCPT TO' && command !== 'DATA')) return new Error(sentence, { cause: error });
  const Failure = status >= 500 ? MailRefused : MailPostponed;
  return new Failure(sentence, { cause: error });
}

/** Returns a sentence with the words of the relay or of the system. */
function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : '';
  if (code === 'EAUTH') return `The relay refused user and password (${error.message}).`;
  if (code === 'ETLS') return `The relay offers no valid TLS (${error.message}).`;
  const status = 'responseCode' in error ? Number(error.responseCode) : 0;
  return status > 0 ? `The relay answered: ${error.message}.` : `The relay can not be reached (${error.message}).`;
}

/**
 * Sends each message to the relay at once, and throws when the relay does not take it. It keeps nothing, so it is for messages whose
 * caller tries again.
 */
export function createRelayMailer(relay: SmtpRelay, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(mimeOptions(from, message));
      if (!Buffer.isBuffer(bytes)) throw new Error('The message was not composed in memory.');
      await relay.send(bytes);
    },
  };
}

/** Messages hold personal data, so only the service's own user may read them. */
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
const FROM = 'Commission reports <reports@localhost>';

/**
 * Stores each message as a file that mail programs open. `onKept` gets the path. The file name begins with the time and contains the
 * account, so that messages are deleted with their account.
 */
export async function openFolderMailer(
  directory: string,
  onKept: (path: string) => void,
  from = FROM,
): Promise<Mailer & SentMail> {
  await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
  await chmod(directory, DIRECTORY_MODE);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message, filing) {
      const { message: bytes } = await transport.sendMail(mimeOptions(from, message));
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}${filing === undefined ? '' : filedAs(filing)}`;
      const path = join(directory, `${name}.eml`);
      // The file is renamed when it is complete, so that a program watching the folder never sees a partial message.
      const draft = join(directory, `.${name}`);
      try {
        await writeFile(draft, bytes, { mode: FILE_MODE, flag: 'wx', flush: true });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      onKept(path);
    },
    async deleteSent(filing) {
      const names = (await readdir(directory)).filter((name) => name.includes(filedAs(filing)));
      for (const name of names) await rm(join(directory, name), { force: true });
      return names.length;
    },
  };
}

/** Returns the part of a file name that identifies the account. The part for answers to one message begins with the account's part. */
function filedAs({ accountId, about }: MailFiling): string {
  const key = about === undefined ? '' : createHash('sha256').update(about).digest('hex').slice(0, 32);
  return `_${accountId}_${key}`;
}
