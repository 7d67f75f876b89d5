import { type CostRule, costRuleOf } from './call-costs.ts';
import { castValue } from './cast-value.ts';
import { hintFor } from './dialect-hints.ts';
import {
  constantTextOf,
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
import { columnNamed, relationNamed, type Scope } from './scope.ts';
import { utf8Bytes } from './text-position.ts';
import {
  bytesOfRow,
  type Column,
  NUMBER_BYTES,
  oneOf,
  SHORT_BYTES,
  totalBytes,
  totalNanoseconds,
  UNKNOWN_BYTES,
  type Value,
  valueOfSize,
  wholeRow,
} from './value.ts';

/**
 * Returns the bounds of an expression: its size, its time per row, and its columns when it is a row. Throws NotAllowed
 * for an unknown field of a row, and when one row could take too long.
 */
export function valueOfExpression(node: unknown, scope: Scope): Value {
  const unwrapped = unwrapNode(node);
  if (unwrapped === null) return valueOfSize(0);
  const { type, fields } = unwrapped;
  const known = scope.values.get(fields);
  if (known !== undefined) return known;
  countStep(scope, fields);
  const value = checked(VALUES.get(type)?.(fields, scope) ?? anyValue(fields, scope), unwrapped, scope);
  scope.values.set(fields, value);
  return value;
}

/** Planning time of each part of an expression that is expanded where it is used. */
const PART_NANOSECONDS = 50_000;
const CAST_NANOSECONDS_PER_BYTE = 10;

function countStep({ reading }: Scope, fields: NodeFields): void {
  reading.steps += 1;
  if (reading.steps > reading.limits.steps) throw new NotAllowed('The query is too intricate', locationOf(fields));
}

function checked(value: Value, node: { type: string; fields: NodeFields }, { reading }: Scope): Value {
  const nanoseconds = value.nanoseconds + PART_NANOSECONDS;
  const isTooLong = nanoseconds > reading.limits.rowSeconds * 1e9 || value.bytes > UNKNOWN_BYTES;
  if (isTooLong) throw tooLong(nameOfCall(node), reading, locationOf(node.fields));
  return { ...value, nanoseconds };
}

/**
 * Builds the error of a row that could take too long. `what` is the function or operator that passed the limit, if
 * known.
 */
export function tooLong(what: string | null, { limits }: Reading, location: number | null): NotAllowed {
  const where = what === null ? '' : ` at ${what}`;
  const advice =
    'shorten long values first, such as left(value, 1000) or value::numeric(20, 4), or end a subquery that is used often with OFFSET 0';
  return new NotAllowed(`One row could take more than ${limits.rowSeconds} seconds${where}; ${advice}`, location);
}

function nameOfCall({ type, fields }: { type: string; fields: NodeFields }): string | null {
  if (type === 'FuncCall') return `function ${namesOf(fields['funcname']).at(-1)}`;
  return type === 'A_Expr' ? `operator ${namesOf(fields['name']).at(-1)}` : null;
}

type ValueRule = (fields: NodeFields, scope: Scope) => Value;

/** Rules of nodes whose value differs from the sum of their parts. */
const VALUES: ReadonlyMap<string, ValueRule> = new Map<string, ValueRule>([
  ['A_Const', constantValue],
  ['ColumnRef', columnValue],
  ['A_Indirection', fieldValue],
  ['FuncCall', callValue],
  ['A_Expr', operatorValue],
  ['TypeCast', castExpression],
  ['CoalesceExpr', ({ args }, scope) => oneOf(valuesOf(args, scope))],
  ['MinMaxExpr', ({ args }, scope) => oneOf(valuesOf(args, scope))],
  ['CaseExpr', caseValue],
  ['CollateClause', ({ arg }, scope) => valueOfExpression(arg, scope)],
  ['NamedArgExpr', ({ arg }, scope) => valueOfExpression(arg, scope)],
  ['SortBy', ({ node }, scope) => valueOfExpression(node, scope)],
  ['SubLink', sublinkValue],
  ['SelectStmt', (fields, scope) => firstColumn(scope.columnsOf(fields, scope))],
  ['BoolExpr', shortValue],
  ['NullTest', shortValue],
  ['BooleanTest', shortValue],
  ['A_ArrayExpr', arrayValue],
  ['RowExpr', rowValue],
]);

/** Returns the bounds of a cast. A value that is no text is written as text and parsed again. */
function castExpression({ arg, typeName }: NodeFields, scope: Scope): Value {
  const value = valueOfExpression(arg, scope);
  const cast = castValue(typeName, value, arg);
  const nanoseconds = value.kind === 'text' ? 0 : CAST_NANOSECONDS_PER_BYTE * value.bytes;
  return withTimeOf({ ...cast, nanoseconds }, [value]);
}

function valuesOf(list: unknown, scope: Scope): Value[] {
  return listOf(list).map((item) => valueOfExpression(item, scope));
}

function withTimeOf(value: Value, parts: readonly Value[]): Value {
  return { ...value, nanoseconds: value.nanoseconds + totalNanoseconds(parts) };
}

/** Returns the sum of all parts, with room for separators. */
function anyValue(fields: NodeFields, scope: Scope): Value {
  const parts = partsOf(fields).map((part) => valueOfExpression(part, scope));
  return withTimeOf(valueOfSize(2 * totalBytes(parts) + SHORT_BYTES), parts);
}

function shortValue(fields: NodeFields, scope: Scope): Value {
  return withTimeOf(
    valueOfSize(SHORT_BYTES),
    partsOf(fields).map((part) => valueOfExpression(part, scope)),
  );
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

const LONG_EXPONENT = /\de\+?\d{2,}/gi;

const WHOLE_NUMBER_BYTES = 11;

/**
 * Returns the bounds of a constant. A text may become a number, JSON value or array, so each long exponent in it counts as the longest
 * number.
 */
function constantValue(fields: NodeFields): Value {
  const text = constantTextOf({ A_Const: fields });
  if (text !== null) {
    const exponents = text.match(LONG_EXPONENT)?.length ?? 0;
    return valueOfSize(utf8Bytes(text) + exponents * NUMBER_BYTES);
  }
  if (fields['isnull'] === true) return valueOfSize(0, 'number');
  const float = isFields(fields['fval']) ? textOf(fields['fval']['fval']) : '';
  const exponent = Math.abs(Number(/e([+-]?\d+)$/i.exec(float)?.[1] ?? 0));
  return valueOfSize(WHOLE_NUMBER_BYTES + float.length + exponent, 'number');
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
  return relation === null ? valueOfSize(UNKNOWN_BYTES) : wholeRow(relation.columns);
}

function columnOf(row: readonly Column[], name: string): Value | null {
  const found = row.filter((column) => column.name === name);
  return found.length === 0 ? null : oneOf(found);
}

function fieldValue(fields: NodeFields, scope: Scope): Value {
  let value = valueOfExpression(fields['arg'], scope);
  for (const item of listOf(fields['indirection'])) value = stepInto(item, value, { fields, scope });
  scope.reading.unresolvedFields.delete(fields);
  return value;
}

function stepInto(item: unknown, value: Value, at: { readonly fields: NodeFields; readonly scope: Scope }): Value {
  const node = unwrapNode(item);
  if (node?.type === 'A_Indices') {
    const isSlice = node.fields['is_slice'] === true;
    const bounds = partsOf(node.fields).map((part) => valueOfExpression(part, at.scope));
    const nanoseconds = value.nanoseconds + value.bytes + totalNanoseconds(bounds);
    return { ...value, isArray: isSlice && value.isArray, nanoseconds };
  }
  const location = locationOf(at.fields) ?? firstLocation(at.fields['arg']);
  const name = node?.type === 'String' ? textOf(node.fields['sval']) : '*';
  if (value.row === null || value.isArray) {
    throw new NotAllowed(`The brackets before .${name} hold no row of which reports know the columns`, location);
  }
  const column = node?.type === 'String' ? columnOf(value.row, name) : wholeRow(value.row);
  if (column === null) throw new NotAllowed(`There is no column ${name} in the row before it`, location);
  return { ...column, nanoseconds: value.nanoseconds };
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
  const value = costOf(costRuleOf(name), nodes, scope);
  const others = [fields['agg_order'], fields['agg_filter'], fields['over']].flatMap(partsOf);
  const called = withTimeOf(
    value,
    others.map((part) => valueOfExpression(part, scope)),
  );
  const [first] = nodes;
  const row = valueOfExpression(first, scope).row;
  if (name === 'array_agg') return { ...called, row, isArray: row !== null };
  return name === 'unnest' ? { ...called, row, isArray: false } : called;
}

function costOf(rule: CostRule, nodes: readonly unknown[], scope: Scope): Value {
  const args = nodes.map((node) => valueOfExpression(node, scope));
  const { value, nanoseconds } = rule(args, nodes);
  return withTimeOf({ ...value, nanoseconds }, args);
}

const COMPARING_KINDS = new Set(['AEXPR_IN', 'AEXPR_OP_ANY', 'AEXPR_OP_ALL', 'AEXPR_DISTINCT', 'AEXPR_NOT_DISTINCT']);

function operatorValue(fields: NodeFields, scope: Scope): Value {
  const name = namesOf(fields['name'])[0] ?? '';
  const kind = textOf(fields['kind']);
  const nodes = [fields['lexpr'], fields['rexpr']].flatMap((side) => (side === undefined ? [] : [side]));
  if (kind === 'AEXPR_NULLIF')
    return withTimeOf(valueOfExpression(nodes[0], scope), [valueOfExpression(nodes[1], scope)]);
  const isEach = COMPARING_KINDS.has(kind) && !kind.endsWith('DISTINCT');
  const inner = isEach ? nodes.flatMap((node) => listItems(node)) : nodes;
  const rule = costRuleOf(kind.includes('BETWEEN') ? 'BETWEEN' : name);
  return COMPARING_KINDS.has(kind) ? { ...costOf(rule, inner, scope), ...SHORT } : costOf(rule, inner, scope);
}

const SHORT = { bytes: SHORT_BYTES, kind: 'other', row: null, isArray: false } as const;

function listItems(node: unknown): readonly unknown[] {
  const list = unwrapNode(node);
  return list?.type === 'List' ? listOf(list.fields['items']) : [node];
}

function caseValue(fields: NodeFields, scope: Scope): Value {
  const whens = fieldsOfEach(fields['args']);
  const results = [...whens.map(({ result }) => result), ...partsOf([fields['defresult']])];
  const tests = [...partsOf([fields['arg']]), ...whens.flatMap(({ expr }) => partsOf([expr]))];
  return withTimeOf(
    oneOf(results.map((result) => valueOfExpression(result, scope))),
    tests.map((test) => valueOfExpression(test, scope)),
  );
}

/**
 * Returns the bounds of a subquery in an expression. Its own time is left out, because PostgreSQL checks for cancellation while it reads
 * the rows of a subquery.
 */
function sublinkValue(fields: NodeFields, scope: Scope): Value {
  const subquery = unwrapNode(fields['subselect']);
  const columns = subquery === null ? [] : scope.columnsOf(subquery.fields, scope);
  const first = firstColumn(columns);
  const tested = partsOf([fields['testexpr']]).map((part) => valueOfExpression(part, scope));
  const type = textOf(fields['subLinkType']);
  if (type === 'EXPR_SUBLINK') return { ...first, nanoseconds: 0 };
  if (type === 'ARRAY_SUBLINK') return { ...valueOfSize(UNKNOWN_BYTES), row: first.row, isArray: first.row !== null };
  return withTimeOf(valueOfSize(SHORT_BYTES), tested);
}

function firstColumn(columns: readonly Column[]): Value {
  return columns[0] ?? valueOfSize(0);
}

function rowValue({ args }: NodeFields, scope: Scope): Value {
  const values = valuesOf(args, scope);
  return withTimeOf({ ...valueOfSize(0), bytes: bytesOfRow(values) }, values);
}

function arrayValue({ elements }: NodeFields, scope: Scope): Value {
  const values = valuesOf(elements, scope);
  const { kind, row, isArray } = oneOf(values);
  return withTimeOf(
    { ...valueOfSize(0, kind), bytes: bytesOfRow(values), row, isArray: row !== null && !isArray },
    values,
  );
}
