import type { OperatorDeadLetter, OperatorJob, OperatorWorkReads } from '../../../app/operations/list-operator-work.ts';
import { offsetPage } from '../../../core/page.ts';
import { accounts } from '../../../schema/accounts.ts';
import { carriers } from '../../../schema/carriers.ts';
import { jobs } from '../../../schema/files.ts';
import { deadLetters } from '../../../schema/operations.ts';
import { webhookDeliveries } from '../../../schema/webhooks.ts';
import type { Database } from '../connection/database.ts';
import { whenSet } from '../reads/book-filter.ts';

/** Reads the work of all accounts as the system role. */
export function createOperatorWorkReads(database: Database): OperatorWorkReads {
  return {
    listJobs: ({ status }, page) =>
      database.system(async (sql) => {
        const rows = await sql<OperatorJob[]>`
          select j.job_id as id, j.account_id as "accountId", a.name as "accountName", c.name as "carrierName", j.period, j.mode,
            j.status, j.attempts, j.error_code as "errorCode", j.created_at as "createdAt", j.completed_at as "completedAt"
          from ${jobs} j join ${accounts} a on a.account_id = j.account_id join ${carriers} c on c.carrier_id = j.carrier_id
          where true ${[sql``, ...whenSet(status, (wanted) => sql`and j.status = ${wanted}`)]}
          order by j.position desc limit ${page.limit + 1} offset ${page.offset}`;
        return offsetPage(rows, page);
      }),
    // The message names a job, or a delivery. Other messages have neither.
    listDeadLetters: (page) =>
      database.system(async (sql) => {
        const rows = await sql<OperatorDeadLetter[]>`
          select d.dead_letter_id as id, d.queue, d.receive_count as "receiveCount", d.recorded_at as "recordedAt",
            j.job_id as "jobId", j.status as "jobStatus", a.name as "accountName"
          from (
            select *, substring(body from '"jobId" *: *"([0-9a-f-]{36})"')::uuid as job,
              substring(body from '"deliveryId" *: *"([0-9a-f-]{36})"')::uuid as delivery
            from ${deadLetters} order by recorded_at desc, dead_letter_id limit ${page.limit + 1} offset ${page.offset}
          ) d
          left join ${jobs} j on j.job_id = d.job
          left join ${webhookDeliveries} w on w.delivery_id = d.delivery
          left join ${accounts} a on a.account_id = coalesce(j.account_id, w.account_id)
          order by d.recorded_at desc, d.dead_letter_id`;
        return offsetPage(rows, page);
      }),
  };
}
