import { handle } from 'hono/aws-lambda';
import type { HttpApp } from './app.ts';

/** The handler behind API Gateway (HTTP API, payload version 2). Bodies and packed responses travel as base64. */
export function createLambdaHandler(app: HttpApp) {
  return handle(app);
}
