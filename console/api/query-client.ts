import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut, Problem } from './problem.ts';

/** The key of the question who is signed in. */
export const ME_KEY = ['me'] as const;

const RETRIES_MAX = 2;

/** True for errors that may be gone a moment later; a refusal stays one. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof Problem)) return false;
  const { status } = error.facts;
  return status === 0 || status === 429 || status >= 500;
}

/** Makes the cache of answers. An answer that says that the session has ended signs the person out everywhere. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) client.setQueryData(ME_KEY, null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (count, error) => count < RETRIES_MAX && mayPass(error) },
    },
  });
  return client;
}
