// Writes the text format of OpenMetrics 1.0. The format is small, so that no library is needed.

export interface MetricFamily {
  /** The name without the suffix of a counter or summary. The name of a family with a unit ends in the unit. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'summary' | 'info';
  readonly help: string;
  readonly unit?: string;
  readonly samples: readonly MetricSample[];
}

export interface MetricSample {
  readonly labels?: Readonly<Record<string, string>>;
  /** The value, or the two values of a summary. */
  readonly value: number | { readonly count: number; readonly sum: number };
}

export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Writes all families, and the end mark, by which a reader knows that the text is complete. */
export function writeOpenMetrics(families: readonly MetricFamily[]): string {
  return `${families.flatMap(linesOf).join('\n')}\n# EOF\n`;
}

function linesOf({ name, type, help, unit, samples }: MetricFamily): readonly string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escaped(help)}`,
    ...samples.flatMap(({ labels = {}, value }) => {
      if (typeof value !== 'number')
        return [`${name}_count${labelled(labels)} ${value.count}`, `${name}_sum${labelled(labels)} ${value.sum}`];
      const suffix = { counter: '_total', info: '_info', gauge: '', summary: '' }[type];
      return [`${name}${suffix}${labelled(labels)} ${value}`];
    }),
  ];
}

function labelled(labels: Readonly<Record<string, string>>): string {
  const entries = Object.entries(labels);
  return entries.length === 0 ? '' : `{${entries.map(([name, value]) => `${name}="${escaped(value)}"`).join(',')}}`;
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
