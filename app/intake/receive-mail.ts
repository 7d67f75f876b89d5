import { effectiveDropOffs } from '../../core/intake/drop-off-settings.ts';
import { judgeMail } from '../../core/intake/judge-mail.ts';
import { isAutomatic, type MailHead, messageIdentity, messageIdOf, referencesOf } from '../../core/intake/mail-head.ts';
import { type AttachmentResult, replyToSender } from '../../core/intake/mail-reply.ts';
import type { MailStopped, MailVerdicts } from '../../core/intake/mail-verdict.ts';
import { hasRoom } from '../../core/storage-quota.ts';
import type { MailReader, MailRoute, MailRouteStore } from './email-ports.ts';
import type { DropStore, IntakeStore } from './intake-ports.ts';
import {
  duplicateOf,
  type MailDelivery,
  type MailItem,
  mailItemRecord,
  recordForNobody,
  stoppedItem,
} from './mail-items.ts';
import type { Mailer } from './mail-ports.ts';
import type { AttachmentIntake, AttachmentOutcome } from './receive-attachment.ts';
import { type AcceptedMail, receiveAttachments } from './receive-attachments.ts';

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
