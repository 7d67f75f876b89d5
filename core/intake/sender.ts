/**
 * Reads the sender of a message (docs/reference/drop-offs.md#senders). Mail programs read unusual From headers
 * differently, so the server that checked the domain could see another sender. Only unambiguous forms are accepted.
 */

/** The sender's address in lower case, or the problem in words. */
export type SenderReading =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly problem: string };

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
