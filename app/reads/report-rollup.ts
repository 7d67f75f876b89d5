import { isRefused, type Refused } from '../../core/problem.ts';
import { describeMonth } from './describe-month.ts';
import type { RollupFilter, RollupReads, RollupReport } from './rollup-reads.ts';

export interface RollupReports {
  readonly rollups: RollupReads;
}

/** Reports the rollup of a period, by default of the latest with data. Refuses an unknown carrier or workspace. */
export async function reportRollup(
  rollups: RollupReads,
  accountId: string,
  filter: RollupFilter,
): Promise<RollupReport | Refused> {
  const found = await rollups.rollup(accountId, filter);
  return isRefused(found) ? found : { ...found, months: found.months.map(describeMonth) };
}
