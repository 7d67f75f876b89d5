import type { NodeFields } from './query-nodes.ts';
import type { Reading } from './reading.ts';

/** Bounds of an expression before the query runs, and its columns when it is a row. */
export interface Value {
  /** True for at most about twenty texts of a view, and for numbers of their size. Aggregates and recursion make longer ones. */
  readonly isShort: boolean;
  readonly isArray: boolean;
  /** Parts of the expression when every subquery is written out where it is used, as PostgreSQL's planner does. */
  readonly parts: number;
  /** Columns, when the value is a row of known columns or an array of such rows. */
  readonly row: readonly Column[] | null;
}

export interface Column extends Value {
  readonly name: string;
}

/** Returns a value of one part. */
export function plainValue(isShort: boolean): Value {
  return { isShort, isArray: false, parts: 1, row: null };
}

/** Adds up parts. */
export function partsIn(values: readonly Value[]): number {
  return values.reduce((sum, { parts }) => sum + parts, 0);
}

/** Returns the bounds of a value that is one of several values, such as a branch of CASE. */
export function oneOf(values: readonly Value[]): Value {
  const [first] = values;
  if (first === undefined) return plainValue(true);
  const isArray = values.some((value) => value.isArray);
  const isSame = values.every((value) => value.isArray === isArray && (value.row === null) === (first.row === null));
  const isShort = values.every((value) => value.isShort);
  return { isShort, isArray, parts: partsIn(values), row: isSame ? first.row : null };
}

/** Returns the row of all columns. */
export function wholeRow(row: readonly Column[]): Value {
  return { isShort: false, isArray: false, parts: partsIn(row), row };
}

/** A table of the FROM clause, by its name in expressions. */
export interface Relation {
  readonly name: string;
  readonly columns: readonly Column[];
  /** True for a view without an alias, which can also be named with its schema. */
  readonly isBareView: boolean;
}

/** Meanings of the names in an expression, first in its own SELECT, then in the queries around it. */
export interface Scope {
  readonly relations: readonly Relation[];
  /** Columns that can be named without a table. */
  readonly columns: readonly Column[];
  readonly outer: Scope | null;
  readonly withQueries: WithQueries;
  /** Bounds of the expressions that were read in this scope. */
  readonly values: Map<NodeFields, Value>;
  readonly reading: Reading;
  /** Returns the columns of a query inside this scope. Injected, because queries and expressions contain each other. */
  readonly columnsOf: (select: NodeFields, scope: Scope) => readonly Column[];
}

/** Visible WITH queries by name. Each function returns the columns of its query. */
export type WithQueries = ReadonlyMap<string, () => readonly Column[]>;

/** Returns a scope inside another one, with the given names only. */
export function scopeWithin(outer: Scope, own: Partial<Pick<Scope, 'relations' | 'columns' | 'withQueries'>>): Scope {
  return { ...outer, relations: [], columns: [], values: new Map(), outer, ...own };
}

/** Resolves a bare name to a column, innermost query first; null when no query has it. */
export function columnNamed(scope: Scope, name: string): Value | null {
  for (let inner: Scope | null = scope; inner !== null; inner = inner.outer) {
    const found = inner.columns.filter((column) => column.name === name);
    if (found.length > 0) return oneOf(found);
  }
  return null;
}

/** Resolves a table's name, innermost query first; null when no query has it. */
export function relationNamed(scope: Scope, name: string): Relation | null {
  for (let inner: Scope | null = scope; inner !== null; inner = inner.outer) {
    const found = inner.relations.find((relation) => relation.name === name);
    if (found !== undefined) return found;
  }
  return null;
}
