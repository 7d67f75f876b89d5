/** The parts of a setup that the audit trail names. */
interface ComparedSetup {
  readonly firstMonth: string;
  readonly approval: string;
  readonly plans: readonly { readonly planId: string }[];
  readonly agents: readonly { readonly agentId: string }[];
  readonly moves: readonly unknown[];
  readonly cases: readonly unknown[];
}

/** A change of a setup, as the audit trail keeps it. The revisions before and after have the whole of it. */
export interface SetupChanges {
  readonly firstMonth?: string;
  readonly approval?: string;
  /** Ids that are new, gone or different. */
  readonly changedPlans: readonly string[];
  readonly changedAgents: readonly string[];
  readonly hasOtherMoves: boolean;
  readonly hasOtherCases: boolean;
}

/** Compares two revisions of a setup. Null stands for none before. */
export function setupChanges(before: ComparedSetup | null, after: ComparedSetup): SetupChanges {
  return {
    ...(before?.firstMonth !== after.firstMonth && { firstMonth: after.firstMonth }),
    ...(before?.approval !== after.approval && { approval: after.approval }),
    changedPlans: changedIds(before?.plans ?? [], after.plans, ({ planId }) => planId),
    changedAgents: changedIds(before?.agents ?? [], after.agents, ({ agentId }) => agentId),
    hasOtherMoves: JSON.stringify(before?.moves ?? []) !== JSON.stringify(after.moves),
    hasOtherCases: JSON.stringify(before?.cases ?? []) !== JSON.stringify(after.cases),
  };
}

function changedIds<One>(before: readonly One[], after: readonly One[], idOf: (one: One) => string): readonly string[] {
  const textsOf = (list: readonly One[]) => new Map(list.map((one) => [idOf(one), JSON.stringify(one)]));
  const [was, is] = [textsOf(before), textsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((id) => was.get(id) !== is.get(id));
}
