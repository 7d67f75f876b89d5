import { randomUUID } from 'node:crypto';
import {
  type DisputeOrder,
  decideDispute,
  decideState,
  type NewDispute,
  refuseHeld,
} from '../../core/dispute/dispute.ts';
import { disputeLetter } from '../../core/dispute/dispute-letter.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { memberOfClaimId } from '../../core/report/claim.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { claimsOf } from '../reads/report-recoverable.ts';
import type {
  Dispute,
  DisputeChangeOrder,
  DisputeDraft,
  DisputeFilter,
  DisputeKey,
  DisputeStore,
  WholeDispute,
} from './dispute-ports.ts';

const unknownDispute = (): Refused => refuse('not_found', 'There is no dispute with this id.');

/** Manages disputes: claims that a carrier is asked to pay (docs/howto/ask-for-the-money-back.md). */
export interface DisputeManagement {
  readonly disputes: DisputeStore;
}

export interface NewDisputeOrder extends DisputeOrder {
  readonly account: { readonly accountId: string; readonly name: string };
  readonly note: string | null;
  readonly now: Date;
}

/**
 * Asks a carrier for the money of claims: looks up the current claims and writes the letter. Refuses unknown and already disputed claims.
 */
export function openDispute(
  disputes: DisputeStore,
  { account, note, now, claimIds, rows }: NewDisputeOrder,
  origin: RequestOrigin,
): Promise<WholeDispute | Refused> {
  const ofClaims = claimIds.flatMap((id) => memberOfClaimId(id) ?? []);
  const memberRefIds = [...new Set([...ofClaims, ...rows.map(({ memberRefId }) => memberRefId)])];
  return disputes.open(
    { accountId: account.accountId, memberRefIds },
    {
      claimsOf,
      decide: (found) => {
        const dispute = decideDispute({ claimIds, rows }, found);
        return isRefused(dispute) ? dispute : withLetter(dispute, { account, note, now });
      },
      refuseHeld,
    },
    origin,
  );
}

/** Makes a dispute with its letter, under a new id. */
export function withLetter(
  dispute: NewDispute,
  { account, note, now }: Pick<NewDisputeOrder, 'account' | 'note' | 'now'>,
): DisputeDraft {
  const disputeId = randomUUID();
  const date = now.toISOString().slice(0, 10);
  const letter = disputeLetter(dispute, { disputeId, agencyName: account.name, date });
  return { ...dispute, disputeId, note, letter };
}

/** Changes the state or the note of a dispute. Refuses an unknown dispute and a state that can't follow the current one. */
export async function changeDispute(
  disputes: DisputeStore,
  { key, change }: { readonly key: DisputeKey; readonly change: DisputeChangeOrder },
  origin: RequestOrigin,
): Promise<WholeDispute | Refused> {
  const { state } = change;
  const order = { change, decide: (current: WholeDispute['state']) => decideState(current, state ?? current) };
  return (await disputes.change(key, order, origin)) ?? unknownDispute();
}

/** Lists disputes, newest first, closed ones included. Refuses an unknown carrier. */
export function listDisputes(
  disputes: DisputeStore,
  accountId: string,
  { limit, offset, ...filter }: DisputeFilter & OffsetPosition,
): Promise<OffsetPage<Dispute> | Refused> {
  return disputes.list(accountId, filter, { limit, offset });
}

/** Finds a dispute with its letter and rows. Refuses an unknown dispute. */
export async function findDispute(disputes: DisputeStore, key: DisputeKey): Promise<WholeDispute | Refused> {
  return (await disputes.find(key)) ?? unknownDispute();
}
