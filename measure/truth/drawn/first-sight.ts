import { readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Figures } from './figures.ts';

/** The figures of first sight: each set of books counts once, by the version that had never seen it. Rows are appended and never edited. */

const FILE = 'measure/truth/first-sight.jsonl';

const share = z.object({ precision: z.number().nullable(), recall: z.number().nullable() });
const row = z.object({
  date: z.string(),
  set: z.string(),
  version: z.string(),
  figures: z.object({
    books: z.number(),
    drops: share,
    warnings: share,
    all: share,
    certainDollars: z.number(),
    certainFalse: z.number(),
    recoverable: z.number(),
    foundCertain: z.number(),
    foundLikely: z.number(),
    atRiskOff: z.number(),
    booksBelow: z.number(),
  }),
});
export type FirstSight = z.output<typeof row>;

export function readFirstSights(file = FILE): FirstSight[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [row.parse(JSON.parse(line))]));
}

/** Appends a row. Throws a RangeError for a set that has a row already, because nobody sees a set for the first time twice. */
export async function recordFirstSight(
  one: Omit<FirstSight, 'figures'> & { figures: Figures },
  file = FILE,
): Promise<void> {
  if (readFirstSights(file).some(({ set }) => set === one.set))
    throw new RangeError(`${file} has a row for "${one.set}" already. Take a seed that was never used.`);
  await appendFile(file, `${JSON.stringify(one)}\n`);
}

const HEADING = '## First sight';

/** Makes the section of docs/accuracy.md. */
export function firstSightSection(rows: readonly FirstSight[]): string {
  const text = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
  const pair = ({ precision, recall }: FirstSight['figures']['all']): string => `${text(precision)} / ${text(recall)}`;
  const lines = rows.map(({ date, set, version, figures }) => {
    const { certainFalse, certainDollars, foundLikely, recoverable } = figures;
    const cells = [
      ...[date, set, version, String(figures.books), pair(figures.drops), pair(figures.warnings), pair(figures.all)],
      `${certainFalse.toFixed(2)} of ${certainDollars.toFixed(2)}`,
      `${foundLikely.toFixed(2)} of ${recoverable.toFixed(2)}`,
      String(figures.booksBelow),
    ];
    return `| ${cells.join(' | ')} |\n`;
  });
  return `${HEADING}

Books that the version had never seen: carriers drawn at random (\`npm run truth -- --drawn 60 --seed N\`) and books
written by hand from the rules of the trade (\`--unseen\`). \`--record\` appends a row to \`${FILE}\` before anybody looks at
a finding. No row is ever edited, and no set counts twice. Shares are precision / recall. An event of the carrier is one
finding: right when true of four fifths of the members it names, told when it names four fifths of those it is true of.

| Date | Set | Version | Books | Drops | Warnings | All | False certain dollars | Dollars found | Books below 0.85 |
|---|---|---|---|---|---|---|---|---|---|
${lines.join('')}
`;
}

/** Replaces the section in the text of the page. */
export function withFirstSights(page: string, rows: readonly FirstSight[]): string {
  const start = page.indexOf(HEADING);
  const end = page.indexOf('\n## ', start + HEADING.length) + 1;
  if (start < 0 || end === 0) throw new Error(`docs/accuracy.md has no section "${HEADING}"`);
  return `${page.slice(0, start)}${firstSightSection(rows)}${page.slice(end)}`;
}
