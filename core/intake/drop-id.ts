import { hash } from 'node:crypto';

/**
 * What makes one drop the same drop when it is looked at again: after a crash, by two sweeps at once, by a mail server that
 * delivers twice. For SFTP the source, the object and its version; for email the source, the account, the Message-ID, the
 * carrier and the attachment's checksum. As JSON, so that no two lists of parts give the same text.
 */
export function dropId(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}
