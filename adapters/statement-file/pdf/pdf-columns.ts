import { joined, type PdfLine, type PdfRun } from './pdf-lines.ts';
import { type Band, overlap, type PdfWord } from './pdf-words.ts';

/** A column with the name that the header has above it. */
export interface PdfColumn extends Band {
  readonly name: string;
}

/** The share of the usual number of runs that a line needs to be used for finding columns. */
const FULL_SHARE = 0.6;
/** The largest share of the lines that may cover a space between columns. */
const COVERED_SHARE_MAX = 0.01;
/** The least free space between two columns, in points. */
const GAP_MIN = 1;
/** The distance, in heights of its font, from which a header without data below it is a column of its own. */
const APART = 1.5;

/** The columns of a table. */
export interface PdfColumns {
  readonly columns: readonly PdfColumn[];
  /** The names of neighbours that could not be separated, or null. */
  readonly doubt: string | null;
}

/** Finds the columns of a table from its data lines, and their names from its header lines. */
export function columnsOf(data: readonly PdfLine[], header: readonly PdfLine[]): PdfColumns {
  const { bands, joined: together } = dividedBands(withoutLoneSigns(bandsOf(data), data), data, header);
  return { columns: named(bands, header), doubt: together };
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

/** Joins a dollar sign to the column of its amount, because accounting formats print it at the left edge, apart from the amount. */
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

/** Gives each column the header words above it. A header above no column becomes an empty column, or belongs to its neighbour. */
function named(bands: readonly Band[], header: readonly PdfLine[]): readonly PdfColumn[] {
  const words = bands.map((): PdfWord[] => []);
  const apart: PdfRun[] = [];
  for (const { runs } of header) {
    for (const run of runs) {
      const over = bands.flatMap((band, at) => (overlap(run, band) > 0 ? [at] : []));
      if (over.length === 0) apart.push(run);
      // A title over several columns is divided word by word, so that each column gets only the words above it.
      let before: number | undefined;
      for (const word of run.words) {
        const at = over.length === 1 ? over[0] : columnBelow(word, bands, { over, before });
        if (at !== undefined && over.length > 0) words[at]?.push(word);
        before = at;
      }
    }
  }
  const empty: { band: Band; words: PdfWord[] }[] = [];
  const all = header.flatMap(({ runs }) => runs);
  for (const run of apart) {
    const nameless = [...bands.keys()].filter((at) => words[at]?.length === 0 && !isBetween(all, run, bands[at]));
    const at = nearest(run, bands, nameless.length > 0 ? nameless : undefined);
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

/** Returns whether a name is between another name and a band. */
function isBetween(names: readonly PdfRun[], name: PdfRun, band: Band | undefined): boolean {
  if (band === undefined) return false;
  const space = { left: Math.min(name.right, band.right), right: Math.max(name.left, band.left) };
  return names.some((other) => other !== name && overlap(other, space) > 0);
}

/**
 * Finds the column below a word of the header. A word above no column belongs to the nearest column, and in doubt to the column of the word
 * before.
 */
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

/** The factor by which another column has to be farther than the nearest one. Below it the nearest column is in doubt. */
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

/** The words of a line by column. */
export interface DividedLine {
  readonly cells: readonly (readonly PdfWord[])[];
  /** True when a text runs over several columns and the end of its first column is unknown. */
  readonly isDoubtful: boolean;
}

/** Puts the runs of a line into the columns. A run over several columns is divided word by word. */
export function divideLine({ runs }: Pick<PdfLine, 'runs'>, columns: readonly Band[]): DividedLine {
  const cells = columns.map((): PdfWord[] => []);
  let isDoubtful = false;
  for (const run of runs) {
    const over = columnsUnder(run, columns);
    const [first = nearest(run, columns)] = over;
    if (first === undefined) continue;
    if (over.length < 2 || isCovered(run, runs, columns[first])) {
      cells[first]?.push(...run.words);
      continue;
    }
    const places = run.words.map((word) => nearest(word, columns) ?? first);
    for (const [at, word] of run.words.entries()) cells[places[at] ?? first]?.push(word);
    isDoubtful ||= run.words.some((word, at) => !isSure(word, { before: run.words[at - 1], places, at, columns }));
  }
  return { cells, isDoubtful };
}

/** Puts the runs of a heading or a total into the columns. Each text stays together in its first column. */
export function wholeLine({ runs }: Pick<PdfLine, 'runs'>, columns: readonly Band[]): DividedLine['cells'] {
  const cells = columns.map((): PdfWord[] => []);
  for (const run of runs) {
    const [at = nearest(run, columns)] = columnsUnder(run, columns);
    if (at !== undefined) cells[at]?.push(...run.words);
  }
  return cells;
}

function columnsUnder(run: Band, columns: readonly Band[]): readonly number[] {
  return columns.flatMap((column, at) => (overlap(run, column) > 0 ? [at] : []));
}

/** Returns whether a text that begins with its column was drawn at once and has other text over its end, so that its end is cut off. */
function isCovered(run: PdfRun, runs: readonly PdfRun[], column: Band | undefined): boolean {
  if (column === undefined || !isAt(run.left, column.left)) return false;
  const isOne = run.words.every(({ drawing }) => drawing === run.words[0]?.drawing);
  return isOne && runs.some((other) => other !== run && other.left > run.left && overlap(run, other) > 0);
}

/** The points by which edges of a column's texts differ, because the widths of letters are rounded. */
const EDGE_TOLERANCE = 1.5;
const isAt = (edge: number, other: number) => Math.abs(edge - other) <= EDGE_TOLERANCE;

/**
 * Returns whether a word of a divided run is certainly in its column: it reaches into no other column, and begins where texts begin or end.
 */
function isSure(
  word: PdfWord,
  {
    before,
    places,
    at,
    columns,
  }: {
    readonly before: PdfWord | undefined;
    readonly places: readonly number[];
    readonly at: number;
    readonly columns: readonly Band[];
  },
): boolean {
  const [own, last] = [columns[places[at] ?? 0], columns[places[at - 1] ?? 0]];
  if (own === undefined || columns.some((column) => column !== own && overlap(word, column) > EDGE_TOLERANCE))
    return false;
  if (before === undefined || last === undefined || own === last) return true;
  return before.drawing !== word.drawing || isAt(word.left, own.left) || isAt(before.right, last.right);
}

/** The bands of a table, where bands with several names above them are divided. */
interface DividedBands {
  readonly bands: readonly Band[];
  /** The names of neighbours that could not be separated, or null. */
  readonly joined: string | null;
}

/** The points by which the edges of one column differ. The edges of the name above differ by a few more. */
const BAND_EDGE_TOLERANCE = 0.75;
const HEADER_TOLERANCE = 3;
/** The share of the lines that have to begin or end at the edge of a column. */
const ALIGNED_SHARE_MIN = 0.9;

/**
 * Divides bands over which the header has several names. Texts of neighbours nearly touch there, or run into each other. The border is
 * where nearly all texts of the right column begin, or nearly all of the left one end.
 */
function dividedBands(bands: readonly Band[], data: readonly PdfLine[], header: readonly PdfLine[]): DividedBands {
  const divided: Band[] = [];
  const doubts: string[] = [];
  for (const band of bands) {
    const runs = data.map((line) => line.runs.filter((run) => overlap(run, band) > 0));
    let rest = band;
    for (const { a, b, isCertain } of neighboursAbove(band, bands, header)) {
      const border = borderOf(runs, a, b);
      if (border !== null && border > rest.left && border < rest.right) {
        divided.push({ left: rest.left, right: border - GAP });
        rest = { left: border, right: rest.right };
      } else if (isCertain) doubts.push(`"${a.text}" and "${b.text}"`);
    }
    divided.push(rest);
  }
  return { bands: divided, joined: doubts.length === 0 ? null : doubts.join(', ') };
}

/** The least space between columns, in points. */
const GAP = 0.1;

interface Neighbours {
  readonly a: PdfRun;
  readonly b: PdfRun;
  /** True when both names are over the band. Otherwise one name is over no texts, and its column may be empty. */
  readonly isCertain: boolean;
}

/** Returns pairs of names beside each other above a band, from the line of the header that has most of them. */
function neighboursAbove(band: Band, bands: readonly Band[], header: readonly PdfLine[]): readonly Neighbours[] {
  const isOver = (run: PdfRun, one: Band) => {
    const shared = overlap(run, one);
    return shared > 0 && bands.every((other) => overlap(run, other) <= shared);
  };
  const isApart = (run: PdfRun) => bands.every((one) => overlap(run, one) <= 0);
  const lines = header.map(({ runs }) =>
    runs.slice(1).flatMap((b, at): Neighbours[] => {
      const a = runs[at];
      if (a === undefined || (!isOver(a, band) && !isOver(b, band))) return [];
      const isCertain = isOver(a, band) && isOver(b, band);
      return isCertain || isApart(a) || isApart(b) ? [{ a, b, isCertain }] : [];
    }),
  );
  return lines.reduce((most, one) => (one.length > most.length ? one : most), []);
}

/**
 * Finds the border between the columns of two names, from the texts of each line. Of the possible borders it takes the one that fewer words
 * cross.
 */
function borderOf(lines: readonly (readonly PdfRun[])[], a: Band, b: Band): number | null {
  const words = lines.map((runs) => runs.flatMap((run) => run.words));
  const begins = words.map((own) => own.flatMap(({ left }) => (left >= b.left - HEADER_TOLERANCE ? [left] : [])));
  const ends = words.map((own) => own.flatMap(({ right }) => (right <= a.right + HEADER_TOLERANCE ? [right] : [])));
  const begin = commonestEdge(begins, b.left);
  const end = commonestEdge(ends, a.right);
  const reachOver = (edge: number) => words.flat().filter(({ left, right }) => left < edge && right > edge).length;
  return [begin === null ? [] : begin - BAND_EDGE_TOLERANCE, end === null ? [] : end + BAND_EDGE_TOLERANCE]
    .flat()
    .reduce<number | null>((best, edge) => (best === null || reachOver(edge) < reachOver(best) ? edge : best), null);
}

/** The edge near a place at which nearly all lines with text on that side of it have a word; null when there is none. */
function commonestEdge(lines: readonly (readonly number[])[], place: number): number | null {
  const near = lines.flatMap((edges) => edges.filter((edge) => Math.abs(edge - place) <= HEADER_TOLERANCE));
  const middle = near.sort((x, y) => x - y)[Math.floor(near.length / 2)];
  if (middle === undefined) return null;
  const filled = lines.filter((edges) => edges.length > 0);
  const aligned = filled.filter((edges) => edges.some((edge) => Math.abs(edge - middle) <= BAND_EDGE_TOLERANCE));
  return aligned.length >= ALIGNED_SHARE_MIN * filled.length ? middle : null;
}
