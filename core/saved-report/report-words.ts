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

/**
 * `m.f` calls function f on the row m where m has no column f. Those that take a row and are not for reports must not
 * come in as the name of a column; neither must what PostgreSQL keeps in every row of a table.
 */
const RESERVED_NAMES = new Set(
  [
    ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'],
    ['any_out', 'anyelement_out', 'anynonarray_out', 'anycompatible_out', 'anycompatiblenonarray_out'],
    ['hash_record', 'record_out', 'record_send', 'quote_literal', 'quote_nullable'],
    ['json_agg_strict', 'jsonb_agg_strict'],
  ].flat(),
);

/** Whether a query may not give this name to anything. */
export function isReservedName(name: string): boolean {
  return name.startsWith('pg_') || RESERVED_NAMES.has(name);
}
