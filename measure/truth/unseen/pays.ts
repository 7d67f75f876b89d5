/**
 * Reads what a member is paid, statement by statement, from a short notation. Words are separated by spaces, one for each statement:
 * `20.00` is one row, `20.00+5.00` two rows, `-` none, `$` the usual rows of the member, and `$*4` four statements of them. Marks follow
 * the amount: `@-1` another coverage month, `x3` months paid, `p100.00` premium, `n12` lives, `r12%` rate, `~2026-01-31` end,
 * `e2026-01-01` effective date, `<Ann>` first name, `[DEN]` product, `{Gold}` plan, `(Lee)` agent, `#9` another id, which
 * is the member's with this before it, `w2` file of the month, `!Word` type.
 */

export interface UnseenRow {
  readonly cents: number;
  /** The months from the coverage month that the statement usually pays. */
  readonly offset: number;
  readonly months: number;
  readonly premium: string | null;
  readonly lives: string | null;
  readonly rate: string | null;
  readonly term: string | null;
  readonly effective: string | null;
  readonly first: string | null;
  readonly product: string | null;
  readonly plan: string | null;
  readonly agent: string | null;
  readonly id: string | null;
  readonly file: number | null;
  readonly type: string | null;
}

const DATE = String.raw`\d{4}-\d\d-\d\d`;
const MARKS: readonly (readonly [keyof UnseenRow, RegExp])[] = [
  ['offset', /^@(-?\d+)/],
  ['months', /^x(\d+)/],
  ['premium', /^p(-?[\d.]+)/],
  ['lives', /^n(\d+)/],
  ['rate', /^r([\d.]+%?)/],
  ['term', new RegExp(`^~(${DATE})`)],
  ['effective', new RegExp(`^e(${DATE})`)],
  ['first', /^<(\w+)>/],
  ['product', /^\[(\w+)\]/],
  ['plan', /^\{([\w ]+)\}/],
  ['agent', /^\(([\w ]+)\)/],
  ['id', /^#(\w+)/],
  ['file', /^w(\d)/],
  ['type', /^!([\w-]+)/],
];

/** Returns the rows of each statement. Throws for a notation that does not have exactly `statements` words. */
export function readPays(pays: string, usual: string, statements: number): UnseenRow[][] {
  const words = pays
    .trim()
    .split(/\s+/)
    .flatMap((word) => {
      const [, one = word, count = '1'] = /^(.+)\*(\d+)$/.exec(word) ?? [];
      return Array.from({ length: Number(count) }, () => one);
    });
  if (words.length !== statements) throw new Error(`"${pays}" has ${words.length} statements instead of ${statements}`);
  return words.map((word) => (word === '-' ? [] : word.split('+').flatMap((text) => readRows(text, usual))));
}

/** Reads one row, or all usual rows with the marks that follow the `$`. A `$` with a minus takes them back. */
function readRows(text: string, usual: string): UnseenRow[] {
  const [, sign = '', marks = ''] = /^(-?)\$(.*)$/.exec(text) ?? [];
  if (!text.replace('-', '').startsWith('$')) return [readRow(text)];
  return usual.split('+').map((one) => readRow(`${sign}${one}${marks}`));
}

function readRow(text: string): UnseenRow {
  const [amount = ''] = /^-?\d+(?:\.\d\d)?/.exec(text) ?? [];
  if (amount === '') throw new Error(`"${text}" has no amount`);
  const marks = new Map<keyof UnseenRow, string>();
  for (let rest = text.slice(amount.length); rest !== ''; ) {
    const found = MARKS.map(([name, form]) => ({ name, match: form.exec(rest) })).find(({ match }) => match !== null);
    if (found?.match == null) throw new Error(`"${text}" has an unknown mark at "${rest}"`);
    marks.set(found.name, (found.match[1] ?? '').replaceAll('_', ' '));
    rest = rest.slice(found.match[0].length);
  }
  const word = (name: keyof UnseenRow): string | null => marks.get(name) ?? null;
  return {
    cents: Math.round(Number(amount) * 100),
    offset: Number(marks.get('offset') ?? 0),
    months: Number(marks.get('months') ?? 1),
    premium: word('premium'),
    lives: word('lives'),
    rate: word('rate'),
    term: word('term'),
    effective: word('effective'),
    first: word('first'),
    product: word('product'),
    plan: word('plan'),
    agent: word('agent'),
    id: word('id'),
    file: marks.has('file') ? Number(marks.get('file')) : null,
    type: word('type'),
  };
}
