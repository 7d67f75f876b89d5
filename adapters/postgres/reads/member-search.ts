import type { Fragment } from 'postgres';
import { statementLines } from '../../../schema/book.ts';
import { memberAliases } from '../../../schema/members.ts';
import { rollups } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';

/** Makes the condition that the scored row `s` is of a member whose name, ids or policy number contain the text, in any case. */
export function matchesText(sql: Sql, accountId: string, text: string): Fragment {
  const pattern = containing(text);
  // The condition is evaluated once for the query. A row shows the member's first id, so an own id that came later is read from the lines.
  // Only ids that people joined are looked up there: a change of layout may join a whole book, and its ids are nearly always later ones.
  const byJoinedId = sql`s.member_ref_id = any(array(
    select member_ref_id from ${memberAliases}
    where account_id = ${accountId} and removed_at is null and external_id ilike ${pattern}
    union
    select a.member_ref_id from ${memberAliases} a
    join ${rollups} r on r.account_id = a.account_id and r.workspace_id = a.workspace_id and r.carrier_id = a.carrier_id
    cross join lateral (
      select member_external_id from ${statementLines}
      where account_id = ${accountId} and period = r.period and member_ref_id = a.member_ref_id
        and own_member_ref_id is null offset 0
    ) l
    where a.account_id = ${accountId} and a.removed_at is null and a.source = 'manual'
      and l.member_external_id ilike ${pattern}))`;
  return sql`
    and (s.member_name ilike ${pattern} or s.member_external_id ilike ${pattern} or s.policy_number ilike ${pattern}
      or ${byJoinedId})`;
}

/** Makes a LIKE pattern that finds the text literally, with any special characters escaped. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
