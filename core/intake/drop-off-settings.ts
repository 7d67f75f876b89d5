import { hash } from 'node:crypto';
import type { Refused } from '../problem.ts';
import { accountMoved, accountMoving } from '../refusals.ts';
import { refuse } from '../refuse.ts';

/** Settings of a carrier's drop-offs, from its format and from the account (docs/reference/drop-offs.md#settings). */

/** Ways to treat a dropped file whose month has a statement. */
export const ON_EXISTING = ['reject', 'replace', 'append'] as const;
/** Places where the month of a mailed statement is looked for. */
export const PERIOD_FROM = ['filename', 'subject', 'statement'] as const;

/** The settings in a statement format. */
export interface DropOffSettings {
  readonly sftp: {
    /** Patterns of file names (docs/reference/drop-offs.md#names-of-files). */
    readonly patterns: readonly string[];
    readonly onExisting: (typeof ON_EXISTING)[number];
  };
  readonly email: {
    /** Addresses, or `@domain` for all addresses of exactly that domain. */
    readonly allowedSenders: readonly string[];
    readonly periodFrom: (typeof PERIOD_FROM)[number];
  };
}

/** Settings that an account made outside the format. A null setting leaves the decision to the format. */
export interface OwnDropOffSettings {
  readonly sftp: OrFormat<DropOffSettings['sftp']>;
  readonly email: OrFormat<DropOffSettings['email']>;
}

type OrFormat<Settings> = { readonly [Name in keyof Settings]: Settings[Name] | null };

/** Settings of a carrier without a format. */
const DEFAULTS: DropOffSettings = {
  sftp: { patterns: [], onExisting: 'reject' },
  email: { allowedSenders: [], periodFrom: 'filename' },
};

/**
 * Returns the effective settings of a carrier. Each of the account's own settings, even an empty list, replaces the format's setting.
 * `format` is null for a carrier without a format, `own` for an account without settings.
 */
export function effectiveDropOffs(format: DropOffSettings | null, own: OwnDropOffSettings | null): DropOffSettings {
  const { sftp, email } = format ?? DEFAULTS;
  return {
    sftp: {
      patterns: own?.sftp.patterns ?? sftp.patterns,
      onExisting: own?.sftp.onExisting ?? sftp.onExisting,
    },
    email: {
      allowedSenders: own?.email.allowedSenders ?? email.allowedSenders,
      periodFrom: own?.email.periodFrom ?? email.periodFrom,
    },
  };
}

/** Returns whether settings leave everything to the format. */
export function isLeftToFormat({ sftp, email }: OwnDropOffSettings): boolean {
  return [sftp.patterns, sftp.onExisting, email.allowedSenders, email.periodFrom].every((setting) => setting === null);
}

/** The properties of an account that allow drop-offs by SFTP and email. */
export interface IntakeAccount {
  readonly accountId: string;
  readonly status: 'active' | 'pending' | 'suspended' | 'moving' | 'moved';
  readonly tier: 'standard' | 'enterprise';
}

/**
 * Refuses drop-offs to an account that is not active or not on the Enterprise tier; null when allowed
 * (docs/reference/drop-offs.md#common-rules).
 */
export function intakeRefusal({ status, tier }: Pick<IntakeAccount, 'status' | 'tier'>): Refused | null {
  if (status === 'moving') return accountMoving();
  if (status === 'moved') return accountMoved(null);
  if (status !== 'active') return refuse('account_not_provisioned', `The account is ${status}.`);
  if (tier !== 'enterprise') {
    return refuse('tier_required', 'Statements arrive by SFTP and email on the Enterprise tier only.');
  }
  return null;
}

/**
 * Returns the idempotency key of a drop, SHA-256 in hex over its identifying parts, so that repeated sweeps and
 * deliveries are harmless. JSON keeps different lists of parts apart.
 */
export function dropId(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}

/**
 * Reads the sender of a message (docs/reference/drop-offs.md#senders). Mail programs read unusual From headers
 * differently, so the server that checked the domain could see another sender. Only unambiguous forms are accepted.
 */

/** The sender's address in lower case, or the problem in words. */
type SenderReading = { readonly ok: true; readonly address: string } | { readonly ok: false; readonly problem: string };

/** Longest address of SMTP, in characters. */
const ADDRESS_CHARACTERS_MAX = 254;
const LOCAL_PART_CHARACTERS_MAX = 64;
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** Accepts ASCII only, so that a look-alike letter never equals an allowed address. */
const ADDRESS = new RegExp(`^(${ATOM}(?:\\.${ATOM})*)@(${LABEL}(?:\\.${LABEL})+)$`);
/** Matches `Acme Commissions <pay@acme.example>`. */
const NAMED = /^([^<>]*)<([^<>]*)>$/;
const PLAIN_NAME = /^[A-Za-z0-9 !#$%&'*+/=?^_`{|}~.-]*$/;
const QUOTED_NAME = /^"([ !#-[\]-~]*)"$/;
/** Matches encoded words, which are refused. A program that decodes a name before it splits it may find an address inside. */
const ENCODED_WORD = /=\?/;

/** Reads the sender from the unfolded values of all From headers. Fails for none, several, or an ambiguous one. */
export function readSender(from: readonly string[]): SenderReading {
  const [value, ...others] = from;
  if (value === undefined) return { ok: false, problem: 'The message names no sender.' };
  if (others.length > 0) return { ok: false, problem: 'The message names its sender more than once.' };
  const text = value.trim();
  const named = NAMED.exec(text);
  const address = (named === null ? text : (named[2] ?? '')).trim();
  if (!isAddress(address) || (named !== null && !isPlainName((named[1] ?? '').trim(), address))) {
    return { ok: false, problem: 'The sender of the message is not written as one plain address.' };
  }
  return { ok: true, address: address.toLowerCase() };
}

function isAddress(text: string): boolean {
  if (text.length > ADDRESS_CHARACTERS_MAX) return false;
  const [, localPart] = ADDRESS.exec(text) ?? [];
  return localPart !== undefined && localPart.length <= LOCAL_PART_CHARACTERS_MAX;
}

/** Accepts a display name without an address, or one that equals the address, as many programs write it. */
function isPlainName(name: string, address: string): boolean {
  if (ENCODED_WORD.test(name)) return false;
  if (PLAIN_NAME.test(name)) return true;
  const [, quoted] = QUOTED_NAME.exec(name) ?? [];
  return quoted !== undefined && (!/[@<>]/.test(quoted) || quoted.toLowerCase() === address.toLowerCase());
}

/** Checks an entry of the allowed senders: an address or `@domain`. Wildcards are refused. */
export function isSenderRule(entry: string): boolean {
  const text = entry.trim();
  return !text.includes('*') && isAddress(text.startsWith('@') ? `a${text}` : text);
}

/**
 * Checks a sender against a list of addresses and `@domain` entries. An entry matches its exact domain only, and an
 * empty list allows nobody.
 */
export function isAllowedSender(address: string, allowed: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@'));
  return allowed.some((entry) => {
    const wanted = entry.trim().toLowerCase();
    return wanted.startsWith('@') ? wanted === domain : wanted === address;
  });
}
