import { MAIL_AGE_DAYS_MAX, MAIL_AHEAD_HOURS_MAX } from '../limits/request-limits.ts';
import { type IntakeAccount, intakeRefusal, isAllowedSender, readSender } from './drop-off-settings.ts';
import { refusalText } from './mail-reply.ts';

/** The facts about a message that are known before its parts are read. */
export interface JudgedMail {
  readonly verdicts: MailVerdicts;
  readonly head: MailHead;
  readonly now: Date;
}

/**
 * The rules for senders of an inbound address. Knowing the address is not enough (docs/reference/drop-offs.md#senders).
 */
export interface AddressRules {
  readonly account: IntakeAccount;
  readonly allowedSenders: readonly string[];
}

/** The decision about a message, let in or stopped, with its sender. */
export type MailJudgement =
  | { readonly outcome: 'let-in'; readonly sender: string }
  /** A stopped message with its claimed sender; null when the sender is unreadable. */
  | (MailStopped & { readonly sender: string | null });

/** Decides whether the parts of a message are read at all. A sender who is stopped here gets no answer. */
export function judgeMail(
  { verdicts, head, now }: JudgedMail,
  { account, allowedSenders }: AddressRules,
): MailJudgement {
  const from = readSender(headerValues(head, 'from'));
  const sender = from.ok ? from.address : null;
  const rejected = (reason: string): MailJudgement => ({ outcome: 'rejected', reason, sender });
  const unproven = verdictProblem(verdicts);
  if (unproven !== null) return { ...unproven, sender };
  if (!from.ok) return rejected(from.problem);
  const repeated = repeatedHeader(head);
  if (repeated !== null) return rejected(`The message has the header ${repeated} more than once.`);
  if (!isAllowedSender(from.address, allowedSenders)) return rejected(notAllowed(allowedSenders));
  const refused = intakeRefusal(account);
  if (refused !== null) return rejected(refusalText(refused.refused));
  const misdated = dateProblem(headerValues(head, 'date')[0], now);
  if (misdated !== null) return { outcome: 'held', reason: `${misdated} ${INSTEAD}`, sender };
  return { outcome: 'let-in', sender: from.address };
}

const INSTEAD = 'If it is meant, upload its statements yourself.';

function notAllowed(allowedSenders: readonly string[]): string {
  return allowedSenders.length === 0
    ? 'Nobody may mail statements of this carrier yet. Add the sender to those who may.'
    : 'The sender is not one of those who may mail statements of this carrier.';
}

const HOUR_MS = 3_600_000;

/**
 * Returns the problem of a message's date, or null. An old message may be a replay
 * (docs/reference/drop-offs.md#which-mail-is-accepted).
 */
function dateProblem(value: string | undefined, now: Date): string | null {
  const sentAt = value === undefined ? Number.NaN : Date.parse(value);
  if (Number.isNaN(sentAt)) return 'The message does not say when it was written.';
  const ageHours = (now.getTime() - sentAt) / HOUR_MS;
  if (ageHours > MAIL_AGE_DAYS_MAX * 24) return `The message was written more than ${MAIL_AGE_DAYS_MAX} days ago.`;
  if (ageHours < -MAIL_AHEAD_HOURS_MAX) return 'The message is dated in the future.';
  return null;
}

/** Results of the mail server's checks of a message (docs/reference/drop-offs.md#which-mail-is-accepted). */

export const MAIL_CHECKS = ['spam', 'virus', 'spf', 'dkim', 'dmarc'] as const;
export type MailCheck = (typeof MAIL_CHECKS)[number];

/**
 * Results of a check. GRAY means undecided, as for a domain without a policy. PROCESSING_FAILED and DISABLED mean that
 * the check did not run.
 */
export const CHECK_RESULTS = ['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED', 'DISABLED'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** The result of each check. */
export type MailVerdicts = Readonly<Record<MailCheck, CheckResult>>;

/** A message that was stopped, with the reason for the people of its account. */
export interface MailStopped {
  readonly outcome: 'rejected' | 'held';
  readonly reason: string;
}

/**
 * Accepts mail that is neither spam nor infected and passes DMARC with SPF or DKIM; returns null then. A failed check
 * rejects the message, an inconclusive one holds it for a person.
 */
export function verdictProblem(verdicts: MailVerdicts): MailStopped | null {
  const { spam, virus, spf, dkim, dmarc } = verdicts;
  if (virus === 'FAIL') return { outcome: 'rejected', reason: 'The message was found to be infected.' };
  if (spam === 'FAIL') return { outcome: 'rejected', reason: 'The message was found to be spam.' };
  if (dmarc === 'FAIL' || (spf === 'FAIL' && dkim === 'FAIL')) {
    return { outcome: 'rejected', reason: 'The message does not come from the domain it names as its sender.' };
  }
  if (spam !== 'PASS' || virus !== 'PASS') {
    return { outcome: 'held', reason: `The message could not be checked for spam and viruses. ${IF_GENUINE}` };
  }
  if (dmarc !== 'PASS' || (spf !== 'PASS' && dkim !== 'PASS')) {
    return {
      outcome: 'held',
      reason: `It is not certain that the message comes from the domain it names: that takes SPF or DKIM, and DMARC. ${IF_GENUINE}`,
    };
  }
  return null;
}

const IF_GENUINE = 'If it is genuine, upload its statements yourself.';

/** A parsed header, with its name in lower case and its value unfolded. */
export interface MailHeader {
  readonly name: string;
  readonly value: string;
}

/** The headers of a message. */
export interface MailHead {
  readonly headers: readonly MailHeader[];
  /** Decoded subject; empty when there is none. */
  readonly subject: string;
}

/** Headers that must occur at most once, because mail programs disagree about which of two headers counts. */
const SINGLE = ['from', 'date', 'message-id', 'subject'];

/** Returns all values of a header, in order. `name` is in lower case. */
function headerValues({ headers }: MailHead, name: string): readonly string[] {
  return headers.filter((header) => header.name === name).map(({ value }) => value);
}

/** Returns the first header that occurs more often than allowed, or null. */
function repeatedHeader(head: MailHead): string | null {
  return SINGLE.find((name) => headerValues(head, name).length > 1) ?? null;
}

/** Longest Message-ID: the longest line of SMTP, in characters. */
const MESSAGE_ID_CHARACTERS_MAX = 998;
const MESSAGE_ID = /^<[!-;=?-~]+>$/;

/** Returns the Message-ID, or null when it is missing or malformed. */
export function messageIdOf(head: MailHead): string | null {
  const id = headerValues(head, 'message-id')[0]?.trim() ?? '';
  return MESSAGE_ID.test(id) && id.length <= MESSAGE_ID_CHARACTERS_MAX ? id : null;
}

/**
 * Returns the identity of a message, stable when it is sent again: its Message-ID, else sender and date. The space
 * keeps the two forms apart.
 */
export function messageIdentity(head: MailHead, sender: string): string {
  return (
    messageIdOf(head) ?? `${sender} ${headerValues(head, 'date')[0]?.trim() ?? ''}`.slice(0, MESSAGE_ID_CHARACTERS_MAX)
  );
}

/** Largest number of referenced messages. A longer thread keeps its newest ones. */
const REFERENCES_MAX = 20;

/** Returns the ids of the messages that a message answers, oldest first (RFC 5322). */
export function referencesOf(head: MailHead): readonly string[] {
  const listed = headerValues(head, 'references')[0] ?? headerValues(head, 'in-reply-to')[0] ?? '';
  return listed
    .split(/\s+/)
    .filter((id) => id.length <= MESSAGE_ID_CHARACTERS_MAX && MESSAGE_ID.test(id))
    .slice(-REFERENCES_MAX);
}

const ROBOT = /^(?:mailer-daemon|postmaster|bounces?|(?:do[-_.]?)?no[t]?[-_.]?reply)(?:[-_.+].*)?@/;

/**
 * Detects messages sent by a program, which could answer an answer for ever (RFC 3834). Signs are its headers, a
 * mailing list, bulk mail, a robot's address, or an empty envelope sender.
 */
export function isAutomatic(
  head: MailHead,
  { envelopeSender, sender }: { readonly envelopeSender: string; readonly sender: string },
): boolean {
  const has = (name: string, pattern: RegExp) => headerValues(head, name).some((value) => pattern.test(value));
  return (
    headerValues(head, 'auto-submitted').some((value) => !/^\s*no\s*(?:[;(]|$)/i.test(value)) ||
    has('precedence', /bulk|junk|list|auto/i) ||
    has('x-auto-response-suppress', /all|autoreply/i) ||
    head.headers.some(({ name }) => name.startsWith('list-')) ||
    has('return-path', /^\s*<\s*>\s*$/) ||
    /^\s*(?:<\s*>)?\s*$/.test(envelopeSender) ||
    ROBOT.test(sender)
  );
}
