import { hintFor } from './failed-query.ts';
import { checkParts, isCastShort, isConstantShort, valueOfCall } from './long-values.ts';
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
import { NotAllowed } from './reading.ts';
import {
  type Column,
  columnNamed,
  oneOf,
  partsIn,
  plainValue,
  relationNamed,
  type Scope,
  type Value,
  wholeRow,
} from './scope.ts';

/**
 * Resolves the names in an expression and returns its bounds, and its columns when it is a row. Throws NotAllowed for an
 * unknown field of a row, for which PostgreSQL would call a function, and for a calculation that could take too long.
 */
export function resolveExpression(node: unknown, scope: Scope): Value {
  const unwrapped = unwrapNode(node);
  if (unwrapped === null) return plainValue(true);
  const { type, fields } = unwrapped;
  const known = scope.values.get(fields);
  if (known !== undefined) return known;
  countStep(scope, fields);
  const value = RULES.get(type)?.(fields, scope) ?? combined(fields, scope, SHORT_NODES.has(type));
  checkParts(value.parts, locationOf(fields));
  scope.values.set(fields, value);
  return value;
}

function countStep({ reading }: Scope, fields: NodeFields): void {
  reading.steps += 1;
  if (reading.steps > reading.limits.steps) throw new NotAllowed('The query is too intricate', locationOf(fields));
}

type Rule = (fields: NodeFields, scope: Scope) => Value;

/** Rules of nodes that are more than the sum of their parts. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['A_Const', (fields) => plainValue(isConstantShort({ A_Const: fields }))],
  ['ColumnRef', columnValue],
  ['A_Indirection', fieldValue],
  ['FuncCall', callValue],
  ['A_Expr', operatorValue],
  ['TypeCast', castExpression],
  ['CoalesceExpr', ({ args }, scope) => oneOf(valuesOf(args, scope))],
  ['MinMaxExpr', ({ args }, scope) => oneOf(valuesOf(args, scope))],
  ['CaseExpr', caseValue],
  ['CollateClause', ({ arg }, scope) => resolveExpression(arg, scope)],
  ['NamedArgExpr', ({ arg }, scope) => resolveExpression(arg, scope)],
  ['SortBy', ({ node }, scope) => resolveExpression(node, scope)],
  ['SubLink', sublinkValue],
  ['SelectStmt', (fields, scope) => firstColumn(scope.columnsOf(fields, scope))],
  ['A_ArrayExpr', arrayValue],
]);

function castExpression({ arg, typeName }: NodeFields, scope: Scope): Value {
  const value = resolveExpression(arg, scope);
  const isArray = isFields(typeName) && listOf(typeName['arrayBounds']).length > 0;
  return { isShort: isCastShort(typeName, value, arg), isArray, parts: value.parts + 1, row: null };
}

function valuesOf(list: unknown, scope: Scope): Value[] {
  return listOf(list).map((item) => resolveExpression(item, scope));
}

/** Nodes whose value is a boolean or a date. */
const SHORT_NODES = new Set(['BoolExpr', 'NullTest', 'BooleanTest', 'SQLValueFunction', 'GroupingFunc']);

function combined(fields: NodeFields, scope: Scope, isShort: boolean): Value {
  const values = partsOf(fields).map((part) => resolveExpression(part, scope));
  return { ...plainValue(isShort), parts: partsIn(values) + 1 };
}

/** Returns the outermost nodes in a field, a list, or fields without a node type. */
export function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(partOrInner);
  return isFields(value) ? Object.values(value).flatMap(partOrInner) : [];
}

function partOrInner(value: unknown): readonly unknown[] {
  const isNode = /^[A-Z]/.test(Object.keys(isFields(value) ? value : {})[0] ?? '');
  return isNode ? [value] : partsOf(value);
}

function columnValue(fields: NodeFields, scope: Scope): Value {
  const names = namesOf(fields['fields']);
  const [column, table, schema] = names.toReversed();
  if (table === undefined || table === null) return bareValue(column ?? null, scope);
  const relation = relationNamed(scope, table);
  if (relation === null || (schema !== undefined && !relation.isBareView)) {
    throw new NotAllowed(`There is no table ${table} in this query`, locationOf(fields));
  }
  const value = column === null ? wholeRow(relation.columns) : columnOf(relation.columns, column ?? '');
  if (value === null) {
    throw new NotAllowed(`There is no column ${column} in ${table}${hintFor(column ?? '')}`, locationOf(fields));
  }
  scope.reading.unresolvedFields.delete(fields);
  return value;
}

/**
 * Resolves a bare name to a column, else to the row of a table. PostgreSQL refuses any other name, because without a
 * dot it calls no function.
 */
function bareValue(name: string | null, scope: Scope): Value {
  if (name === null) return wholeRow(scope.columns);
  const column = columnNamed(scope, name);
  if (column !== null) return column;
  const relation = relationNamed(scope, name);
  return relation === null ? plainValue(false) : wholeRow(relation.columns);
}

function columnOf(row: readonly Column[], name: string): Value | null {
  const found = row.filter((column) => column.name === name);
  return found.length === 0 ? null : oneOf(found);
}

function fieldValue(fields: NodeFields, scope: Scope): Value {
  let value = resolveExpression(fields['arg'], scope);
  for (const item of listOf(fields['indirection'])) value = stepInto(item, value, { fields, scope });
  scope.reading.unresolvedFields.delete(fields);
  return value;
}

function stepInto(item: unknown, value: Value, at: { readonly fields: NodeFields; readonly scope: Scope }): Value {
  const node = unwrapNode(item);
  if (node?.type === 'A_Indices') {
    const isSlice = node.fields['is_slice'] === true;
    const bounds = partsOf(node.fields).map((part) => resolveExpression(part, at.scope));
    return { ...value, isArray: isSlice && value.isArray, parts: value.parts + partsIn(bounds) };
  }
  const location = locationOf(at.fields) ?? firstLocation(at.fields['arg']);
  const name = node?.type === 'String' ? textOf(node.fields['sval']) : '*';
  if (value.row === null || value.isArray) {
    throw new NotAllowed(`The brackets before .${name} hold no row of which reports know the columns`, location);
  }
  const column = node?.type === 'String' ? columnOf(value.row, name) : wholeRow(value.row);
  if (column === null) throw new NotAllowed(`There is no column ${name} in the row before it`, location);
  return { ...column, parts: value.parts };
}

/** Returns the first location inside an expression. */
function firstLocation(node: unknown): number | null {
  for (const part of [node, ...partsOf(unwrapNode(node)?.fields)]) {
    const location = locationOf(part);
    if (location !== null) return location;
  }
  return null;
}

function callValue(fields: NodeFields, scope: Scope): Value {
  const name = namesOf(fields['funcname']).at(-1) ?? '';
  const ordered = fields['agg_within_group'] === true ? listOf(fields['agg_order']) : [];
  const nodes = [...listOf(fields['args']), ...ordered];
  const value = valueOfCall({ name, nodes, args: valuesOf(nodes, scope), location: locationOf(fields) });
  const others = [fields['agg_order'], fields['agg_filter'], fields['over']].flatMap(partsOf);
  return { ...value, parts: value.parts + partsIn(others.map((part) => resolveExpression(part, scope))) };
}

/** Returns the value of an operator. A list of IN or BETWEEN counts as its items. */
function operatorValue(fields: NodeFields, scope: Scope): Value {
  const name = namesOf(fields['name'])[0] ?? '';
  const nodes = [fields['lexpr'], fields['rexpr']].flatMap((side) => (side === undefined ? [] : listItems(side)));
  const args = valuesOf(nodes, scope);
  if (fields['kind'] === 'AEXPR_NULLIF') return { ...oneOf(args.slice(0, 1)), parts: partsIn(args) + 1 };
  return valueOfCall({ name, nodes, args, location: locationOf(fields) });
}

function listItems(node: unknown): readonly unknown[] {
  const list = unwrapNode(node);
  return list?.type === 'List' ? listOf(list.fields['items']) : [node];
}

function caseValue(fields: NodeFields, scope: Scope): Value {
  const whens = fieldsOfEach(fields['args']);
  const results = [...whens.map(({ result }) => result), ...partsOf([fields['defresult']])];
  const tests = [...partsOf([fields['arg']]), ...whens.flatMap(({ expr }) => partsOf([expr]))];
  const value = oneOf(results.map((result) => resolveExpression(result, scope)));
  return { ...value, parts: value.parts + partsIn(valuesOf(tests, scope)) };
}

function sublinkValue(fields: NodeFields, scope: Scope): Value {
  const subquery = unwrapNode(fields['subselect']);
  const first = firstColumn(subquery === null ? [] : scope.columnsOf(subquery.fields, scope));
  const tested = partsOf([fields['testexpr']]);
  const args = valuesOf(tested, scope);
  switch (textOf(fields['subLinkType'])) {
    case 'EXPR_SUBLINK':
      return first;
    case 'ARRAY_SUBLINK':
      return { isShort: false, isArray: true, parts: 1, row: first.row };
    default: {
      const name = namesOf(fields['operName'])[0] ?? '=';
      return valueOfCall({
        name,
        nodes: tested,
        args: [...args, first],
        location: locationOf(fields),
      });
    }
  }
}

function firstColumn(columns: readonly Column[]): Value {
  return columns[0] ?? plainValue(true);
}

function arrayValue({ elements }: NodeFields, scope: Scope): Value {
  const values = valuesOf(elements, scope);
  const { row, isShort, isArray } = oneOf(values);
  return { isShort, isArray: true, parts: partsIn(values) + 1, row: isArray ? null : row };
}
