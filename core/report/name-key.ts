import { foldText } from '../folded-text.ts';

/**
 * Returns a key that ignores case and white space in names, as scoring does. Groups of a report use it and show the
 * first spelling.
 */
export function nameKey(...names: readonly (string | null)[]): string {
  return JSON.stringify(names.map((name) => (name === null ? null : foldText(name))));
}

/** Orders two names for display; a missing name comes last. */
export function compareNames(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
