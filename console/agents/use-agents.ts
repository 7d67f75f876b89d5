import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';

export type Agent = Schema<'Agent'>;
export type Spelling = Schema<'AgentSpelling'>;

const SPELLINGS_MAX = 200;

/** Loads all agents by name. */
export function useAgents() {
  const api = useApi();
  return useQuery({ queryKey: ['agents', 'all'], queryFn: () => answerOf(api.GET('/v1/agents')) });
}

/** Loads the names and numbers of statements that no agent has. */
export function useOpenSpellings() {
  const api = useApi();
  const query = { isOpen: true, limit: SPELLINGS_MAX };
  return useQuery({
    queryKey: ['agents', 'spellings'],
    queryFn: () => answerOf(api.GET('/v1/agents/spellings', { params: { query } })),
  });
}

/** Makes a change of agents. Everything that names agents is loaded again afterwards. */
export function useAgentChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone?: (output: Output) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output: Output) => {
      onDone?.(output);
      await Promise.all(
        ['agents', 'home', 'changes', 'members', 'pay-run'].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      );
    },
  });
}

/** A proposal with the spellings that it would join. */
export interface Offer {
  readonly proposalId: string;
  readonly name: string;
  readonly reason: string;
  readonly isSure: boolean;
  /** True for an agent with one spelling only, of whom there is nothing to join. */
  readonly isSingle: boolean;
  readonly texts: readonly string[];
  readonly carriers: readonly string[];
}

/** Puts spellings of one proposal together: those that a person has to judge first, single names last. */
export function offersOf(spellings: readonly Spelling[]): readonly Offer[] {
  const byProposal = Map.groupBy(
    spellings.filter(({ proposal }) => proposal !== null),
    ({ proposal }) => proposal?.proposalId,
  );
  return [...byProposal.values()]
    .flatMap((of): Offer[] => {
      const proposal = of[0]?.proposal;
      if (proposal === undefined || proposal === null) return [];
      const { proposalId, name, reason, certainty, agentId } = proposal;
      const texts = [...new Set(of.map(({ text }) => text))];
      const names = new Set(of.filter(({ kind }) => kind === 'name').map(({ text }) => text));
      return [
        {
          ...{ proposalId, name, reason, texts, isSure: certainty === 'sure' },
          isSingle: agentId === null && names.size <= 1,
          carriers: [...new Set(of.map(({ carrierName }) => carrierName))],
        },
      ];
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

const rankOf = ({ isSure, isSingle }: Offer): number => (isSure ? (isSingle ? 2 : 1) : 0);
