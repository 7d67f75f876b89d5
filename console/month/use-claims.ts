import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { useApi } from '../api/api.ts';

export type ClaimTotals = components['schemas']['RecoverableReport']['totals'];

/** The sums of all claims of a month's statements, as "Ask for it" lists them. Undefined until they are known. */
export function useClaims(period: string): ClaimTotals | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['recoverable', period],
    queryFn: async () => {
      const query = { from: period, to: period, limit: 1 };
      return (await answerOf(api.GET('/v1/reports/recoverable', { params: { query } }))).totals;
    },
  });
  return data;
}
