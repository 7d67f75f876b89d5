import { followDispute } from '../../core/dispute/dispute.ts';
import type { BookDisputes } from './book-dispute-ports.ts';

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
