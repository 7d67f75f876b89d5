import type { Fragment } from 'postgres';
import { SUCCESSIONS } from '../../../core/catalogue/shared-carriers.ts';
import type { UploadRequest } from '../../../core/upload/decide-upload.ts';
import { workspaces } from '../../../schema/accounts.ts';
import { carriers } from '../../../schema/carriers.ts';
import { files } from '../../../schema/files.ts';
import type { Sql } from '../connection/sql.ts';
import { activeFormat } from '../queries/carrier-scope.ts';
import { isShippedId } from './shared-catalogue-store.ts';

/**
 * Selects pairs of shipped carriers of which the later continues the earlier. A carrier that the operator made under such a slug is
 * excluded.
 */
const successions = (sql: Sql) => sql`
  unnest(${SUCCESSIONS.map(({ slug }) => slug)}::text[], ${SUCCESSIONS.map(({ continues }) => continues)}::text[]) as pair (slug, continues)
  join ${carriers} later on later.account_id is null and later.slug = pair.slug and ${isShippedId(sql, sql`later.carrier_id`)}
  join ${carriers} earlier on earlier.account_id is null and earlier.slug = pair.continues and ${isShippedId(sql, sql`earlier.carrier_id`)}`;

/** Selects books that an upload may continue (core/upload/decide-upload.ts), as JSON; null without any. */
export function earlierBooks(sql: Sql, { accountId, carrierId, period }: UploadRequest): Fragment {
  return sql`(
    select jsonb_agg(jsonb_build_object('workspaceId', book.workspace_id, 'carrierId', book.carrier_id, 'carrierName', book.name,
      'hasEarlierMonths', book.has_earlier_months, 'isContinued', book.is_continued, 'isGoingOn', book.is_going_on,
      'isNamedInUse', exists (
        select 1 from ${files} own
        where own.account_id = ${accountId} and own.workspace_id = book.workspace_id and own.carrier_id = ${carrierId}
          and own.status in ('pending', 'active')))
      order by book.slug)
    from (
      select f.workspace_id, earlier.carrier_id, earlier.name, earlier.slug, bool_or(f.period < ${period}) as has_earlier_months,
        bool_or(f.sent_to_carrier_id is not distinct from ${carrierId}) as is_continued,
        bool_or(f.period >= ${period} and f.sent_to_carrier_id is distinct from ${carrierId}) as is_going_on
      from ${successions(sql)}
      join ${workspaces} w on w.account_id = ${accountId}
      join ${files} f on f.account_id = ${accountId} and f.workspace_id = w.workspace_id and f.carrier_id = earlier.carrier_id
        and f.status in ('pending', 'active')
      where later.carrier_id = ${carrierId}
      group by f.workspace_id, earlier.carrier_id, earlier.name, earlier.slug
    ) book)`;
}

/** Selects names and active formats of the carriers that continue the job's carrier, as JSON; null without any. `j` is the job. */
export const laterLayouts = (sql: Sql): Fragment => sql`(
  select jsonb_agg(jsonb_build_object('carrierName', later.name, 'config', format.config) order by later.slug)
  from ${successions(sql)}
  cross join lateral ${activeFormat(sql, sql`j.account_id`, sql`later.carrier_id`)} format
  where earlier.carrier_id = j.carrier_id)`;
