import { isCastShort } from './long-values.ts';
import { listOf, type NodeFields, namesOf, textOf, unwrapNode } from './query-nodes.ts';
import { REPORT_VIEWS } from './report-views.ts';
import { resolveExpression } from './resolve-expression.ts';
import {
  type Column,
  oneOf,
  partsIn,
  plainValue,
  type Relation,
  type Scope,
  scopeWithin,
  type Value,
} from './scope.ts';

/** An item of a FROM clause: its named tables, and the columns that need no table name. */
export interface FromItem {
  readonly relations: readonly Relation[];
  readonly columns: readonly Column[];
  /** Parts of join conditions and function arguments. */
  readonly parts: number;
}

/** Scopes around an item of a FROM clause. */
interface Around {
  /** Scope of a subquery without LATERAL. */
  readonly level: Scope;
  /** Scope with the items before this item, for functions and for LATERAL. */
  readonly before: Scope;
}

/** Reads an item of a FROM clause. Throws NotAllowed as resolveExpression does. */
export function fromItem(item: unknown, around: Around): FromItem {
  const node = unwrapNode(item);
  switch (node?.type) {
    case 'RangeVar':
      return tableItem(node.fields, around);
    case 'RangeSubselect': {
      const { lateral, subquery, alias } = node.fields;
      const scope = lateral === true ? around.before : around.level;
      const columns = scope.columnsOf(unwrapNode(subquery)?.fields ?? {}, scope);
      return aliased(columns, alias, null);
    }
    case 'RangeFunction':
      return functionItem(node.fields, around.before);
    case 'JoinExpr':
      return joinItem(node.fields, around);
    default:
      return { relations: [], columns: [], parts: 0 };
  }
}

/** Renames columns by an alias and its list, or by the table's own name. Columns beyond the list keep their names. */
function aliased(columns: readonly Column[], alias: unknown, ownName: string | null): FromItem {
  const { aliasname, colnames } = aliasOf(alias);
  const named = renamed(columns, namesOf(colnames));
  const name = aliasname === undefined ? ownName : textOf(aliasname);
  const relations = name === null ? [] : [{ name, columns: named, isBareView: false }];
  return { relations, columns: named, parts: 0 };
}

function aliasOf(alias: unknown): NodeFields {
  return typeof alias === 'object' && alias !== null ? { ...alias } : {};
}

/** Renames columns by position. Columns without a name in the list keep their own. */
export function renamed(columns: readonly Column[], names: readonly (string | null)[]): readonly Column[] {
  return columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
}

function tableItem({ relname, schemaname, alias }: NodeFields, { level }: Around): FromItem {
  const name = textOf(relname);
  const withQuery = schemaname === undefined ? level.withQueries.get(name) : undefined;
  if (withQuery !== undefined) return aliased(withQuery(), alias, name);
  const item = aliased((REPORT_VIEWS.get(name) ?? []).map(viewColumn), alias, name);
  return { ...item, relations: item.relations.map((relation) => ({ ...relation, isBareView: alias === undefined })) };
}

/** Returns a column of a view. Each is short, because the views cut texts. */
function viewColumn(name: string): Column {
  return { ...plainValue(true), isArray: name === 'flags', name };
}

/** Reads a table of functions side by side. Functions see the items before them even without LATERAL. */
function functionItem({ functions, coldeflist, ordinality, alias }: NodeFields, before: Scope): FromItem {
  const items = listOf(functions).map((item) => listOf(unwrapNode(item)?.fields['items']));
  const values = items.map(([call]) => resolveExpression(call, before));
  const [first] = items.map(([call]) => nameOf(call));
  const { aliasname } = aliasOf(alias);
  const columns = items.flatMap(([call, definitions], index) =>
    functionColumns(call, {
      value: values[index] ?? plainValue(true),
      definitions: [...listOf(coldeflist), ...listOf(unwrapNode(definitions)?.fields['items'])],
      nameOfOnlyColumn: items.length === 1 && aliasname !== undefined ? textOf(aliasname) : nameOf(call),
    }),
  );
  const numbered = { ...plainValue(true), name: 'ordinality' };
  const item = aliased(ordinality === true ? [...columns, numbered] : columns, alias, first ?? null);
  return { ...item, parts: partsIn(values) };
}

function nameOf(call: unknown): string {
  return namesOf(unwrapNode(call)?.fields['funcname']).at(-1) ?? '';
}

/** Functions whose rows have named columns. */
export const COLUMNS_OF_FUNCTIONS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['json_each', ['key', 'value']],
  ['jsonb_each', ['key', 'value']],
  ['json_each_text', ['key', 'value']],
  ['jsonb_each_text', ['key', 'value']],
  ['json_array_elements', ['value']],
  ['jsonb_array_elements', ['value']],
  ['json_array_elements_text', ['value']],
  ['jsonb_array_elements_text', ['value']],
]);

interface FunctionRows {
  readonly value: Value;
  /** Column definitions, such as `as t (a int, b text)`; empty without them. */
  readonly definitions: readonly unknown[];
  /** Name of the column when the function returns only one column. */
  readonly nameOfOnlyColumn: string;
}

function functionColumns(call: unknown, { value, definitions, nameOfOnlyColumn }: FunctionRows): readonly Column[] {
  const read = { ...value, parts: 1 };
  if (definitions.length > 0) {
    return definitions.map((definition) => {
      const { colname, typeName } = unwrapNode(definition)?.fields ?? {};
      return { ...plainValue(isCastShort(typeName, read, null)), name: textOf(colname) };
    });
  }
  if (read.row !== null && !read.isArray) return read.row;
  const names = COLUMNS_OF_FUNCTIONS.get(nameOf(call)) ?? [nameOfOnlyColumn];
  return names.map((name) => ({ ...read, name }));
}

function joinItem(fields: NodeFields, { level, before }: Around): FromItem {
  const left = fromItem(fields['larg'], { level, before });
  const right = fromItem(fields['rarg'], {
    level,
    before: {
      ...before,
      relations: [...before.relations, ...left.relations],
      columns: [...before.columns, ...left.columns],
      values: new Map(),
    },
  });
  const both = [...left.columns, ...right.columns];
  const names = joinedNames(fields, left, right);
  const byName = Map.groupBy(both, ({ name }) => name);
  const used = names.map((name) => ({ ...oneOf(byName.get(name) ?? []), name }));
  const merged = new Set(names);
  const columns = [...used, ...both.filter(({ name }) => !merged.has(name))];
  const inside = [...left.relations, ...right.relations];
  const scope = scopeWithin(level, { relations: inside, columns: both });
  const quals = fields['quals'] === undefined ? 0 : resolveExpression(fields['quals'], scope).parts;
  const parts = left.parts + right.parts + quals;
  // An alias of a join hides its tables. An alias behind USING is a table of the used columns.
  if (fields['alias'] !== undefined) return { ...aliased(columns, fields['alias'], null), parts };
  const ofUsing =
    fields['join_using_alias'] === undefined ? [] : aliased(used, fields['join_using_alias'], null).relations;
  return { relations: [...inside, ...ofUsing], columns, parts };
}

/** Returns the columns that a join merges: the common columns of NATURAL, or the columns of USING. */
function joinedNames(fields: NodeFields, left: FromItem, right: FromItem): readonly string[] {
  if (fields['isNatural'] !== true) return namesOf(fields['usingClause']).flatMap((name) => name ?? []);
  const others = new Set(right.columns.map(({ name }) => name));
  return left.columns.map(({ name }) => name).filter((name) => others.has(name));
}
