import { storableName } from '../../core/intake/find-period.ts';
import { dropId } from '../../core/intake/intake-account.ts';
import { processedKeys, reasonKey, reasonText, rejectedKeys } from '../../core/intake/sftp-folder.ts';
import { hasRoom } from '../../core/storage-quota.ts';
import type { DropStore } from '../platform/drops.ts';
import type { DropKey, IntakeRecord, IntakeStore, PlacedDrop } from './intake-store.ts';

/**
 * Records files that came by SFTP and decides where they and their reason files are stored (docs/reference/drop-offs.md#where-files-go).
 * No file overwrites another.
 */

export interface DropPlaces {
  readonly drops: Pick<IntakeStore, 'findFreeKey' | 'record'>;
  readonly dropStore: Pick<DropStore, 'put'>;
}

export interface SftpDrop extends DropKey {
  readonly username: string;
  /** The file's name below /incoming. */
  readonly name: string;
  readonly byteSize: number;
  /** The time of arrival, as an ISO time. */
  readonly receivedOn: string;
}

/** The outcome of a file and its reason, with other fields of the record where they are known. */
export type DropVerdict = Pick<IntakeRecord, 'outcome' | 'reason'> & Partial<IntakeRecord>;

/**
 * Records the drop with its future place. The bytes are moved afterwards, so that the next sweep finds them after a crash. `hasBytes` is
 * false for an upload that left no bytes.
 */
export async function recordDrop(
  { drops }: DropPlaces,
  drop: SftpDrop & { readonly hasBytes: boolean },
  verdict: DropVerdict,
): Promise<PlacedDrop> {
  const { username, name, hasBytes } = drop;
  const keys = isProcessed(verdict) ? processedKeys(username, drop) : rejectedKeys(username, drop);
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
      objectBytes: hasBytes ? drop.byteSize : 0,
    },
    hasRoom,
  );
  return { outcome: verdict.outcome, reason: verdict.reason, objectKey, keepsBytes };
}

/** Stores the reason beside a rejected file. */
export async function putReason(
  { dropStore }: Pick<DropPlaces, 'dropStore'>,
  name: string,
  placed: PlacedDrop,
): Promise<void> {
  const { reason, objectKey } = placed;
  if (reason === null || objectKey === null || isProcessed(placed)) return;
  await dropStore.put(reasonKey(objectKey), new TextEncoder().encode(reasonText(storableName(name), reason)));
}

function isProcessed({ outcome }: Pick<PlacedDrop, 'outcome'>): boolean {
  return outcome === 'accepted' || outcome === 'duplicate';
}

/** Records an upload that the server aborted and that left no bytes for a sweep. Each attempt has its own `tryId`. */
export async function rejectUpload(
  places: DropPlaces,
  upload: Omit<SftpDrop, 'dropId' | 'receivedOn'> & { readonly tryId: string; readonly endedOn: string },
  reason: string,
): Promise<void> {
  const { username, name, tryId, endedOn } = upload;
  const id = dropId(['sftp', username, name, tryId]);
  const drop = { ...upload, dropId: id, receivedOn: endedOn, hasBytes: false };
  await putReason(places, name, await recordDrop(places, drop, { outcome: 'rejected', reason }));
}
