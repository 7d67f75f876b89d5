import { type DisputeChange, type FollowedDispute, followDispute } from '../core/dispute/dispute.ts';
import type { Claim } from '../core/report/claim.ts';

/** What a job's book says of disputes, and takes. */
export interface BookDisputes {
  /** Disputes with claims in this book that new scores may pay, close or open again; locked until the job ends. */
  listDisputes(): Promise<readonly FollowedDispute[]>;
  /** All claims of these members, as the scores saved so far tell them. */
  claimsOf(memberRefIds: readonly string[]): Promise<readonly Claim[]>;
  saveDisputes(changes: readonly DisputeChange[]): Promise<void>;
}

/** Once a book is scored again: what its statements now pay of open disputes, and which of these that closes or opens again. */
export async function followDisputes(
  book: BookDisputes,
  { workspaceId }: { readonly workspaceId: string },
): Promise<void> {
  const disputes = await book.listDisputes();
  if (disputes.length === 0) return;
  const rows = disputes.flatMap((dispute) => dispute.rows).filter((row) => row.workspaceId === workspaceId);
  const found = await book.claimsOf([...new Set(rows.map(({ memberRefId }) => memberRefId))]);
  const claims = new Map(found.map((claim) => [claim.claimId, claim]));
  const changes = disputes.flatMap((dispute) => followDispute(dispute, { claims, workspaceId }) ?? []);
  if (changes.length > 0) await book.saveDisputes(changes);
}
