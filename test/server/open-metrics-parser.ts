/** A strict reader of OpenMetrics 1.0 text, written from the grammar of the standard. Throws for text that the grammar does not allow. */

export interface ReadFamily {
  readonly type: string;
  readonly unit: string | null;
  readonly samples: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"/y;
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total', '_created'],
  gauge: [''],
  summary: ['', '_count', '_sum', '_created'],
  info: ['_info'],
};

export function readOpenMetrics(text: string): ReadonlyMap<string, ReadFamily> {
  if (!text.endsWith('\n# EOF\n')) throw new Error('The text does not end with the mark of the end');
  const families = new Map<string, ReadFamily>();
  const seen = new Set<string>();
  let present: string | null = null;
  for (const line of text.slice(0, -'# EOF\n'.length).split('\n').slice(0, -1)) {
    const [, keyword, name = '', rest = ''] = new RegExp(`^# (TYPE|UNIT|HELP) (${NAME}) (.+)$`).exec(line) ?? [];
    if (keyword === 'TYPE') {
      if (families.has(name) || SUFFIXES[rest] === undefined) throw new Error(`A second or unknown type: ${line}`);
      families.set(name, { type: rest, unit: null, samples: [] });
      present = name;
    } else if (keyword === 'UNIT' || keyword === 'HELP') {
      const family = families.get(name);
      if (name !== present || family === undefined || family.samples.length > 0)
        throw new Error(`Out of place: ${line}`);
      if (keyword === 'UNIT' && !name.endsWith(`_${rest}`)) throw new Error(`The name lacks the unit: ${line}`);
      if (keyword === 'UNIT') families.set(name, { ...family, unit: rest });
    } else {
      const sample = readSample(line);
      const family = families.get(present ?? '');
      if (family === undefined || !SUFFIXES[family.type]?.some((suffix) => sample.name === `${present}${suffix}`))
        throw new Error(`A sample of no family: ${line}`);
      const key = `${sample.name}${JSON.stringify(Object.entries(sample.labels).toSorted())}`;
      if (seen.has(key)) throw new Error(`A second sample: ${line}`);
      seen.add(key);
      family.samples.push(sample);
    }
  }
  return families;
}

function readSample(line: string) {
  const [, name, labelled = '', number] = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`).exec(line) ?? [];
  if (name === undefined || number === undefined || !/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(number))
    throw new Error(`No sample: ${line}`);
  const labels: Record<string, string> = {};
  let at = 0;
  while (at < labelled.length) {
    LABEL.lastIndex = at;
    const [found, label, value] = LABEL.exec(labelled) ?? [];
    if (found === undefined || label === undefined || value === undefined || label in labels)
      throw new Error(`No labels: ${line}`);
    labels[label] = value.replaceAll(/\\([\\"n])/g, (_, code) => (code === 'n' ? '\n' : String(code)));
    at += found.length;
    if (at < labelled.length && labelled[at++] !== ',') throw new Error(`No labels: ${line}`);
  }
  return { name, labels, value: Number(number) };
}
