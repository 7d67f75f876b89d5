import { createHash } from 'node:crypto';
import { dropId } from '../../core/intake/drop-id.ts';
import type { DropOffSettings } from '../../core/intake/drop-off-settings.ts';
import { type MailAttachment, SEEN_BEFORE } from '../../core/intake/mail-attachment.ts';
import type { MailHead } from '../../core/intake/mail-head.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { EarlierItem, MailRoute } from './email-ports.ts';
import { type MailDelivery, type MailItem, mailItemId } from './mail-items.ts';
import { type AttachmentIntake, type AttachmentOutcome, receiveAttachment } from './receive-attachment.ts';

/** An accepted message, for one of the addresses it was sent to. */
export interface AcceptedMail {
  readonly delivery: MailDelivery;
  readonly route: MailRoute;
  readonly config: StatementConfig;
  readonly dropOffs: DropOffSettings;
  readonly sender: string;
  readonly head: MailHead;
  /** The identity of the message (core/intake/mail-head.ts). */
  readonly identity: string;
  /** Results of other deliveries of the same message. */
  readonly earlier: readonly EarlierItem[];
  /** Today by the database's clock, as an ISO date. */
  readonly today: string;
}

/** Receives all attachments of an accepted message, one after the other, because two attachments for the same month must not race. */
export async function receiveAttachments(
  intake: AttachmentIntake,
  mail: AcceptedMail,
  attachments: readonly MailAttachment[],
): Promise<readonly MailItem[]> {
  const { delivery, route } = mail;
  const items: MailItem[] = [];
  for (const [index, attachment] of attachments.entries()) {
    const { name, bytes } = attachment;
    const checksumSha256 = createHash('sha256').update(bytes).digest('hex');
    const outcome = await receiveNewAttachment(intake, mail, { attachment, checksumSha256 });
    items.push({
      ...outcome,
      dropId: mailItemId(delivery, route, index),
      name,
      byteSize: bytes.byteLength,
      checksumSha256,
    });
  }
  return items;
}

/**
 * Receives an attachment, unless an earlier delivery of this message brought it, whatever became of that job
 * (docs/reference/drop-offs.md#repeated-mail).
 */
async function receiveNewAttachment(
  intake: AttachmentIntake,
  { route, config, dropOffs, sender, head, identity, earlier, today }: AcceptedMail,
  { attachment, checksumSha256 }: { readonly attachment: MailAttachment; readonly checksumSha256: string },
): Promise<AttachmentOutcome> {
  const seen = earlier.find((item) => item.checksumSha256 === checksumSha256 && item.jobId !== null);
  if (seen !== undefined) {
    const { period, fileId, jobId } = seen;
    return { outcome: 'duplicate', reason: SEEN_BEFORE, period, fileId, jobId };
  }
  const { account, carrierId, workspaceId } = route;
  return receiveAttachment(intake, {
    dropId: dropId(['email', account.accountId, identity, carrierId, workspaceId, checksumSha256]),
    account,
    carrierId,
    workspaceId,
    layouts: [config, ...route.previousLayouts],
    dropOffs,
    attachment,
    subject: head.subject,
    sender,
    today,
  });
}
