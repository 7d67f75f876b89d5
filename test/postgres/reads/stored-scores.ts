import { randomUUID } from 'node:crypto';
import type { Database } from '../../../adapters/postgres/connection/database.ts';

/** Writes scores directly into the tables, to make states that need many uploads, or that no upload makes yet. */

export interface StoredBook {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly carrierId: string;
}

export async function storeBook(
  database: Database,
  account: { readonly accountId?: string; readonly carrierName?: string } = {},
) {
  const { accountId = randomUUID(), carrierName = 'Carrier' } = account;
  const book: StoredBook = { accountId, workspaceId: randomUUID(), carrierId: randomUUID() };
  await database.system(async (sql) => {
    await sql`
      insert into accounts (account_id, name, tier, status) values (${accountId}, 'Agency', 'standard', 'active')
      on conflict do nothing`;
    await sql`
      insert into workspaces (workspace_id, account_id, name, is_default)
      values (${book.workspaceId}, ${accountId}, ${book.workspaceId}, false)`;
    await sql`
      insert into carriers (carrier_id, name, slug) values (${book.carrierId}, ${carrierName}, ${book.carrierId})`;
    await sql`
      insert into statement_configs (config_id, carrier_id, version, config)
      values (${book.carrierId}, ${book.carrierId}, 1, '{}')`;
  });
  return book;
}

/** Stores a file, its job and the rollup of a period. Returns the ids that the rows of the period name. */
export async function storePeriod(
  database: Database,
  { accountId, workspaceId, carrierId }: StoredBook,
  period: string,
  sums: { readonly dropped?: string; readonly reduced?: string; readonly owed?: string; readonly red?: number } = {},
) {
  const fileId = randomUUID();
  const jobId = randomUUID();
  await database.tenant(accountId, async (sql) => {
    await sql`
      insert into files (file_id, account_id, workspace_id, carrier_id, period, original_filename, byte_size, checksum_sha256,
        source, status, object_key)
      values (${fileId}, ${accountId}, ${workspaceId}, ${carrierId}, ${period}, 'a.csv', 1, 'x', 'api', 'active', ${fileId})`;
    await sql`
      insert into jobs (job_id, account_id, workspace_id, carrier_id, period, file_id, mode, status)
      values (${jobId}, ${accountId}, ${workspaceId}, ${carrierId}, ${period}, ${fileId}, 'ingest', 'completed')`;
    await sql`
      insert into rollups (account_id, workspace_id, carrier_id, period, config_id, member_count, green, yellow, red, new,
        reappeared, commission_dropped, commission_reduced, commission_owed, owed_evaluated, owed_total, owed_estimated,
        chargeback_count, chargeback_amount, gross_amount, line_count)
      values (${accountId}, ${workspaceId}, ${carrierId}, ${period}, ${carrierId}, 2, 2, 0, ${sums.red ?? 0}, 0, 0,
        ${sums.dropped ?? '0'}, ${sums.reduced ?? '0'}, ${sums.owed ?? '0'}, 0, 0, false, 0, 0, 0, 2)`;
  });
  return { fileId, jobId };
}

/** Stores a row. The oldest period must come first, because a member's first stored row counts as its first appearance. */
export async function storeRow(
  database: Database,
  { accountId, workspaceId, carrierId }: StoredBook,
  row: {
    readonly period: string;
    readonly memberRefId: string;
    readonly status: string;
    readonly fileId: string;
    readonly signals?: readonly object[];
  },
): Promise<void> {
  const { period, memberRefId, status, fileId, signals = [] } = row;
  await database.tenant(
    accountId,
    (sql) => sql`
      insert into scored_rows (account_id, workspace_id, carrier_id, period, member_ref_id, status, counted, flags, signals,
        commission_amount, prev_commission_amount, owed_estimated, chargeback_amount, member_external_id,
        first_seen_period, last_present_period, last_present_amount, file_id)
      values (${accountId}, ${workspaceId}, ${carrierId}, ${period}, ${memberRefId}, ${status}, true, '{}', ${sql.json(signals)},
        50, 50, false, 0, ${memberRefId}, coalesce((
          select min(period) from scored_rows where account_id = ${accountId} and member_ref_id = ${memberRefId}), ${period}),
        ${period}, 50, ${fileId})`,
  );
}

/**
 * Months of a book whose members have a row, a line, a policy and a delta in each. One in fifty has a chargeback and an owed amount.
 * Returns the job of each month.
 */
export async function storeMonths(
  database: Database,
  book: StoredBook,
  { members, periods }: { readonly members: number; readonly periods: readonly [string, ...string[]] },
): Promise<readonly string[]> {
  const { accountId, workspaceId, carrierId } = book;
  const jobs: string[] = [];
  for (const period of periods) {
    const { fileId, jobId } = await storePeriod(database, book, period, { owed: String((5 * members) / 50) });
    jobs.push(jobId);
    await database.tenant(accountId, async (sql) => {
      const each = sql`(
        select n, md5(${accountId} || n)::uuid as member_ref_id, md5(${accountId} || 'policy' || n)::uuid as policy_ref_id
        from generate_series(1, ${members}::int) n) each`;
      await sql`
        insert into scored_rows (account_id, workspace_id, carrier_id, period, member_ref_id, status, counted, flags,
          commission_amount, prev_commission_amount, expected_amount, commission_owed, owed_estimated, chargeback_amount, member_external_id, first_seen_period,
          last_present_period, last_present_amount, file_id)
        select ${accountId}, ${workspaceId}, ${carrierId}, ${period}, member_ref_id, 'green', true, '{}', 10, 10, 15,
          case when n % 50 = 0 then 5 else 0 end, false,
          case when n % 50 = 0 then 5 else 0 end, 'M' || n, ${periods[0]}, ${period}, 10, ${fileId} from ${each}`;
      await sql`
        insert into statement_lines (account_id, workspace_id, carrier_id, period, file_id, sheet, row_number, member_ref_id,
          policy_ref_id, member_external_id, amount)
        select ${accountId}, ${workspaceId}, ${carrierId}, ${period}, ${fileId}, 0, n, member_ref_id,
          policy_ref_id, 'M' || n, case when n % 50 = 0 then -5 else 10 end from ${each}`;
      await sql`
        insert into deltas (account_id, workspace_id, carrier_id, period, member_ref_id, field, prev_value, curr_value, change_type)
        select ${accountId}, ${workspaceId}, ${carrierId}, ${period}, member_ref_id, 'state', 'TX', 'FL', 'modified' from ${each}`;
    });
  }
  return jobs;
}
