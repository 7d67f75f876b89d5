import { REPORT_COLUMNS_MAX, REPORT_SQL_LIMITS } from '../limits/saved-report-limits.ts';
import { NO_NOW, readsAsNow, TIMES, timeProblem, typeOf } from './disguised-clock.ts';
import { hintFor, REPORT_COLLATION, REPORT_OPERATORS, REPORT_TYPES } from './failed-query.ts';
import { checkLength, checkNumber, checkPower } from './long-values.ts';
import {
  constantTextOf,
  isFields,
  listOf,
  type NodeFields,
  namesOf,
  textOf,
  unwrapNode,
  wholeNumberOf,
} from './query-nodes.ts';
import { declareName, NotAllowed, type Place } from './reading.ts';
import { REPORT_FUNCTIONS, TEXT_LENGTH_MAX } from './report-functions.ts';
import { REPORT_VIEWS } from './report-views.ts';

/**
 * Checks the names of a node: tables, columns, functions, types and operators. Throws NotAllowed for a name that is not on
 * the lists. read-query.ts walks the tree.
 */
export function checkNode(type: string, fields: NodeFields, place: Place): void {
  CHECKS.get(type)?.(fields, place);
}

type NodeCheck = (fields: NodeFields, place: Place) => void;

const CHECKS: ReadonlyMap<string, NodeCheck> = new Map<string, NodeCheck>([
  ['SelectStmt', checkSelect],
  ['CommonTableExpr', checkWithQuery],
  ['RangeVar', checkRelation],
  ['RangeFunction', checkFunctionInFrom],
  ['JoinExpr', checkJoin],
  ['Alias', checkAlias],
  ['ResTarget', checkTarget],
  ['ColumnDef', checkColumnDefinition],
  ['ColumnRef', checkColumn],
  ['A_Indirection', checkIndirection],
  ['FuncCall', checkCall],
  ['GroupingFunc', checkGrouping],
  ['A_Const', checkConstant],
  ['GroupingSet', checkGroupingSet],
  ['A_Expr', checkOperator],
  ['SubLink', checkSublink],
  ['TypeName', checkType],
  ['TypeCast', checkCast],
  ['CollateClause', checkCollation],
  ['SQLValueFunction', checkClock],
]);

function checkSelect({ targetList }: NodeFields, place: Place): void {
  if (listOf(targetList).length > REPORT_COLUMNS_MAX) {
    throw new NotAllowed(`A SELECT has more than ${REPORT_COLUMNS_MAX} columns`, place.location);
  }
}

function checkWithQuery({ ctename, aliascolnames }: NodeFields, { location, reading }: Place): void {
  declareName(reading, textOf(ctename), location);
  for (const name of namesOf(aliascolnames)) declareName(reading, name ?? '', location);
}

/** Accepts the report views and the visible WITH queries. A WITH query hides a view of its name, unless the view has its schema. */
function checkRelation(fields: NodeFields, { location, withQueries, reading }: Place): void {
  const name = textOf(fields['relname']);
  const schema = fields['schemaname'];
  if (fields['inh'] !== true) throw new NotAllowed('ONLY is not available in reports', location);
  const withQuery = schema === undefined ? withQueries.get(name) : undefined;
  if (withQuery === undefined) {
    const isView = (schema === undefined || schema === 'report') && REPORT_VIEWS.has(name);
    if (!isView) throw new NotAllowed(noSuchTable(schema === undefined ? name : `${textOf(schema)}.${name}`), location);
    reading.relations.add(name);
    reading.viewReferences += 1;
  }
  reading.expandedReferences += withQuery ?? 1;
  if (reading.viewReferences > REPORT_SQL_LIMITS.relations) {
    throw new NotAllowed(`The query reads more than ${REPORT_SQL_LIMITS.relations} tables`, location);
  }
  if (reading.expandedReferences > REPORT_SQL_LIMITS.relationsExpanded) {
    throw new NotAllowed('The query uses its WITH queries too many times', location);
  }
}

function noSuchTable(name: string): string {
  return `There is no table ${name} in reports; there are ${[...REPORT_VIEWS.keys()].join(', ')}`;
}

/** Refuses now() in FROM, because it returns no table, and the run's date could not replace it there. */
function checkFunctionInFrom({ functions, coldeflist }: NodeFields, place: Place): void {
  const { location } = place;
  for (const item of listOf(functions)) {
    const [first, ownColumns] = listOf(unwrapNode(item)?.fields['items']);
    const call = unwrapNode(first);
    const columns = [...listOf(coldeflist), ...listOf(unwrapNode(ownColumns)?.fields['items'])];
    if (columns.some(isTimeColumn)) for (const arg of listOf(call?.fields['args'])) checkTime(arg, place);
    const isCall = call?.type === 'FuncCall' && namesOf(call.fields['funcname']).at(-1) !== 'now';
    if (!isCall) throw new NotAllowed('Only a function that gives rows can stand in FROM', location);
  }
}

/** Tells whether a column has a type with a time of day. The text of a JSON value in it is parsed as a time. */
function isTimeColumn(definition: unknown): boolean {
  return TIMES.has(typeOf(unwrapNode(definition)?.fields['typeName']));
}

function checkJoin({ usingClause }: NodeFields, { location, reading }: Place): void {
  for (const name of namesOf(usingClause)) reading.usedColumns.push({ name: name ?? '', location });
}

function checkAlias({ aliasname, colnames }: NodeFields, { location, reading }: Place): void {
  declareName(reading, textOf(aliasname), location);
  for (const name of namesOf(colnames)) declareName(reading, name ?? '', location);
}

function checkTarget({ name }: NodeFields, { location, reading }: Place): void {
  if (name !== undefined) declareName(reading, textOf(name), location);
}

function checkColumnDefinition({ colname }: NodeFields, { location, reading }: Place): void {
  declareName(reading, textOf(colname), location);
}

/** Accepts `column`, `table.column` and `report.table.column`; the last part may be a star. */
function checkColumn(fields: NodeFields, { location, reading }: Place): void {
  const names = namesOf(fields['fields']);
  const [column, table, schema, ...more] = names.toReversed();
  if (more.length > 0 || (schema !== undefined && schema !== 'report')) {
    throw new NotAllowed(`There is no column ${names.map((name) => name ?? '*').join('.')} in reports`, location);
  }
  if (table !== undefined) reading.unresolvedFields.set(fields, location);
  else if (typeof column === 'string') reading.usedColumns.push({ name: column, location });
}

/** Accepts `(row).column`, whose column `resolveQuery` looks up later. */
function checkIndirection(fields: NodeFields, { location, reading }: Place): void {
  if (listOf(fields['indirection']).some((item) => unwrapNode(item)?.type !== 'A_Indices')) {
    reading.unresolvedFields.set(fields, location);
  }
}

function checkCall(fields: NodeFields, place: Place): void {
  const { location, reading } = place;
  const name = builtInName(fields['funcname']);
  const takes = name === null ? undefined : REPORT_FUNCTIONS.get(name);
  if (name === null || takes === undefined) {
    const calledName = fullName(fields['funcname']);
    throw new NotAllowed(`Function ${calledName} is not available in reports${hintFor(calledName)}`, location);
  }
  const args = listOf(fields['args']);
  const count = args.length + (fields['agg_within_group'] === true ? listOf(fields['agg_order']).length : 0);
  if (count < takes.min || count > takes.max) {
    throw new NotAllowed(`Function ${name} takes ${rangeInWords(takes)} in reports, not ${count}`, location);
  }
  if (args.length > REPORT_SQL_LIMITS.arguments) {
    throw new NotAllowed(`Function ${name} takes at most ${REPORT_SQL_LIMITS.arguments} arguments`, location);
  }
  if (fields['func_variadic'] === true && Number.isFinite(takes.max)) {
    throw new NotAllowed(`Function ${name} does not take VARIADIC in reports`, location);
  }
  checkLength(name, args, place);
  checkPower(name, args[1], place);
  if (name === 'now') reading.clocks.push({ name, location });
}

function rangeInWords({ min, max }: { readonly min: number; readonly max: number }): string {
  if (!Number.isFinite(max)) return `at least ${min} argument${min === 1 ? '' : 's'}`;
  return `${min === max ? '' : `${min} to `}${max} argument${max === 1 ? '' : 's'}`;
}

/** Refuses operators with a schema, which may be user-defined. The parser writes built-in operators without one. */
function checkOperator({ name, rexpr }: NodeFields, place: Place): void {
  const { location } = place;
  const names = namesOf(name);
  const [operator] = names;
  if (names.length !== 1 || typeof operator !== 'string' || !REPORT_OPERATORS.has(operator)) {
    throw new NotAllowed(`Operator ${fullName(name)} is not available in reports`, location);
  }
  checkPower(operator, rexpr, place);
}

function checkSublink({ operName }: NodeFields, place: Place): void {
  if (operName !== undefined) checkOperator({ name: operName }, place);
}

function checkType({ names, typmods }: NodeFields, { location }: Place): void {
  const name = builtInName(names);
  if (name === null || !REPORT_TYPES.has(name)) {
    throw new NotAllowed(
      `Type ${fullName(names)} is not available in reports; there are ${[...REPORT_TYPES].join(', ')}`,
      location,
    );
  }
  const isPlain = listOf(typmods).every((typmod) => wholeNumberOf(typmod) !== null);
  if (!isPlain) throw new NotAllowed(`Type ${name} takes whole numbers only`, location);
  if (name === 'bpchar' && (wholeNumberOf(listOf(typmods)[0]) ?? 1) > TEXT_LENGTH_MAX) {
    throw new NotAllowed(`A type char has at most ${TEXT_LENGTH_MAX} characters in reports`, location);
  }
}

function checkConstant(fields: NodeFields, place: Place): void {
  const { fval, sval } = fields;
  if (isFields(fval)) checkNumber(textOf(fval['fval']), place);
  if (isFields(sval) && readsAsNow(textOf(sval['sval']))) throw new NotAllowed(NO_NOW, place.location);
}

function checkCast({ arg, typeName }: NodeFields, place: Place): void {
  const type = typeOf(typeName);
  if (type === 'numeric') checkNumber(constantTextOf(arg) ?? '', place);
  if (TIMES.has(type)) checkTime(arg, place);
}

function checkTime(value: unknown, { location }: Place): void {
  const reason = timeProblem(value);
  if (reason !== null) throw new NotAllowed(reason, location);
}

/** Largest number of columns of a CUBE, which PostgreSQL expands to all subsets. */
const CUBE_COLUMNS_MAX = 12;

function checkGroupingSet({ kind, content }: NodeFields, { location }: Place): void {
  if (kind === 'GROUPING_SET_CUBE' && listOf(content).length > CUBE_COLUMNS_MAX) {
    throw new NotAllowed(`CUBE takes at most ${CUBE_COLUMNS_MAX} columns`, location);
  }
}

function checkGrouping({ args }: NodeFields, { location }: Place): void {
  const most = REPORT_SQL_LIMITS.groupingArguments;
  if (listOf(args).length > most) throw new NotAllowed(`GROUPING takes at most ${most} arguments`, location);
}

function checkCollation({ collname }: NodeFields, { location }: Place): void {
  if (builtInName(collname) === REPORT_COLLATION) return;
  throw new NotAllowed(`Collation ${fullName(collname)} is not available in reports; there is "C"`, location);
}

/** Records clocks with a time of day, which are replaced by the beginning of the run's date. CURRENT_DATE is that date already. */
function checkClock({ op }: NodeFields, { location, reading }: Place): void {
  if (op === 'SVFOP_CURRENT_TIMESTAMP') reading.clocks.push({ name: 'current_timestamp', location });
  if (op === 'SVFOP_LOCALTIMESTAMP') reading.clocks.push({ name: 'localtimestamp', location });
}

/** Returns a built-in name, with or without the schema that the parser adds; null for any other schema. */
function builtInName(value: unknown): string | null {
  const [name, schema, ...more] = namesOf(value).toReversed();
  return more.length === 0 && (schema === undefined || schema === 'pg_catalog') ? (name ?? null) : null;
}

function fullName(value: unknown): string {
  return namesOf(value)
    .map((name) => name ?? '?')
    .join('.');
}
