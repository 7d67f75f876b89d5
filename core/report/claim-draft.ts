import { CLAIM_EVIDENCE_ROWS_MAX } from '../limits/report-limits.ts';
import { type Exact, exactFromMoney } from '../money.ts';
import type { Period } from '../period.ts';
import type { Certainty } from '../scoring/signal.ts';
import {
  type Basis,
  type Claim,
  type ClaimEvidence,
  type ClaimKind,
  type ClaimLine,
  type ClaimRow,
  claimIdOf,
} from './claim.ts';
import { askFor } from './claim-ask.ts';

/** A claim that later months of the member may still repay or supersede. */
export interface ClaimDraft {
  readonly kind: ClaimKind;
  readonly certainty: Certainty;
  readonly basis: Basis;
  readonly row: ClaimRow;
  /** Amount of the claim when it arose. */
  readonly claimed: Exact;
  /** Coverage months of the claim. A payment for one of them pays the claim. */
  readonly coverage: ReadonlySet<Period>;
  /** The member's policies when the claim arose. A payment on any other policy does not pay the claim. */
  readonly policies: ReadonlySet<string>;
  readonly proof: readonly ClaimLine[];
  /** Lines of later statements that paid the claim. */
  readonly repaidBy: { readonly line: ClaimLine; readonly amount: Exact }[];
  /** Amount that later statements have paid. */
  recovered: Exact;
  /** True when another claim holds the same money. */
  isSuperseded: boolean;
}

/** Smallest open amount: one cent. A smaller difference is rounding. */
export const CENT: Exact = exactFromMoney(100);

/** Returns the smaller amount; Math.min does not take a bigint. */
export function lesserOf(a: Exact, b: Exact): Exact {
  if (a < b) return a;
  return b;
}

/** Returns the amount that no later statement has paid; zero for a superseded claim and for less than a cent. */
export function openAmount({ claimed, recovered, isSuperseded }: ClaimDraft): Exact {
  const open = claimed - recovered;
  return isSuperseded || open < CENT ? 0n : open;
}

/** Starts a claim that nothing has repaid yet. */
export function draftClaim(
  parts: Pick<ClaimDraft, 'kind' | 'certainty' | 'basis' | 'row' | 'claimed' | 'proof' | 'policies'> & {
    readonly coverage?: ReadonlySet<Period>;
  },
): ClaimDraft {
  return {
    ...parts,
    coverage: parts.coverage ?? new Set(),
    repaidBy: [],
    recovered: 0n,
    isSuperseded: false,
  };
}

/** Turns a draft into a claim with its open amount, its evidence and its sentence. */
export function claimFrom(draft: ClaimDraft): Claim {
  const { kind, certainty, basis, row, recovered } = draft;
  const amount = openAmount(draft);
  const { carrierId, carrierName, workspaceId, period, memberRefId, memberExternalId, memberName } = row;
  return {
    claimId: claimIdOf(row, kind),
    kind,
    certainty,
    basis,
    amount,
    recovered,
    ...{ period, carrierId, carrierName, workspaceId, memberRefId, memberExternalId, memberName },
    policyNumber: row.policyNumber,
    planName: row.planName,
    evidence: [
      ...draft.proof
        .slice(0, CLAIM_EVIDENCE_ROWS_MAX)
        .map((line) => evidenceOf(line, line.amount < 0n ? 'charged_back' : 'paid')),
      ...draft.repaidBy.slice(0, CLAIM_EVIDENCE_ROWS_MAX).map(({ line }) => evidenceOf(line, 'recovered')),
    ],
    ask: askFor(draft, row, amount === 0n ? draft.claimed : amount),
  };
}

function evidenceOf(line: ClaimLine, what: ClaimEvidence['what']): ClaimEvidence {
  const { period, fileId, fileName, sheet, rowNumber, amount } = line;
  return { period, fileId, fileName, sheet, rowNumber, amount, what };
}
