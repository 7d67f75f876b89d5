import type { Fragment } from 'postgres';
import { memberAliases } from '../../../schema/members.ts';
import type { Sql } from '../connection/sql.ts';

/** Makes the condition that the scored row `s` is of a member whose name, ids or policy number contain the text, in any case. */
export function matchesText(sql: Sql, accountId: string, text: string): Fragment {
  const pattern = containing(text);
  // Evaluated once for the query; usually there are none.
  const byAlias = sql`s.member_ref_id = any(array(
    select member_ref_id from ${memberAliases}
    where account_id = ${accountId} and removed_at is null and external_id ilike ${pattern}))`;
  return sql`
    and (s.member_name ilike ${pattern} or s.member_external_id ilike ${pattern} or s.policy_number ilike ${pattern} or ${byAlias})`;
}

/** Makes a LIKE pattern that finds the text literally, with any special characters escaped. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
