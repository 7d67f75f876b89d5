import { REPORT_SQL_LIMITS } from '../limits/saved-report-limits.ts';
import { checkNode } from './check-node.ts';
import { isFields, listOf, locationOf, type NodeFields, textOf, unwrapNode } from './node-fields.ts';
import { inWords } from './node-words.ts';
import { NotAllowed } from './not-allowed.ts';
import { type FieldRule, QUERY_NODES } from './query-nodes.ts';
import type { Place } from './reading.ts';

/** Reads a wrapped node with all of its content. Throws NotAllowed at the first unlisted part. */
export function readNode(value: unknown, place: Place): void {
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
