import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { AS_CSV, AS_WORKBOOK, saveFile } from '../parts/save-workbook.ts';

export type YearReport = Schema<'YearReport'>;
export type YearRow = Schema<'YearRow'>;

/** The groups of the report, with the words of an owner. */
export const YEAR_GROUPS = [
  { value: 'carrier', label: 'Carrier' },
  { value: 'agent', label: 'Agent' },
  { value: 'line', label: 'Line of business' },
  { value: 'employer_group', label: 'Employer group' },
] as const;
export type YearGroup = (typeof YEAR_GROUPS)[number]['value'];

export interface YearQuery {
  readonly year?: number;
  readonly groupBy: YearGroup;
}

/** Loads a year beside the year before. Without a year it is that of the latest statement. */
export function useYear(query: YearQuery) {
  const api = useApi();
  return useQuery({
    queryKey: ['year-report', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => answerOf(api.GET('/v1/reports/year', { params: { query }, signal })),
  });
}

/** Saves the report for Excel. */
export function useYearWorkbook() {
  const api = useApi();
  return useMutation({
    mutationFn: async (query: YearQuery) => {
      const bytes: unknown = await answerOf(
        api.GET('/v1/reports/year', { params: { query }, headers: AS_WORKBOOK, parseAs: 'blob' }),
      );
      if (bytes instanceof Blob) saveFile(bytes, `year by ${query.groupBy.replace('_', ' ')}.xlsx`);
    },
  });
}

/** Loads what carriers paid in a calendar year. */
export function useCarrierYear(year: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['tax-1099', year],
    queryFn: () => answerOf(api.GET('/v1/reports/tax-1099', { params: { query: { year } } })),
  });
}

/** Loads what agents were paid in a calendar year. */
export function useAgentYear(year: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['agent-pay-year', year],
    queryFn: () => answerOf(api.GET('/v1/reports/agent-pay', { params: { query: { year } } })),
  });
}

/** Saves the sums of carriers or of agents as CSV. */
export function useSaveYear(year: number) {
  const api = useApi();
  return useMutation({
    mutationFn: async (of: 'carriers' | 'agents') => {
      const form = { params: { query: { year } }, headers: AS_CSV, parseAs: 'blob' } as const;
      const bytes: unknown = await answerOf(
        of === 'carriers' ? api.GET('/v1/reports/tax-1099', form) : api.GET('/v1/reports/agent-pay', form),
      );
      if (bytes instanceof Blob) saveFile(bytes, `1099-${of}-${year}.csv`);
    },
  });
}

/** The years of a select, the latest first. */
export function yearsUpTo(latest: number): readonly string[] {
  return Array.from({ length: 6 }, (_, ago) => String(latest - ago));
}
