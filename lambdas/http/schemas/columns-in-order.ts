/** Moves the added column names to the end, so that clients that read by position find the earlier columns unchanged. */
export function withLast(names: readonly string[], added: readonly string[]): readonly string[] {
  const missing = added.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`No columns: ${missing.join(', ')}.`);
  return [...names.filter((name) => !added.includes(name)), ...added];
}
