/** Returns the text on one line: trimmed, with single spaces. */
export function singleSpaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Folds a text for comparison: on one line and in upper case, which makes more spellings equal than lower case: "Weiß" and "WEISS". */
export function foldText(text: string): string {
  return singleSpaced(text).toUpperCase();
}

/** Folds a name so that names that look alike are equal: also without unseen characters and in one width. */
export function foldName(name: string): string {
  return foldText(name.normalize('NFKC').replace(/\p{Cf}/gu, ''));
}
