import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { storeBook, storePeriod } from '../../postgres/reads/stored-scores.ts';
import { PROPERTY_RUNS } from '../../support/property-runs.ts';
import { startService } from '../../support/service.ts';

/**
 * Guarantee: a file of tens of thousands of rows takes no more memory than one of a few thousand. A push sends one such file, and
 * `npm run test:long` each.
 */

const MEMBERS = 60_000;
const MEBIBYTE = 1024 * 1024;
const service = await startService();
const account = await service.createAccount();
const book = await storeBook(service.database, { accountId: account.accountId });
const { accountId, workspaceId, carrierId } = book;
const { fileId } = await storePeriod(service.database, book, '2026-03', { owed: '1' });
await service.database.tenant(accountId, async (sql) => {
  await sql`
    insert into scored_rows (account_id, workspace_id, carrier_id, period, member_ref_id, status, counted, flags,
      commission_amount, prev_commission_amount, expected_amount, commission_owed, owed_estimated, chargeback_amount,
      member_external_id, member_name, first_seen_period, last_present_period, last_present_amount, file_id)
    select ${accountId}, ${workspaceId}, ${carrierId}, '2026-03', md5(n::text)::uuid, 'green', true, '{}', 10, 10,
      10 + n / 100.0, n / 100.0, false, 0, 'M' || n, 'Member ' || n, '2026-03', '2026-03', 10, ${fileId}
    from generate_series(1, ${MEMBERS}::int) n`;
  await sql`
    insert into statement_lines (account_id, workspace_id, carrier_id, period, file_id, sheet, row_number, member_ref_id,
      member_external_id, amount)
    select ${accountId}, ${workspaceId}, ${carrierId}, '2026-03', ${fileId}, 0, n + 1, md5(n::text)::uuid, 'M' || n, 10
    from generate_series(1, ${MEMBERS}::int) n`;
});
afterAll(() => service.close());

function garbageCollector(): () => void {
  setFlagsFromString('--expose_gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('No garbage collector to call.');
  return () => collect();
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const FILES = [
  ['the worksheet as a workbook', '/v1/reports/owed-worksheet', XLSX_TYPE],
  ['the worksheet as CSV', '/v1/reports/owed-worksheet', 'text/csv'],
  ['members as CSV', '/v1/members', 'text/csv'],
] as const;

test.each(PROPERTY_RUNS >= 1 ? FILES : FILES.slice(0, 1))('holds the memory constant for %s', async (_, path, type) => {
  const collect = garbageCollector();
  const held = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = held();
  const response = await fetch(new URL(path, service.url), {
    headers: { Authorization: `Bearer ${account.token}`, Accept: type, 'Accept-Encoding': 'identity' },
  });
  expect(response.status).toBe(200);
  let [bytes, lines, most, looks] = [0, 0, 0, 0];
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 0x0a) lines += 1;
    if (bytes < looks * MEBIBYTE) continue;
    looks += 1;
    most = Math.max(most, held() - before);
  }
  if (type === 'text/csv') expect(lines).toBe(MEMBERS + 1);
  expect(bytes).toBeGreaterThan(2 * MEBIBYTE);
  expect(most).toBeLessThan(24 * MEBIBYTE);
});
