import type { PlayedStatement, PlayedStory, Watcher } from './play-story.ts';
import type { Job, ResultRow, Rollup } from './service-client.ts';
import type { Story } from './statements/story.ts';
import { memberTable, riskChart, rollupTable, table, whole } from './tables.ts';

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
