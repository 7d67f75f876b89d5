import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';

/** The carriers whose statements can be read, by name. */
export function useCarriers() {
  const api = useApi();
  return useQuery({
    queryKey: ['carriers', 'readable'],
    queryFn: async () => {
      const { data } = await answerOf(api.GET('/v1/carriers', { params: { query: { withConfig: true } } }));
      return data.toSorted((a, b) => a.name.localeCompare(b.name));
    },
    staleTime: 60_000,
  });
}
