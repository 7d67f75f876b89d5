/**
 * Pages of a list. A query reads one row more than the page holds, so that `hasMore` is exact without a count
 * (docs/reference/requests.md#lists).
 */

export interface OffsetPosition {
  readonly limit: number;
  readonly offset: number;
}

export interface OffsetPage<Row> {
  readonly data: Row[];
  readonly pagination: { readonly limit: number; readonly offset: number; readonly hasMore: boolean };
}

export interface CursorPage<Row> {
  readonly data: Row[];
  readonly pagination: { readonly limit: number; readonly nextCursor: number | null; readonly hasMore: boolean };
}

/** Builds a page from up to limit + 1 rows at the offset, in the list's total order. */
export function offsetPage<Row>(rows: readonly Row[], { limit, offset }: OffsetPosition): OffsetPage<Row> {
  return { data: rows.slice(0, limit), pagination: { limit, offset, hasMore: rows.length > limit } };
}

/**
 * Builds a page from up to limit + 1 rows after the cursor. `cursorOf` returns a row's position, an integer that no
 * deletion changes.
 */
export function cursorPage<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => number): CursorPage<Row> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { data, pagination: { limit, nextCursor: hasMore ? cursorOf(last) : null, hasMore } };
}
