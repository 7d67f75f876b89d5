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
export function headerValues({ headers }: MailHead, name: string): readonly string[] {
  return headers.filter((header) => header.name === name).map(({ value }) => value);
}

/** Returns the first header that occurs more often than allowed, or null. */
export function repeatedHeader(head: MailHead): string | null {
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
