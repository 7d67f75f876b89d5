import type { DisputeRow, DisputeState, FoundClaims, NewDispute } from '../../core/dispute/dispute.ts';
import type { Exact } from '../../core/money.ts';
import type { OffsetPage, OffsetPosition, TimeOrder } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import type { Claim, ClaimEvidence, MemberFindings } from '../../core/report/claim.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';

export interface Dispute {
  readonly id: string;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly state: DisputeState;
  /** True when the service closed the dispute because a statement had paid it. */
  readonly closedBySystem: boolean;
  readonly note: string | null;
  readonly claims: number;
  readonly askedAmount: Exact;
  readonly recoveredAmount: Exact;
  readonly createdAt: string;
  readonly changedAt: string;
  readonly closedAt: string | null;
}

/** A row of a dispute. Its evidence has the current names of the files. */
export interface StoredDisputeRow extends Omit<DisputeRow, 'evidence'> {
  readonly evidence: readonly ClaimEvidence[];
}

export interface WholeDispute extends Dispute {
  readonly letter: string;
  readonly rows: readonly StoredDisputeRow[];
}

export interface DisputeKey {
  readonly accountId: string;
  readonly disputeId: string;
}

export interface DisputeFilter {
  readonly sort?: TimeOrder | undefined;
  readonly state?: DisputeState | undefined;
  readonly carrierId?: string | undefined;
}

export interface DisputeDraft extends NewDispute {
  readonly disputeId: string;
  readonly letter: string;
  readonly note: string | null;
}

export interface DisputeChangeOrder {
  readonly state?: DisputeState | undefined;
  readonly note?: string | null | undefined;
}

/** Decisions about a dispute, made under the locks of the books. */
export interface DisputeRules<Draft> {
  /** Makes the claims of a member that a dispute may contain. */
  readonly claimsOf: (member: MemberFindings) => readonly Claim[];
  readonly decide: (found: FoundClaims) => Draft;
  /** Refuses a draft with claims that other disputes, given by their ids, hold. */
  readonly refuseHeld: (disputeIds: readonly string[]) => Refused;
}

export interface DisputeStore {
  /**
   * Locks the books of these members, so that no statement changes their claims meanwhile, and stores the decided dispute. Refuses a claim
   * that a concurrent dispute took.
   */
  open(
    order: { readonly accountId: string; readonly memberRefIds: readonly string[] },
    rules: DisputeRules<DisputeDraft | Refused>,
    origin: RequestOrigin,
  ): Promise<WholeDispute | Refused>;
  /** Returns disputes, newest first. */
  list(accountId: string, filter: DisputeFilter, page: OffsetPosition): Promise<OffsetPage<Dispute> | Refused>;
  find(key: DisputeKey): Promise<WholeDispute | null>;
  /** Changes a dispute to the state that `decide` returns. Returns null when the dispute does not exist. */
  change(
    key: DisputeKey,
    order: { readonly change: DisputeChangeOrder; readonly decide: (current: DisputeState) => DisputeState | Refused },
    origin: RequestOrigin,
  ): Promise<WholeDispute | Refused | null>;
}
