import { expectDocumented, type OpenApiDocument, type RecordedResponse } from './openapi.ts';

export interface CallOptions {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
}

interface ApiResponse extends RecordedResponse {
  /** The parsed body; undefined when it is not JSON. Tests use matchers on it. */
  readonly json: unknown;
}

/** Calls the service over HTTP and checks every response against the description. */
export type ApiClient = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>;

export function createApiClient(baseUrl: string, document: OpenApiDocument, defaultToken: string): ApiClient {
  return async (method, path, { token = defaultToken, headers = {}, json, body } = {}) => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
    });
    const text = await response.text();
    const recorded = {
      method,
      path: new URL(path, baseUrl).pathname,
      status: response.status,
      headers: response.headers,
      body: text,
    };
    expectDocumented(recorded, document);
    return { ...recorded, json: parse(text) };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
