import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { IdentityProvider } from '../../adapters/sign-in/identity-providers.ts';

/** The person whom the provider says is at the browser. */
export interface Identity {
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  readonly email_verified?: boolean;
}

export interface IdentityServer {
  readonly provider: (id: IdentityProvider['id'], provesEmail: boolean) => IdentityProvider;
  /** Lets a person agree on the page of the provider. Returns the address that the provider sends the browser to. */
  readonly agree: (authorizationUrl: string, identity: Identity) => string;
  readonly close: () => Promise<void>;
}

/** Starts a provider of identities by OpenID Connect, in place of Google and Microsoft. It checks the client's secret and PKCE. */
export async function startIdentityServer(): Promise<IdentityServer> {
  const granted = new Map<string, { readonly challenge: string | null; readonly identity: Identity }>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (request.url === '/token') {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const form = new URLSearchParams(body);
      const grant = granted.get(form.get('code') ?? '');
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (grant === undefined || form.get('client_secret') !== 'secret of the client' || proof !== grant.challenge)
        return send(400, { error: 'invalid_grant' });
      return send(200, { access_token: form.get('code'), token_type: 'Bearer', expires_in: 300 });
    }
    const grant = granted.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    return grant === undefined ? send(401, { error: 'invalid_token' }) : send(200, grant.identity);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const { port } = address;
  const url = `http://127.0.0.1:${port}`;
  return {
    provider: (id, provesEmail) => ({
      ...{ id, provesEmail, clientId: 'client', clientSecret: 'secret of the client' },
      ...{ authorizationUrl: `${url}/authorize`, tokenUrl: `${url}/token`, userInfoUrl: `${url}/userinfo` },
    }),
    agree(authorizationUrl, identity) {
      const { searchParams } = new URL(authorizationUrl);
      const code = `code-${granted.size + 1}`;
      granted.set(code, { challenge: searchParams.get('code_challenge'), identity });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      return back.href;
    },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
