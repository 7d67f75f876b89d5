import { followDispute } from '../../core/dispute/dispute.ts';
import type { Claim } from '../../core/report/claim.ts';
import { claimsOf } from '../reads/report-recoverable.ts';
import type { BookDisputes } from './book-dispute-ports.ts';

/** Updates the disputes of a book after a rescore: records the amounts that statements have paid, and closes or reopens disputes. */
export async function followDisputes(
  book: BookDisputes,
  { workspaceId }: { readonly workspaceId: string },
): Promise<void> {
  const disputes = await book.listDisputes();
  if (disputes.length === 0) return;
  const rows = disputes.flatMap((dispute) => dispute.rows).filter((row) => row.workspaceId === workspaceId);
  const claims = new Map<string, Claim>();
  for await (const members of book.findingsOf([...new Set(rows.map(({ memberRefId }) => memberRefId))])) {
    for (const claim of members.flatMap(claimsOf)) claims.set(claim.claimId, claim);
  }
  const changes = disputes.flatMap((dispute) => followDispute(dispute, { claims, workspaceId }) ?? []);
  if (changes.length > 0) await book.saveDisputes(changes);
}
