/** Names of other databases' SQL, with PostgreSQL's equivalents. */

const HINTS: ReadonlyMap<string, string> = new Map([
  ...['isnull', 'ifnull', 'nvl'].map((name) => [name, 'use coalesce'] as const),
  ...['getdate', 'sysdate', 'curdate', 'today', 'getutcdate', 'sysdatetime'].map(
    (name) => [name, 'use current_date'] as const,
  ),
  ...['dateadd', 'date_sub', 'adddate', 'add_months'].map(
    (name) => [name, "add an interval: current_date + interval '1 month'"] as const,
  ),
  ...['datediff', 'timestampdiff', 'months_between'].map(
    (name) => [name, 'subtract one date from the other, or use age'] as const,
  ),
  ...['year', 'month', 'day', 'datepart'].map((name) => [name, 'use extract(year from …)'] as const),
  ...['iif', 'if', 'decode'].map((name) => [name, 'use case when … then … else … end'] as const),
  ...['charindex', 'instr', 'locate'].map((name) => [name, 'use strpos(text, part)'] as const),
  ...['group_concat', 'listagg'].map((name) => [name, "use string_agg(value, ',')"] as const),
  ['len', 'use length'],
  ['convert', 'use cast(value as type)'],
  ['date_format', 'use to_char'],
]);

/**
 * Returns a hint with PostgreSQL's equivalent of a name from another SQL dialect, such as `; use coalesce` for `nvl`. Returns '' for other
 * names.
 */
export function hintFor(name: string): string {
  const hint = HINTS.get(name);
  return hint === undefined ? '' : `; ${hint}`;
}

/** Matches the text before and from the place of a syntax error. */
const SYNTAX_HINTS: readonly (readonly [before: RegExp, from: RegExp, hint: string])[] = [
  [/`[^`]*`\s*$/, /^/, 'put names in "double quotes"'],
  [/^/, /^`/, 'put names in "double quotes"'],
  [/^/, /^\[\s*[a-z_]/i, 'put names in "double quotes"'],
  [/\btop\s*\(?\s*$/i, /^\d/, 'instead of TOP write LIMIT at the end'],
];

/** Characters examined on each side of the error. */
const CHARACTERS = 100;

/** Returns a hint for a syntax error at `index`, or ''. */
export function hintForSyntax(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - CHARACTERS), index);
  const from = text.slice(index, index + CHARACTERS);
  const hint = SYNTAX_HINTS.find(([left, right]) => left.test(before) && right.test(from))?.[2];
  return hint === undefined ? '' : `; ${hint}`;
}
