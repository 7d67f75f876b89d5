import { hash } from 'node:crypto';

/**
 * Returns the idempotency key of a drop, SHA-256 in hex over its identifying parts, so that repeated sweeps and
 * deliveries are harmless. JSON keeps different lists of parts apart.
 */
export function dropId(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}
