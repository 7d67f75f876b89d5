// Words PostgreSQL's errors about a report for the analyst who wrote it.
import { REPORT_JSON_LEVELS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { type Refused, refuse } from '../../../core/problem.ts';
import { ReplyTooLarge } from '../connection/connection.ts';
import { sqlState } from '../connection/database-error.ts';
import { NestedTooDeeply } from './report-values.ts';

const messageCharactersMax = 500;

/** SQLSTATEs of an exceeded limit. The texts follow "The query ". */
const limitStates: ReadonlyMap<string, string> = new Map([
  ['53200', 'needs more memory than a report may use'],
  ['53400', 'needs more temporary space than a report may use'],
  ['53100', 'needs more temporary space than a report may use'],
  ['54000', 'makes a value that is larger than a report may hold'],
  ['54001', 'is nested too deeply'],
  ['54011', 'has too many columns'],
  ['54023', 'gives a function more arguments than it can take'],
]);

/** Classes of SQLSTATEs whose messages are about the query: unsupported, syntax and names. */
const queryClasses = new Set(['0A', '42']);
/** Classes about data: a missing case, more rows than one, a value that can't be read or computed. */
const dataClasses = new Set(['20', '21', '22']);
/** PostgreSQL reports characters that chr() can't make as a limit of the program. */
const noCharacter = /^(?:null character not permitted|requested character|character number must be positive)/;

const tooLarge = /^invalid memory alloc request size/;

export interface RunQuery {
  readonly statement: string;
  readonly seconds: number;
  /** Number of characters in front of the statement; null when PostgreSQL's position refers to another text. */
  readonly prefixLength: number | null;
}

/** Returns null when the error is not the query's fault. */
export function refusalOf(error: unknown, { statement, seconds, prefixLength }: RunQuery): Refused | null {
  if (error instanceof NestedTooDeeply) {
    return refuse('query_limit', `A JSON value has more than ${REPORT_JSON_LEVELS_MAX} levels.`);
  }
  if (error instanceof ReplyTooLarge) return refuse('query_limit', 'The result is larger than a report may be.');
  const state = sqlState(error);
  if (state === null || !(error instanceof Error)) return null;
  if (state === '57014') return tooSlow(seconds);
  // PostgreSQL's answer to a statement with parameters and no values.
  if (state === '08P01') return refuse('invalid_sql', 'A report takes no parameters.');
  // PostgreSQL has no SQLSTATE of its own for a value above a gigabyte.
  if (tooLarge.test(error.message))
    return refuse('query_limit', 'The query makes a value that is larger than a report may hold.');
  if (noCharacter.test(error.message)) return failed('There is no character with this number.');
  // PostgreSQL reports too many grouping sets as too much depth.
  if (/grouping sets/.test(error.message)) return refuse('query_limit', 'The query has too many grouping sets.');
  const limit = limitStates.get(state);
  if (limit !== undefined) return refuse('query_limit', `The query ${limit}.`);
  // The message names the object that can't be read.
  if (state === '42501' || state === '25006')
    return refuse('invalid_sql', 'The query uses something that is not available in reports.');
  const isData = dataClasses.has(state.slice(0, 2));
  if (!isData && !queryClasses.has(state.slice(0, 2))) return null;
  const place = placeOf(error, statement, prefixLength);
  const detail = `${sentence(error.message)}${place === null ? '' : ` (${place})`}.`;
  return isData ? failed(detail) : refuse('invalid_sql', detail);
}

/** Refuses a valid query that has no result with these data. */
function failed(detail: string): Refused {
  return refuse('invalid_sql', { title: 'The query failed', detail });
}

/** The usual cause (docs/howto/write-a-saved-report.md#the-latest-row-of-each-member). */
const READ_ONCE =
  'If a subquery or LATERAL looks into a view for each row, read the view once: with DISTINCT ON (…) and ORDER BY, a window function, or a join with GROUP BY.';

export function tooSlow(seconds: number): Refused {
  return refuse('query_limit', `The query takes longer than ${seconds} seconds. ${READ_ONCE}`);
}

function sentence(message: string): string {
  const text = message.slice(0, messageCharactersMax).replace(/\.$/, '');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Converts PostgreSQL's position, which counts characters from one, to a place in the statement. */
function placeOf(error: Error, statement: string, prefixLength: number | null): string | null {
  if (!('position' in error) || prefixLength === null) return null;
  const before = [...statement].slice(0, Number(error.position) - 1 - prefixLength);
  const place = Number(error.position) - prefixLength;
  if (!(place >= 1) || place > before.length + 1) return null;
  const lines = before.join('').split('\n');
  return `line ${lines.length}, column ${[...(lines.at(-1) ?? '')].length + 1}`;
}
