import type { Sql } from '../connection/sql.ts';

/** Selects the day on which the first file of a month came, from grouped files. A file that was replaced told of the month too. */
export const arrivedOn = (sql: Sql) => sql`
  to_char(min(uploaded_at) filter (where status in ('active', 'replaced')) at time zone 'utc', 'YYYY-MM-DD')`;
