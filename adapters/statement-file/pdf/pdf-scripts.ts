/** The scripts that one word does not mix with others. Words in Chinese, Japanese and Korean mix their scripts. */
const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Canadian_Aboriginal}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
];
/** Matches letters beyond Latin. Most words have none and need no further look. */
const BEYOND_LATIN = /[\u0250-\uffff]/;
const LETTERS = /\p{L}+/gu;

/** Returns whether a word has letters of several scripts, as a font with a wrong list of letters produces. */
export function mixesScripts(text: string): boolean {
  if (!BEYOND_LATIN.test(text)) return false;
  return (text.match(LETTERS) ?? []).some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
}
