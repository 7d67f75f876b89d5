import { dropId } from '../../core/intake/drop-id.ts';
import { SEEN_BEFORE } from '../../core/intake/mail-attachment.ts';
import type { MailStopped } from '../../core/intake/mail-verdict.ts';
import type { MailRoute } from './email-ports.ts';
import type { IntakeRecord } from './intake-ports.ts';
import type { AttachmentOutcome } from './receive-attachment.ts';

/** How deliveries of mail are written down: one item a delivery, an address and an attachment, whenever it is looked at again. */

export interface MailDelivery {
  readonly objectKey: string;
  readonly byteSize: number;
}

/** What of an item differs between the attachments of a message. */
export type MailItem = AttachmentOutcome & Pick<IntakeRecord, 'dropId' | 'name' | 'byteSize' | 'checksumSha256'>;

/** `index`: which of the attachments; null for the message as a whole. */
export function mailItemId({ objectKey }: MailDelivery, { addressId }: MailRoute, index: number | null): string {
  return dropId(['email', objectKey, addressId, index === null ? null : String(index)]);
}

/** A message whose attachments were not looked at. */
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

/** Its job was an earlier item's. */
export function duplicateOf(item: MailItem): MailItem {
  return { ...item, outcome: 'duplicate', reason: SEEN_BEFORE };
}

/** `sender`: null when nobody can tell. `messageId`: its identity; null for messages that may come again, and count then. */
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

/** Of a message that is for nobody only that it came. */
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
