import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';

export type Statements = Schema<'Statements'>;
export type StatementCell = Schema<'StatementCell'>;
export type CarrierRow = Schema<'StatementsOfCarrier'>;
export type MonthHead = Schema<'MonthOfStatements'>;
export type Statement = Schema<'Statement'>;
export type StatementFile = Schema<'FileOfStatement'>;

/** Names the statement of a carrier's month. */
export interface StatementKey {
  readonly carrierId: string;
  readonly workspaceId: string;
  readonly period: string;
}

/** While a file is being read the screen asks again, so that nobody has to reload. */
const READING_MS = 1_500;

/** Loads the statements of twelve months. Without `to` they end with the newest. */
export function useStatements(to: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['statements', to ?? 'newest'],
    queryFn: () => answerOf(api.GET('/v1/statements', { params: { query: to === undefined ? {} : { to } } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.carriers.some(({ cells }) => cells.some(({ state }) => state === 'reading')) === true ? READING_MS : false,
  });
}

/** Loads one statement with its files. */
export function useStatement({ carrierId, workspaceId, period }: StatementKey) {
  const api = useApi();
  return useQuery({
    queryKey: ['statement', carrierId, workspaceId, period],
    queryFn: () =>
      answerOf(
        api.GET('/v1/statements/{carrierId}/{period}', {
          params: { path: { carrierId, period }, query: { workspaceId } },
        }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'reading' || data?.files.some(({ isReading }) => isReading) === true ? READING_MS : false,
  });
}

/** Runs a change and then loads everything again, because a file changes every screen. */
export function useChange<Input = void>(change: (input: Input) => Promise<unknown>, onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      onDone?.();
      await queries.invalidateQueries();
    },
  });
}
