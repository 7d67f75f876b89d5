import { type MemberMonth, monthOf, type OwnLines, type ScorableLine, withLine } from './member-month.ts';
import type { PriorRow } from './score-member.ts';

/**
 * Everybody who may have a row in a period: the members of its lines and those of the baseline. Who is who is looked up once for
 * each line; tens of thousands of look-ups, each somewhere else in memory, are much of what scoring costs.
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

/** The baseline's rows, one of a member; red ones too, because who comes back is measured by the row it dropped with. */
export function periodMembers(baseline: Iterable<PriorRow>, lines: Iterable<ScorableLine>): PeriodMembers {
  const members: MemberDraft[] = [];
  const byId = new Map<string, MemberDraft>();
  const add = (member: MemberDraft) => {
    members.push(member);
    byId.set(member.memberRefId, member);
  };
  for (const prior of baseline) add({ memberRefId: prior.memberRefId, prior, own: undefined });
  const newcomers: string[] = [];
  for (const line of lines) {
    const { memberRefId } = line;
    const known = byId.get(memberRefId);
    if (known !== undefined) {
      known.own = withLine(known.own, line);
      continue;
    }
    newcomers.push(memberRefId);
    add({ memberRefId, prior: undefined, own: line });
  }
  return {
    newcomers,
    addEarlier(rows) {
      for (const prior of rows) {
        const member = byId.get(prior.memberRefId);
        if (member !== undefined) member.prior = prior;
      }
    },
    *months() {
      for (const { own } of members) if (own !== undefined) yield monthOf(own);
    },
    // Mostly they are in order but for the newcomers, and sorting finds what is in order already.
    inOrder: () => members.sort((a, b) => (a.memberRefId < b.memberRefId ? -1 : 1)),
  };
}
