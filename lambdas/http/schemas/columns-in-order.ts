/** Names of CSV columns with the later ones last, so that a client that reads by position finds the others where they were. */
export function withLast(names: readonly string[], added: readonly string[]): readonly string[] {
  const missing = added.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`No columns: ${missing.join(', ')}.`);
  return [...names.filter((name) => !added.includes(name)), ...added];
}
