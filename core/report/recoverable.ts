import { type Exact, exactToDollars } from '../money.ts';
import type { Period } from '../period.ts';
import { CERTAINTIES, type Certainty } from '../scoring/signal.ts';
import { type AskedClaim, CLAIM_KINDS, type Claim, type ClaimKind, type ClaimLine, type ClaimRow } from './claim.ts';
import { type ClaimDraft, claimFrom } from './claim-draft.ts';
import { repayClaims } from './claim-repayment.ts';
import { claimsOfRow } from './claims-of-row.ts';

/** Finds claims of money from carriers. Each dollar is in one claim, and in no claim once a later statement has paid it. */

/**
 * Returns all claims of one member of one book, paid ones included, without superseded ones. `lines` are in order of acceptance, from the
 * first month of `rows` or the last payment before it.
 */
export function memberClaims(rows: readonly ClaimRow[], lines: readonly ClaimLine[]): readonly Claim[] {
  const rowOf = new Map(rows.map((row) => [row.period, row]));
  const linesOf = Map.groupBy(lines, ({ period }) => period);
  const periods = [...new Set([...linesOf.keys(), ...rowOf.keys()])].sort();
  const claims: ClaimDraft[] = [];
  const member = {
    claims,
    linesOf: (period: Period) => linesOf.get(period) ?? [],
    linesUntil: (last: Period) =>
      periods.filter((period) => period <= last).flatMap((period) => linesOf.get(period) ?? []),
  };
  for (const period of periods) {
    const row = rowOf.get(period);
    repayClaims(claims, { period, lines: member.linesOf(period), row });
    if (row !== undefined) claims.push(...claimsOfRow(row, member));
  }
  return claims.filter(({ isSuperseded }) => !isSuperseded).map(claimFrom);
}

export interface ClaimSum {
  readonly claims: number;
  readonly amount: number;
}

export interface RecoverableTotals {
  /** Dollars of open claims that are certain, which is the headline. */
  readonly recoverable: number;
  /** Dollars of open claims that are not certain: `likely` and `toCheck` together. */
  readonly estimated: number;
  /** Dollars of open claims that are likely. */
  readonly likely: number;
  /** Dollars of open claims that are to be checked. */
  readonly toCheck: number;
  /** Part of all claims that open disputes ask for. */
  readonly asked: number;
  /** Number of all open claims. */
  readonly claims: number;
  readonly byKind: readonly (ClaimSum & { readonly kind: ClaimKind; readonly certainty: Certainty })[];
  readonly byCarrier: readonly {
    readonly carrierId: string;
    readonly carrierName: string;
    readonly claims: number;
    readonly recoverable: number;
    readonly estimated: number;
    readonly likely: number;
    readonly toCheck: number;
  }[];
}

interface Sum {
  claims: number;
  amount: Exact;
}

/** Open claims against a carrier, by how sure they are. */
interface CarrierSum extends Record<Certainty, Exact> {
  readonly carrierName: string;
  claims: number;
}

function sumOfLevels(sums: Readonly<Record<Certainty, Exact>>, levels: readonly Certainty[]): Exact {
  return levels.reduce((sum, level) => sum + sums[level], 0n);
}

/** Returns an accumulator of open claims. It adds exactly, and rounds dollars for display. */
export function recoverableSums(): {
  readonly add: (claim: AskedClaim) => void;
  readonly totals: () => RecoverableTotals;
} {
  const kinds = new Map<string, Sum>();
  const carriers = new Map<string, CarrierSum>();
  let asked: Exact = 0n;
  return {
    add({ kind, certainty, amount, carrierId, carrierName, disputeId }) {
      if (disputeId !== null) asked += amount;
      const sum = kinds.get(`${kind}/${certainty}`) ?? { claims: 0, amount: 0n };
      kinds.set(`${kind}/${certainty}`, { claims: sum.claims + 1, amount: sum.amount + amount });
      const carrier = carriers.get(carrierId) ?? { carrierName, claims: 0, certain: 0n, likely: 0n, to_check: 0n };
      carrier.claims += 1;
      carrier[certainty] += amount;
      carriers.set(carrierId, carrier);
    },
    totals() {
      const all = [...carriers.entries()];
      const sumOf = (...levels: readonly Certainty[]) =>
        exactToDollars(all.reduce((sum, [, carrier]) => sum + sumOfLevels(carrier, levels), 0n));
      return {
        recoverable: sumOf('certain'),
        estimated: sumOf('likely', 'to_check'),
        likely: sumOf('likely'),
        toCheck: sumOf('to_check'),
        asked: exactToDollars(asked),
        claims: all.reduce((sum, [, { claims }]) => sum + claims, 0),
        byKind: CLAIM_KINDS.flatMap((kind) =>
          CERTAINTIES.flatMap((certainty) => {
            const sum = kinds.get(`${kind}/${certainty}`);
            return sum === undefined
              ? []
              : [{ kind, certainty, claims: sum.claims, amount: exactToDollars(sum.amount) }];
          }),
        ),
        byCarrier: all
          .toSorted(([, a], [, b]) => (a.certain === b.certain ? 0 : a.certain > b.certain ? -1 : 1))
          .map(([carrierId, { carrierName, claims, certain, likely, to_check: toCheck }]) => ({
            carrierId,
            carrierName,
            claims,
            recoverable: exactToDollars(certain),
            estimated: exactToDollars(likely + toCheck),
            likely: exactToDollars(likely),
            toCheck: exactToDollars(toCheck),
          })),
      };
    },
  };
}
