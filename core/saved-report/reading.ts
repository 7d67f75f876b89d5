import { isCatalogueName } from './catalogue-names.ts';
import type { NodeFields } from './node-fields.ts';
import { NotAllowed } from './not-allowed.ts';

/** The limits that differ between what an analyst wrote and what the service has made of it. */
export type SqlLimits = Readonly<Record<'depth' | 'nodes' | 'steps' | 'rowSeconds' | 'brackets', number>>;

/** What is collected while a query is read. */
export interface Reading {
  readonly limits: SqlLimits;
  nodes: number;
  /** The report views it names. */
  readonly relations: Set<string>;
  viewReferences: number;
  costlyCalls: number;
  /** Expressions whose value was computed, again for each round of a recursion. */
  steps: number;
  /** As if every WITH query were written out where it is used. */
  expandedReferences: number;
  /** Names the query gives to columns and tables. Where a name is used they may not be known yet. */
  readonly givenNames: Set<string>;
  /** Names used without a table. They are checked when all names are known. */
  readonly usedColumns: UsedName[];
  /** `table.column` and `(row).column`, until it is known that the row has the column. With any other name it is a call. */
  readonly unresolvedFields: Map<NodeFields, number | null>;
  /** now() and its like, which stand for the run's date. */
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

/** Where the reader is. */
export interface Place {
  readonly reading: Reading;
  readonly depth: number;
  /** Parts of chains on the way here, which are not counted as depth. */
  readonly joined: number;
  /** Whether the node that this one is in is part of a chain that could go on. */
  readonly chain: string | null;
  /** The WITH queries that can be named here, and how many relations each reads when written out. */
  readonly withQueries: ReadonlyMap<string, number>;
  /** Of the nearest node that has one. */
  readonly location: number | null;
}

export function beginReading(limits: SqlLimits): Reading {
  return {
    limits,
    nodes: 0,
    relations: new Set(),
    viewReferences: 0,
    costlyCalls: 0,
    steps: 0,
    expandedReferences: 0,
    givenNames: new Set(),
    usedColumns: [],
    unresolvedFields: new Map(),
    clocks: [],
  };
}

/** Notes a name that the query gives to a column, or to a table, whose whole row can be used by its name. */
export function giveName(reading: Reading, name: string, location: number | null): void {
  if (isCatalogueName(name)) {
    throw new NotAllowed(`The name ${name} is that of a function or type of PostgreSQL; choose another`, location);
  }
  reading.givenNames.add(name);
}
