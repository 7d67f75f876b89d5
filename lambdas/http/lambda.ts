import { createHash, timingSafeEqual } from 'node:crypto';
import { type APIGatewayProxyResult, handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import { LAMBDA_REPLY_BYTES_MAX } from '../../core/limits/request-limits.ts';
import type { HttpApp } from './app.ts';
import { requestIdOf } from './every-response.ts';
import { problemResponse } from './problem-response.ts';

/** With this CloudFront says that a request came through it (lib/edge-stack.ts). */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';

export interface LambdaFront {
  /**
   * What CloudFront says with each request, where there is one. The address of API Gateway is open to all: without this whoever
   * finds it would pass the firewall by, and write into X-Forwarded-For what was not his address.
   */
  readonly originSecret?: string | undefined;
}

/** The handler behind API Gateway (HTTP API, payload version 2). Bodies and packed responses travel as base64. */
export function createLambdaHandler(
  app: HttpApp,
  { originSecret }: LambdaFront = {},
): (event: LambdaEvent, context?: LambdaContext) => Promise<APIGatewayProxyResult> {
  const answer = handle(app);
  return async (event, context) => {
    if (originSecret !== undefined && !isSame(String(event.headers?.[ORIGIN_SECRET_HEADER]), originSecret))
      return notByTheFront();
    const result = await answer(event, context);
    return carriedBytes(result.body) <= LAMBDA_REPLY_BYTES_MAX ? result : replyTooLarge(result);
  };
}

/** The body travels inside JSON, where each quotation mark and each character of a line end takes two bytes. */
function carriedBytes(body: string): number {
  return Buffer.byteLength(JSON.stringify(body)) - 2;
}

/** In the same time whatever was given. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

function notByTheFront(): Promise<APIGatewayProxyResult> {
  const requestId = requestIdOf(undefined);
  const detail = 'Requests come by the address of the service, and not by this one.';
  return reply(problemResponse({ code: 'forbidden', detail }, { instance: '/', requestId }), requestId);
}

/** Lambda would answer for us, with words that help nobody. What is not packed yet nearly always fits when it is. */
function replyTooLarge({ headers = {} }: APIGatewayProxyResult): Promise<APIGatewayProxyResult> {
  const requestId = requestIdOf(String(headers['x-request-id'] ?? ''));
  const response = problemResponse(
    'content-encoding' in headers
      ? { code: 'internal_error', detail: 'The answer is too large to be sent. Ask for less at once.' }
      : {
          code: 'not_acceptable',
          detail: 'The answer is too large to be sent unpacked. Send Accept-Encoding: gzip, or ask for less at once.',
        },
    { instance: '/', requestId },
  );
  return reply(response, requestId);
}

async function reply(response: Response, requestId: string): Promise<APIGatewayProxyResult> {
  return {
    statusCode: response.status,
    headers: { ...Object.fromEntries(response.headers), 'x-request-id': requestId, 'cache-control': 'no-store' },
    body: await response.text(),
    isBase64Encoded: false,
  };
}
