import { isCatalogueName } from './catalogue-names.ts';
import type { NodeFields } from './query-nodes.ts';

/** Limits that differ for an analyst's text and a rewritten one. */
export type SqlLimits = Readonly<Record<'depth' | 'nodes' | 'steps' | 'brackets', number>>;

/** Facts collected while a query is read. */
export interface Reading {
  readonly limits: SqlLimits;
  nodes: number;
  /** Report views named by the query. */
  readonly relations: Set<string>;
  viewReferences: number;
  /** Evaluated expressions, counted again for each round of a recursion. */
  steps: number;
  /** Number of relations after every WITH query is expanded where it is used. */
  expandedReferences: number;
  /** Names that the query declares for columns and tables. A name may be used before it is declared. */
  readonly declaredNames: Set<string>;
  /** Names used without a table. They are checked when all declared names are known. */
  readonly usedColumns: UsedName[];
  /** Uses of `table.column` and `(row).column` that are not resolved yet. PostgreSQL would call a function for an unknown column. */
  readonly unresolvedFields: Map<NodeFields, number | null>;
  /** Clocks such as now(), which are replaced by the run's date. */
  readonly clocks: Clock[];
}

export interface UsedName {
  readonly name: string;
  readonly location: number | null;
}

export interface Clock {
  readonly name: 'now' | 'current_timestamp' | 'localtimestamp';
  readonly location: number | null;
}

/** Position of the reader in the tree. */
export interface Place {
  readonly reading: Reading;
  readonly depth: number;
  /** Levels within chains, which do not count as depth. */
  readonly joined: number;
  /** Kind of the chain that the parent node belongs to; null without a chain. */
  readonly chain: string | null;
  /** Visible WITH queries, with the number of relations that each query reads when it is expanded. */
  readonly withQueries: ReadonlyMap<string, number>;
  /** Location of the nearest node that has one. */
  readonly location: number | null;
}

/** Starts the reading of a query. */
export function beginReading(limits: SqlLimits): Reading {
  return {
    limits,
    nodes: 0,
    relations: new Set(),
    viewReferences: 0,
    steps: 0,
    expandedReferences: 0,
    declaredNames: new Set(),
    usedColumns: [],
    unresolvedFields: new Map(),
    clocks: [],
  };
}

/**
 * Records the declared name of a column or a table. Throws NotAllowed for the name of a function or type, which a row's field would call.
 */
export function declareName(reading: Reading, name: string, location: number | null): void {
  if (isCatalogueName(name)) {
    throw new NotAllowed(`The name ${name} is that of a function or type of PostgreSQL; choose another`, location);
  }
  reading.declaredNames.add(name);
}

/**
 * Stops the reading of a query at the first forbidden part, however deep. `judgeQuery` catches it and returns a
 * refusal.
 */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  /** Byte offset in the text; null without a place. */
  readonly location: number | null;

  /** `what` is a sentence for the analyst without its full stop: `Function pg_sleep is not available in reports`. */
  constructor(what: string, location: number | null) {
    super(what);
    this.location = location;
  }
}
