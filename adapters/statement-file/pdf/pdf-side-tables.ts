import { headerMeanings } from '../../../core/infer/header-meanings.ts';
import { type Band, overlap } from './pdf-band.ts';
import { type PdfLine, type PdfRun, pageLines } from './pdf-lines.ts';
import type { PdfWord } from './pdf-words.ts';

/** The largest share of the lines below the headers that may reach from one table into the next, such as a grand total. */
const ACROSS_SHARE_MAX = 0.05;
/** The least number of column names of a table. */
const NAMES_MIN = 2;
const MEANING_MIN = 0.5;
/** The least space between two tables, in points. */
const SPACE_MIN = 4;

/**
 * Moves tables that are beside each other below each other, because they are one table whose rows continue in the next column of the page.
 * They are recognised by a line of names that repeats the same names, including that of the ids, with free space between the tables.
 */
export function withTablesBelow(words: readonly PdfWord[], page: number): readonly PdfWord[] {
  const lines = pageLines(words, page);
  const header = lines.findIndex((line) => copiesOf(line) > 1);
  const names = lines[header];
  if (names === undefined) return words;
  const below = lines.slice(header);
  const borders = bordersOf(names, below);
  if (borders === null) return words;
  const height = 1 + words.reduce((most, { y }) => Math.max(most, y), 0);
  const top = Math.min(...names.runs.flatMap((run) => run.words.map(({ y }) => y)));
  return words.map((word) => {
    if (word.y < top) return word;
    const table = borders.filter((border) => (word.left + word.right) / 2 > border).length;
    return { ...word, y: word.y + table * height };
  });
}

/** Returns how often a line repeats its names; 1 for a line that is no header with the name of ids. */
function copiesOf({ runs }: PdfLine): number {
  for (let size = NAMES_MIN; size <= runs.length / 2; size += 1) {
    if (runs.length % size !== 0) continue;
    const isRepeated = runs.every(({ text }, at) => text === runs[at % size]?.text);
    if (isRepeated && runs.slice(0, size).some(namesIds)) return runs.length / size;
  }
  return 1;
}

function namesIds({ text }: PdfRun): boolean {
  return (headerMeanings(text).get('member_external_id') ?? 0) >= MEANING_MIN;
}

/** Finds the free space between the tables; null when the lines below leave none. */
function bordersOf(names: PdfLine, below: readonly PdfLine[]): readonly number[] | null {
  const copies = copiesOf(names);
  const size = names.runs.length / copies;
  const borders: number[] = [];
  for (let table = 1; table < copies; table += 1) {
    const [before, first] = [names.runs[table * size - 1], names.runs[table * size]];
    if (before === undefined || first === undefined) return null;
    const border = freePlace({ left: before.left, right: first.left }, below);
    if (border === null) return null;
    borders.push(border);
  }
  return borders;
}

/** Returns the middle of the last space between two positions that nearly no line covers. */
function freePlace(between: Band, lines: readonly PdfLine[]): number | null {
  const runs = lines.flatMap((line) => line.runs.filter((run) => overlap(run, between) > 0));
  const edges = [between.left, between.right, ...runs.flatMap(({ left, right }) => [left, right])]
    .filter((edge) => edge >= between.left && edge <= between.right)
    .sort((a, b) => a - b);
  const free: { left: number; right: number }[] = [];
  for (const [at, left] of edges.entries()) {
    const right = edges[at + 1] ?? left;
    if (runs.filter((run) => overlap(run, { left, right }) > 0).length > ACROSS_SHARE_MAX * lines.length) continue;
    const last = free.at(-1);
    if (last?.right === left) last.right = right;
    else free.push({ left, right });
  }
  const space = free.findLast(({ left, right }) => right - left >= SPACE_MIN);
  return space === undefined ? null : (space.left + space.right) / 2;
}
