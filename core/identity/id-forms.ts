/** Matches a number whose leading zeros a spreadsheet would lose. Shorter ones may be other members' ids. */
const PADDED = /^0+([1-9]\d{3,})$/;
/** Matches an id with the number of a policy term at its end. */
const WITH_TERM = /^(.*\w{5})([-/])(\d\d)$/;

/**
 * Returns the earlier forms of a normalised id: the number without its leading zeros, the id without the number of a policy term and the
 * one of the term before. A term's number may also tell people of a household apart, so it is left out only with `hasName`: the caller
 * compares names.
 */
export function earlierForms(key: string, hasName: boolean): readonly string[] {
  const bare = PADDED.exec(key)?.[1];
  if (bare !== undefined) return [bare];
  const [, stem, separator, digits] = WITH_TERM.exec(key) ?? [];
  if (!hasName || stem === undefined || separator === undefined) return [];
  const term = Number(digits);
  const before = String(term - 1).padStart(2, '0');
  return term > 1 ? [stem, `${stem}${separator}${before}`] : [stem];
}
