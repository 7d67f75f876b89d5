import { createContext, use } from 'react';
import type { CommissionClient } from '../../client/commission-client.ts';

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
