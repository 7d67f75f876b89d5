import Table from 'cli-table3';

/** One line of the table: what was measured against what, and what the plan allows. */
export interface Outcome {
  readonly what: string;
  readonly measured: string;
  readonly compared: string;
  readonly ratio: number;
  /** The ratio should not be above it; null where there is no bar. */
  readonly barMax: number | null;
}

export interface Section {
  readonly title: string;
  /** What is compared, on how much data, in a sentence or two. */
  readonly about: string;
  readonly outcomes: readonly Outcome[];
}

const HEAD = ['What', 'Measured', 'Compared with', 'Ratio', 'Bar', ''];

function cells({ what, measured, compared, ratio, barMax }: Outcome): string[] {
  const verdict = barMax === null ? '' : ratio <= barMax ? 'met' : 'missed';
  return [what, measured, compared, ratio.toFixed(2), barMax === null ? '' : `≤ ${barMax}`, verdict];
}

export function sectionTable({ title, about, outcomes }: Section): string {
  const table = new Table({ head: HEAD, style: { head: [], border: [] } });
  table.push(...outcomes.map(cells));
  return `${title}\n${about}\n${table.toString()}\n`;
}

export function sectionMarkdown({ title, about, outcomes }: Section): string {
  const line = (values: readonly string[]) => `| ${values.join(' | ')} |`;
  return [
    `## ${title}`,
    '',
    about,
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...outcomes.map(cells).map(line),
    '',
  ].join('\n');
}

/** Milliseconds as people read them. */
export function milliseconds(value: number): string {
  return value < 1000 ? `${value.toFixed(value < 10 ? 2 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;
}
