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
