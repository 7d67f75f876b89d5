import type { DisputeChange, FollowedDispute } from '../../core/dispute/dispute.ts';
import type { MemberFindings } from '../../core/report/claim.ts';

/** What a job's book says of disputes, and takes. */
export interface BookDisputes {
  /** Disputes with claims in this book that new scores may pay, close or open again; locked until the job ends. */
  listDisputes(): Promise<readonly FollowedDispute[]>;
  /** Findings about the money of these members, as the scores saved so far tell them. */
  findingsOf(memberRefIds: readonly string[]): AsyncIterable<readonly MemberFindings[]>;
  saveDisputes(changes: readonly DisputeChange[]): Promise<void>;
}
