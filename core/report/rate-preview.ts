import { type Exact, exactToDollars } from '../money.ts';
import type { Period } from '../period.ts';
import { claimCents } from './claim-draft.ts';

/** Previews a change of rates: compares the stored owed amounts of members with their amounts under the new rates. */

/** A member of a period with an evaluated owed amount. */
export interface EvaluatedMember {
  readonly workspaceId: string;
  readonly period: Period;
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly owed: Exact;
  /** True when the owed amount rests on an estimated rate. */
  readonly isEstimated: boolean;
}

const DIFFERENCES_MAX = 10;

/** Compares owed amounts by period. `periods` are all compared periods, also those without evaluated members. */
export function compareOwed(
  periods: readonly Period[],
  before: readonly EvaluatedMember[],
  after: readonly EvaluatedMember[],
) {
  const [beforeOf, afterOf] = [byPeriod(before), byPeriod(after)];
  return {
    totals: { before: countsOf(before), after: countsOf(after) },
    byPeriod: periods.map((period) => ({
      period,
      before: countsOf(beforeOf.get(period) ?? []),
      after: countsOf(afterOf.get(period) ?? []),
    })),
    largestDifferences: largestDifferences(before, after),
  };
}

function byPeriod(members: readonly EvaluatedMember[]): ReadonlyMap<Period, readonly EvaluatedMember[]> {
  return Map.groupBy(members, ({ period }) => period);
}

/** Adds up owed amounts. Sums are rounded once, as in a rollup; what can be asked for is rounded member by member, as in claims. */
function countsOf(members: readonly EvaluatedMember[]) {
  let [sum, estimated, claims]: [Exact, Exact, Exact] = [0n, 0n, 0n];
  const membersOwed = new Set<string>();
  for (const { owed, isEstimated, workspaceId, memberRefId } of members) {
    sum += owed;
    if (isEstimated) estimated += owed;
    else claims += claimCents(owed);
    if (owed > 0n) membersOwed.add(`${workspaceId} ${memberRefId}`);
  }
  return {
    membersEvaluated: members.length,
    membersOwed: membersOwed.size,
    commissionOwed: exactToDollars(sum),
    commissionOwedEstimated: exactToDollars(estimated),
    toAskFor: exactToDollars(claims),
  };
}

/** Returns the members whose owed amount changes most, whatever the sign. */
function largestDifferences(before: readonly EvaluatedMember[], after: readonly EvaluatedMember[]) {
  const pairs = new Map<string, { member: EvaluatedMember; before?: Exact; after?: Exact }>();
  for (const member of before) pairs.set(keyOf(member), { member, before: member.owed });
  for (const member of after) pairs.set(keyOf(member), { ...pairs.get(keyOf(member)), member, after: member.owed });
  const changed = [...pairs].flatMap(([key, pair]) => {
    const difference = (pair.after ?? 0n) - (pair.before ?? 0n);
    return difference === 0n ? [] : [{ key, pair, difference, size: difference < 0n ? -difference : difference }];
  });
  changed.sort((a, b) => (a.size === b.size ? compareText(a.key, b.key) : a.size > b.size ? -1 : 1));
  return changed.slice(0, DIFFERENCES_MAX).map(({ pair, difference }) => {
    const { owed: _, isEstimated: __, ...member } = pair.member;
    return {
      ...member,
      commissionOwedBefore: dollars(pair.before),
      commissionOwedAfter: dollars(pair.after),
      difference: exactToDollars(difference),
    };
  });
}

function keyOf({ period, workspaceId, memberRefId }: EvaluatedMember): string {
  return `${period} ${workspaceId} ${memberRefId}`;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function dollars(owed: Exact | undefined): number | null {
  return owed === undefined ? null : exactToDollars(owed);
}
