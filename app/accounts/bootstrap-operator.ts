import type { RequestOrigin } from '../../core/request-origin.ts';
import type { Account, FirstAccountStore } from './account-ports.ts';
import { newTokenSecret } from './issue-token.ts';

export interface Bootstrap {
  readonly accounts: FirstAccountStore;
  /** Reads the operator's token, which is kept outside the database. */
  readonly operatorToken: () => Promise<string>;
  /** Base address of the service. */
  readonly url: string;
}

/** Everything needed to work with a new installation. The tokens are shown only this once. */
export interface Installation {
  readonly url: string;
  readonly accountId: string;
  readonly token: string;
  readonly operatorToken: string;
}

/**
 * Makes the first account of an installation without opening a port (docs/reference/accounts.md#on-aws). Returns null when the installation
 * has an account already; the operator's token makes later accounts.
 */
export async function bootstrapOperator(
  { accounts, operatorToken, url }: Bootstrap,
  account: Pick<Account, 'name' | 'tier' | 'email'>,
  requestId: string,
): Promise<Installation | null> {
  const { token, tokenHash } = newTokenSecret();
  const origin: RequestOrigin = { actor: 'operator', ip: null, requestId };
  const keptToken = await operatorToken();
  const made = await accounts.create(
    account,
    { label: 'first', scopes: ['read', 'write'], expiresAt: null, tokenHash },
    origin,
  );
  return made === null ? null : { url, accountId: made.account.id, token, operatorToken: keptToken };
}
