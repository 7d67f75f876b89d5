import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { type Api, problemOf, useApi } from '../api/api.ts';

export type WholeRun = Schema<'WholePayRun'>;
export type RunState = WholeRun['state'];
export type RunAgent = Schema<'PayRunAgent'>;
export type Adjustment = Schema<'PayAdjustment'>;
export type Rule = Schema<'PayRule'>;
export type Plan = Schema<'PayPlan'>;
export type Terms = Schema<'AgentTerms'>;
export type Move = Schema<'BookMove'>;
export type SharedCase = Schema<'SharedCase'>;
export type Setup = Required<Schema<'PaySetup'>>;

/** A setup with the revision from which a change of it is made; 0 before the first one. */
export interface Revised {
  readonly revision: number;
  readonly setup: Setup;
}

const SETUP_KEY = ['pay-setup'];
const RUNS_KEY = ['pay-runs'];

/** Rules of plans go by the month covered, and a first statement also pays for earlier months. So a first plan holds from here on. */
export const ALWAYS = '2000-01';

/** Loads how agents are paid; null before anybody said it. */
export function usePaySetup() {
  const api = useApi();
  return useQuery({ queryKey: SETUP_KEY, queryFn: () => readSetup(api) });
}

async function readSetup(api: Api): Promise<Revised | null> {
  try {
    const { revision, setup } = await answerOf(api.GET('/v1/pay-setup'));
    const { firstMonth, approval = 'owner', plans = [], agents = [], moves = [], cases = [] } = setup;
    return { revision, setup: { firstMonth, approval, plans, agents, moves, cases } };
  } catch (error) {
    if (problemOf(error).code === 'not_found') return null;
    throw error;
  }
}

/** Replaces the setup. An open run is computed by the new one. */
export function useSaveSetup(onDone: () => void = () => {}) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Revised) => answerOf(api.PUT('/v1/pay-setup', { body })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: SETUP_KEY });
      onDone();
      await queries.invalidateQueries({ queryKey: ['pay-run'] });
    },
  });
}

/** Loads the setup anew, after somebody else changed it. */
export function useReloadSetup() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: SETUP_KEY });
}

const RUNS_MAX = 200;

export function usePayRuns() {
  const api = useApi();
  return useQuery({
    queryKey: RUNS_KEY,
    queryFn: () => answerOf(api.GET('/v1/pay-runs', { params: { query: { limit: RUNS_MAX } } })),
  });
}

export function usePayRun(runId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['pay-run', runId],
    queryFn: () => answerOf(api.GET('/v1/pay-runs/{runId}', { params: { path: { runId } } })),
  });
}

/** Makes a change of runs, after which they are loaded again. */
export function useRunChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone?: (output: Output) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output: Output) => {
      onDone?.(output);
      await Promise.all(
        [RUNS_KEY, ['pay-run'], ['pay-run-lines'], ['agent-payables']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
