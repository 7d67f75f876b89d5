import type { Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';

/** The deepest nesting that is accepted. No input of the service is nested more than a few levels deep. */
const DEPTH_MAX = 50;
const SHOWN_KEY_LENGTH = 80;

/** The value of a strictly read JSON text, or the refusal. The value is wrapped, because null is a JSON value too. */
export type JsonReading = { readonly value: unknown } | Refused;

/**
 * Parses JSON and refuses three things that JSON.parse accepts. Of two equal keys it silently keeps the last, `__proto__` is dangerous to
 * code that copies properties, and the database cannot store U+0000 or unpaired surrogates.
 */
export function readStrictJson(text: string): JsonReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('bad_request', 'The body is not valid JSON.');
  }
  return findFault(text) ?? { value };
}

/** Walks the tokens of a text that is known to be valid JSON. */
function findFault(text: string): Refused | null {
  const open: (Set<string> | null)[] = [];
  let keyIsNext = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') {
      const end = endOfString(text, i);
      const fault = faultOfString(text.slice(i, end + 1), keyIsNext ? (open.at(-1) ?? null) : null);
      if (fault !== null) return fault;
      i = end;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null);
      if (open.length > DEPTH_MAX) return refuse('bad_request', `The body is nested deeper than ${DEPTH_MAX} levels.`);
      keyIsNext = character === '{';
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === ',') {
      keyIsNext = open.at(-1) instanceof Set;
    } else if (character === ':') {
      keyIsNext = false;
    }
  }
  return null;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/**
 * Finds a fault in a string. `keys` are the earlier keys of the object if the string is a key, else null. Only an escape can hide a
 * forbidden character.
 */
function faultOfString(literal: string, keys: Set<string> | null): Refused | null {
  const text = literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
  const shown = text.slice(0, SHOWN_KEY_LENGTH);
  if (!isStorable(text)) return refuse('bad_request', 'A text in the body holds U+0000 or half of a surrogate pair.');
  if (keys === null) return null;
  if (text === '__proto__') return refuse('bad_request', 'The body has a key "__proto__".');
  if (keys.has(text)) return refuse('bad_request', `The key "${shown}" is given twice in one object.`);
  keys.add(text);
  return null;
}

/** True when PostgreSQL can store the text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
