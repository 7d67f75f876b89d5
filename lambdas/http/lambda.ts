import { type APIGatewayProxyResult, handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import { LAMBDA_REPLY_BYTES_MAX } from '../../core/limits.ts';
import type { HttpApp } from './app.ts';
import { requestIdOf } from './every-response.ts';
import { problemResponse } from './problem-response.ts';

/** The handler behind API Gateway (HTTP API, payload version 2). Bodies and packed responses travel as base64. */
export function createLambdaHandler(
  app: HttpApp,
): (event: LambdaEvent, context?: LambdaContext) => Promise<APIGatewayProxyResult> {
  const answer = handle(app);
  return async (event, context) => {
    const result = await answer(event, context);
    return Buffer.byteLength(result.body) <= LAMBDA_REPLY_BYTES_MAX ? result : replyTooLarge(result);
  };
}

/** Lambda would answer for us, with words that help nobody. What is not packed yet nearly always fits when it is. */
async function replyTooLarge({ headers = {} }: APIGatewayProxyResult): Promise<APIGatewayProxyResult> {
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
  return {
    statusCode: response.status,
    headers: { ...Object.fromEntries(response.headers), 'x-request-id': requestId, 'cache-control': 'no-store' },
    body: await response.text(),
    isBase64Encoded: false,
  };
}
