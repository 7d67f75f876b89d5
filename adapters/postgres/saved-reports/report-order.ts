// Gives a report's query a total order before any row is left out, so that the same data always give the same rows.
import { type Token, tokensOf } from '../../../core/saved-report/lexemes.ts';

export interface OrderedQuery {
  readonly statement: string;
  /** True when the outermost level has an ORDER BY. */
  readonly isOrdered: boolean;
  /** Type numbers of the query's columns. */
  readonly types: readonly number[];
}

/**
 * With an ORDER BY, adds all columns to break ties. Without one, sorts by all columns and applies the outermost LIMIT afterwards. Each
 * part is on its own lines, because the statement may end in a comment.
 */
export function inTotalOrder({ statement, isOrdered, types }: OrderedQuery): string {
  // Rows without columns are all equal.
  if (types.length === 0) return statement;
  const { before, body, limit, after, hasOrder, hasTies } = splitAtLimit(statement);
  if (!isOrdered) {
    const columns = types.map((_, index) => `c${index + 1}`);
    const keys = columns.map((column, index) => (isSortable(types[index]) ? column : `${column}::text`));
    const sorted = `select * from (\n${body}\n) q (${columns.join(', ')}) order by ${keys.join(', ')}`;
    // WITH TIES can't occur here: PostgreSQL has already refused it without an ORDER BY.
    return `${sorted}\n${limit}`;
  }
  const ties = types.flatMap((type, index) => (isSortable(type) ? [index + 1] : []));
  // With more keys, WITH TIES would return fewer rows. An ORDER BY that is not found here is inside brackets after a WITH.
  if (hasTies || !hasOrder || ties.length === 0) return statement;
  return `${before}${body}\n, ${ties.join(', ')}\n${limit}${after}`;
}

/**
 * Types with an order: bool, "char", name, numbers, texts, dates and times, uuid, bytea, jsonb, and arrays of them. json, for example, has
 * none.
 */
const sortableTypes = new Set([
  ...[16, 18, 19, 20, 21, 23, 26, 700, 701, 1700, 25, 1042, 1043, 1082, 1083, 1114, 1184, 1186, 1266, 2950, 17, 3802],
  ...[1000, 1002, 1003, 1016, 1005, 1007, 1028, 1021, 1022, 1231, 1009, 1014, 1015, 1182, 1183, 1115, 1185, 1187, 1270],
  ...[2951, 1001, 3807],
]);

function isSortable(type: number | undefined): boolean {
  return type !== undefined && sortableTypes.has(type);
}

interface SplitQuery {
  /** Brackets around the whole query. */
  readonly before: string;
  readonly after: string;
  readonly body: string;
  /** LIMIT, OFFSET, FETCH of the outermost level; empty when there is none. */
  readonly limit: string;
  readonly hasOrder: boolean;
  readonly hasTies: boolean;
}

/**
 * Splits the query before LIMIT, OFFSET or FETCH. These words are reserved: on the outermost level, outside quotes and comments, each is
 * the clause unless it follows AS or a dot.
 */
function splitAtLimit(statement: string): SplitQuery {
  const { tokens, start, end } = withoutBrackets(tokensOf(statement), statement.length);
  const depth = tokens[0]?.depth ?? 0;
  const outermost = tokens.filter((token) => token.depth === depth);
  const words = outermost.map(({ text }) => text.toLowerCase());
  const clause = outermost.findIndex(
    (_, index) =>
      ['limit', 'offset', 'fetch'].includes(words[index] ?? '') && !['as', '.'].includes(words[index - 1] ?? ''),
  );
  const limitStart = outermost[clause]?.start ?? end;
  return {
    before: statement.slice(0, start),
    body: statement.slice(start, limitStart),
    limit: statement.slice(limitStart, end),
    after: statement.slice(end),
    hasOrder: words.some((word, index) => word === 'order' && words[index + 1] === 'by'),
    hasTies: words.some((word, index) => word === 'with' && words[index + 1] === 'ties'),
  };
}

/** Returns the range of the query inside brackets such as `((select …))`. */
function withoutBrackets(tokens: readonly Token[], end: number) {
  const partners = partnersOf(tokens);
  const last = tokens.length - 1;
  let around = 0;
  while (tokens[around]?.text === '(' && partners.get(around) === last - around) around += 1;
  const [first, closing] = [tokens[around - 1], tokens[last - around + 1]];
  return {
    tokens: tokens.slice(around, last - around + 1),
    start: first === undefined ? 0 : first.start + 1,
    end: closing === undefined ? end : closing.start,
  };
}

/** Maps each opening bracket to its closing one, by index of the token. */
function partnersOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const open: number[] = [];
  const partners = new Map<number, number>();
  for (const [index, { text }] of tokens.entries()) {
    if (text === '(') open.push(index);
    if (text !== ')') continue;
    const opening = open.pop();
    if (opening !== undefined) partners.set(opening, index);
  }
  return partners;
}
