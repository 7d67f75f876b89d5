import { createHash, timingSafeEqual } from 'node:crypto';
import { type APIGatewayProxyResult, handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import { LAMBDA_REPLY_BYTES_MAX } from '../../core/limits/request-limits.ts';
import type { HttpApp } from './app.ts';
import { requestIdOf } from './every-response.ts';
import { problemResponse } from './http-env.ts';

/** The header with which CloudFront proves that a request came through it (lib/edge-stack.ts). */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';

export interface LambdaFront {
  /**
   * The secret that CloudFront sends with each request; undefined without CloudFront. Clients can reach API Gateway's address directly:
   * without this check they could bypass the firewall and forge X-Forwarded-For.
   */
  readonly originSecret?: string | undefined;
}

/** The handler behind API Gateway (HTTP API, payload version 2). Bodies and compressed responses travel as base64. */
export function createLambdaHandler(
  app: HttpApp,
  { originSecret }: LambdaFront = {},
): (event: LambdaEvent, context?: LambdaContext) => Promise<APIGatewayProxyResult> {
  const answer = handle(app);
  return async (event, context) => {
    if (originSecret !== undefined && !isSameSecret(String(event.headers?.[ORIGIN_SECRET_HEADER]), originSecret))
      return refuseDirectCall();
    const result = await answer(event, context);
    return carriedBytes(result.body) <= LAMBDA_REPLY_BYTES_MAX ? result : replyTooLarge(result);
  };
}

/** The size of the body inside JSON, where each quotation mark and each character of a line end takes two bytes. */
function carriedBytes(body: string): number {
  return Buffer.byteLength(JSON.stringify(body)) - 2;
}

/** Compares two secrets in constant time. */
function isSameSecret(received: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(received), digest(secret));
}

function refuseDirectCall(): Promise<APIGatewayProxyResult> {
  const requestId = requestIdOf(undefined);
  const detail = 'Requests come by the address of the service, and not by this one.';
  return reply(problemResponse({ code: 'forbidden', detail }, { instance: '/', requestId }), requestId);
}

/**
 * Refuses a response that is too large for Lambda, which would answer with an unrelated error. A compressed response nearly always fits.
 */
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
