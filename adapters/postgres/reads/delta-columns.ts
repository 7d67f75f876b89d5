import { NUMBER_FIELDS } from '../../../core/scoring/compare-profiles.ts';
import type { Sql } from '../connection/sql.ts';

/** Columns of a delta `d` as it is shown: numbers for fields that hold numbers, text for all others. */
export function deltaColumns(sql: Sql) {
  const isNumber = sql`d.field = any (${[...NUMBER_FIELDS]}::text[])`;
  return sql`
    d.member_ref_id as "memberRefId", d.field,
    case when ${isNumber} then to_jsonb(round(d.prev_value::numeric, 2)) else to_jsonb(d.prev_value) end as "prevValue",
    case when ${isNumber} then to_jsonb(round(d.curr_value::numeric, 2)) else to_jsonb(d.curr_value) end as "currValue",
    d.change_type as "changeType"`;
}
