import type { RequestOrigin } from '../../core/request-origin.ts';
import type { ApiToken, NewToken } from './issue-token.ts';
import { newTokenSecret } from './issue-token.ts';
import type { Account } from './manage-accounts.ts';

/** Stores the first account of an installation together with its token, in one transaction. */
export interface FirstAccountStore {
  /** Returns null, changing nothing, when an account exists already. Of two concurrent calls one gets null. */
  create(
    account: Pick<Account, 'name' | 'tier' | 'email'>,
    token: Omit<NewToken, 'accountId'>,
    origin: RequestOrigin,
  ): Promise<{ readonly account: Account; readonly token: ApiToken } | null>;
}

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
    { label: 'first', scopes: ['read', 'write'], expiresAt: null, tokenHash, isTest: false },
    origin,
  );
  return made === null ? null : { url, accountId: made.account.id, token, operatorToken: keptToken };
}
