import { followDispute } from '../../core/dispute/dispute.ts';
import type { Claim } from '../../core/report/claim.ts';
import { claimsOf } from '../reads/report-recoverable.ts';
import type { DisputedBook } from './book-store.ts';

/** Updates the disputes of a book after a rescore: records the amounts that statements have paid, and closes or reopens disputes. */
export async function followDisputes({ disputes, workspaceId }: Omit<DisputedBook, 'book'>): Promise<void> {
  const followed = await disputes.listDisputes();
  if (followed.length === 0) return;
  const rows = followed.flatMap((dispute) => dispute.rows).filter((row) => row.workspaceId === workspaceId);
  const claims = new Map<string, Claim>();
  for await (const members of disputes.findingsOf([...new Set(rows.map(({ memberRefId }) => memberRefId))])) {
    for (const claim of members.flatMap(claimsOf)) claims.set(claim.claimId, claim);
  }
  const changes = followed.flatMap((dispute) => followDispute(dispute, { claims, workspaceId }) ?? []);
  if (changes.length > 0) await disputes.saveDisputes(changes);
}
