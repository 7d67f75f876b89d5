import type { Fragment } from 'postgres';
import { carrierEvents } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * Selects the disputed events that explain why the scored row `s` is paid less, and by how much. The detail of a row's COMMISSION_REDUCED
 * signal quotes the detail of its event; both are written together.
 */
export const eventsOfRow = (sql: Sql, accountId: string): Fragment => sql`
  select event.event_id, event.detail, (found.signal->>'amount')::numeric::text as amount
  from ${carrierEvents} event
  join jsonb_array_elements(s.signals) as found (signal)
    on found.signal->>'code' = 'COMMISSION_REDUCED' and found.signal->>'severity' = 'info'
    and strpos(found.signal->>'detail', lower(left(event.detail, 1)) || substr(event.detail, 2)) > 0
  where event.account_id = ${accountId} and event.workspace_id = s.workspace_id and event.carrier_id = s.carrier_id
    and event.period = s.period and event.kind = 'pay_reduced' and event.state = 'disputed'`;
