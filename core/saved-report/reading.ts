import { NotAllowed } from './not-allowed.ts';
import { isReservedName } from './report-words.ts';

/** What is collected while a query is read. */
export interface Reading {
  nodes: number;
  /** The report views it names. */
  readonly relations: Set<string>;
  viewReferences: number;
  costlyCalls: number;
  /** As if every WITH query were written out where it is used. */
  expandedReferences: number;
  /** Names the query gives to columns and tables. Where a name is used they may not be known yet. */
  readonly givenNames: Set<string>;
  readonly givenTables: Set<string>;
  /** Checked when all names are known. */
  readonly usedColumns: UsedName[];
  readonly usedTables: UsedName[];
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

export function beginReading(): Reading {
  return {
    nodes: 0,
    relations: new Set(),
    viewReferences: 0,
    costlyCalls: 0,
    expandedReferences: 0,
    givenNames: new Set(),
    givenTables: new Set(),
    usedColumns: [],
    usedTables: [],
    clocks: [],
  };
}

/** Notes a name that the query gives to a column. */
export function giveName(reading: Reading, name: string, location: number | null): void {
  refuseReserved(name, location);
  reading.givenNames.add(name);
}

/** Notes a name that the query gives to a table; the whole row can be used by it, as a column. */
export function giveTable(reading: Reading, name: string, location: number | null): void {
  giveName(reading, name, location);
  reading.givenTables.add(name);
}

function refuseReserved(name: string, location: number | null): void {
  if (isReservedName(name)) throw new NotAllowed(`The name ${name} is PostgreSQL's own; choose another`, location);
}
