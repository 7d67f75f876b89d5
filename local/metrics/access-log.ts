import type { AnsweredRequest } from '../../lambdas/http/every-response.ts';

/**
 * Writes one JSON line for each request. The line has no query string, no token and no id of a member. Of the client's own text it has only
 * the method and the request id.
 */
export function createAccessLog(write: (line: string) => void, now: () => Date): (request: AnsweredRequest) => void {
  return ({ method, route, status, durationMs, bytes, isComplete, clientAddress, requestId, accountId }) => {
    const line = {
      time: now().toISOString(),
      ...{ method, route, status },
      ms: durationMs,
      ...{ bytes, isComplete },
      client: clientAddress,
      ...{ requestId, accountId },
    };
    write(`${JSON.stringify(line)}\n`);
  };
}
