import { z } from 'zod';
import { sha256Hex } from '../../lambdas/http/authentication.ts';
import { startHttpServer } from '../../lambdas/http/server.ts';
import { createHttpApp, type HttpParts, type HttpSettings } from '../../lambdas/runtime/http-app.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import type { OpenApiDocument } from './openapi.ts';

export const OPERATOR_TOKEN = 'operator-token-of-the-tests';

export interface HttpServiceOptions extends Omit<HttpParts, 'settings' | 'log'> {
  /** The settings that differ from those of an installation for tests. */
  readonly settings?: Partial<HttpSettings>;
  /** Receives the entries of the log, which are dropped by default. */
  readonly log?: HttpParts['log'];
}

/** The deployed composition of the HTTP app behind a server on a free port of this machine. */
export interface HttpService {
  readonly url: string;
  /** The description as the service returns it. Every answer to a client is checked against it. */
  readonly document: OpenApiDocument;
  /** Calls with the operator's token. */
  readonly operate: ApiClient;
  callAs(token: string): ApiClient;
  /** Makes an account over HTTP, with a token that has the scopes; by default read and write. */
  createAccount(account: NewAccount, scopes?: readonly string[]): Promise<IssuedAccount>;
  close(): Promise<void>;
}

export interface NewAccount {
  readonly name: string;
  readonly tier?: string;
  readonly email?: string | null;
}

export interface IssuedAccount {
  readonly accountId: string;
  readonly tokenId: string;
  readonly token: string;
  readonly call: ApiClient;
}

const created = z.object({ id: z.string() });
const issued = z.object({ id: z.string(), token: z.string() });
const description = z.record(z.string(), z.unknown());

export async function startHttpService(options: HttpServiceOptions): Promise<HttpService> {
  const settings: HttpSettings = {
    publicUrl: null,
    operatorTokenHashes: () => [sha256Hex(OPERATOR_TOKEN)],
    rateLimitPerMinute: 1_000_000,
    thisMachine: null,
    proxyHops: 0,
    ...options.settings,
  };
  const app = createHttpApp({ ...options, settings, log: options.log ?? (() => {}) });
  const server = await startHttpServer({ app, host: '127.0.0.1', port: 0, closeGraceMs: 0 });
  const document = await readDocument(server.url);
  const callAs = (token: string) => createApiClient(server.url, document, token);
  const operate = callAs(OPERATOR_TOKEN);
  return {
    url: server.url,
    document,
    operate,
    callAs,
    async createAccount(json, scopes) {
      const { id: accountId } = created.parse((await operate('POST', '/v1/admin/accounts', { json })).json);
      const body = scopes === undefined ? {} : { scopes };
      const answer = await operate('POST', `/v1/admin/accounts/${accountId}/tokens`, { json: body });
      const { id: tokenId, token } = issued.parse(answer.json);
      return { accountId, tokenId, token, call: callAs(token) };
    },
    close: () => server.close(),
  };
}

/** The descriptions by text. Services of a worker with equal descriptions share the description and its compiled schemas. */
const documents = new Map<string, OpenApiDocument>();

async function readDocument(url: string): Promise<OpenApiDocument> {
  const text = await (await fetch(new URL('/v1/docs/openapi.json', url))).text();
  const document = documents.get(text) ?? description.parse(JSON.parse(text));
  documents.set(text, document);
  return document;
}
