import { createHash } from 'node:crypto';
import { type DropOffSettings, dropId, effectiveDropOffs } from '../../core/intake/drop-off-settings.ts';
import {
  isAutomatic,
  judgeMail,
  type MailHead,
  type MailStopped,
  type MailVerdicts,
  messageIdentity,
  messageIdOf,
  referencesOf,
} from '../../core/intake/judge-mail.ts';
import {
  type AttachmentResult,
  type MailAttachment,
  replyToSender,
  SEEN_BEFORE,
} from '../../core/intake/mail-reply.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import { hasRoom } from '../../core/storage-quota.ts';
import type { Mailer } from '../platform/mail.ts';
import type { DropStore } from '../platform/object-store.ts';
import type { IntakeRecord, IntakeStore } from './intake-store.ts';
import type { EarlierItem, MailReader, MailRoute, MailRouteStore } from './manage-email-addresses.ts';
import { type AttachmentIntake, type AttachmentOutcome, receiveAttachment } from './receive-statement.ts';

/**
 * Receives a message that the mail server accepted: finds its accounts, checks the sender, reads the attachments, uploads each one,
 * records the outcome and answers (docs/reference/drop-offs.md#which-mail-is-accepted). Can run any number of times for one delivery with
 * the same result.
 */

export interface MailIntake extends AttachmentIntake {
  readonly routes: MailRouteStore;
  readonly items: Pick<IntakeStore, 'record' | 'recordDelivery' | 'isRecorded'>;
  readonly messages: Pick<DropStore, 'get' | 'delete'>;
  readonly reader: MailReader;
  readonly mailer: Mailer;
  /** Domain of the inbound addresses. */
  readonly domain: string;
  /** Reports that an answer could not be sent. Nothing else is affected. */
  readonly onReplyError: (error: unknown) => void;
}

export interface DeliveredMail {
  /** Key of the message's bytes in the bucket of drops. Each delivery has its own key. */
  readonly objectKey: string;
  /** Recipients of the envelope. */
  readonly recipients: readonly string[];
  /** Sender of the envelope; empty for a message that must not be answered. */
  readonly envelopeSender: string;
  readonly verdicts: MailVerdicts;
}

/** How many items of each kind the message made. */
export type MailCounts = Record<AttachmentOutcome['outcome'] | 'forNobody', number>;

/** Receives one delivery of a message. Returns the number of items of each kind; throws when the message has to be delivered again. */
export async function receiveMail(intake: MailIntake, mail: DeliveredMail): Promise<MailCounts> {
  const counts: MailCounts = { accepted: 0, rejected: 0, duplicate: 0, held: 0, forNobody: 0 };
  const routes = await intake.routes.findRoutes(localPartsAt(intake.domain, mail.recipients));
  if (routes.length === 0) {
    // The sender must not learn which addresses exist, so a message to an unknown address is not kept or answered.
    await intake.items.record(recordForNobody(mail.objectKey), hasRoom);
    await intake.messages.delete(mail.objectKey);
    return { ...counts, forNobody: 1 };
  }
  if (routes.some(({ account }) => account.status === 'moving'))
    throw new Error('An account of the message is being moved; the message has to be delivered again.');
  const message = await openMessage(intake, mail);
  if (message === null) return counts;
  const answers: (() => Promise<void>)[] = [];
  let isKept = false;
  for (const route of routes) {
    const { items, answer, keepsBytes } = await receiveFor(intake, message, route);
    isKept ||= keepsBytes;
    for (const { outcome } of items) counts[outcome] += 1;
    if (answer !== null) answers.push(answer);
  }
  // Answers are sent last, so that a delivery that fails and is retried has answered nobody yet.
  for (const answer of answers) await answer().catch(intake.onReplyError);
  if (!isKept) await intake.messages.delete(mail.objectKey);
  return counts;
}

/** Returns the local parts of addresses in the service's domain. Mail servers may change the case. */
function localPartsAt(domain: string, recipients: readonly string[]): readonly string[] {
  const ending = `@${domain.toLowerCase()}`;
  const ours = recipients.map((recipient) => recipient.trim().toLowerCase()).filter((text) => text.endsWith(ending));
  return [...new Set(ours.map((text) => text.slice(0, -ending.length)))];
}

interface Message {
  readonly mail: DeliveredMail;
  readonly delivery: MailDelivery;
  readonly bytes: Uint8Array;
  readonly head: MailHead | Unreadable;
  readonly now: Date;
}

interface Unreadable {
  readonly problem: string;
}

/** Loads the message and reads its head. Returns null when the delivery was received before and no account had room for its bytes. */
async function openMessage(
  { messages, reader, routes, items }: MailIntake,
  mail: DeliveredMail,
): Promise<Message | null> {
  const { objectKey } = mail;
  const bytes = await messages.get(objectKey);
  if (bytes === null && (await items.isRecorded(objectKey))) return null;
  if (bytes === null) throw new Error('A message is not where it was put');
  const delivery = { objectKey, byteSize: bytes.byteLength };
  return { mail, delivery, bytes, head: await reader.readHead(bytes), now: await routes.now() };
}

interface Received {
  readonly items: readonly MailItem[];
  readonly answer: (() => Promise<void>) | null;
  readonly keepsBytes: boolean;
}

/** Receives the message for one of its addresses. */
async function receiveFor(intake: MailIntake, message: Message, route: MailRoute): Promise<Received> {
  const judged = await judgeMessage(intake, message, route);
  if (judged.kind === 'accepted') return receiveAccepted(intake, message, judged.accepted);
  const { delivery } = message;
  const { stopped, sender } = judged;
  const item = stoppedItem(delivery, route, stopped);
  const record = mailItemRecord(item, { delivery, route, sender, messageId: null });
  const { keepsBytes } = await intake.items.record(record, hasRoom);
  return { items: [item], answer: null, keepsBytes };
}

type Judged =
  | { readonly kind: 'accepted'; readonly accepted: AcceptedMail }
  | { readonly kind: 'stopped'; readonly stopped: MailStopped; readonly sender: string | null };

/** Decides whether the message is accepted for this address. */
async function judgeMessage({ routes }: MailIntake, message: Message, route: MailRoute): Promise<Judged> {
  const { mail, delivery, head, now } = message;
  const { account, carrierId, workspaceId, config, own } = route;
  const stop = (stopped: MailStopped, sender: string | null): Judged => ({ kind: 'stopped', stopped, sender });
  if ('problem' in head) return stop({ outcome: 'rejected', reason: head.problem }, null);
  if (config === null) return stop({ outcome: 'rejected', reason: NO_FORMAT }, null);
  const dropOffs = effectiveDropOffs(config, own);
  const { allowedSenders } = dropOffs.email;
  const judged = judgeMail({ verdicts: mail.verdicts, head, now }, { account, allowedSenders });
  if (judged.outcome !== 'let-in') return stop(judged, judged.sender);
  const { sender } = judged;
  const identity = messageIdentity(head, sender);
  const { accountId } = account;
  const { objectKey } = delivery;
  const earlier = await routes.findEarlier({ accountId, carrierId, workspaceId, messageId: identity, objectKey });
  const today = now.toISOString().slice(0, 10);
  return { kind: 'accepted', accepted: { delivery, route, config, dropOffs, sender, head, identity, earlier, today } };
}

const NO_FORMAT = 'The carrier has no statement format. Add one before statements are mailed.';
const NO_ATTACHMENT = 'The message has no attachment. Attach the statement as CSV or as an Excel workbook (.xlsx).';

/** Receives an accepted message. Its sender is told the outcome; senders of stopped messages are not. */
async function receiveAccepted(
  intake: MailIntake,
  { mail, bytes }: Message,
  accepted: AcceptedMail,
): Promise<Received> {
  const { delivery, route, sender, head, identity } = accepted;
  const read = await intake.reader.readAttachments(bytes);
  const attachments = 'problem' in read ? [] : read;
  const problem = 'problem' in read ? read.problem : attachments.length === 0 ? NO_ATTACHMENT : null;
  const received =
    problem === null
      ? await receiveAttachments(intake, accepted, attachments)
      : [stoppedItem(delivery, route, { outcome: 'rejected', reason: problem })];
  const records = received.map((item) => mailItemRecord(item, { delivery, route, sender, messageId: identity }));
  const recorded = await intake.items.recordDelivery(records, hasRoom);
  const items = received.map((item) => (recorded.repeated.includes(item.dropId) ? duplicateOf(item) : item));
  // A repeated message is answered again only when its answer has news. Messages from programs get no answer.
  const isAnswered = recorded.isNews && !isAutomatic(head, { envelopeSender: mail.envelopeSender, sender });
  const results: readonly AttachmentResult[] = problem === null ? items : [];
  const answer = isAnswered ? () => reply(intake.mailer, accepted, { results, problem }) : null;
  return { items, answer, keepsBytes: recorded.keepsBytes };
}

async function reply(
  mailer: Mailer,
  { sender, head, route, delivery }: AcceptedMail,
  { results, problem }: { readonly results: readonly AttachmentResult[]; readonly problem: string | null },
): Promise<void> {
  const content = replyToSender(results, problem);
  const answers = { messageId: messageIdOf(head), references: referencesOf(head) };
  const filing = { accountId: route.account.accountId, about: delivery.objectKey };
  await mailer.send({ to: sender, ...content, answers }, filing);
}

/** An accepted message, for one of the addresses it was sent to. */
interface AcceptedMail {
  readonly delivery: MailDelivery;
  readonly route: MailRoute;
  readonly config: StatementConfig;
  readonly dropOffs: DropOffSettings;
  readonly sender: string;
  readonly head: MailHead;
  /** The identity of the message (core/intake/judge-mail.ts). */
  readonly identity: string;
  /** Results of other deliveries of the same message. */
  readonly earlier: readonly EarlierItem[];
  /** Today by the database's clock, as an ISO date. */
  readonly today: string;
}

/** Receives all attachments of an accepted message, one after the other, because two attachments for the same month must not race. */
async function receiveAttachments(
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

/**
 * Makes the items under which a delivery of mail is recorded: one item for each delivery, address and attachment. A repeat makes an item
 * with the same id.
 */

interface MailDelivery {
  readonly objectKey: string;
  readonly byteSize: number;
}

/** The fields of an item that differ between the attachments of a message. */
type MailItem = AttachmentOutcome & Pick<IntakeRecord, 'dropId' | 'name' | 'byteSize' | 'checksumSha256'>;

/** Makes the id of an item. `index`: the attachment's index; null for the message as a whole. */
function mailItemId({ objectKey }: MailDelivery, { addressId }: MailRoute, index: number | null): string {
  return dropId(['email', objectKey, addressId, index === null ? null : String(index)]);
}

/** Makes the item of a message whose attachments were not read. */
function stoppedItem(delivery: MailDelivery, route: MailRoute, stopped: MailStopped): MailItem {
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
function duplicateOf(item: MailItem): MailItem {
  return { ...item, outcome: 'duplicate', reason: SEEN_BEFORE };
}

/**
 * Makes the record of an item. `sender` is null when it can't be determined. `messageId` is null for a message that was stopped, so that
 * each of its deliveries counts.
 */
function mailItemRecord(
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
function recordForNobody(objectKey: string): IntakeRecord {
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
