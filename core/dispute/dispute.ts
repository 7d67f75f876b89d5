import { DISPUTE_CLAIMS_MAX } from '../limits/saved-report-limits.ts';
import type { Exact } from '../money.ts';
import type { Period } from '../period.ts';
import type { FieldError, Refused } from '../problem.ts';
import { refuse, refuseField, refuseFields } from '../refuse.ts';
import type { Claim, ClaimEvidence } from '../report/claim.ts';
import { lesserOf } from '../report/claim-draft.ts';
import { exactDollars } from '../wording.ts';

/** A dispute asks one carrier for the money of some claims. It is closed when the carrier has paid or refused. */

export const DISPUTE_STATES = ['asked', 'answered', 'paid', 'refused'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/**
 * Allowed transitions. A closed dispute stays closed, except that the service reopens a dispute that it closed itself.
 */
const NEXT: Readonly<Record<DisputeState, readonly DisputeState[]>> = {
  asked: ['answered', 'paid', 'refused'],
  answered: ['paid', 'refused'],
  paid: [],
  refused: [],
};

/** A claim of a dispute, with the asked amount and its outcome. */
export interface DisputeRow
  extends Pick<
    Claim,
    | 'claimId'
    | 'kind'
    | 'certainty'
    | 'basis'
    | 'period'
    | 'workspaceId'
    | 'memberRefId'
    | 'memberExternalId'
    | 'memberName'
    | 'policyNumber'
    | 'planName'
    | 'ask'
  > {
  readonly askedAmount: Exact;
  /** Amount that no statement has paid yet. It is also zero when a corrected statement shows that nothing was due. */
  readonly openAmount: Exact;
  /** Amount paid by statements after the dispute was opened. */
  readonly recoveredAmount: Exact;
  /** Amount of the claim paid before the dispute was opened. */
  readonly recoveredBefore: Exact;
  /** Evidence without file names. They are read when the dispute is shown, because they may have been erased. */
  readonly evidence: readonly Omit<ClaimEvidence, 'fileName'>[];
}

/** A dispute that is about to be opened. */
export interface NewDispute {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly rows: readonly DisputeRow[];
}

/** A client's order: claims by id, or all claims of a member and month. */
export interface DisputeOrder {
  readonly claimIds: readonly string[];
  readonly rows: readonly { readonly memberRefId: string; readonly period: Period }[];
}

/** The claims for an order, and the open disputes that hold claims already. */
export interface FoundClaims {
  /** Claims of the members in the order. */
  readonly claims: readonly Claim[];
  /** Ids of open disputes, by the ids of their claims. */
  readonly held: ReadonlyMap<string, string>;
}

/**
 * Opens a dispute for the ordered claims. Refuses unknown or settled claims and several carriers with
 * `validation_error`, and claims of an open dispute with `conflict`.
 */
export function decideDispute({ claimIds, rows }: DisputeOrder, { claims, held }: FoundClaims): NewDispute | Refused {
  const errors: FieldError[] = [];
  const chosen = new Map<string, Claim>();
  const choose = (found: readonly Claim[], field: string, detail: string) => {
    if (found.length === 0) errors.push({ field, detail });
    for (const claim of found) chosen.set(claim.claimId, claim);
  };
  const open = claims.filter(({ amount }) => amount > 0n);
  claimIds.forEach((id, index) => {
    const found = open.filter(({ claimId }) => claimId === id);
    choose(found, `claimIds[${index}]`, 'is no open claim');
  });
  rows.forEach(({ memberRefId, period }, index) => {
    const found = open.filter((claim) => claim.memberRefId === memberRefId && claim.period === period);
    choose(found, `rows[${index}]`, 'has no open claim');
  });
  if (errors.length > 0) return refuseFields(errors);
  const all = [...chosen.values()];
  const [first] = all;
  if (first === undefined || all.some(({ carrierId }) => carrierId !== first.carrierId)) {
    const detail = 'must be claims against one carrier: open a dispute for each';
    return refuseField(claimIds.length > 0 ? 'claimIds' : 'rows', detail);
  }
  const disputes = [...new Set(all.flatMap(({ claimId }) => held.get(claimId) ?? []))];
  if (disputes.length > 0) return refuseHeld(disputes);
  return { carrierId: first.carrierId, carrierName: first.carrierName, rows: all.map(rowOf) };
}

/**
 * Opens a dispute about a carrier event for its members' open claims, without claims held by another dispute. Takes the
 * DISPUTE_CLAIMS_MAX largest; null when no claim is left.
 */
export function decideEventDispute({ claims, held }: FoundClaims): NewDispute | null {
  const open = claims
    .filter(({ amount, claimId }) => amount > 0n && !held.has(claimId))
    .toSorted((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1))
    .slice(0, DISPUTE_CLAIMS_MAX);
  const [first] = open;
  if (first === undefined) return null;
  return { carrierId: first.carrierId, carrierName: first.carrierName, rows: open.map(rowOf) };
}

/**
 * Returns the `conflict` for claims held by open disputes. A store that saves a dispute returns it too, when another dispute was opened
 * meanwhile.
 */
export function refuseHeld(disputeIds: readonly string[]): Refused {
  return refuse('conflict', {
    title: 'A claim is in an open dispute',
    detail: `Claims are in the open dispute ${disputeIds.join(', ')}. Leave them out, or close it first.`,
  });
}

function rowOf({ amount, recovered, evidence, carrierId: _, carrierName: _name, ...claim }: Claim): DisputeRow {
  return {
    ...claim,
    askedAmount: amount,
    openAmount: amount,
    recoveredAmount: 0n,
    recoveredBefore: recovered,
    evidence: evidence.map(({ fileName: _file, ...row }) => row),
  };
}

/** Decides whether a client may set a state; refuses with `conflict`. Setting the current state again changes nothing. */
export function decideState(current: DisputeState, next: DisputeState): DisputeState | Refused {
  if (current === next || NEXT[current].includes(next)) return next;
  const allowed = NEXT[current].length === 0 ? 'it is closed' : `it may become ${NEXT[current].join(' or ')}`;
  return refuse('conflict', {
    title: 'The state of the dispute does not allow this',
    detail: `The dispute is ${current}: ${allowed}.`,
  });
}

/** A change of a dispute, as a client orders it. */
export interface WantedChange {
  readonly state?: DisputeState | undefined;
  readonly note?: string | null | undefined;
  /** Another text of the letter. */
  readonly letter?: string | undefined;
  readonly withdrawn?: true | undefined;
  readonly askAgainOn?: string | null | undefined;
  /** Amount that was paid in another way than by a statement. */
  readonly otherPaid?: Exact | undefined;
}

/** Facts that decide whether a dispute may be changed. */
export interface DisputeSituation {
  readonly state: DisputeState;
  readonly isSent: boolean;
  readonly askedAmount: Exact;
}

/**
 * Decides a change and returns the new state; refuses with `conflict` or `validation_error`. A letter that was sent stays as it is. A
 * dispute that the agency withdraws is closed as refused, and its claims may be asked for again.
 */
export function decideChange(
  { state, isSent, askedAmount }: DisputeSituation,
  { state: next, letter, withdrawn, otherPaid }: WantedChange,
): DisputeState | Refused {
  if (letter !== undefined && isSent) {
    const detail = 'The letter was sent, so it stays as it is. Withdraw it, and write another one.';
    return refuse('conflict', { title: 'The letter was sent', detail });
  }
  if (otherPaid !== undefined && (otherPaid < 0n || otherPaid > askedAmount)) {
    return refuseField('otherPaidAmount', 'must be from 0 to what was asked');
  }
  return decideState(state, withdrawn === true ? 'refused' : (next ?? state));
}

/** A dispute whose claims are followed: an open one, or one that the service closed itself. */
export interface FollowedDispute {
  readonly disputeId: string;
  readonly state: DisputeState;
  /** State before the service closed the dispute itself; null otherwise. */
  readonly stateBefore: DisputeState | null;
  readonly rows: readonly FollowedRow[];
}

export type FollowedRow = Pick<
  DisputeRow,
  'claimId' | 'memberRefId' | 'workspaceId' | 'askedAmount' | 'openAmount' | 'recoveredAmount' | 'recoveredBefore'
>;

/** The new state and amounts of a followed dispute. */
export interface DisputeChange {
  readonly disputeId: string;
  readonly state: DisputeState;
  readonly stateBefore: DisputeState | null;
  readonly rows: readonly FollowedRow[];
  readonly recoveredAmount: Exact;
}

/**
 * Updates a dispute from the new scores of one workspace; null when nothing changes. The dispute is paid when nothing
 * is open and money was recovered, and reopens when the paying statement is retracted.
 */
export function followDispute(
  dispute: FollowedDispute,
  { claims, workspaceId }: { readonly claims: ReadonlyMap<string, Claim>; readonly workspaceId: string },
): DisputeChange | null {
  const rows = dispute.rows.map((row) =>
    row.workspaceId === workspaceId ? followRow(row, claims.get(row.claimId)) : row,
  );
  const recoveredAmount = rows.reduce((sum, row) => sum + row.recoveredAmount, 0n);
  const isPaid = recoveredAmount > 0n && rows.every(({ openAmount }) => openAmount === 0n);
  const open = dispute.stateBefore ?? dispute.state;
  const state = isPaid ? 'paid' : open;
  const isSame = rows.every(
    (row, index) =>
      row.openAmount === dispute.rows[index]?.openAmount && row.recoveredAmount === dispute.rows[index].recoveredAmount,
  );
  if (isSame && state === dispute.state) return null;
  return { disputeId: dispute.disputeId, state, stateBefore: isPaid ? open : null, rows, recoveredAmount };
}

/**
 * Updates one row. A claim that disappeared was corrected rather than paid, and recovered money never exceeds the asked
 * amount.
 */
function followRow(row: FollowedRow, claim: Claim | undefined): FollowedRow {
  if (claim === undefined) return { ...row, openAmount: 0n, recoveredAmount: 0n };
  const paid = claim.recovered - row.recoveredBefore;
  const recoveredAmount = paid < 0n ? 0n : lesserOf(paid, row.askedAmount);
  return { ...row, openAmount: claim.amount, recoveredAmount };
}

/** Returns "3 claims, $75.00". */
export function disputeText(rows: readonly Pick<DisputeRow, 'askedAmount'>[]): string {
  const total = rows.reduce((sum, { askedAmount }) => sum + askedAmount, 0n);
  return `${rows.length} ${rows.length === 1 ? 'claim' : 'claims'}, ${exactDollars(total)}`;
}
