/** The headers of a message as they are needed: each with its name in lower case and its value unfolded. */
export interface MailHeader {
  readonly name: string;
  readonly value: string;
}

export interface MailHead {
  readonly headers: readonly MailHeader[];
  /** Decoded; empty when there is none. */
  readonly subject: string;
}

/** Of these a second one is a trick: programs differ in which of the two they believe. */
const SINGLE = ['from', 'date', 'message-id', 'subject'];

export function headerValues({ headers }: MailHead, name: string): readonly string[] {
  return headers.filter((header) => header.name === name).map(({ value }) => value);
}

export function repeatedHeader(head: MailHead): string | null {
  return SINGLE.find((name) => headerValues(head, name).length > 1) ?? null;
}

/** Longest line SMTP carries. */
const MESSAGE_ID_CHARACTERS_MAX = 998;
const MESSAGE_ID = /^<[!-;=?-~]+>$/;

/** Null when there is none that could be named in an answer. */
export function messageIdOf(head: MailHead): string | null {
  const id = headerValues(head, 'message-id')[0]?.trim() ?? '';
  return MESSAGE_ID.test(id) && id.length <= MESSAGE_ID_CHARACTERS_MAX ? id : null;
}

/**
 * What stays the same when somebody sends a message once more: its Message-ID, or, where it has none, who wrote it and when, which a
 * sender's signature covers as well. The space keeps the two apart.
 */
export function messageIdentity(head: MailHead, sender: string): string {
  return (
    messageIdOf(head) ?? `${sender} ${headerValues(head, 'date')[0]?.trim() ?? ''}`.slice(0, MESSAGE_ID_CHARACTERS_MAX)
  );
}

/** A thread that is longer is cut to its end: the answer still finds its place. */
const REFERENCES_MAX = 20;

/** The messages this one answers, oldest first (RFC 5322). */
export function referencesOf(head: MailHead): readonly string[] {
  const given = headerValues(head, 'references')[0] ?? headerValues(head, 'in-reply-to')[0] ?? '';
  return given
    .split(/\s+/)
    .filter((id) => id.length <= MESSAGE_ID_CHARACTERS_MAX && MESSAGE_ID.test(id))
    .slice(-REFERENCES_MAX);
}

const ROBOT = /^(?:mailer-daemon|postmaster|bounces?|(?:do[-_.]?)?no[t]?[-_.]?reply)(?:[-_.+].*)?@/;

/**
 * Whether a program sent it, which may answer an answer for ever (RFC 3834): it says so, comes from a list or in bulk, or has no
 * sender on the envelope.
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
