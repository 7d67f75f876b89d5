import createInstance from 'libpg-query/wasm/libpg-query.js';
import { REPORT_SQL_LIMITS } from '../../core/limits/saved-report-limits.ts';

/**
 * Parses a SQL text with PostgreSQL's own parser (libpg_query, the major version of the server). It judges nothing: core/saved-report
 * decides which trees are allowed.
 */

export type ParsedSql =
  | { readonly ok: true; readonly tree: unknown }
  /** `detail` is a sentence for the analyst; `position` counts characters from 0, and is null when no place can be named. */
  | { readonly ok: false; readonly detail: string; readonly position: number | null };

export type ParseSql = (text: string, limits?: { readonly textBytes: number }) => Promise<ParsedSql>;

/**
 * Creates a parser. Its WebAssembly instance is created for the first text, so that a process that parses no report needs no memory for
 * it.
 */
export function createSqlParser(): ParseSql {
  let current: Promise<createInstance.ParserInstance> | undefined;
  const parseSql: ParseSql = async (text, { textBytes } = REPORT_SQL_LIMITS) => {
    const unreadable = whyUnreadable(text, textBytes);
    if (unreadable !== null) return { ok: false, detail: unreadable, position: null };
    current ??= createInstance();
    const used = current;
    try {
      const parser = await used;
      // Another text may have broken the instance while this one waited.
      return used === current ? parseWith(parser, text) : await parseSql(text, { textBytes });
    } catch (error) {
      // An error in the middle of parsing leaves the instance in an unknown state, so the next text gets a new one.
      if (used === current) current = undefined;
      if (!isStackOverflow(error)) throw error;
      return { ok: false, detail: TOO_DEEP, position: null };
    }
  };
  return parseSql;
}

const TOO_DEEP = 'The query is nested too deeply.';
/** The most characters of the text that PostgreSQL may quote in a message. */
const MESSAGE_CHARACTERS_MAX = 200;

/** Recognises the engine's own error, or the trap of a memory access beyond the instance's stack. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
}

/**
 * Matches a run of operator characters that is too long for the scanner. The scanner reads such a run to its end for one operator, then
 * again from each character, so 20,000 characters would take half a second. No comment banner is this long.
 */
const OPERATOR_RUN = /[~!@#^&|`?+\-*/%<>=]{501}/;

/** Returns why a text must not reach the parser, which reads bytes only up to the first zero byte; null when it may. */
function whyUnreadable(text: string, textBytes: number): string | null {
  const bytes = Buffer.byteLength(text);
  if (bytes > textBytes) return `The query has ${bytes} bytes; ${textBytes} is the most.`;
  if (text.includes('\0')) return 'The query holds a null character.';
  if (OPERATOR_RUN.test(text)) return 'The query holds more than 500 operator characters in a row.';
  if (!text.isWellFormed()) return 'The query holds half of a character (a lone surrogate).';
  return null;
}

/** Parses with one instance. If this throws, the instance is broken and must not be used again. */
function parseWith(parser: createInstance.ParserInstance, text: string): ParsedSql {
  const bytes = parser.lengthBytesUTF8(text) + 1;
  const textAddress = parser._malloc(bytes);
  parser.stringToUTF8(text, textAddress, bytes);
  const result = parser._wasm_parse_query_raw(textAddress);
  const parsed = readResult(parser, result);
  parser._wasm_free_parse_result(result);
  parser._free(textAddress);
  return parsed;
}

/** Reads struct PgQueryParseResult { char *tree; char *stderr; PgQueryError *error; }. */
function readResult(parser: createInstance.ParserInstance, result: number): ParsedSql {
  const error = parser.getValue(result + 8, 'i32');
  if (error !== 0) return readError(parser, error);
  const json = parser.UTF8ToString(parser.getValue(result, 'i32'));
  // An empty text has no tree.
  const tree: unknown = json === '' ? {} : JSON.parse(json);
  return { ok: true, tree };
}

/**
 * Reads struct PgQueryError { char *message, *function, *file; int line, position; char *context; }; `position` counts characters from 1.
 */
function readError(parser: createInstance.ParserInstance, error: number): ParsedSql {
  const message = parser.UTF8ToString(parser.getValue(error, 'i32'));
  if (message.startsWith('memory exhausted')) return { ok: false, detail: TOO_DEEP, position: null };
  const position = parser.getValue(error + 16, 'i32') - 1;
  const shown = message.length > MESSAGE_CHARACTERS_MAX ? `${message.slice(0, MESSAGE_CHARACTERS_MAX)}…` : message;
  const detail = `${shown.charAt(0).toUpperCase()}${shown.slice(1)}.`;
  return { ok: false, detail, position: position < 0 ? null : position };
}
