import type { Fragment } from 'postgres';
import { carrierEvents } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * Selects the disputed events of less pay that explain why the scored row `s` is paid less, and by how much. A signal of a shared finding
 * names its event. The detail of a signal about a change of pay quotes the detail of its event; both are written together.
 */
export const eventsOfRow = (sql: Sql, accountId: string): Fragment => sql`
  select event.event_id, event.detail, (found.signal->>'amount')::numeric::text as amount
  from ${carrierEvents} event
  join jsonb_array_elements(s.signals) as found (signal)
    on found.signal->>'code' = 'COMMISSION_REDUCED' and found.signal->>'severity' = 'info'
    and case event.kind
      when 'shared_finding' then found.signal->>'event' = ${eventKey(sql)}
      else strpos(found.signal->>'detail', lower(left(event.detail, 1)) || substr(event.detail, 2)) > 0 end
  where ${disputedInMonth(sql, accountId)} and (
    event.kind = 'pay_reduced' or event.code in ('COMMISSION_REDUCED', 'UNDERPAID', 'RATE_CHANGED'))`;

/** Selects the disputed shared findings of the scored row `s`, with their keys as its signals name them. */
export const disputedEventsOfRow = (sql: Sql, accountId: string): Fragment => sql`
  select distinct event.event_id, ${eventKey(sql)} as key
  from ${carrierEvents} event
  join jsonb_array_elements(s.signals) as found (signal) on found.signal->>'event' = ${eventKey(sql)}
  where ${disputedInMonth(sql, accountId)} and event.kind = 'shared_finding'`;

/** Writes the key of a shared finding like `eventKey` in core. The stored key of its scope begins with its code. */
const eventKey = (sql: Sql): Fragment =>
  sql`trim(event.code || ' ' || event.scope_field || ' ' || substr(event.scope_key, length(event.code) + 2))`;

const disputedInMonth = (sql: Sql, accountId: string): Fragment => sql`
  event.account_id = ${accountId} and event.workspace_id = s.workspace_id and event.carrier_id = s.carrier_id
    and event.period = s.period and event.state = 'disputed'`;
