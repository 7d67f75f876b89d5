import type { Period } from '../../core/period.ts';
import { type BookScope, ofPeriod } from './book-scope.ts';
import { readByColumn, type Selection } from './by-column.ts';
import type { RowPlace } from './row-set.ts';
import type { DigestedRow } from './score-columns.ts';

/** What is stored of a period, as far as it is needed to tell which of its rows have to be written. */

/**
 * A stored row's member, its digest, its totals, and in brackets its place: of tens of thousands one text each takes less to read than
 * five. Without a digest where a migration has changed what a column means: then it is like no other's.
 */
export type RowMark = string;
const DIGEST_AT = '00000000-0000-0000-0000-000000000000 '.length;
export const digestIn = (mark: RowMark) => mark.slice(DIGEST_AT);
const memberIn = (mark: RowMark) => mark.slice(0, DIGEST_AT - 1);
export const hasTotals = (mark: RowMark, { totals }: DigestedRow) =>
  mark.startsWith(`${totals}(`, mark.indexOf(' ', DIGEST_AT) + 1);
export const placeIn = (mark: RowMark): RowPlace => mark.slice(mark.indexOf('('));

/** Goes along the marks while their members' rows are scored, in the same order, instead of looking up each. */
export function storedMarks(marks: readonly RowMark[]) {
  let next = 0;
  const rest = (isGone: (memberRefId: string) => void, until?: string) => {
    for (; next < marks.length; next += 1) {
      const mark = marks[next];
      if (mark === undefined || (until !== undefined && mark >= until)) return;
      isGone(memberIn(mark));
    }
  };
  return {
    /** The member's, if it has one. Those before it are of members without a score. */
    upTo(memberRefId: string, isGone: (memberRefId: string) => void): RowMark | undefined {
      if (marks[next]?.startsWith(memberRefId) !== true) rest(isGone, memberRefId);
      const mark = marks[next];
      if (mark?.startsWith(memberRefId) !== true) return undefined;
      next += 1;
      return mark;
    },
    /** All that were not come to. */
    rest,
  };
}

const MARK: Selection<{ mark: RowMark }> = {
  mark: "concat(member_ref_id, ' ', encode(uuid_send(digest), 'hex'), ' ', paid_total, ' ', plan_year_paid, ctid)",
};

/** In the order of the members' ids. */
export async function loadMarks(scope: BookScope, period: Period): Promise<readonly RowMark[]> {
  const marks: RowMark[] = [];
  const stored = scope.sql`(
    select member_ref_id, digest, paid_total, plan_year_paid, ctid from scored_rows ${ofPeriod(scope, period)}
    order by member_ref_id) stored`;
  await readByColumn(scope.sql, MARK, stored, (read) => marks.push(read('mark')));
  return marks;
}
