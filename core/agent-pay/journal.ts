import type { Money } from '../money.ts';
import type { AgentSettlement, PayAdjustment } from './compose-run.ts';
import { partyId, type RunEntry } from './pay-run.ts';

/** A line of the books of the agency: one side has the amount, the other zero. */
export interface JournalLine {
  readonly account: string;
  readonly debit: Money;
  readonly credit: Money;
  /** The carrier or agent that the amount is about. */
  readonly name: string;
  readonly memo: string;
}

export interface JournalOrder {
  readonly entries: readonly Pick<RunEntry, 'line' | 'party' | 'amount'>[];
  readonly adjustments: readonly PayAdjustment[];
  readonly settlements: readonly Pick<AgentSettlement, 'agentId' | 'before' | 'after' | 'advance' | 'recovered'>[];
  readonly carrierName: (carrierId: string) => string;
  readonly agentName: (agentId: string) => string;
}

/**
 * Returns the journal of a run: commission as income by carrier, and what agents earned as an expense that is payable, by carrier and
 * agent. Held commission is a liability. Advances to agents grow and shrink with the debt of agents, so that the payable is what they wait
 * for: paid now, waiting or held back. Debits and credits are equal.
 */
export function journalOf({
  entries,
  adjustments,
  settlements,
  carrierName,
  agentName,
}: JournalOrder): readonly JournalLine[] {
  const byCarrier = [...Map.groupBy(entries, ({ line }) => line.carrierId)];
  return [
    ...byCarrier.flatMap(([carrierId, of]) => {
      const received = sum(of);
      const held = sum(of.filter(({ party }) => party === 'held'));
      const name = carrierName(carrierId);
      return [
        ...posted('Commissions received', 'Held commissions', {
          amount: held,
          name,
          memo: 'No agent, plan or rule yet',
        }),
        ...posted('Commissions received', 'Commission income', { amount: received - held, name, memo: 'Commission' }),
      ];
    }),
    ...byCarrier.flatMap(([carrierId, of]) => {
      const ofAgents = Map.groupBy(
        of.filter(({ party }) => typeof party !== 'string'),
        ({ party }) => partyId(party),
      );
      return [...ofAgents].flatMap(([agentId, own]) =>
        posted('Agent commissions', 'Agent commissions payable', {
          ...{ amount: sum(own), name: agentName(agentId), memo: carrierName(carrierId) },
        }),
      );
    }),
    ...adjustments
      .filter(({ kind }) => kind !== 'release')
      .flatMap(({ agentId, kind, amount }) =>
        posted(kind === 'advance' ? 'Advances to agents' : 'Agent commissions', 'Agent commissions payable', {
          ...{ amount, name: agentName(agentId), memo: kind },
        }),
      ),
    ...settlements.flatMap(({ agentId, before, after, advance, recovered }) => {
      const owed = after.debt - before.debt + recovered - advance;
      const name = agentName(agentId);
      return [
        ...posted('Advances to agents', 'Agent commissions payable', {
          amount: owed,
          name,
          memo: 'owed to the agency',
        }),
        ...posted('Agent commissions payable', 'Advances to agents', {
          amount: recovered,
          name,
          memo: 'debt paid off',
        }),
      ];
    }),
  ];
}

interface Posting {
  readonly amount: Money;
  readonly name: string;
  readonly memo: string;
}

/** Posts an amount to two accounts. A negative amount changes their sides. */
function posted(debited: string, credited: string, { amount, name, memo }: Posting): readonly JournalLine[] {
  if (amount === 0) return [];
  const [from, to] = amount > 0 ? [debited, credited] : [credited, debited];
  const size = Math.abs(amount);
  return [
    { account: from, debit: size, credit: 0, name, memo },
    { account: to, debit: 0, credit: size, name, memo },
  ];
}

function sum(entries: readonly { readonly amount: Money }[]): Money {
  return entries.reduce((total, { amount }) => total + amount, 0);
}
