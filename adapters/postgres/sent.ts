/** On its way before anybody waits for it. Whoever does gets its error; until then nobody has to. */
export function sent<T>(statement: Promise<T>): Promise<T> {
  statement.catch(() => {});
  return statement;
}
