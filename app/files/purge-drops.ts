import { reasonKey } from '../../core/intake/sftp-folder.ts';
import type { DropStore } from '../platform/drops.ts';
import type { SentMail } from '../platform/mail.ts';

/** Deletes files and messages dropped by SFTP or email: with the raw bytes of their statement, or when their retention ends. */

export interface DropCopies {
  /** Deletes one dropped file or message with the answer to it. */
  readonly remove: (accountId: string, key: string) => Promise<void>;
}

export interface DropPurgeParts {
  readonly dropStore: Pick<DropStore, 'delete'>;
  /** Absent where the service keeps no copy of the messages it sends. */
  readonly sentMail?: SentMail | undefined;
}

/** Makes the deletion of drops. A dropped file is deleted with its reason file, a message with the answers to it. */
export function dropCopies({ dropStore, sentMail }: DropPurgeParts): DropCopies {
  return {
    async remove(accountId, key) {
      await sentMail?.deleteSent({ accountId, about: key });
      await dropStore.delete(key);
      if (key.startsWith('sftp/')) await dropStore.delete(reasonKey(key));
    },
  };
}
