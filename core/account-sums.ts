/**
 * Compares copies of a database by sums over the rows of each account. Two sums are equal only if every column of every row is.
 */

/** The rows of an account in one table. */
export interface TableSum {
  readonly accountId: string;
  readonly table: string;
  readonly rows: number;
  /** The sum over the digests of all rows, as decimal text. */
  readonly digest: string;
}

export interface Comparison {
  /** Accounts whose rows are all the same. */
  readonly equal: number;
  /** Accounts that changed while the copy was made, so that nothing can be said of them. */
  readonly changedMeanwhile: readonly string[];
  /** Sentences about accounts that the copy has in another way. */
  readonly faults: readonly string[];
}

/** Compares a copy with the sums just before and just after its moment. */
export function compareSums(
  before: readonly TableSum[],
  after: readonly TableSum[],
  copy: readonly TableSum[],
): Comparison {
  const [first, last, restored] = [byAccount(before), byAccount(after), byAccount(copy)];
  const accounts = [...new Set([...first.keys(), ...last.keys(), ...restored.keys()])].toSorted();
  const isStill = (accountId: string) => textOf(first.get(accountId)) === textOf(last.get(accountId));
  const isSame = (accountId: string) => textOf(first.get(accountId)) === textOf(restored.get(accountId));
  const still = accounts.filter(isStill);
  return {
    equal: still.filter(isSame).length,
    changedMeanwhile: accounts.filter((accountId) => !isStill(accountId)),
    faults: still
      .filter((accountId) => !isSame(accountId))
      .flatMap((accountId) => differences(accountId, first.get(accountId) ?? [], restored.get(accountId) ?? [])),
  };
}

function byAccount(sums: readonly TableSum[]): Map<string, readonly TableSum[]> {
  return Map.groupBy(sums, ({ accountId }) => accountId);
}

function textOf(sums: readonly TableSum[] = []): string {
  return sums
    .map(({ table, rows, digest }) => `${table} ${rows} ${digest}`)
    .toSorted()
    .join('\n');
}

function differences(accountId: string, expected: readonly TableSum[], found: readonly TableSum[]): readonly string[] {
  const tables = [...new Set([...expected, ...found].map(({ table }) => table))].toSorted();
  const rowsOf = (sums: readonly TableSum[], table: string) => sums.find((each) => each.table === table);
  return tables.flatMap((table) => {
    const [one, other] = [rowsOf(expected, table), rowsOf(found, table)];
    if (one?.digest === other?.digest && one?.rows === other?.rows) return [];
    return `Account ${accountId}, ${table}: ${one?.rows ?? 0} rows, and ${other?.rows ?? 0} in the copy${one?.rows === other?.rows ? ' with another content' : ''}.`;
  });
}
