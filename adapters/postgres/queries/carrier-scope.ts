import type { Fragment } from 'postgres';
import { carriers, statementConfigs } from '../../../schema/carriers.ts';
import type { Sql } from '../connection/sql.ts';

/** Selects the carriers that an account sees, its own and the shared ones, as a row source of a query. */
export const visibleCarriers = (sql: Sql, accountId: string): Fragment => sql`(
  select * from ${carriers} where account_id = ${accountId} or account_id is null)`;

/** Selects the name of the carrier of a row. */
export const carrierName = (sql: Sql, accountId: string, row: Fragment): Fragment => sql`
  select c.name from ${visibleCarriers(sql, accountId)} c where c.carrier_id = ${row}.carrier_id`;

/** Selects the formats of a carrier that an account may read statements with. The account is a value, or a column of an outer row. */
export const usableFormats = (
  sql: Sql,
  accountId: string | null | Fragment,
  carrierId: string | Fragment,
): Fragment => sql`(
  select config_id, account_id, version, config from ${statementConfigs}
  where carrier_id = ${carrierId} and (account_id = ${accountId} or account_id is null) and removed_at is null)`;

/** Orders formats by precedence: the account's own before the shared ones, the newest version of each first. */
export const formatPrecedence = (sql: Sql): Fragment => sql`account_id nulls last, version desc`;

/** Selects the format that a carrier's statements are read with: the first by precedence. No row where the carrier has none. */
export const activeFormat = (
  sql: Sql,
  accountId: string | null | Fragment,
  carrierId: string | Fragment,
): Fragment => sql`(
  select config_id, version, config from ${usableFormats(sql, accountId, carrierId)} usable
  order by ${formatPrecedence(sql)} limit 1)`;
