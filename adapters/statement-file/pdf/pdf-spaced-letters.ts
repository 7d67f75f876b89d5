/** Matches letters with one space after each. pdf.js makes such a text of letters that are drawn apart. */
const SPACED = /^\S(?: \S)+$/u;
/**
 * The number of letters from which a text is certainly spaced. Fewer letters may be initials, unless longer spaced texts stand on their
 * line.
 */
const SURE_LETTERS = 4;

/** Tells whether a text has space between its letters. Two or three letters may also be initials. */
export function isSpaced(text: string): 'yes' | 'perhaps' | 'no' {
  if (!SPACED.test(text)) return 'no';
  return withoutSpaces(text).length >= SURE_LETTERS ? 'yes' : 'perhaps';
}

/**
 * Returns the words of a spaced text. A text that was drawn at that place and has the same letters tells where the spaces between words
 * are; otherwise all letters are one word, because pdf.js divides texts at wide spaces.
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

/** Returns the part of a text that has so many letters from one on, with the spaces between them. */
function sliceOfLetters(text: string, from: number, count: number): string {
  let letters = 0;
  let slice = '';
  for (const character of text) {
    if (letters >= from && letters < from + count) slice += character;
    if (character.trim() !== '') letters += character.length;
  }
  return slice.trim();
}
