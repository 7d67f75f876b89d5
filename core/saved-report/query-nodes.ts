/** Names that analysts use for unavailable parts of a parse tree. */

const WORDS: ReadonlyMap<string, string> = new Map([
  ['intoClause', 'SELECT INTO'],
  ['lockingClause', 'FOR UPDATE or FOR SHARE'],
  ['useOp', 'ORDER BY … USING'],
  ['SORTBY_USING', 'ORDER BY … USING'],
  ['catalogname', 'The name of a database'],
  ['search_clause', 'SEARCH'],
  ['cycle_clause', 'CYCLE'],
  ['setof', 'SETOF'],
  ['pct_type', '%TYPE'],
  ['bsval', 'A bit string'],
  ['ParamRef', 'A parameter such as $1'],
  ['SetToDefault', 'DEFAULT'],
  ['CurrentOfExpr', 'WHERE CURRENT OF'],
  ['RangeTableSample', 'TABLESAMPLE'],
  ['RangeTableFunc', 'XMLTABLE'],
  ['XmlExpr', 'XML'],
  ['XmlSerialize', 'XMLSERIALIZE'],
  ['JsonTable', 'JSON_TABLE'],
  ['JsonFuncExpr', 'JSON_VALUE, JSON_QUERY or JSON_EXISTS'],
  ['JsonIsPredicate', 'IS JSON'],
  ['JsonParseExpr', 'JSON()'],
  ['JsonScalarExpr', 'JSON_SCALAR'],
  ['JsonSerializeExpr', 'JSON_SERIALIZE'],
  ['JsonArrayQueryConstructor', 'JSON_ARRAY with a query'],
  ['JS_FORMAT_JSONB', 'FORMAT JSONB'],
  ['ROWCOMPARE_SUBLINK', 'This comparison with a subquery'],
  ['VariableSetStmt', 'SET or RESET'],
  ['VariableShowStmt', 'SHOW'],
  ['TransactionStmt', 'BEGIN, COMMIT or ROLLBACK'],
  ['CreateStmt', 'CREATE TABLE'],
  ['ViewStmt', 'CREATE VIEW'],
  ['IndexStmt', 'CREATE INDEX'],
  ['RuleStmt', 'CREATE RULE'],
  ['CreateTrigStmt', 'CREATE TRIGGER'],
  ['CreateForeignServerStmt', 'CREATE SERVER'],
  ['SecLabelStmt', 'SECURITY LABEL'],
  ['GrantStmt', 'GRANT or REVOKE'],
  ['GrantRoleStmt', 'GRANT or REVOKE'],
  ['VacuumStmt', 'VACUUM or ANALYZE'],
  ['FetchStmt', 'FETCH or MOVE'],
  ['ClosePortalStmt', 'CLOSE'],
  ['CheckPointStmt', 'CHECKPOINT'],
  ['RefreshMatViewStmt', 'REFRESH MATERIALIZED VIEW'],
]);

/** Names a node in SQL: `SVFOP_CURRENT_USER` is CURRENT_USER, `CreateFunctionStmt` CREATE FUNCTION. */
export function inWords(name: string): string {
  const words = WORDS.get(name);
  if (words !== undefined) return words;
  if (name.startsWith('SVFOP_')) return name.slice('SVFOP_'.length).replace(/_N$/, ' with a precision');
  return name
    .replace(/Stmt$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toUpperCase();
}

/**
 * Reads fields of a parse tree, which is unknown JSON. Fields of an unexpected form read as empty, and the walk refuses
 * them.
 */

export type NodeFields = Readonly<Record<string, unknown>>;

/** Tells whether a value is an object with fields. */
export function isFields(value: unknown): value is NodeFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns a node's type and fields: `{ "ColumnRef": { … } }`. Null unless the value is an object with one key that
 * holds an object.
 */
export function unwrapNode(value: unknown): { readonly type: string; readonly fields: NodeFields } | null {
  if (!isFields(value)) return null;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0) return null;
  const [type, fields] = entry;
  return isFields(fields) ? { type, fields } : null;
}

/** Returns a list; empty for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the fields of each node in a list, whatever its type. */
export function fieldsOfEach(value: unknown): readonly NodeFields[] {
  return listOf(value).flatMap((item) => {
    const node = unwrapNode(item);
    return node === null ? [] : [node.fields];
  });
}

/** Returns a text; '' for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the texts of a list of String nodes; null for any other node. */
export function namesOf(value: unknown): readonly (string | null)[] {
  return listOf(value).map((item) => {
    const node = unwrapNode(item);
    return node?.type === 'String' ? textOf(node.fields['sval']) : null;
  });
}

/** Returns the value of an integer constant, or null. The parser omits a zero. */
export function wholeNumberOf(value: unknown): number | null {
  const node = unwrapNode(value);
  const whole = node?.type === 'A_Const' ? node.fields['ival'] : undefined;
  if (!isFields(whole)) return null;
  const number = whole['ival'] ?? 0;
  return typeof number === 'number' ? number : null;
}

/** Tells whether a node is the constant NULL. */
export function isNull(value: unknown): boolean {
  const node = unwrapNode(value);
  return node?.type === 'A_Const' && node.fields['isnull'] === true;
}

/** Returns the value of a text constant, or null. */
export function constantTextOf(value: unknown): string | null {
  const node = unwrapNode(value);
  const text = node?.type === 'A_Const' ? node.fields['sval'] : undefined;
  return isFields(text) ? textOf(text['sval']) : null;
}

/** Returns the byte offset of a node in the text; null when the tree has none. */
export function locationOf(value: unknown): number | null {
  const fields = unwrapNode(value)?.fields ?? (isFields(value) ? value : {});
  const location = fields['location'];
  return typeof location === 'number' && location >= 0 ? location : null;
}

/**
 * Allow-list of the nodes in PostgreSQL's parse tree, with their fields and how to read them. Unlisted nodes and fields
 * are refused, so that additions of a later PostgreSQL stay closed. The names are from PostgreSQL's nodes/parsenodes.h.
 */

/**
 * Kind of a field. `node` is any listed node, wrapped in its name, and `nodes` a list of them. `{ inner }` is an
 * unwrapped node of one type, `with` the WITH queries, which are read first, and `{ words }` one of the words. Other
 * kinds are plain values; `location` is a byte offset.
 */
export type FieldRule =
  | 'node'
  | 'nodes'
  | 'with'
  | 'text'
  | 'number'
  | 'flag'
  | 'location'
  | { readonly inner: string }
  | { readonly words: readonly string[] };

type Fields = Readonly<Record<string, FieldRule>>;

const inner = (type: string): FieldRule => ({ inner: type });
const words = (...list: string[]): FieldRule => ({ words: list });

const STATEMENTS: Readonly<Record<string, Fields>> = {
  SelectStmt: {
    distinctClause: 'nodes',
    targetList: 'nodes',
    fromClause: 'nodes',
    whereClause: 'node',
    groupClause: 'nodes',
    groupDistinct: 'flag',
    havingClause: 'node',
    windowClause: 'nodes',
    valuesLists: 'nodes',
    sortClause: 'nodes',
    limitOffset: 'node',
    limitCount: 'node',
    limitOption: words('LIMIT_OPTION_DEFAULT', 'LIMIT_OPTION_COUNT', 'LIMIT_OPTION_WITH_TIES'),
    withClause: 'with',
    op: words('SETOP_NONE', 'SETOP_UNION', 'SETOP_INTERSECT', 'SETOP_EXCEPT'),
    all: 'flag',
    larg: inner('SelectStmt'),
    rarg: inner('SelectStmt'),
  },
  CommonTableExpr: {
    ctename: 'text',
    aliascolnames: 'nodes',
    ctematerialized: words('CTEMaterializeDefault', 'CTEMaterializeAlways', 'CTEMaterializeNever'),
    ctequery: 'node',
    location: 'location',
  },
  ResTarget: { name: 'text', val: 'node', location: 'location' },
  SortBy: {
    node: 'node',
    sortby_dir: words('SORTBY_DEFAULT', 'SORTBY_ASC', 'SORTBY_DESC'),
    sortby_nulls: words('SORTBY_NULLS_DEFAULT', 'SORTBY_NULLS_FIRST', 'SORTBY_NULLS_LAST'),
    location: 'location',
  },
  GroupingSet: {
    kind: words(
      'GROUPING_SET_EMPTY',
      'GROUPING_SET_SIMPLE',
      'GROUPING_SET_ROLLUP',
      'GROUPING_SET_CUBE',
      'GROUPING_SET_SETS',
    ),
    content: 'nodes',
    location: 'location',
  },
  WindowDef: {
    name: 'text',
    refname: 'text',
    partitionClause: 'nodes',
    orderClause: 'nodes',
    frameOptions: 'number',
    startOffset: 'node',
    endOffset: 'node',
    location: 'location',
  },
};

const FROM_ITEMS: Readonly<Record<string, Fields>> = {
  RangeVar: {
    schemaname: 'text',
    relname: 'text',
    inh: 'flag',
    relpersistence: words('p'),
    alias: inner('Alias'),
    location: 'location',
  },
  RangeSubselect: { lateral: 'flag', subquery: 'node', alias: inner('Alias') },
  RangeFunction: {
    lateral: 'flag',
    ordinality: 'flag',
    is_rowsfrom: 'flag',
    functions: 'nodes',
    alias: inner('Alias'),
    coldeflist: 'nodes',
  },
  JoinExpr: {
    jointype: words('JOIN_INNER', 'JOIN_LEFT', 'JOIN_FULL', 'JOIN_RIGHT'),
    isNatural: 'flag',
    larg: 'node',
    rarg: 'node',
    usingClause: 'nodes',
    join_using_alias: inner('Alias'),
    quals: 'node',
    alias: inner('Alias'),
  },
  Alias: { aliasname: 'text', colnames: 'nodes' },
  ColumnDef: { colname: 'text', typeName: inner('TypeName'), is_local: 'flag', location: 'location' },
};

const EXPRESSIONS: Readonly<Record<string, Fields>> = {
  ColumnRef: { fields: 'nodes', location: 'location' },
  A_Star: {},
  A_Const: {
    ival: inner('Integer'),
    fval: inner('Float'),
    sval: inner('String'),
    boolval: inner('Boolean'),
    isnull: 'flag',
    location: 'location',
  },
  Integer: { ival: 'number' },
  Float: { fval: 'text' },
  String: { sval: 'text' },
  Boolean: { boolval: 'flag' },
  List: { items: 'nodes' },
  A_Expr: {
    kind: words(
      ...['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_OP_ALL', 'AEXPR_DISTINCT', 'AEXPR_NOT_DISTINCT', 'AEXPR_NULLIF'],
      ...['AEXPR_IN', 'AEXPR_LIKE', 'AEXPR_ILIKE', 'AEXPR_SIMILAR', 'AEXPR_BETWEEN', 'AEXPR_NOT_BETWEEN'],
      ...['AEXPR_BETWEEN_SYM', 'AEXPR_NOT_BETWEEN_SYM'],
    ),
    name: 'nodes',
    lexpr: 'node',
    rexpr: 'node',
    location: 'location',
  },
  BoolExpr: { boolop: words('AND_EXPR', 'OR_EXPR', 'NOT_EXPR'), args: 'nodes', location: 'location' },
  NullTest: { arg: 'node', nulltesttype: words('IS_NULL', 'IS_NOT_NULL'), location: 'location' },
  BooleanTest: {
    arg: 'node',
    booltesttype: words('IS_TRUE', 'IS_NOT_TRUE', 'IS_FALSE', 'IS_NOT_FALSE', 'IS_UNKNOWN', 'IS_NOT_UNKNOWN'),
    location: 'location',
  },
  CaseExpr: { arg: 'node', args: 'nodes', defresult: 'node', location: 'location' },
  CaseWhen: { expr: 'node', result: 'node', location: 'location' },
  CoalesceExpr: { args: 'nodes', location: 'location' },
  MinMaxExpr: { op: words('IS_GREATEST', 'IS_LEAST'), args: 'nodes', location: 'location' },
  RowExpr: { args: 'nodes', row_format: words('COERCE_EXPLICIT_CALL', 'COERCE_IMPLICIT_CAST'), location: 'location' },
  A_ArrayExpr: { elements: 'nodes', location: 'location' },
  A_Indirection: { arg: 'node', indirection: 'nodes' },
  A_Indices: { is_slice: 'flag', lidx: 'node', uidx: 'node' },
  SubLink: {
    subLinkType: words('EXISTS_SUBLINK', 'ALL_SUBLINK', 'ANY_SUBLINK', 'EXPR_SUBLINK', 'ARRAY_SUBLINK'),
    testexpr: 'node',
    operName: 'nodes',
    subselect: 'node',
    location: 'location',
  },
  TypeCast: { arg: 'node', typeName: inner('TypeName'), location: 'location' },
  TypeName: { names: 'nodes', typmods: 'nodes', typemod: 'number', arrayBounds: 'nodes', location: 'location' },
  CollateClause: { arg: 'node', collname: 'nodes', location: 'location' },
  SQLValueFunction: {
    op: words('SVFOP_CURRENT_DATE', 'SVFOP_CURRENT_TIMESTAMP', 'SVFOP_LOCALTIMESTAMP'),
    typmod: 'number',
    location: 'location',
  },
  GroupingFunc: { args: 'nodes', location: 'location' },
};

const CALLS: Readonly<Record<string, Fields>> = {
  FuncCall: {
    funcname: 'nodes',
    args: 'nodes',
    agg_order: 'nodes',
    agg_filter: 'node',
    over: inner('WindowDef'),
    agg_within_group: 'flag',
    agg_star: 'flag',
    agg_distinct: 'flag',
    func_variadic: 'flag',
    funcformat: words('COERCE_EXPLICIT_CALL', 'COERCE_SQL_SYNTAX'),
    location: 'location',
  },
  NamedArgExpr: { arg: 'node', name: 'text', argnumber: 'number', location: 'location' },
};

/**
 * JSON_OBJECT, JSON_ARRAY, JSON_OBJECTAGG and JSON_ARRAYAGG only build values. Functions that follow a path are not
 * listed.
 */
const JSON_CONSTRUCTORS: Readonly<Record<string, Fields>> = {
  JsonObjectConstructor: {
    exprs: 'nodes',
    output: inner('JsonOutput'),
    absent_on_null: 'flag',
    unique: 'flag',
    location: 'location',
  },
  JsonArrayConstructor: {
    exprs: 'nodes',
    output: inner('JsonOutput'),
    absent_on_null: 'flag',
    location: 'location',
  },
  JsonObjectAgg: {
    constructor: inner('JsonAggConstructor'),
    arg: inner('JsonKeyValue'),
    absent_on_null: 'flag',
    unique: 'flag',
  },
  JsonArrayAgg: { constructor: inner('JsonAggConstructor'), arg: inner('JsonValueExpr'), absent_on_null: 'flag' },
  JsonAggConstructor: {
    output: inner('JsonOutput'),
    agg_filter: 'node',
    agg_order: 'nodes',
    over: inner('WindowDef'),
    location: 'location',
  },
  JsonKeyValue: { key: 'node', value: inner('JsonValueExpr') },
  JsonValueExpr: { raw_expr: 'node', format: inner('JsonFormat') },
  JsonOutput: { typeName: inner('TypeName'), returning: inner('JsonReturning') },
  JsonReturning: { format: inner('JsonFormat') },
  JsonFormat: {
    format_type: words('JS_FORMAT_DEFAULT', 'JS_FORMAT_JSON'),
    encoding: words('JS_ENC_DEFAULT'),
    location: 'location',
  },
};

/** Rules of the fields by name, by type of node. */
export const QUERY_NODES: ReadonlyMap<string, ReadonlyMap<string, FieldRule>> = new Map(
  Object.entries({ ...STATEMENTS, ...FROM_ITEMS, ...EXPRESSIONS, ...CALLS, ...JSON_CONSTRUCTORS }).map(
    ([type, fields]) => [type, new Map(Object.entries(fields))],
  ),
);
