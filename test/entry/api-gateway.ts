import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { LambdaProcess } from './lambda-process.ts';

const reply = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  isBase64Encoded: z.boolean(),
  cookies: z.array(z.string()).default([]),
});

export interface GatewayReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The values of `Set-Cookie`, which payload version 2 carries apart from the headers. */
  readonly cookies: readonly string[];
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

export type GatewayCall = (
  method: string,
  path: string,
  options?: {
    readonly token?: string;
    readonly body?: object | FormData;
    readonly headers?: Readonly<Record<string, string>>;
    readonly cookies?: readonly string[];
  },
) => Promise<GatewayReply>;

/** Calls a function like API Gateway's HTTP API with payload version 2. */
export function gatewayTo(lambda: LambdaProcess): GatewayCall {
  return async (method, path, { token, body, headers = {}, cookies = [] } = {}) => {
    // Request encodes the form. The body is then sent in base64, as in API Gateway's events.
    const request = new Request('https://api.example.com', {
      method: 'POST',
      body: body instanceof FormData ? body : body === undefined ? null : JSON.stringify(body),
      ...(body instanceof FormData || body === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
    });
    const bytes = Buffer.from(await request.arrayBuffer());
    const fields = {
      host: 'api.example.com',
      'content-length': String(bytes.length),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': request.headers.get('content-type') ?? '' }),
      ...headers,
    };
    return readReply(reply.parse(await lambda.invoke(eventOf({ method, path, headers: fields, cookies, bytes }))));
  };
}

interface GatewayRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly bytes: Buffer;
}

function eventOf({ method, path, headers, cookies, bytes }: GatewayRequest): object {
  const [rawPath = '', rawQueryString = ''] = path.split('?');
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers,
    ...(cookies.length > 0 && { cookies }),
    isBase64Encoded: true,
    body: bytes.length === 0 ? null : bytes.toString('base64'),
    requestContext: {
      accountId: '1',
      apiId: 'x',
      domainName: 'api.example.com',
      domainPrefix: 'api',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.5', userAgent: 'test' },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  };
}

function readReply({ statusCode, headers, cookies, body, isBase64Encoded }: z.output<typeof reply>): GatewayReply {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
  const isJson = headers['content-type']?.includes('json') === true && text !== '';
  return {
    status: statusCode,
    headers,
    cookies,
    text,
    json: z.record(z.string(), z.unknown()).parse(isJson ? JSON.parse(text) : {}),
  };
}
