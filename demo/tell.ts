import Table from 'cli-table3';
import type { PlayedStatement, PlayedStory, Watcher } from './play-story.ts';
import type { Job, ResultRow, Rollup, RollupTotals } from './service-client.ts';
import type { Story } from './statements/story.ts';

/** Prints what the demo found, in the terms of the insurance trade. */

export type Say = (text: string) => void;

const MEMBERS_SHOWN = 5;

/** Prints each statement and its result; on a terminal also the progress of its job. */
export function tellStory(say: Say, story: Story): Watcher {
  const terminal = process.stdout.isTTY === true;
  let period = '';
  say(`\n${story.agency} has ${story.carriers.length} carriers. Their statements arrive, month by month:`);
  return {
    onStatement: (carrier, statement) => {
      if (statement.period !== period) say(`\n${statement.period}`);
      period = statement.period;
      say(`  ${carrier.name}: ${statement.fileName}${statement.mode === 'ingest' ? '' : ` (${statement.mode})`}`);
    },
    onProgress: (job) => {
      if (terminal) process.stdout.write(`\r    ${progressLine(job).padEnd(60)}`);
    },
    onEnded: (played) => {
      if (terminal) process.stdout.write(`\r${' '.repeat(64)}\r`);
      for (const line of endLines(played)) say(`    ${line}`);
    },
  };
}

function progressLine({ progress: { stage, percent } }: Job): string {
  const filled = Math.round(percent / 5);
  return `${'▓'.repeat(filled)}${'░'.repeat(20 - filled)} ${stage}`;
}

function endLines({ job, statement, seconds }: PlayedStatement): string[] {
  if (job.status !== 'completed') return [`FAILED: ${job.error}`];
  const stats = job.stats ?? {};
  const rows = `${whole(stats.rowsIngested ?? 0)} rows in ${seconds.toFixed(1)} s, ${whole(stats.members ?? 0)} members`;
  const failures = (stats.rowsFailed ?? 0) > 0 ? `; ${stats.rowsFailed} were not accepted` : '';
  return [`${rows}${failures}`, statement.note, ...job.warnings.map(({ code, detail }) => `! ${code}: ${detail}`)];
}

/** Prints month by month, and the latest month by carrier. */
export function tellMonths(say: Say, rollups: ReadonlyMap<string, Rollup>): void {
  const months = [...rollups].map(([period, { totals }]) => ({ period, totals }));
  say('\nCommission at risk by month (█ members who dropped, ▒ members paid less):\n');
  say(riskChart(months));
  for (const { period } of months.slice(-2)) {
    const rollup = rollups.get(period);
    if (rollup !== undefined) say(`\n${period} by carrier:\n${rollupTable(rollup)}`);
  }
  say('* is based at least partly on an estimated rate, because no contracted rate has been set.');
}

/** Prints the changes of the latest month, and the members with the largest sums. */
export async function tellMembers(say: Say, { agency, played }: PlayedStory): Promise<void> {
  const last = played
    .map(({ statement }) => statement.period)
    .sort()
    .at(-1);
  // The results of a job are those of its period, so one job per carrier shows them all.
  const jobs = new Map(
    played.filter(({ statement }) => statement.period === last).map((one) => [one.carrier.name, one]),
  );
  const fields = new Map<string, number>();
  const rows: (ResultRow & { readonly carrierName: string })[] = [];
  for (const [carrierName, { jobId }] of jobs) {
    for (const { field } of await agency.deltas(jobId)) fields.set(field, (fields.get(field) ?? 0) + 1);
    for (const filter of ['status=red', 'status=yellow', 'owedOnly=true', 'chargeback=true']) {
      for (const row of await agency.results(jobId, filter)) rows.push({ ...row, carrierName });
    }
  }
  say(`\nWhat changed in ${last}, by field:`);
  const changed = [...fields].sort(([, a], [, b]) => b - a).map(([field, count]) => [field, whole(count)]);
  say(table(['Field', 'Members'], changed, ['left', 'right']));
  const lost = (row: ResultRow) => Math.max(row.prevCommissionAmount, 0) - Math.max(row.commissionAmount, 0);
  tellLargest(
    say,
    `Dropped in ${last}: the largest sums`,
    rows.filter(({ status }) => status === 'red'),
    lost,
  );
  tellLargest(
    say,
    `Paid less in ${last}: the largest cuts`,
    rows.filter(({ status }) => status === 'yellow'),
    lost,
  );
  tellLargest(say, `Owed for ${last}: the largest shortfalls`, rows, (row) => row.commissionOwed);
  tellLargest(say, `Clawed back in ${last}: the largest chargebacks`, rows, (row) => row.chargebackAmount);
}

function tellLargest(
  say: Say,
  title: string,
  rows: readonly (ResultRow & { readonly carrierName: string })[],
  amountOf: (row: ResultRow) => number,
): void {
  // Several filters may find the same member, who is shown once.
  const distinct = new Map(rows.map((row) => [`${row.carrierName} ${row.memberExternalId}`, row]));
  const largest = [...distinct.values()].filter((row) => amountOf(row) > 0).sort((a, b) => amountOf(b) - amountOf(a));
  if (largest.length === 0) return;
  say(`\n${title} (of ${whole(largest.length)} members):`);
  say(memberTable(largest.slice(0, MEMBERS_SHOWN), amountOf));
}

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
function rollupTable({ byCarrier, totals }: Rollup): string {
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
function riskChart(months: readonly { readonly period: string; readonly totals: RollupTotals }[]): string {
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
function memberTable(
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

/** Figures that the story counted from its own books and the service from the files; each pair must be equal to the cent. */
const FIGURES = [
  'memberCount',
  'green',
  'yellow',
  'red',
  'new',
  'reappeared',
  'commissionDropped',
  'commissionReduced',
  'commissionAtRisk',
  'chargebackCount',
  'chargebackAmount',
] as const;

export interface FactCheck {
  readonly compared: number;
  readonly differences: readonly string[];
}

export function checkFacts(story: Story, { carrierIds }: PlayedStory, rollups: ReadonlyMap<string, Rollup>): FactCheck {
  let compared = 0;
  const differences: string[] = [];
  const compare = (what: string, expected: number, actual: number | undefined) => {
    compared += 1;
    if (expected !== actual) differences.push(`${what}: the books say ${expected}, the service ${actual}`);
  };
  for (const carrier of story.carriers) {
    const carrierId = carrierIds.get(carrier);
    for (const facts of carrier.facts) {
      const row = rollups.get(facts.period)?.byCarrier.find((entry) => entry.carrierId === carrierId);
      const place = `${carrier.name} ${facts.period}`;
      for (const figure of FIGURES) compare(`${place} ${figure}`, facts[figure], row?.[figure]);
      if (facts.commissionOwed !== null) compare(`${place} commissionOwed`, facts.commissionOwed, row?.commissionOwed);
    }
  }
  return { compared, differences };
}
