import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { refuse } from '../../../core/refuse.ts';
import { type AcceptedQuery, judgeQuery } from '../../../core/saved-report/judge-query.ts';

const parseSql = createSqlParser();

/** Parses and judges a text, as for a saved report. */
export async function judgeText(text: string): Promise<AcceptedQuery | Refused> {
  const parsed = await parseSql(text);
  return parsed.ok ? judgeQuery(text, parsed.tree) : refuse('invalid_sql', parsed.detail);
}

/** Returns the sentence of a refusal, or "accepted". */
export async function verdictOn(text: string): Promise<string> {
  const judged = await judgeText(text);
  return isRefused(judged) ? (judged.refused.detail ?? '') : 'accepted';
}

/** Returns the accepted query. Fails the test with the refusal if there is one. */
export async function acceptedQuery(text: string): Promise<AcceptedQuery> {
  const judged = await judgeText(text);
  if (isRefused(judged)) throw new Error(`${text} was refused: ${judged.refused.detail}`);
  return judged;
}
