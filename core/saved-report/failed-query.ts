import { REPORT_CELL_BYTES_MAX, REPORT_COLUMNS_MAX, REPORT_JSON_LEVELS_MAX } from '../limits/saved-report-limits.ts';
import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';
import { REPORT_FUNCTIONS } from './report-functions.ts';
import { REPORT_VIEWS } from './report-views.ts';

/** Names of other databases' SQL, with PostgreSQL's equivalents. */

const HINTS: ReadonlyMap<string, string> = new Map([
  ...['isnull', 'ifnull', 'nvl'].map((name) => [name, 'use coalesce'] as const),
  ...['getdate', 'sysdate', 'curdate', 'today', 'getutcdate', 'sysdatetime'].map(
    (name) => [name, 'use current_date'] as const,
  ),
  ...['dateadd', 'date_sub', 'adddate', 'add_months'].map(
    (name) => [name, "add an interval: current_date + interval '1 month'"] as const,
  ),
  ...['datediff', 'timestampdiff', 'months_between'].map(
    (name) => [name, 'subtract one date from the other, or use age'] as const,
  ),
  ...['year', 'month', 'day', 'datepart'].map((name) => [name, 'use extract(year from …)'] as const),
  ...['iif', 'if', 'decode'].map((name) => [name, 'use case when … then … else … end'] as const),
  ...['charindex', 'instr', 'locate'].map((name) => [name, 'use strpos(text, part)'] as const),
  ...['group_concat', 'listagg'].map((name) => [name, "use string_agg(value, ',')"] as const),
  ['len', 'use length'],
  ['convert', 'use cast(value as type)'],
  ['date_format', 'use to_char'],
]);

/**
 * Returns a hint with PostgreSQL's equivalent of a name from another SQL dialect, such as `; use coalesce` for `nvl`. Returns '' for other
 * names.
 */
export function hintFor(name: string): string {
  const hint = HINTS.get(name);
  return hint === undefined ? '' : `; ${hint}`;
}

/** Matches the text before and from the place of a syntax error. */
const SYNTAX_HINTS: readonly (readonly [before: RegExp, from: RegExp, hint: string])[] = [
  [/`[^`]*`\s*$/, /^/, 'put names in "double quotes"'],
  [/^/, /^`/, 'put names in "double quotes"'],
  [/^/, /^\[\s*[a-z_]/i, 'put names in "double quotes"'],
  [/\btop\s*\(?\s*$/i, /^\d/, 'instead of TOP write LIMIT at the end'],
];

/** Characters examined on each side of the error. */
const CHARACTERS = 100;

/** Returns a hint for a syntax error at `index`, or ''. */
export function hintForSyntax(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - CHARACTERS), index);
  const from = text.slice(index, index + CHARACTERS);
  const hint = SYNTAX_HINTS.find(([left, right]) => left.test(before) && right.test(from))?.[2];
  return hint === undefined ? '' : `; ${hint}`;
}

/** A lexeme of SQL, as PostgreSQL's scanner finds it with standard_conforming_strings. */
export interface Token {
  readonly text: string;
  /** 0-based index in the text. */
  readonly start: number;
  /** Number of open brackets around the lexeme. */
  readonly depth: number;
}

/**
 * Matches quoted texts and names, dollar-quoted texts, words and other characters. Comments and white space are
 * skipped. To PostgreSQL every character beyond ASCII is a letter, also a no-break space.
 */
const lexeme =
  /--[^\r\n]*|(\/\*)|[ \t\n\r\f\v]+|([eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?\$[\s\S]*?\$\3\$|[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*|[\s\S])/gy;

/** Returns all lexemes except comments and white space, in one pass. A bracket has the depth outside it. */
export function tokensOf(statement: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  lexeme.lastIndex = 0;
  for (let match = lexeme.exec(statement); match !== null; match = lexeme.exec(statement)) {
    const [, comment, text] = match;
    if (comment !== undefined) lexeme.lastIndex = endOfComment(statement, match.index);
    if (text === undefined) continue;
    if (text === ')' || text === ']') depth -= 1;
    tokens.push({ text, start: match.index, depth });
    if (text === '(' || text === '[') depth += 1;
  }
  return tokens;
}

/** Returns the end of a block comment, which may be nested. */
function endOfComment(statement: string, start: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  let open = 0;
  for (let match = mark.exec(statement); match !== null; match = mark.exec(statement)) {
    open += match[0] === '/*' ? 1 : -1;
    if (open === 0) return mark.lastIndex;
  }
  return statement.length;
}

/** Allowed types, operators and names of reports. All others are refused. */

/** Types, with arrays of them, by their catalogue names: `integer` is int4, `decimal` numeric, `char(3)` bpchar. */
export const REPORT_TYPES: ReadonlySet<string> = new Set(
  [
    ['bool', 'int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'text', 'varchar', 'bpchar'],
    ['date', 'time', 'timestamp', 'timestamptz', 'interval', 'uuid', 'json', 'jsonb'],
  ].flat(),
);

/** Operators, allowed without a schema only. The parser writes LIKE, ILIKE and SIMILAR TO as ~~, ~~* and ~. */
export const REPORT_OPERATORS: ReadonlySet<string> = new Set(
  [
    ['+', '-', '*', '/', '%', '^', '|/', '||/', '@', '&', '|', '#', '<<', '>>'],
    ['=', '<>', '<', '>', '<=', '>='],
    ['||', '^@', '~', '~*', '!~', '!~*', '~~', '~~*', '!~~', '!~~*'],
    ['->', '->>', '#>', '#>>', '@>', '<@', '&&', '?', '?|', '?&', '#-'],
    ['BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC'],
  ].flat(),
);

/** The only collation that reports may name. It sorts by bytes, while other collations differ between servers. */
export const REPORT_COLLATION = 'C';

/** Names that PostgreSQL gives to unnamed columns: of functions, types, expressions and VALUES. */
const UNNAMED_COLUMNS = new Set(
  [
    ['?column?', 'case', 'coalesce', 'greatest', 'least', 'nullif', 'array', 'row', 'exists', 'grouping'],
    ['current_date', 'current_timestamp', 'localtimestamp', 'key', 'value', 'ordinality'],
    ['json_object', 'json_array', 'json_objectagg', 'json_arrayagg'],
  ].flat(),
);
const VALUES_COLUMN = /^column\d{1,3}$/;

const VIEW_COLUMNS = new Set([...REPORT_VIEWS.values()].flat());

/** Tells whether a column may have this name although the query does not give it. */
export function isKnownColumn(name: string): boolean {
  return (
    VIEW_COLUMNS.has(name) ||
    UNNAMED_COLUMNS.has(name) ||
    REPORT_FUNCTIONS.has(name) ||
    REPORT_TYPES.has(name) ||
    VALUES_COLUMN.test(name)
  );
}

/** Words failures of a report's query for the analyst who wrote it (docs/reference/saved-reports.md). */

const MESSAGE_CHARACTERS_MAX = 500;

/** SQLSTATEs of an exceeded limit. The texts follow "The query ". */
const LIMIT_STATES: ReadonlyMap<string, string> = new Map([
  ['53200', 'needs more memory than a report may use'],
  ['53400', 'needs more temporary space than a report may use'],
  ['53100', 'needs more temporary space than a report may use'],
  ['54000', 'makes a value that is larger than a report may hold'],
  ['54001', 'is nested too deeply'],
  ['54011', 'has too many columns'],
  ['54023', 'gives a function more arguments than it can take'],
]);

/** Classes of SQLSTATEs whose messages are about the query: unsupported, syntax and names. */
const QUERY_CLASSES = new Set(['0A', '42']);
/** Classes about data: a missing case, more rows than one, a value that can't be read or computed. */
const DATA_CLASSES = new Set(['20', '21', '22']);
/** PostgreSQL reports characters that chr() can't make as a limit of the program. */
const NO_CHARACTER = /^(?:null character not permitted|requested character|character number must be positive)/;

const TOO_LARGE = /^invalid memory alloc request size/;

/** An error that PostgreSQL reported while it ran a query. */
export interface QueryError {
  readonly state: string;
  readonly message: string;
  /** Character of the sent text, counted from one; null when PostgreSQL names none. */
  readonly position: number | null;
}

export interface RunQuery {
  readonly statement: string;
  readonly seconds: number;
  /** Number of characters in front of the statement; null when PostgreSQL's position refers to another text. */
  readonly prefixLength: number | null;
}

/** Refuses a query with an error that is its own fault. Returns null for any other error. */
export function refuseFailedQuery(
  { state, message, position }: QueryError,
  { statement, seconds, prefixLength }: RunQuery,
): Refused | null {
  if (state === '57014') return tooSlow(seconds);
  // PostgreSQL reports this state for a statement with parameters but without values.
  if (state === '08P01') return refuse('invalid_sql', 'A report takes no parameters.');
  // PostgreSQL has no SQLSTATE of its own for a value above a gigabyte.
  if (TOO_LARGE.test(message))
    return refuse('query_limit', 'The query makes a value that is larger than a report may hold.');
  if (NO_CHARACTER.test(message)) return failed('There is no character with this number.');
  // PostgreSQL reports too many grouping sets as too much depth.
  if (/grouping sets/.test(message)) return refuse('query_limit', 'The query has too many grouping sets.');
  const limit = LIMIT_STATES.get(state);
  if (limit !== undefined) return refuse('query_limit', `The query ${limit}.`);
  // The message names the object that can't be read.
  if (state === '42501' || state === '25006')
    return refuse('invalid_sql', 'The query uses something that is not available in reports.');
  const isData = DATA_CLASSES.has(state.slice(0, 2));
  if (!isData && !QUERY_CLASSES.has(state.slice(0, 2))) return null;
  const place = position === null || prefixLength === null ? null : placeOf(statement, position - prefixLength);
  const detail = `${sentence(message)}${place === null ? '' : ` (${place})`}.`;
  return isData ? failed(detail) : refuse('invalid_sql', detail);
}

/** Refuses a valid query that has no result with these data. */
function failed(detail: string): Refused {
  return refuse('invalid_sql', { title: 'The query failed', detail });
}

const TRY_AGAIN = 'The machine may be busy: run the query again. If it never ends in time, make it smaller.';
/** The usual cause of a slow query, with its remedy (docs/howto/write-a-saved-report.md#the-latest-row-of-each-member). */
const READ_ONCE =
  'If a subquery or LATERAL looks into a view for each row, read the view once: with DISTINCT ON (…) and ORDER BY, a window function, or a join with GROUP BY.';

/**
 * Refuses a query that did not end within `seconds`. PostgreSQL counts no processor time, so a busy machine may be the
 * cause: the text names it first, and then the usual cause in a query.
 */
export function tooSlow(seconds: number): Refused {
  return refuse(
    'query_limit',
    `The query did not end within ${seconds} seconds and was stopped. ${TRY_AGAIN} ${READ_ONCE}`,
  );
}

/** Refuses a query whose text PostgreSQL would read only in part. */
export const zeroCharacterInQuery = (): Refused =>
  refuse('invalid_sql', 'The query holds a character with the code zero.');

/** Refuses a query with more columns than a report may have. */
export const tooManyColumns = (columns: number): Refused =>
  refuse('query_limit', `The query has ${columns} columns; a report has at most ${REPORT_COLUMNS_MAX}.`);

/** Refuses a result with a longer value than a report may show. */
export const tooLongValue = (column: string): Refused =>
  refuse('query_limit', `A value of column ${column} is longer than ${REPORT_CELL_BYTES_MAX} bytes.`);

/** Refuses a JSON value with more levels than a report may show. */
export const nestedTooDeeply = (): Refused =>
  refuse('query_limit', `A JSON value has more than ${REPORT_JSON_LEVELS_MAX} levels.`);

/** Refuses a result of more than `bytes` bytes. */
export const tooLargeResult = (bytes: number): Refused =>
  refuse('query_limit', `The result is larger than ${bytes} bytes.`);

/** Refuses a result whose reading was stopped. */
export const tooLargeReply = (): Refused => refuse('query_limit', 'The result is larger than a report may be.');

/** The reason why a report did not begin. */
export type NoPlace = 'busy' | 'stuck' | 'late';

const NO_PLACE: Readonly<Record<NoPlace, string>> = {
  busy: 'Other reports are running at this moment.',
  stuck: 'An earlier report of yours is still being stopped.',
  late: 'The report could not be started in time.',
};

/** Refuses a report that did not begin. The report itself has exceeded no limit. */
export const noPlace = (why: NoPlace, seconds: number): Refused =>
  refuse('rate_limited', {
    detail: `${NO_PLACE[why]} Try again in a few seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });

function sentence(message: string): string {
  const text = message.slice(0, MESSAGE_CHARACTERS_MAX).replace(/\.$/, '');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Converts a character's place, counted from one, to line and column; null outside of the statement. */
function placeOf(statement: string, place: number): string | null {
  const before = [...statement].slice(0, place - 1);
  if (!(place >= 1) || place > before.length + 1) return null;
  const lines = before.join('').split('\n');
  return `line ${lines.length}, column ${[...(lines.at(-1) ?? '')].length + 1}`;
}
