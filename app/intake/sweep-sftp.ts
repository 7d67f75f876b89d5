import { createHash } from 'node:crypto';
import { type DropOffSettings, dropId, effectiveDropOffs, intakeRefusal } from '../../core/intake/drop-off-settings.ts';
import { fileNameProblem, storableName } from '../../core/intake/find-period.ts';
import { refusalText } from '../../core/intake/mail-reply.ts';
import { type CarrierMatch, matchCarrier } from '../../core/intake/match-carrier.ts';
import {
  folderPrefix,
  processedKeys,
  reasonKey,
  reasonText,
  rejectedKeys,
  type Settling,
  settlingOf,
  takeInTurn,
} from '../../core/intake/sftp-folder.ts';
import { SCHEDULED_TASK_LIMITS, type TaskLimits } from '../../core/limits/job-limits.ts';
import { SWEEP_CLAIM_SECONDS, SWEEP_FILES_MAX, SWEEP_FOLDERS_AT_ONCE } from '../../core/limits/request-limits.ts';
import { FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { hasRoom } from '../../core/storage-quota.ts';
import { failIfKept, type Purge, purgeDue } from '../files/purge-due.ts';
import type { DroppedObject, DropStore } from '../platform/object-store.ts';
import { inParallel, type TaskCounts } from '../platform/portions.ts';
import type {
  DropKey,
  IntakeOutcome,
  IntakeRecord,
  IntakeStore,
  PatternSources,
  PlacedDrop,
  SftpFolder,
  SftpFolderStore,
} from './intake-store.ts';
import { receiveStatement, type StatementIntake } from './receive-statement.ts';

/**
 * Receives files that SFTP users dropped (docs/reference/drop-offs.md#the-sweep). A settled file is matched to carrier and month by its
 * name, uploaded, recorded, and moved to /processed or /rejected.
 * Each file makes at most one job, because its drop id and bytes decide that (receive-statement.ts), not the sweep. A file that a crash
 * left in /incoming is received again, found to be accepted already, and only moved.
 */

export interface SftpSweep extends StatementIntake {
  readonly drops: IntakeStore;
  readonly dropStore: DropStore;
  readonly folders: SftpFolderStore;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  /** Reports a folder that could not be swept. The next sweep tries again. */
  readonly onSweepError: (error: unknown, folder: SftpFolder) => void;
}

/** Sweeps all folders until the time of the limits is up. Returns how many files had each outcome. */
export async function sweepSftp(sweep: SftpSweep, limits: TaskLimits = SCHEDULED_TASK_LIMITS): Promise<TaskCounts> {
  const startedMs = sweep.elapsedMs();
  const run: Run = {
    sweep,
    isTimeUp: () => sweep.elapsedMs() - startedMs >= limits.sweepSeconds * 1000,
    now: await sweep.folders.now(),
    counts: { accepted: 0, rejected: 0, duplicate: 0, held: 0, waiting: 0, failed: 0 },
  };
  const taken = takeInTurn([...byFolder(await findFiles(run)).values()], SWEEP_FILES_MAX);
  // Short folders come first, because a few long ones could take the whole time of a run.
  const folders = [...byFolder(taken)].sort(([, files], [, others]) => files.length - others.length);
  await inParallel(folders, SWEEP_FOLDERS_AT_ONCE, ([folder, files]) => sweepFolder(run, folder, files));
  failIfKept([await purgeDue(sftpPurge(sweep.drops, sweep.dropStore), limits, sweep.elapsedMs)]);
  const { accepted, rejected, duplicate, held, waiting, failed } = run.counts;
  return {
    dropsAccepted: accepted,
    dropsRejected: rejected,
    dropsDuplicate: duplicate,
    dropsHeld: held,
    dropsWaiting: waiting,
    dropsFailed: failed,
  };
}

interface Run {
  readonly sweep: SftpSweep;
  readonly isTimeUp: () => boolean;
  /** The time by the database's clock. */
  readonly now: Date;
  readonly counts: Record<IntakeOutcome | 'failed', number>;
}

/** A file in /incoming that has to be handled. */
interface WaitingFile {
  readonly folder: SftpFolder;
  readonly object: DroppedObject;
  /** The file's name below /incoming. */
  readonly name: string;
  readonly dropId: string;
  readonly settling: Exclude<Settling, 'leave'>;
}

const byFolder = (files: readonly WaitingFile[]) => Map.groupBy(files, ({ folder }) => folder);

/** Finds the files of all folders, and notes the size of each folder. Whole files come before incomplete files, oldest first. */
async function findFiles(run: Run): Promise<readonly WaitingFile[]> {
  const found: WaitingFile[] = [];
  const listed: { readonly folder: SftpFolder; readonly bytes: number }[] = [];
  // Files of an account that is being moved wait: the service that it moves to takes them.
  const folders = (await run.sweep.folders.listFolders()).filter(({ account }) => account.status !== 'moving');
  await inParallel(folders, SWEEP_FOLDERS_AT_ONCE, (folder) =>
    continueAfterError(run, folder, async () => {
      const objects = await listIncoming(run.sweep, folder);
      found.push(...filesOf(run, folder, objects));
      listed.push({ folder, bytes: bytesOf(objects) });
    }),
  );
  const incomplete = found.filter(({ settling }) => settling !== 'take');
  await run.sweep.folders.noteIncoming(listed.map(({ folder: { username }, bytes }) => ({ username, bytes })));
  await run.sweep.folders.closeWaiting(
    listed.map(({ folder }) => folder.username),
    incomplete.map((file) => file.dropId),
  );
  const whole = found.filter(({ settling }) => settling === 'take');
  const age = ({ object }: WaitingFile) => object.lastModified.getTime();
  return [...whole.sort((a, b) => age(a) - age(b)), ...incomplete];
}

function listIncoming({ dropStore }: SftpSweep, { username }: SftpFolder): Promise<readonly DroppedObject[]> {
  return dropStore.list(folderPrefix(username, 'incoming'));
}

const bytesOf = (objects: readonly DroppedObject[]) => objects.reduce((sum, { byteSize }) => sum + byteSize, 0);

function filesOf({ now }: Run, folder: SftpFolder, objects: readonly DroppedObject[]): readonly WaitingFile[] {
  const prefix = folderPrefix(folder.username, 'incoming');
  return objects.flatMap((object) => {
    const name = object.key.slice(prefix.length);
    const ageSeconds = (now.getTime() - object.lastModified.getTime()) / 1000;
    const settling = settlingOf({ name, byteSize: object.byteSize }, ageSeconds);
    if (settling === 'leave') return [];
    // The time of the last change is part of the id, so that a later file with the same bytes is another drop.
    const id = dropId(['sftp', object.key, object.etag, object.lastModified.toISOString()]);
    return [{ folder, object, name, dropId: id, settling }];
  });
}

/**
 * Handles the files of a folder in order of arrival, because the last of several files that replace a month is the valid one. Stops at a
 * file that could not be swept. Only one sweep at a time has a folder.
 */
async function sweepFolder(run: Run, folder: SftpFolder, files: readonly WaitingFile[]): Promise<void> {
  const { folders } = run.sweep;
  await continueAfterError(run, folder, async () => {
    if (!(await folders.claimFolder(folder.userId, SWEEP_CLAIM_SECONDS))) return;
    try {
      const carriers = (await folders.listPatternSources(folder)).map(patternsInForce);
      for (const file of files) {
        if (run.isTimeUp()) return;
        await sweepFile(run, file, carriers);
      }
      const bytes = bytesOf(await listIncoming(run.sweep, folder));
      await folders.noteIncoming([{ username: folder.username, bytes }]);
    } finally {
      await folders.releaseFolder(folder.userId);
    }
  });
}

async function sweepFile(run: Run, file: WaitingFile, carriers: readonly CarrierPatterns[]): Promise<void> {
  const { sweep } = run;
  const { accountId } = file.folder.account;
  // A file that a crash kept from being moved keeps its recorded outcome.
  const placed =
    (await sweep.drops.findPlaced({ accountId, dropId: file.dropId })) ?? (await placeFile(run, file, carriers));
  if (placed === null) return;
  await putReason(sweep, file.name, placed);
  await placeBytes(sweep, file, placed);
  run.counts[placed.outcome] += 1;
}

/**
 * Moves the bytes to their place. Unkept bytes are moved before they are deleted, so that a file that the client put in their place
 * meanwhile stays.
 */
async function placeBytes({ dropStore }: SftpSweep, { object }: WaitingFile, placed: PlacedDrop): Promise<void> {
  const { objectKey, keepsBytes } = placed;
  if (objectKey === null) return;
  const isMoved = await dropStore.move(object, objectKey);
  if (isMoved && !keepsBytes) await dropStore.delete(objectKey);
}

async function placeFile(
  run: Run,
  file: WaitingFile,
  carriers: readonly CarrierPatterns[],
): Promise<PlacedDrop | null> {
  const verdict = await judgeFile(run, file, carriers);
  if (verdict === null) return null;
  const { folder, object, name, dropId: id } = file;
  const drop = {
    dropId: id,
    accountId: folder.account.accountId,
    username: folder.username,
    name,
    byteSize: object.byteSize,
    receivedOn: object.lastModified.toISOString(),
    hasBytes: true,
  };
  return recordDrop(run.sweep, drop, verdict);
}

/** The patterns of a carrier's file names, and the action for a file whose month has a statement. */
interface CarrierPatterns extends Readonly<DropOffSettings['sftp']> {
  readonly carrierId: string;
  readonly carrierName: string;
}

function patternsInForce({ carrierId, carrierName, format, own }: PatternSources): CarrierPatterns {
  return { carrierId, carrierName, ...effectiveDropOffs(format, own).sftp };
}

/** Decides the outcome of a file and uploads an accepted one. Returns null when the file has gone or is still changing. */
async function judgeFile(
  run: Run,
  file: WaitingFile,
  carriers: readonly CarrierPatterns[],
): Promise<DropVerdict | null> {
  const { object } = file;
  if (file.settling === 'report') return { outcome: 'waiting', reason: INCOMPLETE };
  const match = matchFile(file, carriers);
  if (object.byteSize > FILE_BYTES_MAX) {
    const reason = `A statement has at most ${FILE_BYTES_MAX} bytes; this file has ${object.byteSize}.`;
    return rejected(match.kind === 'unclear' ? match.reason : reason);
  }
  const bytes = await run.sweep.dropStore.get(object.key);
  if (bytes?.byteLength !== object.byteSize) return null;
  const checksumSha256 = createHash('sha256').update(bytes).digest('hex');
  // The checksum lets a purge of the same bytes under another name find this copy.
  if (match.kind === 'unclear') return { ...rejected(match.reason), checksumSha256 };
  return receiveFile(run, file, { ...match, bytes, checksumSha256 });
}

type FileMatch = CarrierMatch<CarrierPatterns>;

/** Finds the file's carrier and month without reading its bytes, or the reason why it can't. */
function matchFile({ folder, name, settling }: WaitingFile, carriers: readonly CarrierPatterns[]): FileMatch {
  const unclear = (reason: string): FileMatch => ({ kind: 'unclear', reason });
  if (settling === 'reject') return unclear(INCOMPLETE);
  if (folder.isDeleted) return unclear('The SFTP user has been deleted.');
  const refused = intakeRefusal(folder.account);
  if (refused !== null) return unclear(refusalText(refused.refused));
  const problem = fileNameProblem(name);
  return problem === null ? matchCarrier(name, carriers) : unclear(problem);
}

const INCOMPLETE =
  'The upload is not complete: the file is empty, or still has the temporary name of an upload. Put it again, whole.';

const rejected = (reason: string): DropVerdict => ({ outcome: 'rejected', reason });

async function receiveFile(
  { sweep, now }: Run,
  { folder, name, dropId: id }: WaitingFile,
  {
    carrier,
    period,
    bytes,
    checksumSha256,
  }: {
    readonly carrier: CarrierPatterns;
    readonly period: string;
    readonly bytes: Uint8Array;
    readonly checksumSha256: string;
  },
): Promise<DropVerdict> {
  const { carrierId, onExisting } = carrier;
  const received = await receiveStatement(sweep, {
    dropId: id,
    account: folder.account,
    carrierId,
    workspaceId: folder.workspaceId,
    period,
    bytes,
    fileName: name,
    source: 'sftp',
    actor: `sftp:${folder.username}`,
    onExisting,
    today: now.toISOString().slice(0, 10),
  });
  const known = { carrierId, period, checksumSha256 };
  if (received.kind === 'refused') return { ...known, ...rejected(refusalText(received.refusal)) };
  if (received.kind === 'held') return { ...known, outcome: 'held', reason: received.reason };
  const { jobId, fileId } = received;
  const reason =
    received.kind === 'duplicate' ? 'The month already has this very file; fileId and jobId are its own.' : null;
  return { ...known, outcome: received.kind, reason, jobId, fileId };
}

/** Runs the work for one folder. Counts and reports an error, so that it does not stop the other folders. */
async function continueAfterError(run: Run, folder: SftpFolder, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    run.counts.failed += 1;
    run.sweep.onSweepError(error, folder);
  }
}

/** Makes the purge of SFTP drops, and their reason files, whose retention has ended. */
export function sftpPurge(
  drops: Pick<IntakeStore, 'purgeExpired'>,
  { delete: remove }: Pick<DropStore, 'delete'>,
): Purge {
  return {
    portion: drops.purgeExpired('sftp'),
    async remove(key) {
      await remove(key);
      await remove(reasonKey(key));
    },
  };
}

/**
 * Records files that came by SFTP and decides where they and their reason files are stored (docs/reference/drop-offs.md#where-files-go).
 * No file overwrites another.
 */

interface DropPlaces {
  readonly drops: Pick<IntakeStore, 'findFreeKey' | 'record'>;
  readonly dropStore: Pick<DropStore, 'put'>;
}

interface SftpDrop extends DropKey {
  readonly username: string;
  /** The file's name below /incoming. */
  readonly name: string;
  readonly byteSize: number;
  /** The time of arrival, as an ISO time. */
  readonly receivedOn: string;
}

/** The outcome of a file and its reason, with other fields of the record where they are known. */
type DropVerdict = Pick<IntakeRecord, 'outcome' | 'reason'> & Partial<IntakeRecord>;

/**
 * Records the drop with its future place. The bytes are moved afterwards, so that the next sweep finds them after a crash. `hasBytes` is
 * false for an upload that left no bytes.
 */
async function recordDrop(
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
async function putReason(
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
