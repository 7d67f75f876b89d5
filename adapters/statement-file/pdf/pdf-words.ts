import type { PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { DrawnText } from './pdf-drawing.ts';

/** A word at its place on the page as a reader sees it: in points from the left edge and from the top. */
export interface PdfWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** The baseline. */
  readonly y: number;
  /** Height of the font. */
  readonly size: number;
  /** The mean width of a character, by which spaces are measured. */
  readonly characterWidth: number;
  /** Points that were added after each letter; 0 for usual text. */
  readonly letterSpace: number;
  readonly isRightToLeft: boolean;
  /** Number of the text that the page draws at once. Words of one text belong together. */
  readonly drawing: number;
}

interface TextContent {
  readonly items: readonly object[];
}

interface TextItem {
  readonly str: string;
  readonly dir: string;
  readonly width: number;
  readonly transform: readonly number[];
}

/** An item as text that was drawn from left to right, after its page was turned. */
interface Placed {
  readonly item: TextItem;
  readonly drawing: number;
  /** Quarter turns of the text against the page. */
  readonly turns: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The angle in which a text may differ from a quarter turn. Text at any other angle is a watermark. */
const ANGLE_TOLERANCE = 0.05;
/** Letters in the form in which they are drawn: ligatures, and Arabic letters by their place in a word. */
const PRESENTED = /[\uFB00-\uFDFF\uFE70-\uFEFE]/g;
/** The most characters of one item that are read. */
const ITEM_CHARACTERS_MAX = 4_000;
/** The width of a letter without added space, as a share of the font's height. */
const USUAL_WIDTH = 0.55;
/** Matches rows of dots that lead the eye from a name to its amount. */
const LEADERS = /[.·_…]{4,}/g;

/**
 * Returns the words of a page. Pages that are turned, or whose text is turned, are read upright. Watermarks, text outside the page and text
 * that nobody sees are left out.
 */
export function pageWords(
  content: TextContent,
  viewport: PageViewport,
  texts: readonly DrawnText[],
): SeenWords<PdfWord> {
  const placed: Placed[] = [];
  for (const [drawing, item] of content.items.entries()) {
    if (!isTextItem(item) || item.str.trim() === '') continue;
    const one = placeOf(item, drawing, viewport);
    if (one !== null) placed.push(one);
  }
  const turns = commonestTurns(placed);
  const own = placed.filter((one) => one.turns === turns);
  const drawn = texts.map((text) => stretchOf(text, ([x, y]) => upright({ x, y }, turns)));
  return seenWords(withJoinedLetters(own, turns, drawn), drawn);
}

/** Makes the words of all items. Letters with space between them are joined. */
function withJoinedLetters(items: readonly Placed[], turns: number, drawn: readonly TextStretch[]): readonly PdfWord[] {
  const heightOf = (one: Placed) => upright(one, turns)[1];
  // Estimates of the added space are best for long words, and hold for the whole line.
  const spaces = new Map<number, number>();
  for (const one of items) {
    if (isSpaced(one.item.str) !== 'yes') continue;
    const letters = (one.item.str.length + 1) / 2;
    const added = Math.max(0, one.item.width / letters - USUAL_WIDTH * one.size);
    spaces.set(heightOf(one), Math.max(added, spaces.get(heightOf(one)) ?? 0));
  }
  return items.flatMap((one) => {
    const letterSpace = spaces.get(heightOf(one));
    if (letterSpace === undefined) return wordsOf(one, turns, 0);
    // A single letter may be part of a word that pdf.js divided.
    if (isSpaced(one.item.str) === 'no') return wordsOf(one, turns, one.item.str.length === 1 ? letterSpace : 0);
    const [left, y] = upright(one, turns);
    const there = drawn.filter((text) => isOnText({ left, right: left + one.item.width, y, size: one.size }, text));
    const str = joinedLetters(
      one.item.str,
      there.map(({ text }) => text),
    );
    return wordsOf({ ...one, item: { ...one.item, str } }, turns, letterSpace);
  });
}

function isTextItem(item: object): item is TextItem {
  return 'str' in item && typeof item.str === 'string' && 'transform' in item && Array.isArray(item.transform);
}

function placeOf(item: TextItem, drawing: number, { transform: page, width, height }: PageViewport): Placed | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.transform;
  const [pa = 1, pb = 0, pc = 0, pd = 1, pe = 0, pf = 0] = page;
  // The direction of the text and its origin on the page as displayed, where y grows downwards.
  const along = [pa * a + pc * b, pb * a + pd * b] as const;
  const size = Math.hypot(pa * c + pc * d, pb * c + pd * d);
  const quarter = Math.atan2(along[1], along[0]) / (Math.PI / 2);
  const turns = Math.round(quarter);
  if (!Number.isFinite(quarter) || Math.abs(quarter - turns) > ANGLE_TOLERANCE || size === 0) return null;
  const [x, y] = [pa * e + pc * f + pe, pb * e + pd * f + pf];
  if (x < -size || x > width || y < 0 || y > height + size) return null;
  return { item, drawing, turns: (turns + 4) % 4, x, y, size };
}

function commonestTurns(placed: readonly Placed[]): number {
  const characters = [0, 0, 0, 0];
  for (const { item, turns } of placed) characters[turns] = (characters[turns] ?? 0) + item.str.length;
  return characters.indexOf(Math.max(...characters));
}

/** Splits an item at its spaces. Its width is divided evenly between its characters, which is exact for fonts of fixed width. */
function wordsOf({ item, drawing, x, y, size }: Placed, turns: number, letterSpace: number): readonly PdfWord[] {
  const { str, dir, width } = item;
  const [left, top] = upright({ x, y }, turns);
  const isRightToLeft = dir === 'rtl';
  const text = str.slice(0, ITEM_CHARACTERS_MAX).replace(PRESENTED, (form) => form.normalize('NFKC'));
  const characterWidth = width / Math.max(1, str.length);
  // The characters of a right-to-left item are in reading order, so their positions are unknown. The item is not split.
  if (isRightToLeft)
    return [
      {
        text: text.trim(),
        left,
        right: left + width,
        y: top,
        size,
        characterWidth,
        letterSpace,
        isRightToLeft,
        drawing,
      },
    ];
  const withoutLeaders = text.replace(LEADERS, (dots) => ' '.repeat(dots.length));
  return [...withoutLeaders.matchAll(/\S+/g)].map((found) => ({
    text: found[0],
    left: left + found.index * characterWidth,
    right: left + (found.index + found[0].length) * characterWidth,
    y: top,
    ...{ size, characterWidth, letterSpace, isRightToLeft, drawing },
  }));
}

/** Turns a point back so that the text runs from left to right. */
function upright({ x, y }: { readonly x: number; readonly y: number }, turns: number): readonly [number, number] {
  switch (turns) {
    case 1:
      return [y, -x];
    case 2:
      return [-x, -y];
    case 3:
      return [-y, x];
    default:
      return [x, y];
  }
}

/** Matches letters with one space after each, as pdf.js gives letters that are drawn apart. */
const SPACED = /^\S(?: \S)+$/u;
/**
 * The number of letters from which a text is certainly spaced. Fewer letters may be initials, unless their line has longer spaced texts.
 */
const SURE_LETTERS = 4;

/** Returns whether a text has space between its letters. Two or three letters may also be initials. */
function isSpaced(text: string): 'yes' | 'perhaps' | 'no' {
  if (!SPACED.test(text)) return 'no';
  return withoutSpaces(text).length >= SURE_LETTERS ? 'yes' : 'perhaps';
}

/**
 * Returns the words of a spaced text. A text that was drawn at that position with the same letters shows where the spaces between words
 * are. Otherwise all letters are one word, because pdf.js divides texts at wide spaces.
 */
function joinedLetters(text: string, drawnThere: readonly string[]): string {
  const letters = withoutSpaces(text);
  for (const drawn of drawnThere) {
    const from = withoutSpaces(drawn).indexOf(letters);
    if (from >= 0) return sliceOfLetters(drawn, from, letters.length);
  }
  return letters;
}

const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** Returns the part of a text that begins at the letter `from` and has `count` letters, with the spaces between them. */
function sliceOfLetters(text: string, from: number, count: number): string {
  let letters = 0;
  let slice = '';
  for (const character of text) {
    if (letters >= from && letters < from + count) slice += character;
    if (character.trim() !== '') letters += character.length;
  }
  return slice.trim();
}

/** A word at its place. */
interface Word extends Band {
  readonly text: string;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
}

/** The words of a page that people see. */
interface SeenWords<Found extends Word> {
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
interface TextStretch extends Band {
  readonly text: string;
  readonly y: number;
  readonly isSeen: boolean;
}

/** Converts a drawn text to the coordinates of the words. `upright` converts positions of the page. */
function stretchOf(
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
function seenWords<Found extends Word>(words: readonly Found[], texts: readonly TextStretch[]): SeenWords<Found> {
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
function isOnText(word: Omit<Word, 'text'>, text: TextStretch): boolean {
  return Math.abs(text.y - word.y) <= BASELINE_SHARE * word.size && overlap(word, text) > SHARED_MIN * word.size;
}

/** A stretch of the page's width, such as the place of a column: the points that its cells cover. */
export interface Band {
  readonly left: number;
  readonly right: number;
}

/** Returns the length that two stretches share, in points. A negative result is their distance. */
export function overlap(a: Band, b: Band): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left);
}
