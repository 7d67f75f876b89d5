import { type MemberLines, type MemberMonth, memberMonthOf, type ScorableLine, withLine } from './member-month.ts';
import type { PriorRow } from './scored-row.ts';

/**
 * All members who may have a row in a period: members with lines and members of the baseline. Both lists are merged in the order of member
 * ids, in which they are stored, because tens of thousands of random look-ups would be slow.
 */
export interface PeriodMembers {
  /** Ids of members who have lines and are not in the baseline. */
  readonly newcomers: readonly string[];
  /** Adds the latest earlier rows of newcomers who were in the book before the baseline. */
  addEarlier(rows: Iterable<PriorRow>): void;
  /** All lines of the period, in the order of their members. */
  readonly lines: readonly ScorableLine[];
  /** Returns the months of members with lines. Throws a RangeError for sums that are not exact. */
  months(): Iterable<MemberMonth>;
  /** Returns all members in the order of their ids. */
  inOrder(): readonly PeriodMember[];
}

/** A member with its earlier row, its lines, or both. */
export interface PeriodMember {
  readonly memberRefId: string;
  /** The earlier row that the member is compared with. */
  readonly prior: PriorRow | undefined;
  /** The member's lines in this period. */
  readonly lines: MemberLines | undefined;
}

interface MemberDraft extends PeriodMember {
  prior: PriorRow | undefined;
  lines: MemberLines | undefined;
}

/**
 * Makes the members of a period. The baseline has one row for each member, including red ones, because a returning member is compared with
 * the row of the drop. A member's lines keep their order.
 */
export function periodMembers(baseline: Iterable<PriorRow>, periodLines: Iterable<ScorableLine>): PeriodMembers {
  const priors = sortByMember(baseline);
  const lines = sortByMember(periodLines);
  const members: MemberDraft[] = [];
  const newcomers: MemberDraft[] = [];
  let next = 0;
  const takePriors = (until: string | null) => {
    for (; next < priors.length; next += 1) {
      const prior = priors[next];
      if (prior === undefined || (until !== null && prior.memberRefId > until)) return;
      members.push({ memberRefId: prior.memberRefId, prior, lines: undefined });
    }
  };
  for (const line of lines) {
    const { memberRefId } = line;
    takePriors(memberRefId);
    const known = members[members.length - 1];
    if (known?.memberRefId === memberRefId) {
      known.lines = withLine(known.lines, line);
      continue;
    }
    const newcomer: MemberDraft = { memberRefId, prior: undefined, lines: line };
    members.push(newcomer);
    newcomers.push(newcomer);
  }
  takePriors(null);
  return {
    newcomers: newcomers.map(({ memberRefId }) => memberRefId),
    lines,
    addEarlier(rows) {
      const earlier = new Map(Array.from(rows, (row) => [row.memberRefId, row]));
      for (const newcomer of newcomers) {
        const row = earlier.get(newcomer.memberRefId);
        // The row is older than the baseline, so its pay is no pay of the baseline.
        newcomer.prior = row === undefined || row.commissionAmount === 0 ? row : { ...row, commissionAmount: 0 };
      }
    },
    *months() {
      for (const { lines } of members) if (lines !== undefined) yield memberMonthOf(lines);
    },
    inOrder: () => members,
  };
}

/** Sorts items by member id. The sort is stable, and nearly free for items that are already sorted, as a whole or file by file. */
export function sortByMember<T extends { readonly memberRefId: string }>(items: Iterable<T>): readonly T[] {
  return [...items].sort((a, b) => (a.memberRefId < b.memberRefId ? -1 : a.memberRefId > b.memberRefId ? 1 : 0));
}
