import type { DisputeChange, FollowedDispute } from '../../core/dispute/dispute.ts';
import type { MemberFindings } from '../../core/report/claim.ts';

/** The disputes of a locked book. */
export interface BookDisputes {
  /** Returns disputes with claims in this book that new scores may pay, close or reopen. They stay locked until the job ends. */
  listDisputes(): Promise<readonly FollowedDispute[]>;
  /** Yields findings about the money of these members, computed from the scores saved so far. */
  findingsOf(memberRefIds: readonly string[]): AsyncIterable<readonly MemberFindings[]>;
  saveDisputes(changes: readonly DisputeChange[]): Promise<void>;
}
