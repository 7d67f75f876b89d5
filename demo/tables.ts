import Table from 'cli-table3';
import type { ResultRow, Rollup, RollupTotals } from './service-client.ts';

/** The demo's tables: plain text that fits a terminal of a hundred columns. */

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const WHOLE = new Intl.NumberFormat('en-US');

export const dollars = (amount: number): string => DOLLARS.format(amount);
export const whole = (count: number): string => WHOLE.format(count);

type Align = 'left' | 'right';

export function table(head: readonly string[], rows: readonly (readonly string[])[], aligns: readonly Align[]): string {
  const made = new Table({ head: [...head], colAligns: [...aligns], style: { head: [], border: [], compact: true } });
  for (const row of rows) made.push([...row]);
  return made.toString();
}

/** Makes a table with one line per carrier and one for all of them. */
export function rollupTable({ byCarrier, totals }: Rollup): string {
  const line = (name: string, row: RollupTotals): string[] => [
    name,
    whole(row.memberCount),
    whole(row.new + row.reappeared),
    whole(row.red),
    whole(row.yellow),
    dollars(row.commissionAtRisk),
    dollars(row.commissionOwed - row.commissionOwedEstimated),
    dollars(row.commissionOwedEstimated),
    dollars(row.chargebackAmount),
  ];
  return table(
    ['Carrier', 'Members', 'Came', 'Dropped', 'Paid less', 'At risk', 'Owed', 'Perhaps', 'Clawed back'],
    [...byCarrier.map((row) => line(row.carrierName, row)), line('All carriers', totals)],
    ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
  );
}

/** Draws the amount at risk by month as bars, to show where to look first. */
export function riskChart(months: readonly { readonly period: string; readonly totals: RollupTotals }[]): string {
  const most = Math.max(1, ...months.map(({ totals }) => totals.commissionAtRisk));
  const bar = (amount: number, mark: string) => mark.repeat(Math.round((40 * amount) / most));
  return months
    .map(({ period, totals }) => {
      const bars = `${bar(totals.commissionDropped, '█')}${bar(totals.commissionReduced, '▒')}`;
      return `  ${period}  ${dollars(totals.commissionAtRisk).padStart(12)}  ${bars}`;
    })
    .join('\n');
}

/** Makes a table of the members with the largest sums of one kind. */
export function memberTable(
  rows: readonly (ResultRow & { readonly carrierName: string })[],
  amountOf: (row: ResultRow) => number,
): string {
  return table(
    ['Member', 'Id', 'Carrier', 'Plan', 'Was paid', 'Now', 'Sum'],
    rows.map((row) => [
      row.memberName ?? '',
      row.memberExternalId,
      row.carrierName,
      (row.planName ?? '').slice(0, 24),
      dollars(row.prevCommissionAmount),
      dollars(row.commissionAmount),
      dollars(amountOf(row)),
    ]),
    ['left', 'left', 'left', 'left', 'right', 'right', 'right'],
  );
}
