import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import Table from 'cli-table3';
import { z } from 'zod';
import type { ServiceClient } from '../../../demo/service-client.ts';
import { wrapMarkdown } from '../../../scripts/wrap-markdown.ts';
import { takeIn } from '../judging/take-in.ts';
import { drawBook } from './draw-book.ts';
import { type Figures, faultsOf, figuresByDimension, figuresOf, type MeasuredMany, type Share } from './figures.ts';
import { readFirstSights, recordFirstSight, withFirstSights } from './first-sight.ts';
import { judgeMany, type ToldClaim, type ToldEvent } from './judge-many.ts';
import type { ManyBook } from './records.ts';

/** Measures a set of books that the service has not seen: drawn ones, or those of measure/truth/unseen. */

const PAGE = 'docs/accuracy.md';
const FAULTS = '.cache/truth';
const BOOKS_OF_A_SEED = 10_000;
const ROWS = 200;
const AT_ONCE = 4;

/** Returns functions that draw the books of a seed. Different seeds share no book. */
export function drawnBooks(count: number, seed: number): readonly (() => ManyBook)[] {
  return Array.from({ length: count }, (_, index) => () => drawBook(seed * BOOKS_OF_A_SEED + index + 1));
}

const events = z.object({
  data: z.array(
    z.object({
      kind: z.string(),
      period: z.string(),
      scope: z.string(),
      scopeValue: z.string().nullable(),
      code: z.string().nullable(),
      detail: z.string(),
    }),
  ),
  pagination: z.object({ hasMore: z.boolean() }),
});
const claims = z.object({
  data: z.array(z.object({ memberExternalId: z.string(), certainty: z.string(), amount: z.number() })),
  pagination: z.object({ hasMore: z.boolean() }),
});

async function readEvents(agency: ServiceClient): Promise<ToldEvent[]> {
  const all: ToldEvent[] = [];
  for (;;) {
    const page = await agency.get(`/v1/carrier-events?limit=${ROWS}&offset=${all.length}`, events);
    all.push(...page.data);
    if (!page.pagination.hasMore) return all;
  }
}

async function readClaims(agency: ServiceClient, from: string): Promise<ToldClaim[]> {
  const all: ToldClaim[] = [];
  for (;;) {
    const path = `/v1/reports/recoverable?from=${from}&limit=${ROWS}&offset=${all.length}`;
    const page = await agency.get(path, claims);
    all.push(...page.data);
    if (!page.pagination.hasMore) return all;
  }
}

/** Takes a book in and judges the answers. `agency` is the client of an account without other data. */
async function measureMany(agency: ServiceClient, book: ManyBook): Promise<MeasuredMany> {
  const told = await takeIn(agency, book);
  const [first] = book.truth.periods;
  const judgement = judgeMany(book.truth, {
    ...told,
    events: await readEvents(agency),
    claims: await readClaims(agency, first?.period ?? ''),
  });
  return { book, format: told.format, failures: told.failures, judgement };
}

export interface ManyRun {
  /** The name of the set, such as "seed 4" or "unseen". */
  readonly set: string;
  readonly books: readonly (() => ManyBook)[];
  readonly connect: (name: string) => Promise<ServiceClient>;
  readonly isRecorded: boolean;
  readonly say: (text: string) => void;
}

/**
 * Measures the books, prints the figures, and writes the false and missed findings to a file, which nobody should read before the
 * figures are recorded.
 */
export async function runMany({ set, books, connect, isRecorded, say }: ManyRun): Promise<void> {
  const measured: MeasuredMany[] = [];
  // The service works on one book while it stores another, so a few at once take less time than one after the other.
  for (let start = 0; start < books.length; start += AT_ONCE) {
    const batch = books.slice(start, start + AT_ONCE).map((make) => make());
    measured.push(...(await Promise.all(batch.map(async (book) => measureMany(await connect(book.name), book)))));
    say(`${measured.length} of ${books.length} books`);
  }
  const figures = figuresOf(measured);
  sayFigures(measured, figures, say);
  if (isRecorded) {
    const version = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
    await recordFirstSight({ date: new Date().toISOString().slice(0, 10), set, version, figures });
    const page = withFirstSights(await readFile(PAGE, 'utf8'), readFirstSights());
    await writeFile(PAGE, wrapMarkdown(page));
  }
  await mkdir(FAULTS, { recursive: true });
  const file = `${FAULTS}/${set.replaceAll(' ', '-')}.txt`;
  await writeFile(file, `${measured.flatMap(faultsOf).join('\n')}\n`);
  say(`False and missed findings: ${file}`);
}

function sayFigures(measured: readonly MeasuredMany[], figures: Figures, say: (text: string) => void): void {
  const number = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
  const shares = ({ precision, recall }: Share): string[] => [number(precision), number(recall)];
  const show = (head: string[], rows: readonly string[][]): void => {
    const table = new Table({ head, style: { head: [], border: [], compact: true } });
    table.push(...rows);
    say(table.toString());
  };
  show(
    ['Findings', 'Precision', 'Recall'],
    [
      ['Drops', ...shares(figures.drops)],
      ['Warnings and events', ...shares(figures.warnings)],
      ['All', ...shares(figures.all)],
    ],
  );
  const { certainDollars, certainFalse, recoverable, foundCertain, foundLikely } = figures;
  show(
    ['Claims', 'Dollars'],
    [
      ['Certain, shown', certainDollars.toFixed(2)],
      [
        'Certain, false',
        `${certainFalse.toFixed(2)} (${number(certainDollars === 0 ? 0 : certainFalse / certainDollars)})`,
      ],
      ['Recoverable', recoverable.toFixed(2)],
      [
        'Found by certain claims',
        `${foundCertain.toFixed(2)} (${number(recoverable === 0 ? null : foundCertain / recoverable)})`,
      ],
      [
        'Found by certain and likely ones',
        `${foundLikely.toFixed(2)} (${number(recoverable === 0 ? null : foundLikely / recoverable)})`,
      ],
    ],
  );
  show(
    ['Dimension', 'Value', 'Books', 'Below', 'Drops', 'Recall', 'Warnings', 'Recall', 'All', 'Recall', 'False certain'],
    figuresByDimension(measured).map(({ dimension, value, figures: own }) => [
      ...[dimension, value, String(own.books), String(own.booksBelow)],
      ...[...shares(own.drops), ...shares(own.warnings), ...shares(own.all), own.certainFalse.toFixed(2)],
    ]),
  );
  const failed = measured.filter(({ failures }) => failures.length > 0).length;
  const sumsOff = measured.filter(({ judgement }) => judgement.sumsOff.length > 0).length;
  say(
    `Books below 0.85: ${figures.booksBelow} of ${figures.books}. At risk off: ${(figures.atRiskOff * 100).toFixed(1)} %.`,
  );
  say(`Books with refused files: ${failed}. Books whose sums differ: ${sumsOff}.`);
}
