import type { PdfWord } from './pdf-words.ts';

/** Words without a wide space between them: the text of one cell, or of several where columns nearly touch. */
export interface PdfRun {
  readonly words: readonly PdfWord[];
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** The words on one baseline. */
export interface PdfLine {
  /** The number of the page, from 1. */
  readonly page: number;
  /** The number of the line on its page, from 1 at the top. */
  readonly line: number;
  readonly y: number;
  readonly size: number;
  /** The runs from left to right. */
  readonly runs: readonly PdfRun[];
}

/** The share of the font's height below which two baselines are one. */
const BASELINE_SHARE = 0.3;
/** The width in characters above which a space separates runs. Two spaces of a fixed-width font are wider. */
const WIDE_SPACE = 1.3;
/** The share of the font's height from which a space is wide in any font. The characters of a fixed-width font are narrower. */
const WIDE_SHARE = 0.62;
/**
 * The least width of a character that spaces are measured by, as a share of the font's height. Narrow letters would make an ordinary space
 * wide.
 */
const CHARACTER_SHARE_MIN = 0.4;
/** The share of the font's height below which two words are one word that was drawn in pieces. */
const JOINED_SHARE = 0.12;
/** The distance between letters of one word, in added spaces. */
const SPACED_SHARE = 1.2;
/** The share of the font's height of another text above which an overlapping text is in another cell. */
const OVERPRINT_SHARE = 0.25;
/**
 * The distance, in heights of the font, below which two equal words are one word printed twice. Equal single letters may follow each other
 * and need a smaller distance.
 */
const TWICE_SHARE = 0.2;
const TWICE_SHARE_SHORT = 0.1;

/** Groups the words of a page into lines from the top, and each line into runs. */
export function pageLines(words: readonly PdfWord[], page: number): readonly PdfLine[] {
  const ordered = words.toSorted((a, b) => a.y - b.y || a.left - b.left);
  const groups: PdfWord[][] = [];
  for (const word of ordered) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (
      group !== undefined &&
      first !== undefined &&
      word.y - first.y <= BASELINE_SHARE * Math.min(word.size, first.size)
    )
      group.push(word);
    else groups.push([word]);
  }
  return groups.map((group, at) => ({
    page,
    line: at + 1,
    y: group[0]?.y ?? 0,
    size: Math.max(...group.map(({ size }) => size)),
    runs: runsOf(group.toSorted((a, b) => a.left - b.left)),
  }));
}

/** Joins texts that are close to each other. A text that is drawn over another text is a run of its own. */
function runsOf(words: readonly PdfWord[]): readonly PdfRun[] {
  const pieces = [...Map.groupBy(words, ({ drawing }) => drawing).values()].flatMap(dividedAtSpaces);
  const runs: PdfRun[] = [];
  const drawn = new Map<string, PdfWord>();
  for (const piece of pieces.toSorted((a, b) => a.left - b.left)) {
    const run = runs.at(-1);
    const [before, first] = [run?.words.at(-1), piece.words[0]];
    if (first === undefined || isDrawnTwice(drawn.get(first.text), first)) continue;
    drawn.set(first.text, first);
    if (run === undefined || before === undefined) runs.push(piece);
    else if (piece.left - run.right > wideSpace(before, first) || isOverprint(run, first)) runs.push(piece);
    else runs[runs.length - 1] = runOf([...run.words, ...piece.words]);
  }
  return runs;
}

/** Divides the words that were drawn at once where a space is wide. */
function dividedAtSpaces(words: readonly PdfWord[]): readonly PdfRun[] {
  const runs: PdfWord[][] = [];
  let before: PdfWord | null = null;
  for (const word of words) {
    const run = runs.at(-1);
    // The widths of letters within a text are estimates, so a space is measured in characters.
    const isWide = before !== null && word.left - before.right > WIDE_SPACE * word.characterWidth;
    if (run === undefined || isWide) runs.push([word]);
    else run.push(word);
    before = word;
  }
  return runs.map(runOf);
}

/** Returns whether a word is drawn over a run. Letters of Arabic are drawn one by one and may overlap. */
function isOverprint(run: PdfRun, word: PdfWord): boolean {
  return !word.isRightToLeft && run.right - word.left > OVERPRINT_SHARE * word.size;
}

function wideSpace(a: PdfWord, b: PdfWord): number {
  const size = Math.min(a.size, b.size);
  const character = Math.max(CHARACTER_SHARE_MIN * size, Math.min(a.characterWidth, b.characterWidth));
  // A space between words includes the added space of the letter before it and the added space of the space itself.
  return Math.min(WIDE_SHARE * size, WIDE_SPACE * character) + 2 * Math.min(a.letterSpace, b.letterSpace);
}

/** Returns whether a word is the word before it, drawn again beside itself, as some programs print bold. */
function isDrawnTwice(before: PdfWord | undefined, word: PdfWord): boolean {
  if (before === undefined || word.drawing === before.drawing) return false;
  return Math.abs(word.left - before.left) < (word.text.length > 1 ? TWICE_SHARE : TWICE_SHARE_SHORT) * word.size;
}

/** Makes a run of words in their order from left to right. */
function runOf(words: readonly PdfWord[]): PdfRun {
  return {
    words,
    text: joined(words),
    left: Math.min(...words.map(({ left }) => left)),
    right: Math.max(...words.map(({ right }) => right)),
  };
}

/** Joins words in reading order. A word that was divided at its hyphen, at the end of a line, becomes one word again. */
export function joined(words: readonly PdfWord[]): string {
  const rightToLeft = words.filter(({ isRightToLeft }) => isRightToLeft).length;
  const inOrder = rightToLeft * 2 > words.length ? words.toReversed() : words;
  let text = '';
  let before: PdfWord | null = null;
  for (const word of inOrder) {
    const gap = before === null ? 0 : Math.max(word.left - before.right, before.left - word.right);
    const added = SPACED_SHARE * Math.min(before?.letterSpace ?? 0, word.letterSpace);
    const isPiece =
      before !== null && (before.y === word.y ? gap < JOINED_SHARE * word.size + added : /\p{L}-$/u.test(before.text));
    text += before === null || isPiece ? word.text : ` ${word.text}`;
    before = word;
  }
  return text;
}
