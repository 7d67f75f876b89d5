import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { ProblemError } from '../../client/problem-error.ts';
import { type Api, isSignedOut, ME_KEY, problemOf, useApi } from '../api/api.ts';
import { TOKEN_KEY, withEarlyAnswer } from '../early/early-answers.ts';
import { signIn } from './sign-in.ts';

/** The rights of the person at the screen. The screens show no button that the service would refuse. */
export interface Rights {
  readonly mayChange: boolean;
  readonly isOwner: boolean;
  /** The writing agent whose members the person sees; null for a person who sees all members. */
  readonly agent: string | null;
}

export function useRights(): Rights {
  const { me } = useSession();
  return {
    mayChange: me?.scopes.includes('write') === true,
    isOwner: me?.scopes.includes('manage') === true,
    agent: me?.person?.agent ?? null,
  };
}

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

/** The account and the person that the service answers as. */
export type Me = Awaited<ReturnType<typeof readMe>>;

export interface Session {
  readonly state: 'asking' | 'signed-in' | 'signed-out' | 'unreachable';
  /** The account and the person. Null unless a person is signed in. */
  readonly me: Me | null;
  /** The problem why the service could not be asked; else null. */
  readonly problem: ProblemError | null;
  /** Signs in with an access token. Throws `ProblemError` if the service refuses it. */
  readonly signInWithToken: (token: string) => Promise<void>;
  readonly signOut: () => Promise<void>;
  readonly askAgain: () => void;
}

async function readMe(api: Api) {
  return answerOf(api.GET('/v1/me', await withEarlyAnswer('v1/me')));
}

/** Reads the signed-in person. Returns null if nobody is signed in. */
async function readMeOrNull(api: Api): Promise<Me | null> {
  try {
    return await readMe(api);
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** The browser's database of dropped files (console/drop/kept-drops.ts). */
export const DROPS_DATABASE = 'dropped-statements';

/** Removes all dropped files from this browser. */
function forgetDrops(): void {
  globalThis.indexedDB?.deleteDatabase(DROPS_DATABASE);
}

/** Identifies the signed-in person. Another value means another person or another agency. */
export function identityOf({ accountId, person }: Me): string {
  return `${accountId} ${person?.userId ?? ''}`;
}

/** Removes answers that another person may have been shown. */
function forgetAnswers(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME_KEY[0] });
}

/** Returns who is signed in, and how. No other code knows that. */
export function useSession(): Session {
  const api = useApi();
  const tokens = use(TokenStoreContext);
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ME_KEY,
    queryFn: async () => {
      const me = await readMeOrNull(api);
      const before = queries.getQueryData<Me | null>(ME_KEY);
      if (before && me && identityOf(before) !== identityOf(me)) forgetAnswers(queries);
      return me;
    },
    staleTime: 60_000,
    // Another tab shares the cookie, and its user may have signed out or signed in as another person.
    refetchOnWindowFocus: 'always',
  });
  const signInWithToken = useCallback(
    async (token: string) => {
      const before = tokens?.read() ?? null;
      tokens?.write(token);
      try {
        const me = await readMe(api);
        forgetAnswers(queries);
        queries.setQueryData(ME_KEY, me);
      } catch (failure) {
        tokens?.write(before);
        throw failure;
      }
    },
    [api, tokens, queries],
  );
  const signOut = useCallback(async () => {
    // Without an access token the person has a session of the cookie, which only the service can end.
    if (tokens?.read() === null) await signIn.endSession();
    tokens?.write(null);
    forgetDrops();
    forgetAnswers(queries);
    queries.setQueryData(ME_KEY, null);
  }, [tokens, queries]);
  // An earlier request may still be on its way, and its answer would be out of date.
  const askAgain = useCallback(
    () => void queries.cancelQueries({ queryKey: ME_KEY }).then(() => refetch()),
    [queries, refetch],
  );
  const me = data ?? null;
  const state = me !== null ? 'signed-in' : data === null ? 'signed-out' : error !== null ? 'unreachable' : 'asking';
  return { state, me, problem: error === null ? null : problemOf(error), signInWithToken, signOut, askAgain };
}
