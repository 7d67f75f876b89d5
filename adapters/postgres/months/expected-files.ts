import { and, eq } from 'drizzle-orm';
import type { CarrierStore, ExpectedFilesSetting } from '../../../app/carriers/carrier-ports.ts';
import type { RequestOrigin } from '../../../app/files/upload-ports.ts';
import type { BookKey } from '../../../app/jobs/job-ports.ts';
import { REQUEST_LOCK_WAIT_SECONDS } from '../../../core/limits/job-limits.ts';
import type { Period } from '../../../core/period.ts';
import type { Refused } from '../../../core/problem.ts';
import { unknownCarrier } from '../../../core/refusals.ts';
import { workspaces } from '../../../schema/accounts.ts';
import { expectedFiles } from '../../../schema/carriers.ts';
import { bookMonths } from '../../../schema/months.ts';
import { rollups } from '../../../schema/scores.ts';
import { recordAudit } from '../accounts/audit.ts';
import { holdWorkspaces } from '../accounts/workspace-store.ts';
import { ofBook } from '../book/book-scope.ts';
import { lockBook } from '../book/book-store.ts';
import { holdCarrier } from '../carriers/hold-carrier.ts';
import { lockWait } from '../connection/lock-wait.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { loadMonth, saveMonth } from './book-months.ts';

type DecideMonth = Parameters<CarrierStore['setExpectedFiles']>[2];

/**
 * Sets how many files a month of the carrier has. The books are locked, so that no job uses the previous number. Locks are taken in the
 * order of a change of rates. Null: done.
 */
export async function setExpectedFiles(
  sql: Sql,
  { accountId, carrierId, files }: ExpectedFilesSetting,
  { origin, decideMonth }: { readonly origin: RequestOrigin; readonly decideMonth: DecideMonth },
): Promise<Refused | null> {
  await sql`select ${lockWait(sql, REQUEST_LOCK_WAIT_SECONDS)}`;
  if (!(await holdCarrier(sql, { accountId, carrierId }))) return unknownCarrier();
  await holdWorkspaces(sql, accountId);
  const held = await orm(sql)
    .select({ workspaceId: workspaces.workspaceId })
    .from(workspaces)
    .where(eq(workspaces.accountId, accountId))
    .orderBy(workspaces.workspaceId);
  const books = held.map(({ workspaceId }) => ({ accountId, workspaceId, carrierId }));
  for (const key of books) await lockBook(sql, key, REQUEST_LOCK_WAIT_SECONDS);
  if (files === null) {
    await orm(sql)
      .delete(expectedFiles)
      .where(and(eq(expectedFiles.accountId, accountId), eq(expectedFiles.carrierId, carrierId)));
  } else {
    await sql`
      insert into ${expectedFiles} (account_id, carrier_id, files) values (${accountId}, ${carrierId}, ${files})
      on conflict (account_id, carrier_id) do update set files = excluded.files, set_at = clock_timestamp()`;
  }
  for (const key of books) await applySetting(sql, key, decideMonth);
  const meta = { expectedFiles: files };
  await recordAudit(sql, { accountId, origin, action: 'carrier.expected_files', target: carrierId, meta });
  return null;
}

/** Applies the setting to the book's latest month and to earlier open ones. Other months keep their number. */
async function applySetting(sql: Sql, key: BookKey, decideMonth: DecideMonth): Promise<void> {
  const scope = { sql, key, jobId: null };
  const book = ofBook(scope);
  const months = await sql<{ period: Period }[]>`
    select period from (
      select max(period) as period from ${rollups} where ${book}
      union select period from ${bookMonths} where ${book} and is_open) months
    where period is not null order by period`;
  for (const { period } of months) await saveMonth(scope, period, decideMonth(await loadMonth(scope, period)));
}
