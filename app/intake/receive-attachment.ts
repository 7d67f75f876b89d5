import type { DropOffSettings } from '../../core/intake/drop-off-settings.ts';
import { findPeriod, type PeriodFinding } from '../../core/intake/find-period.ts';
import type { IntakeAccount } from '../../core/intake/intake-account.ts';
import {
  attachmentProblem,
  type MailAttachment,
  mailRefusalText,
  SEEN_BEFORE,
  type SniffedBytes,
} from '../../core/intake/mail-reply.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import { completeReason } from '../reading/identify-statement.ts';
import type { RunIsolated } from '../reading/run-isolated.ts';
import { receiveStatement, type StatementIntake } from './receive-statement.ts';

/** Receives one attachment of an accepted message: checks that it may be a statement, finds its month and uploads it. */

export interface AttachmentIntake extends StatementIntake {
  readonly sniff: (bytes: Uint8Array) => SniffedBytes;
  readonly runIsolated: RunIsolated;
}

export interface MailedStatement {
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
