import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { wrapMarkdown } from '../../scripts/wrap-markdown.ts';
import { OUTCOME_HEAD, type Outcome, outcomeCells, section, verdictOn } from './section.ts';

/** The latest result of each section by its name: sections are measured separately, and the page shows all of them. */
const results = z.record(
  z.string(),
  z.object({
    section,
    machine: z.string(),
    /** The day as `YYYY-MM-DD`. */
    measuredOn: z.iso.date(),
    seed: z.number(),
  }),
);

export type Results = z.infer<typeof results>;

const RESULTS = new URL('../../docs/performance.json', import.meta.url);
const PAGE = new URL('../../docs/performance.md', import.meta.url);

/** Reads the results of earlier runs; empty before the first run. */
export async function readResults(): Promise<Results> {
  const text = await readFile(RESULTS, 'utf8').catch(() => '{}');
  return results.parse(JSON.parse(text));
}

/** Replaces the previous result of a section and writes the page again, with sections in the order of `names`. */
export async function keepResult(names: readonly string[], found: Results): Promise<void> {
  const all = { ...(await readResults()), ...found };
  const kept = Object.fromEntries(
    names.flatMap((name) => {
      const result = all[name];
      return result === undefined ? [] : [[name, result]];
    }),
  );
  await writeFile(RESULTS, `${JSON.stringify(kept, null, 2)}\n`);
  await writeFile(PAGE, performancePage(kept));
}

/** Makes the whole of docs/performance.md. */
export function performancePage(kept: Results): string {
  const all = Object.values(kept);
  const machines = [...new Set(all.map(({ machine }) => machine))];
  const page = [
    `# Performance

For whoever asks how fast the service is. What is measured and what it is compared with run in turn on one machine, so that the ratio of their medians holds on
another one: 0.50 is half the time, or memory. Each should stay below its bar; what is above says "over". Written by \`npm run bench\` from
[performance.json](performance.json). No test asserts a time.
`,
    summary(kept),
    `## Measure again

\`\`\`sh
npm run bench                  # everything, half an hour to more than an hour on two cores that do nothing else
npm run bench -- ingest        # one section; the others stay as they are
npm run bench -- --seed 7      # with other statements
npm run bench -- --quick       # little data, to see that it works; writes nothing
npm run bench -- --help        # what the sections need
\`\`\`

Measured on ${machines.join('; ')}.
`,
    ...all.map(details),
    'Next: [performance notes](performance-notes.md), [cost](cost.md).\n',
  ].join('\n');
  return wrapMarkdown(page);
}

/** Summarises each section: the number of met bars, and the figure that is closest to its bar or furthest above it. */
function summary(kept: Results): string {
  const rows = Object.values(kept).map(({ section: { title, outcomes } }) => {
    const barred = outcomes.filter((outcome) => ['pass', 'over'].includes(verdictOn(outcome)));
    const passed = barred.filter((outcome) => verdictOn(outcome) === 'pass').length;
    const tightest = barred.toSorted((one, other) => reach(other) - reach(one))[0];
    const closest =
      tightest === undefined ? '' : `${tightest.what}: ${tightest.ratio?.toFixed(2)} of ≤ ${tightest.barMax}`;
    return [`[${title}](#${anchor(title)})`, `${passed} of ${barred.length}`, closest];
  });
  return `${table(['', 'Bars met', 'Closest to its bar, or furthest above'], rows)}\n`;
}

/** Returns the figure as a share of its bar. Above one it exceeds the bar. */
function reach({ ratio, barMax }: Outcome): number {
  return ratio === null || barMax === null ? 0 : ratio / barMax;
}

function details({ section: { title, about, outcomes }, measuredOn, seed }: Results[string]): string {
  return `## ${title}

${about} Measured on ${measuredOn}, seed ${seed}.

${table(
  OUTCOME_HEAD,
  outcomes.map(outcomeCells).map(([what = '', ...figures]) => [withoutParts(what), ...figures]),
)}
`;
}

/** Removes a list of parts in brackets, such as the packages of a bundle. docs/performance.json keeps it. */
function withoutParts(what: string): string {
  return what.replace(/ \([^()]*, [^()]*\)$/, '');
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), `|${'---|'.repeat(titles.length)}`, ...rows.map(line)].join('\n');
}

function anchor(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}
