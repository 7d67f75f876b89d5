import Table from 'cli-table3';
import { z } from 'zod';

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

export type Verdict = 'pass' | 'over' | 'not compared' | '';

export function verdictOn({ ratio, barMax }: Pick<Outcome, 'ratio' | 'barMax'>): Verdict {
  if (ratio === null) return 'not compared';
  if (barMax === null) return '';
  return ratio <= barMax ? 'pass' : 'over';
}

export const OUTCOME_HEAD = ['What', 'Ratio', 'Bar', '', 'Measured', 'Compared with'];

export function outcomeCells(outcome: Outcome): string[] {
  const { what, measured, compared, ratio, barMax } = outcome;
  const figure = ratio === null ? '–' : ratio.toFixed(2);
  return [what, figure, barMax === null ? '' : `≤ ${barMax}`, verdictOn(outcome), measured, compared];
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
