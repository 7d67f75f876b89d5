import { randomUUID } from 'node:crypto';
import { HTTP_TIMEOUT_SECONDS, LARGE_REQUESTS_OF_ACCOUNT_MAX } from '../../../core/limits/request-limits.ts';
import { accountPlaces as places } from '../../../schema/accounts.ts';
import type { Database } from '../connection/database.ts';

/** The places of an account for large requests. The database counts them for all processes together. */
interface AccountPlaces {
  /** Returns how to free the place; null when the account has none left. */
  take(accountId: string): Promise<(() => Promise<void>) | null>;
}

/** Makes the places. One that a dead process left is free again after the longest request. */
export function createAccountPlaces(database: Database): AccountPlaces {
  return {
    async take(accountId) {
      const placeId = randomUUID();
      const taken = await database.system(async (sql) => {
        // The lock lets the second of two concurrent requests count the place of the first.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`places ${accountId}`}, 0))`;
        await sql`delete from ${places} where account_id = ${accountId} and until <= clock_timestamp()`;
        return sql`
          insert into ${places} (place_id, account_id, until)
          select ${placeId}, ${accountId}, clock_timestamp() + make_interval(secs => ${HTTP_TIMEOUT_SECONDS})
          where (select count(*) from ${places} where account_id = ${accountId}) < ${LARGE_REQUESTS_OF_ACCOUNT_MAX}
          returning place_id`;
      });
      if (taken.length === 0) return null;
      return async () => {
        await database.systemStatement((sql) => sql`delete from ${places} where place_id = ${placeId}`);
      };
    },
  };
}
