import { mailReader } from '../../adapters/mail/parse-mail.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createMailRouteStore } from '../../adapters/postgres/intake/email-address-store.ts';
import { createIntakeStore } from '../../adapters/postgres/intake/intake-store.ts';
import { readTypeOf, sniffFileType } from '../../adapters/statement-file/sniff-file-type.ts';
import type { UploadIntake } from '../../app/files/accept-upload.ts';
import type { MailIntake } from '../../app/intake/receive-mail.ts';
import type { Mailer } from '../../app/platform/mail.ts';
import type { DropStore } from '../../app/platform/object-store.ts';
import type { RunIsolated } from '../../app/reading/run-isolated.ts';
import type { Log } from './log.ts';

/** The platform parts of a process that accepts statements by email. */
export interface MailPlatform {
  readonly database: Database;
  readonly dropStore: DropStore;
  readonly mailer: Mailer;
  readonly log: Log;
  readonly runIsolated: RunIsolated;
  /** The domain of the inbound addresses. */
  readonly domain: string;
}

/** Makes the email drop-offs with their stores, on top of the upload intake. */
export function createMailIntake(
  { database, dropStore, mailer, log, domain, runIsolated }: MailPlatform,
  intake: UploadIntake,
): MailIntake {
  const items = createIntakeStore(database);
  return {
    ...intake,
    drops: items,
    items,
    routes: createMailRouteStore(database),
    messages: dropStore,
    reader: mailReader,
    mailer,
    domain,
    runIsolated,
    sniff(bytes) {
      const found = sniffFileType(bytes);
      return { mayBeStatement: readTypeOf(found) !== null || found.kind === 'zip', words: found.words };
    },
    onReplyError: (error) => log('error', 'mail_answer_failed', { error }),
  };
}
