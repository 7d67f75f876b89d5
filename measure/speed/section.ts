import { cpus, totalmem } from 'node:os';
import Table from 'cli-table3';
import { z } from 'zod';

/** Small statistics of repeated measurements. */

/** Returns the middle value; with an even count, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle];
  if (upper === undefined || lower === undefined) throw new RangeError('There is no middle of nothing');
  return (lower + upper) / 2;
}

/** Returns the value that the given `share` (0 to 1) of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError('There is no share of nothing');
  return value;
}

/** The medians of pairs of figures, and the median of their ratios `measured / compared`. */
export interface PairedRatio {
  readonly measured: number;
  readonly compared: number;
  readonly ratio: number;
}

/** Alternates both measurements `runs` times, so that other load on the machine affects both equally. */
export function pairedRatio(
  runs: number,
  measured: () => Promise<number>,
  compared: () => Promise<number>,
): Promise<PairedRatio> {
  return ratioOfPairs(runs, async () => [await measured(), await compared()]);
}

/** Does the same for measurements that must alternate more finely than whole runs. `pair` returns both figures. */
export async function ratioOfPairs(
  runs: number,
  pair: () => Promise<readonly [measured: number, compared: number]>,
): Promise<PairedRatio> {
  const pairs: (readonly [number, number])[] = [];
  for (let run = 0; run < runs; run++) pairs.push(await pair());
  return {
    measured: median(pairs.map(([one]) => one)),
    compared: median(pairs.map(([, other]) => other)),
    ratio: median(pairs.map(([one, other]) => one / other)),
  };
}

/** Describes the machine behind the figures: `2 × Some Processor, 8 GiB, linux, Node 24.21.0`. */
export function machineName(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  return `${processors.length} × ${model}, ${gibibytes} GiB, ${process.platform}, Node ${process.versions.node}`;
}

/** A line of the table: the measured and the compared figure, and the bar of the plan. */
const outcome = z.object({
  what: z.string(),
  measured: z.string(),
  compared: z.string(),
  /** The ratio of the two figures; null without a figure to compare with. */
  ratio: z.number().nullable(),
  /** The bar, which the ratio should not exceed; null without a bar. */
  barMax: z.number().nullable(),
});

export const section = z.object({
  title: z.string(),
  /** A sentence or two about the comparison and the amount of data. */
  about: z.string(),
  outcomes: z.array(outcome).readonly(),
});

export type Outcome = Readonly<z.infer<typeof outcome>>;
export type Section = Readonly<z.infer<typeof section>>;

type Verdict = 'pass' | 'over' | 'not compared' | '';

export function verdictOn({ ratio, barMax }: Pick<Outcome, 'ratio' | 'barMax'>): Verdict {
  if (ratio === null) return 'not compared';
  if (barMax === null) return '';
  return ratio <= barMax ? 'pass' : 'over';
}

export const OUTCOME_HEAD = ['What', 'Ratio', 'Bar', 'Measured', 'Compared with'];

export function outcomeCells(outcome: Outcome): string[] {
  const { what, measured, compared, ratio, barMax } = outcome;
  const figure = ratio === null ? '–' : ratio.toFixed(2);
  const verdict = verdictOn(outcome);
  const bar = [barMax === null ? '' : `≤ ${barMax}`, verdict === 'pass' ? '' : verdict].filter((part) => part !== '');
  return [what, figure, bar.join(', '), measured, compared];
}

export function sectionTable({ title, about, outcomes }: Section): string {
  const table = new Table({ head: OUTCOME_HEAD, style: { head: [], border: [] } });
  table.push(...outcomes.map(outcomeCells));
  return `${title}\n${about}\n${table.toString()}\n`;
}

/** Writes milliseconds in a readable form. */
export function milliseconds(value: number): string {
  return value < 1000 ? `${value.toFixed(value < 10 ? 2 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;
}
