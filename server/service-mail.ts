import { join } from 'node:path';
import { openFolderMailer } from '../adapters/mail/folder-mailer.ts';
import { createSmtpRelay } from '../adapters/mail/smtp-relay.ts';
import type { DiskLifecycle } from '../adapters/object-store/disk-object-store.ts';
import type { Mailer, SentMail } from '../app/platform/mail.ts';
import { WAITING_MAILS_MAX } from '../core/limits/people-limits.ts';
import { SENT_MAIL_KEPT_DAYS } from '../core/limits/retention-limits.ts';
import type { Log } from '../lambdas/runtime/log.ts';
import { openOutgoingMail } from './outgoing-mail.ts';
import type { Settings } from './settings.ts';

export interface ServiceMail extends SentMail {
  readonly mailer: Mailer;
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
      ...{ mailer: folder, relay: null, lifecycles, close: async () => {} },
      deleteSent: deleteFromBoth(folder, left),
    };
  }
  const relay = createSmtpRelay(mailRelay);
  const problem = await relay.check();
  if (problem !== null) log('error', 'mail_relay_unusable', { relay: relay.name, problem });
  const from = `Commission reports <${mailRelay.from}>`;
  const outgoing = await openOutgoingMail({ directory: waiting, relay, from, log });
  return {
    ...{ mailer: outgoing, lifecycles, close: outgoing.close },
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
