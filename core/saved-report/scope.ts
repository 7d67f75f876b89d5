import type { NodeFields } from './node-fields.ts';
import type { Reading } from './reading.ts';
import { type Column, oneOf, type Value } from './value.ts';

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
