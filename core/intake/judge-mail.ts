import { MAIL_AGE_DAYS_MAX, MAIL_AHEAD_HOURS_MAX } from '../limits/request-limits.ts';
import { type IntakeAccount, intakeRefusal } from './intake-account.ts';
import { headerValues, type MailHead, repeatedHeader } from './mail-head.ts';
import { refusalText } from './mail-reply.ts';
import { type MailStopped, type MailVerdicts, verdictProblem } from './mail-verdict.ts';
import { isAllowedSender, readSender } from './sender.ts';

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
