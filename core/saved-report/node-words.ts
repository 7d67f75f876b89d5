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
