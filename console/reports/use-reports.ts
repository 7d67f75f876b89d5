import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { problemOf, useApi } from '../api/api.ts';
import { AS_WORKBOOK, saveFile } from '../parts/save-workbook.ts';

export type SavedReport = components['schemas']['SavedReport'];
type Cadence = SavedReport['cadence'];

export const CADENCES = [
  { value: 'off', label: 'Never' },
  { value: 'weekly', label: 'Every Monday' },
  { value: 'monthly', label: 'On the 1st of the month' },
] as const satisfies readonly { readonly value: Cadence; readonly label: string }[];

/** Returns the cadence that a select shows. */
export function cadenceOf(text: string): Cadence {
  return CADENCES.find(({ value }) => value === text)?.value ?? 'off';
}

const KEY = ['saved-reports'];

/** Loads the reports that need no SQL. */
export function useReadyMade() {
  const api = useApi();
  return useQuery({
    queryKey: ['ready-made-reports'],
    queryFn: async () => (await answerOf(api.GET('/v1/reports/ready-made'))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Loads the reports that the account has saved, including ready-made reports that were saved to be mailed. */
export function useSavedReports() {
  const api = useApi();
  return useQuery({
    queryKey: KEY,
    queryFn: async () => (await answerOf(api.GET('/v1/reports/saved', { params: { query: { limit: 200 } } }))).data,
  });
}

interface Mailed {
  readonly report: { readonly name: string; readonly question: string | null; readonly sql: string };
  /** The saved report; null when the report is not saved yet. */
  readonly saved: SavedReport | null;
  readonly cadence: Cadence;
}

/** Sets how often a report is mailed, and saves it first if it is a ready-made one. */
export function useCadence() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ report: { name, question, sql }, saved, cadence }: Mailed) => {
      const { id } = saved ?? (await answerOf(api.POST('/v1/reports/saved', { body: { name, question, sql } })));
      return answerOf(
        api.PUT('/v1/reports/saved/{reportId}', { params: { path: { reportId: id } }, body: { cadence } }),
      );
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Deletes a saved report. */
export function useDeleteReport() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reportId: string) =>
      answerOf(api.DELETE('/v1/reports/saved/{reportId}', { params: { path: { reportId } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Saves a query that a person wrote. */
export function useSaveReport() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly name: string; readonly sql: string }) =>
      answerOf(api.POST('/v1/reports/saved', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export type Run = { readonly key: string; readonly name: string } | { readonly id: string; readonly name: string };

/** Runs a report and lets the browser save it as a workbook. */
export function useWorkbook() {
  const api = useApi();
  return useMutation({
    mutationFn: async (run: Run) => {
      const form = { headers: AS_WORKBOOK, parseAs: 'blob' } as const;
      const { data, error } =
        'key' in run
          ? await api.POST('/v1/reports/ready-made/{key}/run', { params: { path: { key: run.key } }, ...form })
          : await api.POST('/v1/reports/saved/{reportId}/run', { params: { path: { reportId: run.id } }, ...form });
      if (!(data instanceof Blob)) throw problemOf(error);
      saveFile(data, `${run.name}.xlsx`);
    },
  });
}
