import { REPORT_SQL_LIMITS } from '../limits/saved-report-limits.ts';
import { columnName } from './column-name.ts';
import { partsOf, tooLong, valueOfExpression } from './expression-value.ts';
import { fromItem, renamed } from './from-items.ts';
import {
  fieldsOfEach,
  isFields,
  listOf,
  locationOf,
  type NodeFields,
  namesOf,
  textOf,
  unwrapNode,
} from './node-fields.ts';
import { NotAllowed } from './not-allowed.ts';
import type { Reading } from './reading.ts';
import { type Scope, scopeWithin, type WithQueries } from './scope.ts';
import { type Column, NUMBER_BYTES, oneOf, totalNanoseconds, UNKNOWN_BYTES } from './value.ts';

/**
 * Resolves all columns of a query, bounds its cost and returns the columns of the result. Throws NotAllowed for an
 * unknown column, for which PostgreSQL would call a function, and for rows that could take too long.
 */
export function resolveQuery(select: NodeFields, reading: Reading): readonly Column[] {
  const columns = columnsOf(select, {
    relations: [],
    columns: [],
    outer: null,
    withQueries: new Map(),
    values: new Map(),
    reading,
    columnsOf,
  });
  // Each value of the result is also written as text.
  const written = columns.map(({ bytes, kind }) => bytes * (kind === 'text' ? 0.2 : 2));
  const total = written.reduce((sum, time) => sum + time, 0);
  checkTime(total, reading, locationOf(fieldsOfEach(select['targetList'])[0]));
  return columns;
}

function checkTime(nanoseconds: number, reading: Reading, location: number | null): void {
  if (nanoseconds > reading.limits.rowSeconds * 1e9) throw tooLong(null, reading, location);
}

/** Returns the columns of a query, named as PostgreSQL names them. `outer` is the scope around the query. */
function columnsOf(select: NodeFields, outer: Scope): readonly Column[] {
  const { withQueries, own } = readWith(select['withClause'], outer);
  const level = scopeWithin(outer, { withQueries });
  const columns = columnsWithin(select, level);
  // WITH queries that no table uses are read too.
  for (const columnsOfQuery of own) columnsOfQuery();
  return isComputedApart(select) ? columns.map(withoutTime) : columns;
}

/** Clauses that make PostgreSQL compute the columns of a subquery once. */
const APART = [
  'groupClause',
  'havingClause',
  'distinctClause',
  'sortClause',
  'limitCount',
  'limitOffset',
  'windowClause',
];

/**
 * Tells whether PostgreSQL computes the columns of a subquery once. It expands other subqueries wherever they are used.
 */
function isComputedApart(select: NodeFields): boolean {
  return APART.some((field) => partsOf([select[field]]).length > 0);
}

/** Returns a column without its time, which the subquery has spent. */
function withoutTime(column: Column): Column {
  return { ...column, nanoseconds: 0 };
}

function columnsWithin(select: NodeFields, level: Scope): readonly Column[] {
  const { larg, rarg, valuesLists } = select;
  if (isFields(larg) && isFields(rarg)) {
    const columns = united(columnsOf(larg, level), columnsOf(rarg, level));
    // ORDER BY of a UNION can name only the columns of the result.
    checkTime(timeOfClauses(select, scopeWithin(level, { columns })), level.reading, null);
    return columns;
  }
  return listOf(valuesLists).length > 0 ? valuesColumns(select, level) : selectColumns(select, level);
}

/** Combines the columns of a UNION. The first query gives the names. */
function united(left: readonly Column[], right: readonly Column[]): readonly Column[] {
  return left.map((column, index) => {
    const other = right[index];
    return other === undefined ? column : { ...oneOf([column, other]), name: column.name };
  });
}

function valuesColumns(select: NodeFields, level: Scope): readonly Column[] {
  const rows = listOf(select['valuesLists']).map((row) =>
    listOf(unwrapNode(row)?.fields['items']).map((item) => valueOfExpression(item, level)),
  );
  const columns = (rows[0] ?? []).map((_, index) => ({
    ...oneOf(rows.flatMap((row) => row[index] ?? [])),
    name: `column${index + 1}`,
  }));
  checkTime(timeOfClauses(select, scopeWithin(level, { columns })), level.reading, null);
  return columns;
}

function selectColumns(select: NodeFields, level: Scope): readonly Column[] {
  let from: Scope = { ...level, values: new Map() };
  let nanoseconds = 0;
  for (const item of listOf(select['fromClause'])) {
    const read = fromItem(item, { level, before: from });
    const relations = [...from.relations, ...read.relations];
    from = { ...from, relations, columns: [...from.columns, ...read.columns], values: new Map() };
    checkWidth(from.columns);
    nanoseconds += read.nanoseconds;
  }
  const columns: Column[] = [];
  for (const target of fieldsOfEach(select['targetList'])) {
    columns.push(...targetColumns(target, from));
    checkWidth(columns);
  }
  nanoseconds += totalNanoseconds(columns) + timeOfClauses(select, from);
  checkTime(nanoseconds, level.reading, locationOf(fieldsOfEach(select['targetList'])[0]));
  return columns;
}

/** Bounds the number of columns, because stars of stars double them at every level. PostgreSQL's own limit is 1,664. */
function checkWidth(columns: readonly Column[]): void {
  if (columns.length > REPORT_SQL_LIMITS.columnsWithin) {
    throw new NotAllowed(`A part of the query has more than ${REPORT_SQL_LIMITS.columnsWithin} columns`, null);
  }
}

const READ_BEFORE = new Set(['withClause', 'fromClause', 'targetList', 'valuesLists', 'larg', 'rarg']);

/**
 * Returns the time of clauses such as WHERE, GROUP BY and ORDER BY. A bare name may be a column of the result, and is
 * free.
 */
function timeOfClauses(select: NodeFields, scope: Scope): number {
  const clauses = Object.entries(select).filter(([field]) => !READ_BEFORE.has(field));
  const parts = clauses.flatMap(([, value]) => partsOf([value])).filter((part) => !isBareName(part));
  return totalNanoseconds(parts.map((part) => valueOfExpression(part, scope)));
}

function isBareName(part: unknown): boolean {
  const node = unwrapNode(part);
  if (node?.type === 'SortBy') return isBareName(node.fields['node']);
  return node?.type === 'ColumnRef' && listOf(node.fields['fields']).length === 1;
}

function targetColumns(target: NodeFields, from: Scope): readonly Column[] {
  const { name, val } = target;
  const row = rowOfStar(val, from);
  if (row !== null) return row;
  const nameOfSubquery = (sublink: NodeFields) => nameOfFirst(sublink, from);
  const value = valueOfExpression(val, from);
  return [{ ...value, name: name === undefined ? columnName(val, nameOfSubquery) : textOf(name) }];
}

function nameOfFirst(sublink: NodeFields, scope: Scope): string {
  const subquery = unwrapNode(sublink['subselect']);
  return (subquery === null ? undefined : scope.columnsOf(subquery.fields, scope)[0])?.name ?? '?column?';
}

/** Returns the columns of `*`, `table.*` or `(row).*`; null for any other target. */
function rowOfStar(target: unknown, from: Scope): readonly Column[] | null {
  const node = unwrapNode(target);
  const steps = node?.type === 'ColumnRef' ? node.fields['fields'] : node?.fields['indirection'];
  if (node === null || unwrapNode(listOf(steps).at(-1))?.type !== 'A_Star') return null;
  return valueOfExpression(target, from).row;
}

/** The visible WITH queries, and the columns of the queries of this level. */
interface ReadWith {
  readonly withQueries: WithQueries;
  readonly own: readonly (() => readonly Column[])[];
}

/** Reads WITH queries. Each query sees the queries before it; in a RECURSIVE list all queries see each other. */
function readWith(withClause: unknown, outer: Scope): ReadWith {
  if (!isFields(withClause)) return { withQueries: outer.withQueries, own: [] };
  const isRecursive = withClause['recursive'] === true;
  const seen = new Map(outer.withQueries);
  const own = listOf(withClause['ctes']).map((item) => {
    const query = unwrapNode(item)?.fields ?? {};
    const scope = scopeWithin(outer, { withQueries: isRecursive ? seen : new Map(seen) });
    const columns = withQuery(query, scope, isRecursive);
    seen.set(textOf(query['ctename']), columns);
    return columns;
  });
  return { withQueries: seen, own };
}

/**
 * Returns a function that computes the columns of a WITH query on first use. A recursive query reads its own columns while they are
 * computed, so they are assumed and widened until they are stable.
 */
function withQuery(query: NodeFields, scope: Scope, isRecursive: boolean): () => readonly Column[] {
  const select = unwrapNode(query['ctequery'])?.fields ?? {};
  const rename = (columns: readonly Column[]) => renamed(columns, namesOf(query['aliascolnames']));
  let found: readonly Column[] | null = null;
  let assumed: readonly Column[] | null = null;
  const first = () => {
    const { larg, withClause } = select;
    if (!isRecursive || !isFields(larg)) return [];
    return rename(columnsOf(larg, scopeWithin(scope, readWith(withClause, scope))));
  };
  return () => {
    if (found !== null || assumed !== null) return found ?? assumed ?? [];
    assumed = [];
    assumed = first();
    for (let round = 1; ; round++) {
      const columns = rename(columnsOf(select, scope));
      const before: readonly Column[] = assumed;
      const widened = columns.map((column, index) => widerOf(before[index] ?? column, column, round));
      const isStable = widened.every(
        ({ bytes, kind }, index) => before[index]?.bytes === bytes && before[index]?.kind === kind,
      );
      if (!isRecursive || isStable) {
        found = isRecursive ? widened.map(withoutTime) : columns;
        return found;
      }
      assumed = widened;
    }
  };
}

/** Rounds of a recursion after which its columns count as unbounded, so that the search for bounds ends. */
const ROUNDS_MAX = 4;

/** Returns a wider bound for a column that grows in a recursion: first the longest number, then unbounded. */
function widerOf(before: Column, found: Column, round: number): Column {
  const { kind, row, isArray } = oneOf([before, found]);
  const grown = found.bytes <= NUMBER_BYTES ? NUMBER_BYTES : UNKNOWN_BYTES;
  const bytes = found.bytes <= before.bytes ? before.bytes : grown;
  const isLast = round >= ROUNDS_MAX;
  return { ...found, kind: isLast ? 'other' : kind, row, isArray, bytes: isLast ? UNKNOWN_BYTES : bytes };
}
