import { REPORT_FUNCTIONS } from './report-functions.ts';
import { REPORT_VIEWS } from './report-views.ts';

/** Allowed types, operators and names of reports. All others are refused. */

/** Types, with arrays of them, by their catalogue names: `integer` is int4, `decimal` numeric, `char(3)` bpchar. */
export const REPORT_TYPES: ReadonlySet<string> = new Set(
  [
    ['bool', 'int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'text', 'varchar', 'bpchar'],
    ['date', 'time', 'timestamp', 'timestamptz', 'interval', 'uuid', 'json', 'jsonb'],
  ].flat(),
);

/** Operators, allowed without a schema only. The parser writes LIKE, ILIKE and SIMILAR TO as ~~, ~~* and ~. */
export const REPORT_OPERATORS: ReadonlySet<string> = new Set(
  [
    ['+', '-', '*', '/', '%', '^', '|/', '||/', '@', '&', '|', '#', '<<', '>>'],
    ['=', '<>', '<', '>', '<=', '>='],
    ['||', '^@', '~', '~*', '!~', '!~*', '~~', '~~*', '!~~', '!~~*'],
    ['->', '->>', '#>', '#>>', '@>', '<@', '&&', '?', '?|', '?&', '#-'],
    ['BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC'],
  ].flat(),
);

/** The only collation that reports may name. It sorts by bytes, while other collations differ between servers. */
export const REPORT_COLLATION = 'C';

/** Names that PostgreSQL gives to unnamed columns: of functions, types, expressions and VALUES. */
const UNNAMED_COLUMNS = new Set(
  [
    ['?column?', 'case', 'coalesce', 'greatest', 'least', 'nullif', 'array', 'row', 'exists', 'grouping'],
    ['current_date', 'current_timestamp', 'localtimestamp', 'key', 'value', 'ordinality'],
    ['json_object', 'json_array', 'json_objectagg', 'json_arrayagg'],
  ].flat(),
);
const VALUES_COLUMN = /^column\d{1,3}$/;

const VIEW_COLUMNS = new Set([...REPORT_VIEWS.values()].flat());

/** Tells whether a column may have this name although the query does not give it. */
export function isKnownColumn(name: string): boolean {
  return (
    VIEW_COLUMNS.has(name) ||
    UNNAMED_COLUMNS.has(name) ||
    REPORT_FUNCTIONS.has(name) ||
    REPORT_TYPES.has(name) ||
    VALUES_COLUMN.test(name)
  );
}
