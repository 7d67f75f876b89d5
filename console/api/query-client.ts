import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './problem.ts';

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
