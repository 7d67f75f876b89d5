import { expect, test } from 'vitest';
import { STATEMENT_CONFIG, sharedService } from '../../support/service.ts';

/** Guarantee: the coverages that a month is compared with come from the database exactly as they were paid. */

const service = await sharedService();
const account = await service.createAccount();
const config = { ...STATEMENT_CONFIG, columns: { ...STATEMENT_CONFIG.columns, product_type: 'Product' } };
const carrierId = await service.createCarrier({ account, config });

async function load(period: string, rows: readonly string[]): Promise<void> {
  const file = ['Member ID,Commission,Product', ...rows].join('\n');
  const { status } = await account.upload({ file, carrierId, period });
  expect(status).toBe(202);
  await service.runJobs();
}

test('names a coverage that is gone, whatever characters its name has', async () => {
  await load('2026-01', [
    'A,30,MED',
    'A,11.55,DEN',
    'B,30,MED',
    String.raw`B,9,"{Den\tal, ""Plus""}"`,
    'C,20,MED',
    'C,5,DEN',
  ]);
  await load('2026-02', ['A,30,MED', 'B,30,MED', 'C,20,MED', 'C,5,DEN']);
  const rows = await service.database.system(
    (sql) => sql<{ member: string; reason: string; coverages: string[] | null }[]>`
      select member_external_id as member, reason, coverages_paid as coverages from scored_rows
      where carrier_id = ${carrierId} and period = '2026-02' order by 1`,
  );
  expect(rows).toEqual([
    {
      member: 'A',
      reason: 'Paid $11.55 less than in Jan 2026 ($41.55 → $30.00): the DEN line ($11.55) is not on this statement.',
      coverages: null,
    },
    {
      member: 'B',
      reason: String.raw`Paid $9.00 less than in Jan 2026 ($39.00 → $30.00): the "{Den\tal, "Plus"}" line ($9.00) is not on this statement.`,
      coverages: null,
    },
    { member: 'C', reason: 'Paid $25.00, as in Jan 2026.', coverages: ['200000\t\t\tMED', '50000\t\t\tDEN'] },
  ]);
});
