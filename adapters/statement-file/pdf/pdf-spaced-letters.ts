/** Matches letters with one space after each, as pdf.js gives letters that are drawn apart. */
const SPACED = /^\S(?: \S)+$/u;
/**
 * The number of letters from which a text is certainly spaced. Fewer letters may be initials, unless their line has longer spaced texts.
 */
const SURE_LETTERS = 4;

/** Returns whether a text has space between its letters. Two or three letters may also be initials. */
export function isSpaced(text: string): 'yes' | 'perhaps' | 'no' {
  if (!SPACED.test(text)) return 'no';
  return withoutSpaces(text).length >= SURE_LETTERS ? 'yes' : 'perhaps';
}

/**
 * Returns the words of a spaced text. A text that was drawn at that position with the same letters shows where the spaces between words
 * are. Otherwise all letters are one word, because pdf.js divides texts at wide spaces.
 */
export function joinedLetters(text: string, drawnThere: readonly string[]): string {
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
