import type { DisputeChange, FollowedDispute } from '../../core/dispute/dispute.ts';
import type { Claim } from '../../core/report/claim.ts';

/** What a job's book says of disputes, and takes. */
export interface BookDisputes {
  /** Disputes with claims in this book that new scores may pay, close or open again; locked until the job ends. */
  listDisputes(): Promise<readonly FollowedDispute[]>;
  /** All claims of these members, as the scores saved so far tell them. */
  claimsOf(memberRefIds: readonly string[]): Promise<readonly Claim[]>;
  saveDisputes(changes: readonly DisputeChange[]): Promise<void>;
}
