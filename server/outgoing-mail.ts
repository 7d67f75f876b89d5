import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createRelayMailer,
  createSmtpRelay,
  MailPostponed,
  MailRefused,
  openFolderMailer,
  type SmtpRelay,
} from '../adapters/mail/machine-mailers.ts';
import type { DiskLifecycle } from '../adapters/object-store/disk-object-store.ts';
import type { Mailer, SentMail } from '../app/platform/mail.ts';
import { SENT_MAIL_KEPT_DAYS, WAITING_MAILS_MAX } from '../core/limits/account-limits.ts';
import type { Log } from '../lambdas/runtime/log.ts';
import type { Settings } from './settings.ts';

export interface ServiceMail extends SentMail {
  readonly mailer: Mailer;
  /** Sends at once, and throws when the relay does not take the message. Null when messages stay on this machine. */
  readonly direct: Mailer | null;
  /** Null when messages stay on this machine. */
  readonly relay: MailRelayState | null;
  readonly lifecycles: readonly DiskLifecycle[];
  close(): Promise<void>;
}

export interface MailRelayState {
  /** The address of the relay without the password. */
  readonly name: string;
  readonly from: string;
  /** A sentence that says why the relay could not be used at the start; null when it could. */
  readonly problem: string | null;
}

/**
 * Opens the mail that the service sends: through the relay of the settings, or else as files. The folder of the files stays open beside a
 * relay, so that deletions reach earlier messages.
 */
export async function openServiceMail(
  { mailRelay }: Pick<Settings, 'mailRelay'>,
  dataDirectory: string,
  log: Log,
): Promise<ServiceMail> {
  const kept = join(dataDirectory, 'mail');
  const folder = await openFolderMailer(kept, (path) => log('info', 'mail_kept', { path }));
  // The folder of a relay that is no longer set may hold messages, which are deleted in time as well.
  const waiting = join(dataDirectory, 'outgoing-mail');
  const lifecycles = [kept, waiting].map((directory) => ({ directory, keptDays: SENT_MAIL_KEPT_DAYS }));
  if (mailRelay === null) {
    const left = await openFolderMailer(waiting, () => {});
    return {
      ...{ mailer: folder, direct: null, relay: null, lifecycles, close: async () => {} },
      deleteSent: deleteFromBoth(folder, left),
    };
  }
  const relay = createSmtpRelay(mailRelay);
  const problem = await relay.check();
  if (problem !== null) log('error', 'mail_relay_unusable', { relay: relay.name, problem });
  const from = `Commission reports <${mailRelay.from}>`;
  const outgoing = await openOutgoingMail({ directory: waiting, relay, from, log });
  return {
    ...{ mailer: outgoing, direct: createRelayMailer(relay, from), lifecycles, close: outgoing.close },
    relay: { name: relay.name, from: mailRelay.from, problem },
    deleteSent: deleteFromBoth(folder, outgoing),
  };
}

function deleteFromBoth(folder: SentMail, other: SentMail): SentMail['deleteSent'] {
  return async (filing) => (await folder.deleteSent(filing)) + (await other.deleteSent(filing));
}

export interface MailQueue {
  /** Queues a mail. It is sent after the answer to the request that caused it. */
  add(send: () => Promise<void>): void;
  /** Resolves when all mails that wait now are sent. */
  settled(): Promise<void>;
}

/**
 * Creates a queue of mails in memory, which are sent one after the other. It stores nothing about an address that a stranger types. A mail
 * that is lost with the process is asked for again by its person. Above WAITING_MAILS_MAX further mails are reported and dropped.
 */
export function createMailQueue(onError: (error: unknown) => void): MailQueue {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    add(send) {
      if (waiting >= WAITING_MAILS_MAX) return onError(new Error(`More than ${WAITING_MAILS_MAX} mails wait`));
      waiting += 1;
      last = last
        .then(send)
        .catch(onError)
        .finally(() => {
          waiting -= 1;
        });
    },
    settled: () => last,
  };
}

/** The longest wait before a relay that failed is tried again. */
const RETRY_MS_MAX = 15 * 60 * 1000;
const RETRY_MS_FIRST = 10_000;

const WAITING = '.eml';
/** The ending of messages that the relay refused for good. Programs that pass on `.eml` files ignore files with this ending. */
const REFUSED = '.refused';

export interface OutgoingMail extends Mailer, SentMail {
  /** Accepts no further message, and waits for the one that is being sent. Messages that wait are sent after the next start. */
  close(): Promise<void>;
}

export interface OutgoingMailParts {
  readonly directory: string;
  readonly relay: SmtpRelay;
  /** The header `From`. */
  readonly from: string;
  readonly log: Log;
  /** Milliseconds before the first repetition. Each further one waits twice as long, up to a limit. */
  readonly retryMs?: number;
}

/**
 * Stores each message in a folder first and sends it from there, so that a relay that is down or a restart loses nothing. A sent message is
 * deleted. A message that the relay refuses for good stays in the folder under another ending.
 */
export async function openOutgoingMail(parts: OutgoingMailParts): Promise<OutgoingMail> {
  const queue = new OutgoingQueue(parts);
  const folder = await openFolderMailer(parts.directory, () => queue.wake(), parts.from);
  queue.wake();
  return {
    send: (message, filing) => folder.send(message, filing),
    deleteSent: (filing) => folder.deleteSent(filing),
    close: () => queue.close(),
  };
}

/** Sends the files of the folder one after the other, oldest first. */
class OutgoingQueue {
  readonly #parts: OutgoingMailParts;
  readonly #retryMsFirst: number;
  #retryMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  #isRelayDown = false;
  #isClosed = false;

  constructor(parts: OutgoingMailParts) {
    this.#parts = parts;
    this.#retryMsFirst = parts.retryMs ?? RETRY_MS_FIRST;
    this.#retryMs = this.#retryMsFirst;
  }

  /**
   * Sends the files of the folder. A call while they are being sent makes it repeat afterwards. While the relay is down, a new message
   * waits for the next attempt like the others.
   */
  wake(): void {
    if (this.#isClosed || this.#isRelayDown) return;
    if (this.#running !== null) {
      this.#isAskedAgain = true;
      return;
    }
    this.#running = this.#pass().finally(() => {
      this.#running = null;
      if (!this.#isAskedAgain) return;
      this.#isAskedAgain = false;
      this.wake();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #pass(): Promise<void> {
    const { directory, relay, log } = this.#parts;
    try {
      const names = (await readdir(directory)).filter((name) => name.endsWith(WAITING) && !name.startsWith('.'));
      let postponed = 0;
      for (const name of names.toSorted()) {
        if (this.#isClosed) return;
        if ((await this.#sendOne(join(directory, name))) === 'postponed') postponed += 1;
      }
      if (postponed > 0) this.#retryLater();
      else this.#retryMs = this.#retryMsFirst;
    } catch (error) {
      log('error', 'mail_waits', { relay: relay.name, retrySeconds: Math.ceil(this.#retryMs / 1000), error });
      this.#isRelayDown = true;
      this.#retryLater();
    }
  }

  /** Sends one message. Throws when the relay takes no message at present. */
  async #sendOne(path: string): Promise<'done' | 'postponed'> {
    const { relay, log } = this.#parts;
    const message = await readUnlessDeleted(path);
    if (message === null) return 'done';
    try {
      await relay.send(message);
    } catch (error) {
      if (error instanceof MailPostponed) {
        log('warn', 'mail_postponed', { path, error });
        return 'postponed';
      }
      if (!(error instanceof MailRefused)) throw error;
      log('error', 'mail_refused', { path, error });
      await rename(path, `${path.slice(0, -WAITING.length)}${REFUSED}`);
      return 'done';
    }
    await rm(path, { force: true });
    return 'done';
  }

  #retryLater(): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#isRelayDown = false;
      this.wake();
    }, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS_MAX);
  }
}

/** Reads a waiting message; null when the deletion of its account has removed it. */
async function readUnlessDeleted(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
