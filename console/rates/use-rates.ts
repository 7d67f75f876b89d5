import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';

/** The number of rates on one page of the screen. */
const RATES_PAGE = 100;

/** The rates of one carrier, or of all, by carrier and contracted ones first. */
export function useRates(carrierId: string | undefined, page: number) {
  const api = useApi();
  const query = { ...(carrierId !== undefined && { carrierId }), limit: RATES_PAGE, offset: (page - 1) * RATES_PAGE };
  return useQuery({
    queryKey: ['rates', query],
    queryFn: () => answerOf(api.GET('/v1/expected-rates', { params: { query } })),
  });
}

/** Loads every carrier by name. A rate can be set also before the carrier's first statement. */
export function useAllCarriers() {
  const api = useApi();
  return useQuery({
    queryKey: ['carriers', 'all'],
    queryFn: async () => (await answerOf(api.GET('/v1/carriers'))).data,
    staleTime: 60_000,
  });
}

/** Discards all cached answers, because a rate changes the owed amounts on every screen. */
export function useRefreshAfterRates() {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' }), [queries]);
}
