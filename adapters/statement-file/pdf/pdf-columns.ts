import type { PdfLine, PdfRun } from './pdf-lines.ts';
import { joined } from './pdf-lines.ts';
import type { PdfWord } from './pdf-words.ts';

/** The place of a column: the points that its cells cover. */
export interface Band {
  readonly left: number;
  readonly right: number;
}

/** A column with the name that the header has above it. */
export interface PdfColumn extends Band {
  readonly name: string;
}

/** Lines with fewer runs than this share of the usual number say nothing about columns. */
const FULL_SHARE = 0.6;
/** A space is between columns when at most this share of the lines covers it. */
const COVERED_SHARE_MAX = 0.01;
/** Points that are at least free between two columns. */
const GAP_MIN = 1;
/** A header without data below it is a column of its own from this distance on, in heights of its font. */
const APART = 1.5;

/** Finds the columns of a table from its data lines, and their names from its header lines. */
export function columnsOf(data: readonly PdfLine[], header: readonly PdfLine[]): readonly PdfColumn[] {
  const bands = withoutLoneSigns(bandsOf(data), data);
  return named(bands, header);
}

function bandsOf(data: readonly PdfLine[]): readonly Band[] {
  const counts = data.map(({ runs }) => runs.length).sort((a, b) => a - b);
  const usual = counts[Math.floor(counts.length * 0.9)] ?? 0;
  const full = data.filter(({ runs }) => runs.length >= FULL_SHARE * usual);
  const covered = coverage(full.flatMap(({ runs }) => runs));
  const limit = Math.floor(full.length * COVERED_SHARE_MAX);
  const bands: { left: number; right: number }[] = [];
  for (const { from, to, count } of covered) {
    if (count <= limit) continue;
    const last = bands.at(-1);
    if (last !== undefined && from - last.right < GAP_MIN) last.right = to;
    else bands.push({ left: from, right: to });
  }
  return bands;
}

interface Covered {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Counts how many runs cover each stretch of the page's width. */
function coverage(runs: readonly PdfRun[]): readonly Covered[] {
  const edges = runs
    .flatMap(({ left, right }) => [
      { at: left, by: 1 },
      { at: right, by: -1 },
    ])
    .sort((a, b) => a.at - b.at || a.by - b.by);
  const stretches: Covered[] = [];
  let count = 0;
  let from = edges[0]?.at ?? 0;
  for (const { at, by } of edges) {
    if (at > from) stretches.push({ from, to: at, count });
    from = at;
    count += by;
  }
  return stretches;
}

/** Accounting formats print the dollar sign at the left edge of its column, apart from the amount. */
function withoutLoneSigns(bands: readonly Band[], data: readonly PdfLine[]): readonly Band[] {
  const isSign = (band: Band) => {
    const texts = data.flatMap(({ runs }) => runs.filter((run) => overlap(run, band) > 0).map(({ text }) => text));
    return texts.length > 0 && texts.every((text) => /^[$€£(]{1,2}$/.test(text));
  };
  const kept: Band[] = [];
  let sign: Band | null = null;
  for (const band of bands) {
    if (isSign(band)) {
      sign ??= band;
      continue;
    }
    kept.push({ left: sign?.left ?? band.left, right: band.right });
    sign = null;
  }
  return kept;
}

/** Length that two stretches share; negative is their distance. */
export function overlap(a: Band, b: Band): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left);
}

/** Gives each column the header words above it. A header above nothing becomes an empty column, or belongs to its neighbour. */
function named(bands: readonly Band[], header: readonly PdfLine[]): readonly PdfColumn[] {
  const words = bands.map((): PdfWord[] => []);
  const apart: PdfRun[] = [];
  for (const { runs } of header) {
    for (const run of runs) {
      const over = bands.flatMap((band, at) => (overlap(run, band) > 0 ? [at] : []));
      if (over.length === 0) apart.push(run);
      // A title over several columns names none of them wrongly when each word goes to the column below it.
      let before: number | undefined;
      for (const word of run.words) {
        const at = over.length === 1 ? over[0] : columnBelow(word, bands, { over, before });
        if (at !== undefined && over.length > 0) words[at]?.push(word);
        before = at;
      }
    }
  }
  const empty: { band: Band; words: PdfWord[] }[] = [];
  for (const run of apart) {
    const at = nearest(run, bands);
    const into = at === undefined ? undefined : words[at];
    const distance = at === undefined ? Number.POSITIVE_INFINITY : -overlap(run, bands[at] ?? run);
    const size = run.words[0]?.size ?? 0;
    const known = empty.find(({ band }) => overlap(band, run) > 0);
    if (known !== undefined) known.words.push(...run.words);
    else if (into !== undefined && (into.length === 0 || distance < APART * size)) into.push(...run.words);
    else empty.push({ band: { left: run.left, right: run.right }, words: [...run.words] });
  }
  const columns = bands.map((band, at) => ({ band, words: words[at] ?? [] }));
  return [...columns, ...empty]
    .sort((a, b) => a.band.left - b.band.left)
    .map(({ band, words: own }) => ({ ...band, name: joined(own) }));
}

/** Names that nearly touch run together. A word above no column belongs to its nearest one, and in doubt to that of the word before. */
function columnBelow(
  word: Band,
  bands: readonly Band[],
  { over, before }: { readonly over: readonly number[]; readonly before: number | undefined },
): number | undefined {
  const at = nearest(word, bands, over);
  const [found, last] = [at, before].map((index) => (index === undefined ? undefined : bands[index]));
  if (found === undefined || last === undefined || overlap(word, found) > 0) return at;
  return -overlap(word, last) > DOUBTFUL * -overlap(word, found) ? at : before;
}

/** A column is in doubt when another one is less than twice as far. */
const DOUBTFUL = 2;

/** Returns the index of the nearest band to a word or run, of all or of some. */
function nearest(place: Band, bands: readonly Band[], some?: readonly number[]): number | undefined {
  const middle = (place.left + place.right) / 2;
  const distance = ({ left, right }: Band) => Math.max(left - middle, middle - right);
  let best: number | undefined;
  for (const at of some ?? bands.keys()) {
    const [band, before] = [bands[at], best === undefined ? undefined : bands[best]];
    if (band !== undefined && (before === undefined || distance(band) < distance(before))) best = at;
  }
  return best;
}

/**
 * Puts the runs of a line into the columns. A run that several columns' places overlap is divided word by word, unless `isWhole`: the text
 * of a heading or a total stays together in its first column.
 */
export function wordsByColumn(
  { runs }: Pick<PdfLine, 'runs'>,
  columns: readonly Band[],
  isWhole: boolean,
): readonly (readonly PdfWord[])[] {
  const cells = columns.map((): PdfWord[] => []);
  for (const run of runs) {
    const over = columns.flatMap((column, at) => (overlap(run, column) > 0 ? [at] : []));
    for (const word of run.words) {
      const at = over.length === 1 || (isWhole && over.length > 1) ? over[0] : nearest(isWhole ? run : word, columns);
      if (at !== undefined) cells[at]?.push(word);
    }
  }
  return cells;
}
