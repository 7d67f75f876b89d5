/**
 * Who a message is from (docs/reference/drop-offs.md#senders). What mail programs make of an unusual From header
 * differs, so a sender could be one person to the server that checked the domain and another one here. Only forms that
 * nobody can read in two ways are read at all.
 */

export type SenderReading =
  /** The address in lower case. */
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly problem: string };

/** Longest address SMTP carries. */
const ADDRESS_CHARACTERS_MAX = 254;
const LOCAL_PART_CHARACTERS_MAX = 64;
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** ASCII only: a look-alike letter makes another address, or none. */
const ADDRESS = new RegExp(`^(${ATOM}(?:\\.${ATOM})*)@(${LABEL}(?:\\.${LABEL})+)$`);
/** `Acme Commissions <pay@acme.example>`. */
const NAMED = /^([^<>]*)<([^<>]*)>$/;
const PLAIN_NAME = /^[A-Za-z0-9 !#$%&'*+/=?^_`{|}~.-]*$/;
const QUOTED_NAME = /^"([ !#-[\]-~]*)"$/;
/** Programs that decode before they split would find an address inside. */
const ENCODED_WORD = /=\?/;

/** `from`: the unfolded values of all From headers of the message. */
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

/** A name may be the address itself, as many programs write it, but hold no other one. */
function isPlainName(name: string, address: string): boolean {
  if (ENCODED_WORD.test(name)) return false;
  if (PLAIN_NAME.test(name)) return true;
  const [, quoted] = QUOTED_NAME.exec(name) ?? [];
  return quoted !== undefined && (!/[@<>]/.test(quoted) || quoted.toLowerCase() === address.toLowerCase());
}

/** Whether it can match any sender: an address as it is written in a message, or `@domain`. Nobody's is meant by a star. */
export function isSenderRule(entry: string): boolean {
  const text = entry.trim();
  return !text.includes('*') && isAddress(text.startsWith('@') ? `a${text}` : text);
}

/** `allowed`: addresses, or `@domain` for all of exactly that domain. Nobody is allowed by an empty list. */
export function isAllowedSender(address: string, allowed: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@'));
  return allowed.some((entry) => {
    const wanted = entry.trim().toLowerCase();
    return wanted.startsWith('@') ? wanted === domain : wanted === address;
  });
}
