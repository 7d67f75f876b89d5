/** Matches a line's text for a reinstatement: a word in it, or a code at its beginning ("REI", "RNS"). */
const REINSTATED = /re-?instat|^\s*(?:rei|rein|rns)\b/i;

/** Returns whether a transaction type or description says that a policy was reinstated. */
export function saysReinstated(text: string | null): boolean {
  return text !== null && REINSTATED.test(text);
}
