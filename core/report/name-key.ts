/**
 * A key under which names that differ in case and white space only are one, as scoring compares them. Groups of a report
 * are made by it and show the first spelling.
 */
export function nameKey(...names: readonly (string | null)[]): string {
  return JSON.stringify(names.map((name) => name?.trim().replace(/\s+/g, ' ').toUpperCase() ?? null));
}

/** Order of two names for display; what has no name comes last. */
export function compareNames(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
