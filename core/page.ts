/**
 * Pages of a list. A query asks for one row more than the page holds, so that `hasMore` is exact without counting
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

/** `rows`: up to limit + 1 rows from the offset on, in the list's total order. */
export function offsetPage<Row>(rows: readonly Row[], { limit, offset }: OffsetPosition): OffsetPage<Row> {
  return { data: rows.slice(0, limit), pagination: { limit, offset, hasMore: rows.length > limit } };
}

/** `rows`: up to limit + 1 rows beyond the cursor. `cursorOf` gives a row's position: an integer no deletion can move. */
export function cursorPage<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => number): CursorPage<Row> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { data, pagination: { limit, nextCursor: hasMore ? cursorOf(last) : null, hasMore } };
}
