import type { Refused } from './problem.ts';
import type { RowExport } from './row-export.ts';

/**
 * Pages of a list. A query reads one row more than the page holds, so that `hasMore` is exact without a count
 * (docs/reference/requests.md#lists).
 */

/** Size and position of a page in a list. */
export interface OffsetPosition {
  readonly limit: number;
  readonly offset: number;
}

/** Orders of lists by time. The first is the default. */
export const TIME_ORDERS = ['newest', 'oldest'] as const;
export type TimeOrder = (typeof TIME_ORDERS)[number];

/** A page by its offset. */
export interface OffsetPage<Row> {
  readonly data: Row[];
  readonly pagination: { readonly limit: number; readonly offset: number; readonly hasMore: boolean };
  /** Number of rows of the whole list; null when it is not known, because rows follow or the offset is past the end. */
  readonly total: number | null;
}

/** A page after a cursor, which is the position of a row. */
export interface CursorPage<Row> {
  readonly data: Row[];
  readonly pagination: { readonly limit: number; readonly nextCursor: number | null; readonly hasMore: boolean };
}

/** Builds a page from up to limit + 1 rows at the offset, in the order of the list. Only the last page knows the total. */
export function offsetPage<Row>(rows: readonly Row[], { limit, offset }: OffsetPosition): OffsetPage<Row> {
  const hasMore = rows.length > limit;
  const isPastEnd = rows.length === 0 && offset > 0;
  const total = hasMore || isPastEnd ? null : offset + rows.length;
  return { data: rows.slice(0, limit), pagination: { limit, offset, hasMore }, total };
}

/** Rows of a list, and whether they are counted from its end, in reverse order. */
export interface RowsFromEnd extends OffsetPosition {
  readonly isFromEnd: boolean;
}

/**
 * Returns the rows to read for a page of a list with `total` rows, one more than the page holds. They are counted from the nearer end of
 * the list, so that no page skips more than half of it.
 */
export function fromNearerEnd({ limit, offset }: OffsetPosition, total: number): RowsFromEnd {
  const rows = Math.max(0, Math.min(limit + 1, total - offset));
  const isFromEnd = offset * 2 > total;
  return { limit: rows, offset: isFromEnd ? Math.max(0, total - offset - rows) : offset, isFromEnd };
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

/** An export of the rows of a list after an offset or cursor, or the refusal of the request. */
export type Exported<Row, Head = null> = Promise<RowExport<Row, Head> | Refused>;

export interface CursorPosition {
  readonly limit: number;
  /** The position at which the previous page ended; absent on the first page. */
  readonly cursor?: number | undefined;
}
