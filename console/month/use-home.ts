import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { useApi } from '../api/api.ts';
import { withEarlyAnswer } from '../early/early-answers.ts';

export type ClaimTotals = components['schemas']['RecoverableReport']['totals'];

/** The sums of what was not asked for yet, of a month or of all, as "Money to ask" lists it. Undefined until they are known. */
export function useClaims(period?: string): ClaimTotals | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['recoverable', period ?? 'all'],
    queryFn: async () => {
      const query = { asked: false, limit: 1, ...(period !== undefined && { from: period, to: period }) };
      return (await answerOf(api.GET('/v1/reports/recoverable', { params: { query } }))).totals;
    },
  });
  return data;
}

export type Home = components['schemas']['Home'];
export type HomeCarrier = components['schemas']['HomeCarrier'];
export type CarrierEvent = components['schemas']['CarrierEvent'];

/** A month and its figures, which all parts of its screen get. */
export interface MonthProps {
  readonly home: Home;
  readonly period: string;
}

/** Loads the summary of a month. Without a period it is the latest month that has statements. */
export function useHome(period?: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['home', period ?? 'latest'],
    queryFn: async () => {
      const early = period === undefined ? await withEarlyAnswer('v1/home') : {};
      return answerOf(api.GET('/v1/home', { params: { query: period === undefined ? {} : { period } }, ...early }));
    },
  });
}
