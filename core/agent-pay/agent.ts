import type { Period } from '../period.ts';
import { isSamePolicy, monthCovered, type PayLine } from './pay-line.ts';
import type { PayPlan } from './pay-plan.ts';
import { type Share, WHOLE } from './share-out.ts';

/** An agent as pay needs them. */
export interface PaidAgent {
  readonly agentId: string;
  /** True for the account of the agency itself: what it writes is the house's. */
  readonly isHouse: boolean;
  /** The first month covered in which the agent no longer belongs to the agency. */
  readonly leftFrom: Period | null;
  readonly uplines: readonly Dated<string>[];
  readonly plans: readonly Dated<PayPlan>[];
}

/** A value from a month covered on, until the next one. Null ends it. */
export interface Dated<Value> {
  readonly from: Period;
  readonly value: Value | null;
}

/** A book that went from an agent to another from a month covered on: whole, of a carrier or of a member. */
export interface BookMove {
  readonly from: Period;
  readonly agentId: string;
  readonly toAgentId: string;
  readonly carrierId: string | null;
  readonly memberRefId: string | null;
}

/** A case that several agents share from a month covered on. The shares add up to a whole. */
export interface SharedCase {
  readonly from: Period;
  /** The carrier whose policy it is, because two carriers may use one number; null for every carrier. */
  readonly carrierId: string | null;
  readonly memberRefId: string | null;
  readonly policy: string | null;
  readonly shares: readonly { readonly agentId: string; readonly share: Share }[];
}

/** An agent who wrote a line, and the part of it. */
export interface Writer {
  readonly agentId: string;
  readonly part: Share;
}

/** Returns the value of a month: the latest that began by then. */
export function valueAt<Value>(dated: readonly Dated<Value>[], month: Period): Value | null {
  let latest: Dated<Value> | null = null;
  for (const one of dated) if (one.from <= month && (latest === null || one.from >= latest.from)) latest = one;
  return latest?.value ?? null;
}

/**
 * Returns who wrote a line: the agents of a shared case, else the agent of the statement. Each after the moves of the book, for a case
 * those after its month. Empty when nobody is known.
 */
export function writersOf(line: PayLine, cases: readonly SharedCase[], moves: readonly BookMove[]): readonly Writer[] {
  const month = monthCovered(line);
  const shared = cases
    .filter((one) => one.from <= month && isCaseOf(one, line))
    .reduce<SharedCase | null>((best, one) => (best === null || isStronger(one, best) ? one : best), null);
  if (shared !== null) {
    const later = moves.filter(({ from }) => from > shared.from);
    return shared.shares.map(({ agentId, share }) => ({ agentId: afterMoves(agentId, line, later), part: share }));
  }
  if (line.agentId === null) return [];
  return [{ agentId: afterMoves(line.agentId, line, moves), part: WHOLE }];
}

function isCaseOf({ carrierId, policy, memberRefId }: SharedCase, line: PayLine): boolean {
  return (
    (carrierId === null || carrierId === line.carrierId) &&
    (policy === null || isSamePolicy(policy, line.policy)) &&
    (memberRefId === null || memberRefId === line.memberRefId)
  );
}

/** A case of a policy goes before a case of a member; between equals the later month wins. */
function isStronger(one: SharedCase, other: SharedCase): boolean {
  const isOfPolicy = one.policy !== null;
  return isOfPolicy === (other.policy !== null) ? one.from >= other.from : isOfPolicy;
}

/** Follows the moves in the order of their months. A book may move on, and back. */
function afterMoves(agentId: string, line: PayLine, moves: readonly BookMove[]): string {
  const month = monthCovered(line);
  let owner = agentId;
  for (const move of moves.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const isForLine =
      move.from <= month &&
      (move.carrierId === null || move.carrierId === line.carrierId) &&
      (move.memberRefId === null || move.memberRefId === line.memberRefId);
    if (isForLine && move.agentId === owner) owner = move.toAgentId;
  }
  return owner;
}
