import { REPORT_SQL_LIMITS } from '../limits/saved-report-limits.ts';
import { typeOf } from './disguised-clock.ts';
import { fromItem, renamed } from './from-items.ts';
import { checkParts } from './long-values.ts';
import {
  fieldsOfEach,
  isFields,
  listOf,
  locationOf,
  type NodeFields,
  namesOf,
  textOf,
  unwrapNode,
} from './query-nodes.ts';
import { NotAllowed, type Reading } from './reading.ts';
import { partsOf, resolveExpression } from './resolve-expression.ts';
import { type Column, oneOf, partsIn, type Scope, scopeWithin, type WithQueries } from './scope.ts';

/**
 * Resolves all columns of a query and returns the columns of the result. Throws NotAllowed for an unknown column, for which
 * PostgreSQL would call a function, and for calculations that could take too long.
 */
export function resolveQuery(select: NodeFields, reading: Reading): readonly Column[] {
  return columnsOf(select, {
    relations: [],
    columns: [],
    outer: null,
    withQueries: new Map(),
    values: new Map(),
    reading,
    columnsOf,
  });
}

/** Returns the columns of a query, named as PostgreSQL names them. `outer` is the scope around the query. */
function columnsOf(select: NodeFields, outer: Scope): readonly Column[] {
  const { withQueries, own } = readWith(select['withClause'], outer);
  const level = scopeWithin(outer, { withQueries });
  const columns = columnsWithin(select, level);
  // WITH queries that no table uses are read too.
  for (const columnsOfQuery of own) columnsOfQuery();
  return columns;
}

function columnsWithin(select: NodeFields, level: Scope): readonly Column[] {
  const { larg, rarg, valuesLists } = select;
  if (isFields(larg) && isFields(rarg)) {
    const columns = united(columnsOf(larg, level), columnsOf(rarg, level));
    // ORDER BY of a UNION can name only the columns of the result.
    checkParts(partsOfClauses(select, scopeWithin(level, { columns })), null);
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
    listOf(unwrapNode(row)?.fields['items']).map((item) => resolveExpression(item, level)),
  );
  const columns = (rows[0] ?? []).map((_, index) => ({
    ...oneOf(rows.flatMap((row) => row[index] ?? [])),
    name: `column${index + 1}`,
  }));
  checkParts(partsOfClauses(select, scopeWithin(level, { columns })), null);
  return columns;
}

function selectColumns(select: NodeFields, level: Scope): readonly Column[] {
  let from: Scope = { ...level, values: new Map() };
  let parts = 0;
  for (const item of listOf(select['fromClause'])) {
    const read = fromItem(item, { level, before: from });
    const relations = [...from.relations, ...read.relations];
    from = { ...from, relations, columns: [...from.columns, ...read.columns], values: new Map() };
    checkWidth(from.columns);
    parts += read.parts;
  }
  const columns: Column[] = [];
  for (const target of fieldsOfEach(select['targetList'])) {
    columns.push(...targetColumns(target, from));
    checkWidth(columns);
  }
  parts += partsIn(columns) + partsOfClauses(select, from);
  checkParts(parts, locationOf(fieldsOfEach(select['targetList'])[0]));
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
 * Returns the parts of clauses such as WHERE, GROUP BY and ORDER BY. A bare name may be a column of the result, and is
 * free.
 */
function partsOfClauses(select: NodeFields, scope: Scope): number {
  const clauses = Object.entries(select).filter(([field]) => !READ_BEFORE.has(field));
  const parts = clauses.flatMap(([, value]) => partsOf([value])).filter((part) => !isBareName(part));
  return partsIn(parts.map((part) => resolveExpression(part, scope)));
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
  const value = resolveExpression(val, from);
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
  return resolveExpression(target, from).row;
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
 * Returns a function that computes the columns of a WITH query on first use. A recursive query reads its own columns while
 * they are computed: those of its first part, of any length.
 */
function withQuery(query: NodeFields, scope: Scope, isRecursive: boolean): () => readonly Column[] {
  const select = unwrapNode(query['ctequery'])?.fields ?? {};
  const rename = (columns: readonly Column[]) => renamed(columns, namesOf(query['aliascolnames']));
  const { larg, withClause } = select;
  let found: readonly Column[] | null = null;
  return () => {
    if (found !== null) return found;
    found = [];
    const isUnion = isRecursive && isFields(larg);
    if (isUnion) found = rename(columnsOf(larg, scopeWithin(scope, readWith(withClause, scope)))).map(ofAnyLength);
    const columns = rename(columnsOf(select, scope));
    if (!isUnion) found = columns;
    return found;
  };
}

function ofAnyLength(column: Column): Column {
  return { ...column, isShort: false, parts: 1 };
}

const NO_NAME = '?column?';

/**
 * Returns the name that PostgreSQL gives to an unnamed column. `nameOfSubquery` names the first column of a subquery.
 */
function columnName(value: unknown, nameOfSubquery: (sublink: NodeFields) => string): string {
  return chosenName(value, nameOfSubquery)?.name ?? NO_NAME;
}

/** The name of an expression. A weak name, that of a cast or a CASE, is used only when the inner expression has no name or a weak one. */
interface ChosenName {
  readonly name: string;
  readonly isWeak: boolean;
}

function chosenName(value: unknown, nameOfSubquery: (sublink: NodeFields) => string): ChosenName | null {
  const node = unwrapNode(value);
  if (node === null) return null;
  const { type, fields } = node;
  const inside = (expression: unknown) => chosenName(expression, nameOfSubquery);
  switch (type) {
    case 'ColumnRef':
      return strong(namesOf(fields['fields']).findLast((name) => name !== null));
    case 'A_Indirection':
      return strong(namesOf(fields['indirection']).findLast((name) => name !== null)) ?? inside(fields['arg']);
    case 'FuncCall':
      return strong(namesOf(fields['funcname']).at(-1));
    case 'A_Expr':
      return textOf(fields['kind']) === 'AEXPR_NULLIF' ? strong('nullif') : null;
    case 'TypeCast':
      return unlessWeak(inside(fields['arg']), typeOf(fields['typeName']));
    case 'CollateClause':
      return inside(fields['arg']);
    case 'CaseExpr':
      return unlessWeak(inside(fields['defresult']), 'case');
    case 'MinMaxExpr':
      return strong(textOf(fields['op']) === 'IS_GREATEST' ? 'greatest' : 'least');
    case 'SubLink':
      return nameOfSublink(fields, nameOfSubquery);
    case 'SQLValueFunction':
      return strong(textOf(fields['op']).replace('SVFOP_', '').toLowerCase());
    default:
      return strong(FIXED_NAMES.get(type));
  }
}

const FIXED_NAMES: ReadonlyMap<string, string> = new Map([
  ['GroupingFunc', 'grouping'],
  ['A_ArrayExpr', 'array'],
  ['RowExpr', 'row'],
  ['CoalesceExpr', 'coalesce'],
  ['JsonObjectConstructor', 'json_object'],
  ['JsonArrayConstructor', 'json_array'],
  ['JsonObjectAgg', 'json_objectagg'],
  ['JsonArrayAgg', 'json_arrayagg'],
]);

function nameOfSublink(sublink: NodeFields, nameOfSubquery: (sublink: NodeFields) => string): ChosenName | null {
  switch (textOf(sublink['subLinkType'])) {
    case 'EXISTS_SUBLINK':
      return strong('exists');
    case 'ARRAY_SUBLINK':
      return strong('array');
    case 'EXPR_SUBLINK':
      return strong(nameOfSubquery(sublink));
    default:
      return null;
  }
}

function strong(name: string | null | undefined): ChosenName | null {
  return typeof name === 'string' ? { name, isWeak: false } : null;
}

function unlessWeak(inner: ChosenName | null, name: string): ChosenName {
  return inner === null || inner.isWeak ? { name, isWeak: true } : inner;
}
