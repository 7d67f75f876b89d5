import { reasonKey } from '../../core/intake/sftp-folder.ts';
import type { DropStore, IntakeStore } from '../intake/intake-ports.ts';
import type { SentMail } from '../intake/mail-ports.ts';
import type { Purge } from './purge-due.ts';

/** How what was dropped by SFTP or email is deleted: with the raw bytes of its statement, or when its time is over. */

export interface DropCopies {
  /** Deletes one dropped file or message, and what was said about it. */
  readonly remove: (accountId: string, key: string) => Promise<void>;
}

export interface DropPurgeParts {
  readonly dropStore: Pick<DropStore, 'delete'>;
  /** Absent where the service keeps no copy of what it sends. */
  readonly sentMail?: SentMail | undefined;
}

/** A dropped file goes with the reason beside it, a message with the answers to it. */
export function dropCopies({ dropStore, sentMail }: DropPurgeParts): DropCopies {
  return {
    async remove(accountId, key) {
      await sentMail?.deleteSent({ accountId, about: key });
      await dropStore.delete(key);
      if (key.startsWith('sftp/')) await dropStore.delete(reasonKey(key));
    },
  };
}

/** Files dropped by SFTP whose time is over, with their reasons. */
export function sftpPurge(
  drops: Pick<IntakeStore, 'purgeExpired'>,
  { delete: remove }: Pick<DropStore, 'delete'>,
): Purge {
  return {
    portion: drops.purgeExpired('sftp'),
    async remove(key) {
      await remove(key);
      await remove(reasonKey(key));
    },
  };
}
