import { type MemberMonth, monthOf, type OwnLines, type ScorableLine, withLine } from './member-month.ts';
import type { PriorRow } from './scored-row.ts';

/**
 * Everybody who may have a row in a period: the members of its lines and those of the baseline. Both are gone through
 * side by side in the order of the members' ids, in which they are stored: of tens of thousands, each look-up would be
 * somewhere else in memory.
 */
export interface PeriodMembers {
  /** Members of the lines whom the baseline does not have. */
  readonly newcomers: readonly string[];
  /** The latest rows, before the baseline, of those newcomers who have any. */
  addEarlier(rows: Iterable<PriorRow>): void;
  /** Of those who have lines. RangeError on sums beyond exactness. */
  months(): Iterable<MemberMonth>;
  /** Everybody, in the order of their ids. */
  inOrder(): readonly PeriodMember[];
}

export interface PeriodMember {
  readonly memberRefId: string;
  /** What the member is measured by. */
  readonly prior: PriorRow | undefined;
  /** What it has in this period. */
  readonly own: OwnLines | undefined;
}

interface MemberDraft extends PeriodMember {
  prior: PriorRow | undefined;
  own: OwnLines | undefined;
}

/**
 * The baseline's rows, one of a member; red ones too, because who comes back is measured by the row it dropped with. A
 * member's lines stay in the order they are given in.
 */
export function periodMembers(baseline: Iterable<PriorRow>, lines: Iterable<ScorableLine>): PeriodMembers {
  const priors = inOrderOfMembers(baseline);
  const members: MemberDraft[] = [];
  const newcomers: MemberDraft[] = [];
  let next = 0;
  const takePriors = (until: string | null) => {
    for (; next < priors.length; next += 1) {
      const prior = priors[next];
      if (prior === undefined || (until !== null && prior.memberRefId > until)) return;
      members.push({ memberRefId: prior.memberRefId, prior, own: undefined });
    }
  };
  for (const line of inOrderOfMembers(lines)) {
    const { memberRefId } = line;
    takePriors(memberRefId);
    const known = members[members.length - 1];
    if (known?.memberRefId === memberRefId) {
      known.own = withLine(known.own, line);
      continue;
    }
    const newcomer: MemberDraft = { memberRefId, prior: undefined, own: line };
    members.push(newcomer);
    newcomers.push(newcomer);
  }
  takePriors(null);
  return {
    newcomers: newcomers.map(({ memberRefId }) => memberRefId),
    addEarlier(rows) {
      const earlier = new Map(Array.from(rows, (row) => [row.memberRefId, row]));
      for (const newcomer of newcomers) newcomer.prior = earlier.get(newcomer.memberRefId);
    },
    *months() {
      for (const { own } of members) if (own !== undefined) yield monthOf(own);
    },
    inOrder: () => members,
  };
}

/** Those of one member stay in the order they are given in. Costs next to nothing where all are in order already, or file by file. */
export function inOrderOfMembers<T extends { readonly memberRefId: string }>(those: Iterable<T>): readonly T[] {
  return [...those].sort((a, b) => (a.memberRefId < b.memberRefId ? -1 : a.memberRefId > b.memberRefId ? 1 : 0));
}
