import { REPORT_FUNCTIONS } from './report-functions.ts';
import { REPORT_VIEWS } from './report-views.ts';

/** The types, operators and names a report can use. Everything else is refused. */

/** As PostgreSQL's catalogue has them: `integer` is int4, `decimal` numeric, `char(3)` bpchar. Arrays of them too. */
export const REPORT_TYPES: ReadonlySet<string> = new Set(
  [
    ['bool', 'int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'text', 'varchar', 'bpchar'],
    ['date', 'time', 'timestamp', 'timestamptz', 'interval', 'uuid', 'json', 'jsonb'],
  ].flat(),
);

/** Written without a schema only. LIKE, ILIKE and SIMILAR TO come from the parser as ~~, ~~* and ~; BETWEEN as itself. */
export const REPORT_OPERATORS: ReadonlySet<string> = new Set(
  [
    ['+', '-', '*', '/', '%', '^', '|/', '||/', '@', '&', '|', '#', '<<', '>>'],
    ['=', '<>', '<', '>', '<=', '>='],
    ['||', '^@', '~', '~*', '!~', '!~*', '~~', '~~*', '!~~', '!~~*'],
    ['->', '->>', '#>', '#>>', '@>', '<@', '&&', '?', '?|', '?&', '#-'],
    ['BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC'],
  ].flat(),
);

/** Sorting by bytes. The other collations differ from server to server. */
export const REPORT_COLLATION = 'C';

/** Names PostgreSQL gives to columns nobody named: those of functions and types, of expressions, and of VALUES. */
const UNNAMED_COLUMNS = new Set(
  [
    ['?column?', 'case', 'coalesce', 'greatest', 'least', 'nullif', 'array', 'row', 'exists', 'grouping'],
    ['current_date', 'current_timestamp', 'localtimestamp', 'key', 'value', 'ordinality'],
    ['json_object', 'json_array', 'json_objectagg', 'json_arrayagg'],
  ].flat(),
);
const VALUES_COLUMN = /^column\d{1,3}$/;

const VIEW_COLUMNS = new Set([...REPORT_VIEWS.values()].flat());

/** Whether a column can have this name without the query having given it. */
export function isKnownColumn(name: string): boolean {
  return (
    VIEW_COLUMNS.has(name) ||
    UNNAMED_COLUMNS.has(name) ||
    REPORT_FUNCTIONS.has(name) ||
    REPORT_TYPES.has(name) ||
    VALUES_COLUMN.test(name)
  );
}
