import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../support/postgres.ts';

type Database = TestDatabase['database'];

export interface DueOptions {
  /** The account's address; null for none. */
  readonly email?: string | null;
  readonly status?: 'active' | 'suspended';
  readonly cadence?: 'weekly' | 'monthly';
  /** The minutes since the report was due. */
  readonly dueMinutes?: number;
  readonly sql?: string;
}

export interface StoredReport {
  readonly accountId: string;
  readonly reportId: string;
}

/** Inserts a report of a new account that has been due for some minutes. */
export async function insertDueReport(database: Database, options: DueOptions = {}): Promise<StoredReport> {
  const {
    email = 'office@harbor.example',
    status = 'active',
    cadence = 'weekly',
    dueMinutes = 7,
    sql: text = 'select 1',
  } = options;
  const [accountId, reportId] = [randomUUID(), randomUUID()];
  await database.system(async (sql) => {
    await sql`
      insert into accounts (account_id, name, tier, status, email)
      values (${accountId}, 'Harbor Benefits', 'standard', ${status}, ${email})`;
    await sql`
      insert into saved_reports (report_id, account_id, name, sql, cadence, next_due_at)
      values (${reportId}, ${accountId}, 'Dropped members', ${text}, ${cadence},
        date_trunc('minute', now()) - make_interval(mins => ${dueMinutes}))`;
  });
  return { accountId, reportId };
}

/** Makes a scheduled report due now, or expires its claim. */
export async function makeDue(database: Database, { reportId }: Pick<StoredReport, 'reportId'>): Promise<void> {
  await database.system(
    (sql) => sql`update saved_reports set next_due_at = date_trunc('minute', now()) where report_id = ${reportId}`,
  );
}

export async function expireClaims(database: Database): Promise<void> {
  await database.system((sql) => sql`update saved_reports set claimed_until = now() where claimed_until is not null`);
}

export interface ReportState {
  readonly last_status: string | null;
  readonly last_error: string | null;
  readonly last_rows: number | null;
  readonly attempts: number;
  readonly is_claimed: boolean;
  /** The next date, which is in the future: `Mon 08:00`, `01 08:00`. */
  readonly next_day: string | null;
}

export async function stateOf(database: Database, { reportId }: Pick<StoredReport, 'reportId'>): Promise<ReportState> {
  const [row] = await database.system(
    (sql) => sql<ReportState[]>`
      select last_status, last_error, last_rows, attempts, claimed_until is not null as is_claimed,
        case when next_due_at > now() then
          case cadence when 'weekly' then to_char(next_due_at, 'Dy HH24:MI') else to_char(next_due_at, 'DD HH24:MI') end
        end as next_day
      from saved_reports where report_id = ${reportId}`,
  );
  if (row === undefined) throw new Error('There is no such report');
  return row;
}
