import type { Refused } from '../../../core/problem.ts';
import {
  nestedTooDeeply,
  type RunQuery,
  refuseFailedQuery,
  tooLargeReply,
} from '../../../core/saved-report/failed-query.ts';
import { ReplyTooLarge } from '../connection/connection.ts';
import { sqlState } from '../connection/database-error.ts';
import { NestedTooDeeply } from './report-values.ts';

/** Returns null when the error is not the query's fault. */
export function refusalOf(error: unknown, query: RunQuery): Refused | null {
  if (error instanceof NestedTooDeeply) return nestedTooDeeply();
  if (error instanceof ReplyTooLarge) return tooLargeReply();
  const state = sqlState(error);
  if (state === null || !(error instanceof Error)) return null;
  const position = 'position' in error ? Number(error.position) : null;
  return refuseFailedQuery({ state, message: error.message, position }, query);
}
