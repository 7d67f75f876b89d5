import { REPORT_SQL_LIMITS } from '../limits/saved-report-limits.ts';
import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';
import { checkNode } from './check-node.ts';
import { hintFor, isKnownColumn, type Token, tokensOf } from './failed-query.ts';
import { resolveQuery } from './query-columns.ts';
import {
  type FieldRule,
  inWords,
  isFields,
  listOf,
  locationOf,
  type NodeFields,
  QUERY_NODES,
  textOf,
  unwrapNode,
} from './query-nodes.ts';
import { beginReading, type Clock, NotAllowed, type Place, type Reading, type SqlLimits } from './reading.ts';

/**
 * Converts places in an analyst's text: bytes of UTF-8 (parser), UTF-16 units (JavaScript), lines and characters
 * (people).
 */

/** Returns a function from byte offsets in UTF-8 to indexes. Offsets beyond the end give the end. */
function indexesByByte(text: string): (byteOffset: number) => number {
  const indexes: number[] = [];
  let index = 0;
  for (const character of text) {
    for (let byte = 0; byte < utf8Length(character); byte++) indexes.push(index);
    index += character.length;
  }
  return (byteOffset) => indexes[byteOffset] ?? text.length;
}

/** Returns the index of a character (code point), counted from 0. */
export function indexAtCharacter(text: string, character: number): number {
  return [...text].slice(0, character).join('').length;
}

/** Formats an index as `line 2, column 8`. Both count from 1, columns in characters. */
export function placeInWords(text: string, index: number): string {
  const lines = text.slice(0, index).split(/\r\n|\r|\n/);
  const last = lines.at(-1) ?? '';
  return `line ${lines.length}, column ${[...last].length + 1}`;
}

/** Returns the length of a text in bytes of UTF-8. */
function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += utf8Length(character);
  return bytes;
}

function utf8Length(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** A query that a report may run. */
export interface AcceptedQuery {
  /** The statement at its original place, without a semicolon. Clocks such as now() are replaced by the run's date. */
  readonly statement: string;
  /** True when the outermost level has an ORDER BY. */
  readonly isOrdered: boolean;
  /** Report views that the query reads, sorted. */
  readonly relations: readonly string[];
}

/**
 * Judges a query by the parse tree of PostgreSQL's own parser against the lists of this folder
 * (docs/reference/saved-reports.md#four-walls). Refuses a faulty query with `invalid_sql`, naming the part and its place, instead of
 * throwing.
 */
export function judgeQuery(
  text: string,
  tree: unknown,
  limits: SqlLimits = REPORT_SQL_LIMITS,
): AcceptedQuery | Refused {
  const indexAtByte = indexesByByte(text);
  try {
    const { select, byteStart, start, end } = onlySelect(text, tree, indexAtByte);
    checkLexemes(text, limits);
    const reading = readWhole(select, byteStart, limits);
    return accept({ text, start, end, indexAtByte }, select, reading);
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    const place = error.location === null ? '' : ` (${placeInWords(text, indexAtByte(error.location))})`;
    return refuse('invalid_sql', `${shortened(error.message)}${place}.`);
  }
}

/**
 * Checks what the tree does not show: the depth of brackets, because it omits brackets around a whole expression or query; the word that
 * the query begins with, because TABLE is a SELECT in the tree; and blanks that PostgreSQL takes for letters of a name.
 */
function checkLexemes(text: string, { brackets }: SqlLimits): void {
  const tokens = tokensOf(text);
  const refuseAt = (token: Token | undefined, message: string) => {
    if (token !== undefined) throw new NotAllowed(message, utf8Bytes(text.slice(0, token.start)));
  };
  refuseAt(
    tokens.find(({ depth }) => depth > brackets),
    `The query has more than ${brackets} brackets inside one another`,
  );
  const first = tokens.find((token) => token.text !== '(' && token.text !== ';');
  if (!/^(select|with)$/i.test(first?.text ?? ''))
    refuseAt(first, `A report is one SELECT or WITH query, not ${(first?.text ?? '').toUpperCase()}`);
  refuseAt(
    tokens.find((token) => !isQuoted(token) && FOREIGN_BLANK.test(token.text)),
    'PostgreSQL takes a blank here for a letter, such as a no-break space. Write an ordinary space',
  );
}

/** Matches blanks beyond ASCII, and characters without a width. */
const FOREIGN_BLANK = /[\u0085\p{Z}\p{Cf}]/u;

const isQuoted = ({ text }: Token) => /^([eE]?'|"|\$)/.test(text);

/** The only statement of the text, with its places as byte offset and as indexes. */
interface OnlySelect {
  readonly select: NodeFields;
  readonly byteStart: number;
  readonly start: number;
  readonly end: number;
}

function onlySelect(text: string, tree: unknown, indexAtByte: (byteOffset: number) => number): OnlySelect {
  const statements = listOf(isFields(tree) ? tree['stmts'] : undefined);
  const [raw, second] = statements;
  if (!isFields(raw)) throw new NotAllowed('The text holds no query', null);
  if (second !== undefined) throw new NotAllowed('A report is one query; here a second one begins', startOf(second));
  const node = unwrapNode(raw['stmt']);
  if (node?.type !== 'SelectStmt') {
    const what = node === null ? 'this' : inWords(node.type);
    throw new NotAllowed(`A report is one SELECT or WITH query, not ${what}`, startOf(raw));
  }
  const byteStart = startOf(raw);
  const bytes = raw['stmt_len'];
  const end = typeof bytes === 'number' ? indexAtByte(byteStart + bytes) : text.length;
  return { select: node.fields, byteStart, start: indexAtByte(byteStart), end };
}

function startOf(raw: unknown): number {
  const location = isFields(raw) ? raw['stmt_location'] : undefined;
  return typeof location === 'number' ? location : 0;
}

/** Reads the query, and then checks the used names, because a name may be declared after its use. */
function readWhole(select: NodeFields, byteStart: number, limits: SqlLimits): Reading {
  const reading = beginReading(limits);
  readNode(
    { SelectStmt: select },
    { reading, depth: 0, joined: 0, chain: null, withQueries: new Map(), location: byteStart },
  );
  for (const { name, location } of reading.usedColumns) {
    const isKnown = isKnownColumn(name) || reading.declaredNames.has(name) || reading.relations.has(name);
    if (!isKnown) throw new NotAllowed(`There is no column ${name} in reports${hintFor(name)}`, location);
  }
  resolveQuery(select, reading);
  const [unresolved] = reading.unresolvedFields.values();
  if (unresolved !== undefined)
    throw new NotAllowed('A column of a row stands where reports do not know it', unresolved);
  return reading;
}

function accept(source: SourceText, select: NodeFields, { relations, clocks }: Reading): AcceptedQuery {
  // The text before the statement is blanked, so that PostgreSQL reports places of the analyst's text.
  const before = source.text.slice(0, source.start).replace(/[^\r\n]/gu, ' ');
  return {
    statement: `${before}${withFixedClocks(source, clocks).trimEnd()}`,
    isOrdered: listOf(select['sortClause']).length > 0,
    relations: [...relations].toSorted(),
  };
}

/** Truncates a message, because it may quote long names. */
function shortened(message: string): string {
  return message.length <= 400 ? message : `${message.slice(0, 400)}…`;
}

/** The analyst's text and the place of the statement in it. */
interface SourceText {
  readonly text: string;
  /** Start and end of the statement, without its semicolon. */
  readonly start: number;
  readonly end: number;
  readonly indexAtByte: (byteOffset: number) => number;
}

/**
 * Replacements of clocks. Each is a subquery whose column has the clock's own name, so that unnamed columns keep
 * theirs.
 */
const FIXED_CLOCKS: Readonly<Record<Clock['name'], { readonly written: RegExp; readonly instead: string }>> = {
  now: { written: /^(?:pg_catalog\.)?now\s*\(\s*\)/i, instead: "(select date_trunc('day', now()) as now)" },
  current_timestamp: {
    written: /^current_timestamp/i,
    instead: '(select date_trunc(\'day\', now()) as "current_timestamp")',
  },
  localtimestamp: { written: /^localtimestamp/i, instead: '(select current_date::timestamp as "localtimestamp")' },
};
const CLOCK_CHARACTERS_MAX = 100;

/**
 * Replaces now(), CURRENT_TIMESTAMP and LOCALTIMESTAMP by the beginning of the run's date. A report then gives the same answer all day.
 * Throws NotAllowed for a clock that is written with a comment or quotes.
 */
function withFixedClocks({ text, start, end, indexAtByte }: SourceText, clocks: readonly Clock[]): string {
  let fixed = '';
  let copied = start;
  for (const { name, location } of clocks.toSorted((one, other) => (one.location ?? 0) - (other.location ?? 0))) {
    const { written, instead } = FIXED_CLOCKS[name];
    const index = indexAtByte(location ?? 0);
    const found = written.exec(text.slice(index, index + CLOCK_CHARACTERS_MAX));
    if (found === null || index < copied) throw new NotAllowed(`Write ${name} without comments or quotes`, location);
    fixed += `${text.slice(copied, index)}${instead}`;
    copied = index + found[0].length;
  }
  return fixed + text.slice(copied, end);
}

/** Reads a wrapped node with all of its content. Throws NotAllowed at the first unlisted part. */
function readNode(value: unknown, place: Place): void {
  const node = unwrapNode(value);
  if (node === null) throw unknownForm(place);
  readFields(node.type, node.fields, place);
}

function readFields(type: string, fields: NodeFields, outer: Place): void {
  const rules = QUERY_NODES.get(type);
  const place = placeOf(type, fields, outer);
  if (rules === undefined) throw new NotAllowed(`${inWords(type)} is not available in reports`, place.location);
  checkSize(place);
  checkNode(type, fields, place);
  const inside = rules.has('withClause') ? afterWith(fields['withClause'], place) : place;
  for (const [field, value] of Object.entries(fields)) {
    const rule = rules.get(field);
    if (rule === undefined)
      throw new NotAllowed(`${inWords(field)} is not available in reports`, locationNear(value, place));
    if (rule !== 'with') readField(rule, value, inside);
  }
}

/** Returns the place of a node. Parts of a chain count as neighbours, not as nested. */
function placeOf(type: string, fields: NodeFields, outer: Place): Place {
  const chain = chainOf(type, fields);
  const isJoined = chain !== null && chain === outer.chain;
  const depth = isJoined ? outer.depth : outer.depth + 1;
  const joined = isJoined ? outer.joined + 1 : outer.joined;
  return { ...outer, depth, joined, chain, location: locationOf(fields) ?? outer.location };
}

/** Returns the kind of a chain such as `1 + 2 - 3` or `… union … except …`. The parser nests all but its last part. */
function chainOf(type: string, fields: NodeFields): string | null {
  if (type === 'A_Expr' && fields['kind'] === 'AEXPR_OP') return type;
  return type === 'SelectStmt' && fields['larg'] !== undefined ? type : null;
}

function checkSize({ depth, joined, location, reading }: Place): void {
  reading.nodes += 1;
  if (depth > reading.limits.depth) {
    throw new NotAllowed(`The query is nested more than ${reading.limits.depth} levels deep`, location);
  }
  if (joined > REPORT_SQL_LIMITS.joined) {
    throw new NotAllowed(`The query joins more than ${REPORT_SQL_LIMITS.joined} parts by operators or sets`, location);
  }
  if (reading.nodes > reading.limits.nodes) {
    throw new NotAllowed(`The query has more than ${reading.limits.nodes} parts`, location);
  }
}

const PLAIN_VALUES = { text: 'string', number: 'number', location: 'number', flag: 'boolean' } as const;

function readField(rule: Exclude<FieldRule, 'with'>, value: unknown, place: Place): void {
  if (rule === 'node') {
    readNode(value, place);
  } else if (rule === 'nodes') {
    readNodes(value, place);
  } else if (typeof rule === 'string') {
    if (typeof value !== PLAIN_VALUES[rule]) throw unknownForm(place);
  } else if ('inner' in rule) {
    if (!isFields(value)) throw unknownForm(place);
    readFields(rule.inner, value, place);
  } else if (!rule.words.includes(textOf(value))) {
    throw new NotAllowed(`${inWords(textOf(value))} is not available in reports`, place.location);
  }
}

/**
 * Reads a list of nodes. An empty object is the parser's null: DISTINCT without ON, a function in FROM without column
 * definitions.
 */
function readNodes(value: unknown, place: Place): void {
  if (!Array.isArray(value)) throw unknownForm(place);
  for (const item of value) {
    if (!isFields(item) || Object.keys(item).length > 0) readNode(item, place);
  }
}

/**
 * Reads the WITH queries of a SELECT and returns a place that knows them. A query sees the queries before it, or all
 * queries in a RECURSIVE list. It must be exactly as in PostgreSQL, because another name could mean a system table.
 */
function afterWith(withClause: unknown, place: Place): Place {
  if (withClause === undefined) return place;
  if (!isFields(withClause)) throw unknownForm(place);
  const { ctes, recursive = false, location: _, ...others } = withClause;
  if (!Array.isArray(ctes) || typeof recursive !== 'boolean' || Object.keys(others).length > 0)
    throw unknownForm(place);
  const seen = new Map(place.withQueries);
  if (recursive) for (const item of ctes) seen.set(withName(item), 1);
  for (const item of ctes) {
    const before = place.reading.expandedReferences;
    readNode(item, { ...place, withQueries: new Map(seen) });
    seen.set(withName(item), Math.max(1, place.reading.expandedReferences - before));
  }
  return { ...place, withQueries: seen };
}

function withName(item: unknown): string {
  return textOf(unwrapNode(item)?.fields['ctename']);
}

function unknownForm(place: Place): NotAllowed {
  return new NotAllowed('A part of the query has a form that reports do not know', place.location);
}

/** Returns the location of a value, or else of its node. SELECT INTO has its location at the table. */
function locationNear(value: unknown, place: Place): number | null {
  const first = listOf(value)[0] ?? value;
  return locationOf(first) ?? locationOf(isFields(first) ? first['rel'] : null) ?? place.location;
}
