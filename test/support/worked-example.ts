import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type StatementRow, statement, type TestAccount, type TestService } from './service.ts';

/** Makes the worked example of the scoring rules: five members, four months, a contracted rate of $50 per member. */

const LINES: Readonly<Record<string, readonly StatementRow[]>> = {
  '2026-01': [line('A', 50), line('B', 50), line('C', 50), line('D', 50)],
  '2026-02': [line('A', 50), line('B', 40), line('D', -50), line('E', 50)],
  '2026-03': [line('A', 50.01), line('B', 40), line('E', 0)],
  '2026-04': [line('A', 50), line('B', 60), line('C', 45)],
};

const EXAMPLE_PERIODS = Object.keys(LINES);

/** Makes a line. The name of member A is "Member A", and the policy "POL-A". */
function line(id: string, amount: number): StatementRow {
  return [id, amount, { Name: `Member ${id}`, Policy: `POL-${id}`, Plan: 'Gold' }];
}

export interface ExampleBook {
  /** The ingest jobs and files by period. */
  readonly jobIds: Readonly<Record<string, string>>;
  readonly fileIds: Readonly<Record<string, string>>;
}

const uploadReply = z.object({ jobId: z.string(), fileId: z.string() });

/** Uploads the months one after the other and waits for each. */
export async function loadWorkedExample(
  service: TestService,
  account: TestAccount,
  book: { readonly carrierId: string; readonly workspaceId?: string },
): Promise<ExampleBook> {
  const { accountId } = account;
  await service.database.tenant(
    accountId,
    (sql) => sql`
      insert into expected_rates (rate_id, account_id, carrier_id, source, rate_type, rate_value)
      values (${randomUUID()}, ${accountId}, ${book.carrierId}, 'contracted', 'flat_per_member', 50)
      on conflict do nothing`,
  );
  const jobIds: Record<string, string> = {};
  const fileIds: Record<string, string> = {};
  for (const period of EXAMPLE_PERIODS) {
    const response = await account.upload({ ...book, period, file: statement(LINES[period] ?? []) });
    const { jobId, fileId } = uploadReply.parse(response.json);
    jobIds[period] = jobId;
    fileIds[period] = fileId;
    await service.runJobs();
  }
  return { jobIds, fileIds };
}
