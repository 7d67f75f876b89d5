import type { AccountEvent, EventLog } from '../../../app/webhooks/list-events.ts';
import { accountEvents } from '../../../schema/webhooks.ts';
import type { Database } from '../connection/database.ts';
import { whenSet } from '../queries/book-scope.ts';

export function createEventLog(database: Database): EventLog {
  return {
    async list(accountId, { types, since }, { limit, cursor = 0 }) {
      const rows = await database.read(accountId, (sql) => {
        const conditions = [
          sql`where account_id = ${accountId} and position > ${cursor}`,
          ...whenSet(types, (names) => sql`and event = any(${[...names]}::text[])`),
          ...whenSet(since, (time) => sql`and created_at >= ${time}::timestamptz`),
        ];
        return sql<AccountEvent[]>`
          select position::float8 as id, event, job_id as "jobId", created_at as "createdAt", body
          from ${accountEvents} ${conditions} order by position limit ${limit + 1}`;
      });
      const data = rows.slice(0, limit);
      return { data, pagination: { limit, nextCursor: data.at(-1)?.id ?? cursor, hasMore: rows.length > limit } };
    },
  };
}
