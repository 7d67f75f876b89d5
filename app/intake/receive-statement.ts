import { createHash, randomUUID } from 'node:crypto';
import { type DropOffSettings, type IntakeAccount, intakeRefusal } from '../../core/intake/drop-off-settings.ts';
import { findPeriod, type PeriodFinding, periodOutOfWindow } from '../../core/intake/find-period.ts';
import {
  attachmentProblem,
  type MailAttachment,
  mailRefusalText,
  SEEN_BEFORE,
  type SniffedBytes,
} from '../../core/intake/mail-reply.ts';
import { DROP_TRIES_MAX } from '../../core/limits/request-limits.ts';
import { FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refusal, type Refused } from '../../core/problem.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { UploadRequest } from '../../core/upload/decide-upload.ts';
import { acceptUpload, type UploadIntake } from '../files/accept-upload.ts';
import { completeReason } from '../reading/identify-statement.ts';
import type { RunIsolated } from '../reading/run-isolated.ts';
import type { DropSource, IdenticalFile, IntakeStore } from './intake-store.ts';

/**
 * Turns a statement dropped by SFTP or email into an ordinary upload, with the checks, limits, message and audit entry of POST /v1/files
 * (docs/reference/drop-offs.md#common-rules). One drop makes one job, however often it is processed and after any crash. Bytes that the
 * month already has make no second job.
 */

export interface StatementIntake extends UploadIntake {
  readonly drops: Pick<IntakeStore, 'findIdentical'>;
}

export interface StatementDrop {
  /** The id of the drop (core/intake/drop-off-settings.ts). */
  readonly dropId: string;
  readonly account: IntakeAccount;
  readonly carrierId: string;
  readonly workspaceId: string | null;
  readonly period: Period;
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly source: DropSource;
  /** The actor of the audit trail: `sftp:<user>` or `email:<address>`. */
  readonly actor: string;
  /** The action when the period already has a file. */
  readonly onExisting: 'reject' | 'replace' | 'append';
  /** Today by the database's clock, as an ISO date. */
  readonly today: string;
}

export type ReceivedStatement =
  /** The job of the drop. A repeated drop gets its first job again. */
  | { readonly kind: 'accepted'; readonly jobId: string; readonly fileId: string }
  /** Another drop or the API has brought these bytes into the month before; the ids belong to its job. */
  | { readonly kind: 'duplicate'; readonly jobId: string; readonly fileId: string }
  /** The period is so unlikely that a person has to confirm it. */
  | { readonly kind: 'held'; readonly reason: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Receives one drop. Returns its job, the reason for holding it, or its refusal. Throws an error after which a retry may succeed. */
export async function receiveStatement(intake: StatementIntake, drop: StatementDrop): Promise<ReceivedStatement> {
  const refused = intakeRefusal(drop.account) ?? bytesRefusal(drop.bytes);
  if (refused !== null) return { kind: 'refused', refusal: refused.refused };
  const outOfWindow = periodOutOfWindow(drop.period, drop.today);
  if (outOfWindow !== null) return { kind: 'held', reason: outOfWindow };

  const request = uploadRequest(drop);
  const origin = { actor: drop.actor, ip: null, requestId: randomUUID() };
  for (let attempt = 1; attempt <= DROP_TRIES_MAX; attempt++) {
    const identical = await intake.drops.findIdentical(request);
    const known = knownFile(identical, drop.dropId);
    if (known !== null) return known;
    const idempotencyKey = keyOfBytes(request, identical.length);
    const outcome = await acceptUpload(intake, { request: { ...request, idempotencyKey }, bytes: drop.bytes, origin });
    if (isRefused(outcome))
      return (await becameKnown(intake, request, drop)) ?? { kind: 'refused', refusal: outcome.refused };
    const { jobId, fileId } = outcome.job;
    if (outcome.kind === 'accepted') return { kind: 'accepted', jobId, fileId };
    // Another drop stored the same bytes at the same moment. The next lookup finds its file.
  }
  throw new Error('The same bytes are dropped over and over, and none of their jobs succeeds.');
}

/** After a refusal, checks whether the month received the same bytes from another source at the same moment. */
async function becameKnown(
  { drops }: StatementIntake,
  request: Omit<UploadRequest, 'idempotencyKey'>,
  { dropId }: StatementDrop,
): Promise<ReceivedStatement | null> {
  return knownFile(await drops.findIdentical(request), dropId);
}

/** Finds the file that this drop made before, or another file with the same bytes in the month. */
function knownFile(identical: readonly IdenticalFile[], dropId: string): ReceivedStatement | null {
  const own = identical.find((file) => file.dropId === dropId);
  if (own !== undefined) return { kind: 'accepted', jobId: own.jobId, fileId: own.fileId };
  const other = identical.find(({ counts }) => counts);
  return other === undefined ? null : { kind: 'duplicate', jobId: other.jobId, fileId: other.fileId };
}

/** Applies the checks on bytes that the upload form applies. */
function bytesRefusal(bytes: Uint8Array): Refused | null {
  if (bytes.byteLength === 0) return refuseField('file', 'is empty');
  if (bytes.byteLength <= FILE_BYTES_MAX) return null;
  return refuse(
    'payload_too_large',
    `A statement has at most ${FILE_BYTES_MAX} bytes; this file has ${bytes.byteLength}.`,
  );
}

function uploadRequest(drop: StatementDrop): Omit<UploadRequest, 'idempotencyKey'> {
  return {
    accountId: drop.account.accountId,
    carrierId: drop.carrierId,
    period: drop.period,
    workspaceId: drop.workspaceId,
    fileName: drop.fileName,
    byteSize: drop.bytes.byteLength,
    checksumSha256: createHash('sha256').update(drop.bytes).digest('hex'),
    statedTotal: null,
    webhookUrl: null,
    replace: drop.onExisting === 'replace',
    append: drop.onExisting === 'append',
    replaceFileId: null,
    fingerprint: drop.dropId,
    source: drop.source,
  };
}

/**
 * Makes an Idempotency-Key from the bytes, so that of several concurrent drops of the same bytes exactly one makes a job. Its spaces keep
 * it distinct from clients' keys, which can't contain spaces. `before`: files with these bytes that the month had and that no longer
 * count.
 */
function keyOfBytes(
  { carrierId, workspaceId, period, checksumSha256 }: Omit<UploadRequest, 'idempotencyKey'>,
  before: number,
): string {
  return `drop ${carrierId} ${workspaceId ?? 'only'} ${period} ${checksumSha256} ${before}`;
}

/** Receives one attachment of an accepted message: checks that it may be a statement, finds its month and uploads it. */

export interface AttachmentIntake extends StatementIntake {
  readonly sniff: (bytes: Uint8Array) => SniffedBytes;
  readonly runIsolated: RunIsolated;
}

interface MailedStatement {
  readonly dropId: string;
  readonly account: IntakeAccount;
  readonly carrierId: string;
  readonly workspaceId: string | null;
  /** The carrier's format, and the earlier versions that are read too, newest first. */
  readonly layouts: readonly StatementConfig[];
  readonly dropOffs: DropOffSettings;
  readonly attachment: MailAttachment;
  readonly subject: string;
  readonly sender: string;
  /** Today by the database's clock, as an ISO date. */
  readonly today: string;
}

export interface AttachmentOutcome {
  readonly outcome: 'accepted' | 'rejected' | 'duplicate' | 'held';
  readonly period: Period | null;
  readonly reason: string | null;
  readonly fileId: string | null;
  readonly jobId: string | null;
}

/** Receives one attachment and returns its outcome. Throws when the message has to be delivered again. */
export async function receiveAttachment(intake: AttachmentIntake, mailed: MailedStatement): Promise<AttachmentOutcome> {
  const { attachment } = mailed;
  const problem = attachmentProblem(attachment, intake.sniff(attachment.bytes));
  if (problem !== null) return stopped('rejected', null, problem);
  const finding = await findMonth(intake, mailed);
  if (finding.kind === 'unclear') return stopped('rejected', null, finding.reason);
  const { period } = finding;
  const received = await receiveStatement(intake, {
    dropId: mailed.dropId,
    account: mailed.account,
    carrierId: mailed.carrierId,
    workspaceId: mailed.workspaceId,
    period,
    bytes: attachment.bytes,
    fileName: attachment.name,
    source: 'email',
    actor: `email:${mailed.sender}`,
    // Email is not trusted enough to replace a month.
    onExisting: 'reject',
    today: mailed.today,
  });
  if (received.kind === 'refused') return stopped('rejected', period, mailRefusalText(received.refusal));
  if (received.kind === 'held') return stopped('held', period, received.reason);
  const { kind, fileId, jobId } = received;
  return { outcome: kind, period, reason: kind === 'duplicate' ? SEEN_BEFORE : null, fileId, jobId };
}

function stopped(outcome: 'rejected' | 'held', period: Period | null, reason: string): AttachmentOutcome {
  return { outcome, period, reason, fileId: null, jobId: null };
}

async function findMonth(
  intake: AttachmentIntake,
  { account, attachment, layouts, dropOffs, subject }: MailedStatement,
): Promise<PeriodFinding> {
  const { patterns } = dropOffs.sftp;
  switch (dropOffs.email.periodFrom) {
    case 'filename':
      return completeReason(findPeriod(attachment.name, patterns), {
        source: 'The name of the file',
        advice: WRITE_MONTH,
      });
    case 'subject':
      return completeReason(findPeriod(subject, patterns), {
        source: 'The subject of the message',
        advice: WRITE_MONTH,
      });
    case 'statement':
      return monthOfStatements(intake, { accountId: account.accountId, bytes: attachment.bytes, layouts });
  }
}

const WRITE_MONTH = 'Write the month of the statement as in 2026-03.';

interface StatementsToRead {
  readonly accountId: string;
  readonly bytes: Uint8Array;
  readonly layouts: readonly StatementConfig[];
}

/** Finds the month in the statement. All statements of a ZIP archive have to name the same month. */
async function monthOfStatements(
  { runIsolated, openUpload }: AttachmentIntake,
  { accountId, bytes, layouts }: StatementsToRead,
): Promise<PeriodFinding> {
  const content = await openUpload(bytes);
  if (content.kind === 'unreadable') return { kind: 'unclear', reason: content.reason };
  const monthOf = async (own: Uint8Array) =>
    readFinding(await runIsolated(accountId, { name: 'findMonth', input: { bytes: own, layouts } }));
  if (content.kind === 'file') return monthOf(bytes);
  let found: PeriodFinding | null = null;
  for (const { fileName, unpack } of content.files) {
    const finding = await monthOf(unpack());
    if (finding.kind === 'unclear')
      return { ...finding, reason: `"${fileName}" in the ZIP archive: ${finding.reason}` };
    if (found?.kind === 'found' && found.period !== finding.period) {
      const reason = `The statements in the ZIP archive are of ${found.period} and ${finding.period}. Send those of each month by themselves.`;
      return { kind: 'unclear', reason };
    }
    found = finding;
  }
  return found ?? { kind: 'unclear', reason: 'The ZIP archive has no files in it.' };
}

/** Turns the refusal of a file into an unclear month. Throws when no process was free, so that the message is delivered again. */
function readFinding(finding: PeriodFinding | Refused): PeriodFinding {
  if (!isRefused(finding)) return finding;
  const { code, detail, errors } = finding.refused;
  if (code !== 'validation_error') throw new Error(detail ?? code);
  return { kind: 'unclear', reason: errors?.map((error) => `The ${error.field} ${error.detail}`).join(' ') ?? code };
}
