import { dropId } from '../../core/intake/drop-id.ts';
import { SEEN_BEFORE } from '../../core/intake/mail-attachment.ts';
import type { MailStopped } from '../../core/intake/mail-verdict.ts';
import type { MailRoute } from './email-ports.ts';
import type { IntakeRecord } from './intake-ports.ts';
import type { AttachmentOutcome } from './receive-attachment.ts';

/**
 * Makes the items under which a delivery of mail is recorded: one item for each delivery, address and attachment. A repeat makes an item
 * with the same id.
 */

export interface MailDelivery {
  readonly objectKey: string;
  readonly byteSize: number;
}

/** The fields of an item that differ between the attachments of a message. */
export type MailItem = AttachmentOutcome & Pick<IntakeRecord, 'dropId' | 'name' | 'byteSize' | 'checksumSha256'>;

/** Makes the id of an item. `index`: the attachment's index; null for the message as a whole. */
export function mailItemId({ objectKey }: MailDelivery, { addressId }: MailRoute, index: number | null): string {
  return dropId(['email', objectKey, addressId, index === null ? null : String(index)]);
}

/** Makes the item of a message whose attachments were not read. */
export function stoppedItem(delivery: MailDelivery, route: MailRoute, stopped: MailStopped): MailItem {
  const { outcome, reason } = stopped;
  return {
    outcome,
    reason,
    period: null,
    fileId: null,
    jobId: null,
    dropId: mailItemId(delivery, route, null),
    name: 'message.eml',
    byteSize: delivery.byteSize,
    checksumSha256: null,
  };
}

/** Makes the item of an attachment whose job belongs to an earlier item. */
export function duplicateOf(item: MailItem): MailItem {
  return { ...item, outcome: 'duplicate', reason: SEEN_BEFORE };
}

/**
 * Makes the record of an item. `sender` is null when it can't be determined. `messageId` is null for a message that was stopped, so that
 * each of its deliveries counts.
 */
export function mailItemRecord(
  item: MailItem,
  {
    delivery,
    route,
    sender,
    messageId,
  }: {
    readonly delivery: MailDelivery;
    readonly route: MailRoute;
    readonly sender: string | null;
    readonly messageId: string | null;
  },
): IntakeRecord {
  return {
    ...item,
    accountId: route.account.accountId,
    source: 'email',
    origin: sender ?? 'unknown',
    carrierId: route.carrierId,
    objectKey: delivery.objectKey,
    objectBytes: delivery.byteSize,
    messageId,
  };
}

/** Makes the record of a message that belongs to no account. It holds only that a message came. */
export function recordForNobody(objectKey: string): IntakeRecord {
  return {
    dropId: dropId(['email', objectKey]),
    accountId: null,
    source: 'email',
    origin: '',
    name: '',
    byteSize: 0,
    checksumSha256: null,
    carrierId: null,
    period: null,
    outcome: 'rejected',
    reason: null,
    fileId: null,
    jobId: null,
    objectKey: null,
    objectBytes: 0,
    messageId: null,
  };
}
