import { type Band, overlap } from './pdf-band.ts';
import type { DrawnText } from './pdf-drawing.ts';

/** A word at its place. */
interface Word extends Band {
  readonly text: string;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
}

/** The words of a page that people see. */
export interface SeenWords<Found extends Word> {
  readonly words: readonly Found[];
  /** True when a word is over visible and invisible texts, and certainly part of neither. */
  readonly isDoubtful: boolean;
}

/** The share of the font's height by which the baselines of a word and its text may differ. */
const BASELINE_SHARE = 0.3;

/**
 * The share of the font's height that a word has to share with a text. Positions within a text are estimates, so neighbours may share less.
 */
const SHARED_MIN = 0.1;

/** A drawn text in the coordinates of the words, from left to right. */
export interface TextStretch extends Band {
  readonly text: string;
  readonly y: number;
  readonly isSeen: boolean;
}

/** Converts a drawn text to the coordinates of the words. `upright` converts positions of the page. */
export function stretchOf(
  { text, from, to, isSeen }: DrawnText,
  upright: (place: readonly [x: number, y: number]) => readonly [x: number, y: number],
): TextStretch {
  const [[a, y], [b]] = [upright(from), upright(to)];
  return { text, left: Math.min(a, b), right: Math.max(a, b), y, isSeen };
}

/**
 * Leaves out words that nobody sees: words that were drawn without ink, in the colour of the paper, under something else, or on a layer
 * that is off. pdf.js does not say how its words were drawn, so each is looked up by its position.
 */
export function seenWords<Found extends Word>(
  words: readonly Found[],
  texts: readonly TextStretch[],
): SeenWords<Found> {
  const unseen = texts.filter(({ isSeen }) => !isSeen);
  if (unseen.length === 0) return { words, isDoubtful: false };
  const seen = texts.filter(({ isSeen }) => isSeen);
  let isDoubtful = false;
  const kept = words.filter((word) => {
    const hidden = unseen.filter((one) => isOnText(word, one));
    if (hidden.length === 0) return true;
    const shown = seen.filter((one) => isOnText(word, one));
    if (shown.length === 0) return false;
    if (shown.some(({ text }) => text.includes(word.text))) return true;
    if (hidden.some(({ text }) => text.includes(word.text))) return false;
    isDoubtful = true;
    return true;
  });
  return { words: kept, isDoubtful };
}

/** Returns whether a word lies on a text, at least in part. */
export function isOnText(word: Omit<Word, 'text'>, text: TextStretch): boolean {
  return Math.abs(text.y - word.y) <= BASELINE_SHARE * word.size && overlap(word, text) > SHARED_MIN * word.size;
}
