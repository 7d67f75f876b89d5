import { hash } from 'node:crypto';

/**
 * Returns the idempotency key of a drop: SHA-256 in hex over its identifying parts. The key makes repeated sweeps and
 * repeated mail deliveries harmless. SFTP uses source, object and version; email uses source, account, Message-ID,
 * carrier and attachment checksum. JSON keeps different lists of parts apart.
 */
export function dropId(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}
