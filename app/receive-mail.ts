import { createHash } from 'node:crypto';
import { dropId } from '../core/intake/drop-id.ts';
import { judgeMail } from '../core/intake/judge-mail.ts';
import type { MailAttachment } from '../core/intake/mail-attachment.ts';
import { isAutomatic, type MailHead, messageIdOf, referencesOf } from '../core/intake/mail-head.ts';
import { type ReplyContent, replyToSender } from '../core/intake/mail-reply.ts';
import type { MailStopped, MailVerdicts } from '../core/intake/mail-verdict.ts';
import type { StatementConfig } from '../core/statement/config.ts';
import type { EarlierItem, MailReader, MailRoute, MailRouteStore } from './email-ports.ts';
import type { DropStore, IntakeRecord, IntakeStore } from './intake-ports.ts';
import type { Mailer } from './mail-ports.ts';
import { type AttachmentIntake, type AttachmentOutcome, receiveAttachment, SEEN_BEFORE } from './receive-attachment.ts';

/**
 * A message that the mail server took for one of our addresses: somebody's? → proven and allowed? → read → each attachment an
 * upload → written down → answered (contract 10). May run any number of times for one delivery, and ends in the same.
 */

export interface MailIntake extends AttachmentIntake {
  readonly routes: MailRouteStore;
  readonly items: Pick<IntakeStore, 'record'>;
  readonly messages: Pick<DropStore, 'get' | 'delete'>;
  readonly reader: MailReader;
  readonly mailer: Mailer;
  /** Of the inbound addresses. */
  readonly domain: string;
  /** An answer that could not be sent is lost, and nothing else. */
  readonly onReplyError: (error: unknown) => void;
}

export interface DeliveredMail {
  /** Where its bytes lie in the bucket of drops; another one for each delivery. */
  readonly objectKey: string;
  /** Those of the envelope. */
  readonly recipients: readonly string[];
  /** Of the envelope; empty for a message that must not be answered. */
  readonly envelopeSender: string;
  readonly verdicts: MailVerdicts;
}

/** How many items of each kind it made. */
export type MailCounts = Record<AttachmentOutcome['outcome'] | 'forNobody', number>;

export async function receiveMail(intake: MailIntake, mail: DeliveredMail): Promise<MailCounts> {
  const counts: MailCounts = { accepted: 0, rejected: 0, duplicate: 0, held: 0, forNobody: 0 };
  const routes = await intake.routes.findRoutes(localPartsAt(intake.domain, mail.recipients));
  if (routes.length === 0) {
    await dropInSilence(intake, mail);
    return { ...counts, forNobody: 1 };
  }
  const bytes = await intake.messages.get(mail.objectKey);
  if (bytes === null) throw new Error('A message is not where it was put');
  const message = { mail, bytes, now: await intake.routes.now(), head: await intake.reader.readHead(bytes) };
  const answers: (() => Promise<void>)[] = [];
  for (const route of routes) {
    const { outcomes, answer } = await receiveFor(intake, message, route);
    for (const outcome of outcomes) counts[outcome] += 1;
    if (answer !== null) answers.push(answer);
  }
  // Last of all: a delivery that has to be tried again has answered nobody yet.
  for (const answer of answers) await answer().catch(intake.onReplyError);
  return counts;
}

interface Message {
  readonly mail: DeliveredMail;
  readonly bytes: Uint8Array;
  readonly now: Date;
  readonly head: MailHead | Unreadable;
}

interface Unreadable {
  readonly problem: string;
}

/** What one address makes of a message: its attachments, or why they are not looked at. */
type Opened =
  | { readonly kind: 'stopped'; readonly stopped: MailStopped; readonly sender: string | null }
  /** From somebody who is told what came of it. `problem`: nothing came of all of it. */
  | {
      readonly kind: 'let-in';
      readonly letter: Letter;
      readonly attachments: readonly MailAttachment[];
      readonly problem: string | null;
    };

interface Letter {
  readonly sender: string;
  readonly head: MailHead;
  readonly messageId: string | null;
  readonly config: StatementConfig;
}

async function openMail(
  { reader }: MailIntake,
  { mail, bytes, now, head }: Message,
  route: MailRoute,
): Promise<Opened> {
  const stop = (stopped: MailStopped, sender: string | null): Opened => ({ kind: 'stopped', stopped, sender });
  const { account, config } = route;
  if ('problem' in head) return stop({ outcome: 'rejected', reason: unreadable(head) }, null);
  if (config === null) return stop({ outcome: 'rejected', reason: NO_FORMAT }, null);
  const judged = judgeMail(
    { verdicts: mail.verdicts, head, now },
    { account, allowedSenders: config.email.allowedSenders },
  );
  if (judged.outcome !== 'let-in') return stop(judged, judged.sender);
  const letter = { sender: judged.sender, head, messageId: messageIdOf(head), config };
  const attachments = await reader.readAttachments(bytes);
  if ('problem' in attachments) return { kind: 'let-in', letter, attachments: [], problem: unreadable(attachments) };
  const problem = attachments.length === 0 ? NO_ATTACHMENT : null;
  return { kind: 'let-in', letter, attachments, problem };
}

const unreadable = ({ problem }: Unreadable) => `The message can not be read: ${problem}`;
const NO_FORMAT = 'The carrier has no statement format, and so nobody who may send statements.';
const NO_ATTACHMENT = 'The message has no attachment. Attach the statement as CSV or as an Excel workbook (.xlsx).';

interface Received {
  readonly outcomes: readonly AttachmentOutcome['outcome'][];
  readonly answer: (() => Promise<void>) | null;
}

async function receiveFor(intake: MailIntake, message: Message, route: MailRoute): Promise<Received> {
  const opened = await openMail(intake, message, route);
  if (opened.kind === 'stopped') {
    const { stopped, sender } = opened;
    const whole = wholeMessage({ message, route }, stopped);
    await intake.items.record(itemOf({ message, route }, { sender, messageId: null }, whole));
    return { outcomes: [stopped.outcome], answer: null };
  }
  const { letter, attachments, problem } = opened;
  const { sender, head, messageId } = letter;
  const earlier = await findEarlier(intake, message, { route, messageId });
  const parts =
    problem === null
      ? await receiveParts(intake, { message, route, letter, earlier }, attachments)
      : [wholeMessage({ message, route }, { outcome: 'rejected', reason: problem })];
  for (const part of parts) await intake.items.record(itemOf({ message, route }, letter, part));
  // One answer to a message, however often somebody sends it once more; and none to a program.
  const isAnswered =
    earlier.length === 0 && !isAutomatic(head, { envelopeSender: message.mail.envelopeSender, sender });
  const results = problem === null ? parts : [];
  const answer = () => reply(intake.mailer, letter, replyToSender(results, problem));
  return { outcomes: parts.map(({ outcome }) => outcome), answer: isAnswered ? answer : null };
}

type Part = AttachmentOutcome & {
  readonly dropId: string;
  readonly name: string;
  readonly byteSize: number;
  readonly checksumSha256: string | null;
};

interface Opening {
  readonly message: Message;
  readonly route: MailRoute;
  readonly letter: Letter;
  readonly earlier: readonly EarlierItem[];
}

async function receiveParts(
  intake: MailIntake,
  opening: Opening,
  attachments: readonly MailAttachment[],
): Promise<readonly Part[]> {
  const { message, route } = opening;
  const parts: Part[] = [];
  for (const [index, attachment] of attachments.entries()) {
    const { name, bytes } = attachment;
    const checksumSha256 = createHash('sha256').update(bytes).digest('hex');
    const outcome = await receivePart(intake, opening, { attachment, checksumSha256 });
    const isRepeated = outcome.outcome === 'accepted' && parts.some(({ jobId }) => jobId === outcome.jobId);
    parts.push({
      ...outcome,
      ...(isRepeated ? REPEATED : {}),
      dropId: itemId(message, route, index),
      name,
      byteSize: bytes.byteLength,
      checksumSha256,
    });
  }
  return parts;
}

const REPEATED = { outcome: 'duplicate', reason: SEEN_BEFORE } as const;

/** What an earlier delivery of this message brought in is not brought in again, whatever became of its job (goal ING-5). */
async function receivePart(
  intake: MailIntake,
  { message, route, letter, earlier }: Opening,
  { attachment, checksumSha256 }: { readonly attachment: MailAttachment; readonly checksumSha256: string },
): Promise<AttachmentOutcome> {
  const seen = earlier.find((item) => item.checksumSha256 === checksumSha256 && item.jobId !== null);
  if (seen !== undefined) return { ...REPEATED, period: seen.period, fileId: seen.fileId, jobId: seen.jobId };
  const { account, carrierId, workspaceId } = route;
  const { sender, head, config, messageId } = letter;
  const identity = messageId ?? message.mail.objectKey;
  return receiveAttachment(intake, {
    dropId: dropId(['email', account.accountId, identity, carrierId, workspaceId, checksumSha256]),
    account,
    carrierId,
    workspaceId,
    config,
    attachment,
    subject: head.subject,
    sender,
    today: message.now.toISOString().slice(0, 10),
  });
}

async function findEarlier(
  { routes }: MailIntake,
  { mail: { objectKey } }: Message,
  { route, messageId }: { readonly route: MailRoute; readonly messageId: string | null },
): Promise<readonly EarlierItem[]> {
  const { account, carrierId, workspaceId } = route;
  if (messageId === null) return [];
  return routes.findEarlier({ accountId: account.accountId, carrierId, workspaceId, messageId, objectKey });
}

/** One item a delivery, an address and an attachment: the same when the delivery is looked at again. */
function itemId({ mail }: Message, { addressId }: MailRoute, index: number | null): string {
  return dropId(['email', mail.objectKey, addressId, index === null ? null : String(index)]);
}

function wholeMessage({ message, route }: Pick<Opening, 'message' | 'route'>, stopped: MailStopped): Part {
  return {
    ...stopped,
    period: null,
    fileId: null,
    jobId: null,
    dropId: itemId(message, route, null),
    name: 'message.eml',
    byteSize: message.bytes.byteLength,
    checksumSha256: null,
  };
}

function itemOf(
  { message, route }: Pick<Opening, 'message' | 'route'>,
  { sender, messageId }: { readonly sender: string | null; readonly messageId: string | null },
  part: Part,
): IntakeRecord {
  return {
    ...part,
    accountId: route.account.accountId,
    source: 'email',
    origin: sender ?? 'unknown',
    carrierId: route.carrierId,
    objectKey: message.mail.objectKey,
    messageId,
  };
}

async function reply(mailer: Mailer, { sender, head, messageId }: Letter, content: ReplyContent): Promise<void> {
  await mailer.send({ to: sender, ...content, answers: { messageId, references: referencesOf(head) } });
}

/** Nobody learns which addresses exist, and nothing is kept of what was sent to one that is nobody's but that it came. */
async function dropInSilence({ items, messages }: MailIntake, { objectKey }: DeliveredMail): Promise<void> {
  await items.record({
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
    messageId: null,
  });
  await messages.delete(objectKey);
}

/** Of an address the part before the @, where it is of our domain; mail servers keep neither upper nor lower case. */
function localPartsAt(domain: string, recipients: readonly string[]): readonly string[] {
  const ending = `@${domain.toLowerCase()}`;
  const ours = recipients.map((recipient) => recipient.trim().toLowerCase()).filter((text) => text.endsWith(ending));
  return [...new Set(ours.map((text) => text.slice(0, -ending.length)))];
}
