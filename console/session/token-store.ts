import { createContext } from 'react';
import { TOKEN_KEY } from './token-key.ts';

/** Keeps the access token of a person who signed in with one, until the browser's tab closes. */
export interface TokenStore {
  readonly read: () => string | null;
  readonly write: (token: string | null) => void;
}

export function createTokenStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): TokenStore {
  return {
    read: () => storage.getItem(TOKEN_KEY),
    write: (token) => (token === null ? storage.removeItem(TOKEN_KEY) : storage.setItem(TOKEN_KEY, token)),
  };
}

export const TokenStoreContext = createContext<TokenStore | null>(null);
