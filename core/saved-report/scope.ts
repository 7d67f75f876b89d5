import type { NodeFields } from './node-fields.ts';
import type { Reading } from './reading.ts';
import { type Column, oneOf, type Value } from './value.ts';

/** A table of the FROM clause, by the name under which expressions know it. */
export interface Relation {
  readonly name: string;
  readonly columns: readonly Column[];
  /** A view without an alias can also be named with its schema. */
  readonly isBareView: boolean;
}

/** What the names in an expression can mean: those of its own SELECT, then those of the queries around it. */
export interface Scope {
  readonly relations: readonly Relation[];
  /** Those that can be named without a table. */
  readonly columns: readonly Column[];
  readonly outer: Scope | null;
  readonly withQueries: WithQueries;
  /** Of the expressions that were read in this scope. */
  readonly values: Map<NodeFields, Value>;
  readonly reading: Reading;
  /** The columns of a query inside this scope. Injected, because queries hold expressions and expressions hold queries. */
  readonly columnsOf: (select: NodeFields, scope: Scope) => readonly Column[];
}

export type WithQueries = ReadonlyMap<string, () => readonly Column[]>;

/** A scope inside another one, with nothing of its own but what is given. */
export function scopeWithin(outer: Scope, own: Partial<Pick<Scope, 'relations' | 'columns' | 'withQueries'>>): Scope {
  return { ...outer, relations: [], columns: [], values: new Map(), outer, ...own };
}

/** The column that a bare name means: the innermost query that has one decides. Null where no query has. */
export function columnNamed(scope: Scope, name: string): Value | null {
  for (let inner: Scope | null = scope; inner !== null; inner = inner.outer) {
    const found = inner.columns.filter((column) => column.name === name);
    if (found.length > 0) return oneOf(found);
  }
  return null;
}

export function relationNamed(scope: Scope, name: string): Relation | null {
  for (let inner: Scope | null = scope; inner !== null; inner = inner.outer) {
    const found = inner.relations.find((relation) => relation.name === name);
    if (found !== undefined) return found;
  }
  return null;
}
