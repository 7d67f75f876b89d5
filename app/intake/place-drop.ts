import { dropId } from '../../core/intake/drop-id.ts';
import { storableName } from '../../core/intake/file-name.ts';
import { processedKeys, reasonKey, reasonText, rejectedKeys } from '../../core/intake/sftp-folder.ts';
import { hasRoom } from '../../core/storage-quota.ts';
import type { DropKey, DropStore, IntakeRecord, IntakeStore, PlacedDrop } from './intake-ports.ts';

/**
 * How a file that came by SFTP is written down, and where it and its reason come to lie
 * (docs/reference/drop-offs.md#where-files-go). Nothing takes another's place.
 */

export interface DropPlaces {
  readonly drops: Pick<IntakeStore, 'findFreeKey' | 'record'>;
  readonly dropStore: Pick<DropStore, 'put'>;
}

export interface SftpDrop extends DropKey {
  readonly username: string;
  /** As it is called below /incoming. */
  readonly name: string;
  readonly byteSize: number;
  /** An ISO time. */
  readonly receivedOn: string;
}

/** What is said of a file, as far as it differs from one to the next. */
export type DropVerdict = Pick<IntakeRecord, 'outcome' | 'reason'> & Partial<IntakeRecord>;

/**
 * Writes it down with the place it will have. The bytes are moved there afterwards, so that a crash in between leaves them to be found.
 * `isThere`: false for an upload of which no bytes are left.
 */
export async function recordDrop(
  { drops }: DropPlaces,
  drop: SftpDrop & { readonly isThere: boolean },
  verdict: DropVerdict,
): Promise<PlacedDrop> {
  const { username, name, isThere } = drop;
  const keys = isTaken(verdict) ? processedKeys(username, drop) : rejectedKeys(username, drop);
  const objectKey = verdict.outcome === 'waiting' ? null : await drops.findFreeKey(drop, keys);
  const { keepsBytes } = await drops.record(
    {
      dropId: drop.dropId,
      accountId: drop.accountId,
      source: 'sftp',
      origin: username,
      name: storableName(name),
      byteSize: drop.byteSize,
      checksumSha256: null,
      carrierId: null,
      period: null,
      fileId: null,
      jobId: null,
      messageId: null,
      ...verdict,
      objectKey,
      objectBytes: isThere ? drop.byteSize : 0,
    },
    hasRoom,
  );
  return { outcome: verdict.outcome, reason: verdict.reason, objectKey, keepsBytes };
}

/** Beside what was not taken, why. */
export async function putReason(
  { dropStore }: Pick<DropPlaces, 'dropStore'>,
  name: string,
  placed: PlacedDrop,
): Promise<void> {
  const { reason, objectKey } = placed;
  if (reason === null || objectKey === null || isTaken(placed)) return;
  await dropStore.put(reasonKey(objectKey), new TextEncoder().encode(reasonText(storableName(name), reason)));
}

function isTaken({ outcome }: Pick<PlacedDrop, 'outcome'>): boolean {
  return outcome === 'accepted' || outcome === 'duplicate';
}

/**
 * An upload that the server ended, and of which nothing is left for a sweep to reject. Every try is one of its own: `tryId` is
 * nobody else's.
 */
export async function rejectUpload(
  places: DropPlaces,
  upload: Omit<SftpDrop, 'dropId' | 'receivedOn'> & { readonly tryId: string; readonly endedOn: string },
  reason: string,
): Promise<void> {
  const { username, name, tryId, endedOn } = upload;
  const id = dropId(['sftp', username, name, tryId]);
  const drop = { ...upload, dropId: id, receivedOn: endedOn, isThere: false };
  await putReason(places, name, await recordDrop(places, drop, { outcome: 'rejected', reason }));
}
