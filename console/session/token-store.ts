import { createContext } from 'react';

/** Keeps the access token of a person who signed in with one, until the browser's tab closes. */
export interface TokenStore {
  readonly read: () => string | null;
  readonly write: (token: string | null) => void;
}

const KEY = 'commission-statements-token';

export function createTokenStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): TokenStore {
  return {
    read: () => storage.getItem(KEY),
    write: (token) => (token === null ? storage.removeItem(KEY) : storage.setItem(KEY, token)),
  };
}

export const TokenStoreContext = createContext<TokenStore | null>(null);
