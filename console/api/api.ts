import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { CommissionClient } from '../../client/commission-client.ts';
import { ProblemError } from '../../client/problem-error.ts';

const FALLBACK = 'The service could not do that. Try again in a minute.';

/** Returns the problem of any thrown error. Its message is a sentence for people. */
export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return new ProblemError(FALLBACK, { code: 'unreadable_answer', status: 0, cause: error });
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ProblemError && error.status === 401;
}

/** The key under which the cache keeps the signed-in person. */
export const ME_KEY = ['me'] as const;

/**
 * Makes the cache of answers. An answer that says that the session has ended signs the person out everywhere. The client itself repeats
 * requests, so the cache does not.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) client.setQueryData(ME_KEY, null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { staleTime: 15_000, retry: false } },
  });
  return client;
}

export type Api = CommissionClient['api'];

export const ClientContext = createContext<CommissionClient | null>(null);

/** The client of the service, for its helpers. */
export function useClient(): CommissionClient {
  const client = use(ClientContext);
  if (client === null) throw new Error('A component that calls the API is outside of ClientContext.');
  return client;
}

/** The typed calls of the service: `answerOf(api.GET('/v1/me'))`. */
export function useApi(): Api {
  return useClient().api;
}
