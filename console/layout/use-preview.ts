import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import { useClient } from '../api/api.ts';
import type { Role } from './role-labels.ts';

export interface ChosenColumn {
  readonly index: number;
  readonly role: Role | null;
}

export interface PreviewChoice {
  /** The sheet whose rows are shown; null leaves the choice to the service. */
  readonly sheet: string | null;
  /** The sheets that are read; null as long as the person has changed none. */
  readonly sheets: readonly string[] | null;
  /** The meanings that the person chose; null as long as the person has changed none. */
  readonly columns: readonly ChosenColumn[] | null;
}

/** Reads the first rows of a file and the probable meanings of its columns. Nothing is stored. */
export function usePreview(draft: string, file: File | null, { sheet, sheets, columns }: PreviewChoice) {
  const client = useClient();
  return useQuery({
    queryKey: ['preview', draft, sheet, sheets, columns],
    enabled: file !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () =>
      answerOf(
        client.api.POST('/v1/files/preview', {
          body: {
            file: file ?? new File([], ''),
            ...(sheet !== null && { sheetName: sheet }),
            ...(sheets !== null && { sheetNames: JSON.stringify(sheets) }),
            ...(columns !== null && { columns: JSON.stringify(columns) }),
          },
          ...client.form(),
        }),
      ),
  });
}
