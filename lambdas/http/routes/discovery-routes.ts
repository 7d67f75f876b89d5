import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { z } from '@hono/zod-openapi';
import type { listOwnAccounts } from '../../../app/people/own-session.ts';
import { workingAccount } from '../../../app/people/people.ts';
import { jsonValue } from '../../../app/platform/shared-fields.ts';
import { refuse } from '../../../core/refuse.ts';
import { type DescriptionDeps, describeRoutes } from '../openapi.ts';
import { START_SOURCE } from '../own-page.ts';
import { resourceLink } from '../paging.ts';
import { bytesBody } from '../reply.ts';
import { accountRoute, publicRoute, type Route } from '../route.ts';

export interface DiscoveryDeps extends DescriptionDeps {
  readonly service: string;
  /** Lists the accounts of the person of a session. Absent on a host where nobody signs in. */
  readonly ownAccounts?: ((sessionId: string) => ReturnType<typeof listOwnAccounts>) | undefined;
}

/** Makes the routes by which the service describes itself. `allRoutes` is called per request, because these routes are among them. */
export function discoveryRoutes(deps: DiscoveryDeps, allRoutes: () => readonly Route[]): readonly Route[] {
  return [
    healthRoute(deps),
    linkMapRoute(allRoutes),
    meRoute(deps),
    ...descriptionRoutes(deps, allRoutes),
    ...docsRoutes,
  ];
}

function healthRoute({ service, version }: DiscoveryDeps): Route {
  return publicRoute({
    method: 'get',
    path: '/v1/health',
    operationId: 'getHealth',
    tag: 'Discovery',
    summary: 'Is the service alive?',
    description: 'Needs no token and counts towards no rate limit.',
    link: 'health',
    responses: {
      200: {
        description: 'Alive.',
        schema: z.object({ status: z.literal('ok'), service: z.string(), version: z.string() }),
        example: { status: 'ok', service: 'commission-statement-service', version: '1.0.0' },
      },
    },
  }).handle(() => ({ status: 200, body: { status: 'ok', service, version } }));
}

function linkMapRoute(allRoutes: () => readonly Route[]): Route {
  return accountRoute({
    method: 'get',
    path: '/v1',
    operationId: 'getLinks',
    access: 'account:read',
    agents: 'own_session',
    tag: 'Discovery',
    summary: 'Links to the main resources',
    description: 'The starting point: every link can be followed as it is.',
    link: 'self',
    responses: {
      200: {
        description: 'The links.',
        schema: z.object({ _links: z.record(z.string(), resourceLink) }),
        example: {
          _links: { self: { href: 'https://api.example.com/v1' }, me: { href: 'https://api.example.com/v1/me' } },
        },
      },
    },
  }).handle((_input, { href }) => {
    const links = allRoutes().flatMap(({ definition }) =>
      definition.link === undefined ? [] : [[definition.link, { href: href(definition.path) }] as const],
    );
    return { status: 200, body: { _links: Object.fromEntries(links) } };
  });
}

function meRoute({ ownAccounts }: DiscoveryDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/me',
    operationId: 'getMe',
    access: 'account:read',
    agents: 'own_session',
    tag: 'Discovery',
    summary: 'Whose token is this?',
    description: 'The account that the token or the session works in, and the person who signed in.',
    link: 'me',
    responses: {
      200: {
        description: 'The account.',
        schema: workingAccount,
        example: {
          ...{
            accountId: 'acc_1',
            name: 'Harbor Benefits',
            status: 'active',
            tier: 'standard' as const,
            isTest: false,
          },
          ...{ scopes: ['read', 'write'] as const, person: null, accounts: [] },
        },
      },
    },
  }).handle(async (_input, { account: { accountId, name, status, tier, isTest, scopes, person, tokenId } }) => ({
    status: 200,
    body: {
      ...{ accountId, name, status, tier, isTest, scopes, person },
      accounts: person === null || ownAccounts === undefined ? [] : await ownAccounts(tokenId),
    },
  }));
}

/** Serves the description behind a token, and a public copy for the reference page. It holds no tenant data. */
function descriptionRoutes(deps: DescriptionDeps, allRoutes: () => readonly Route[]): readonly Route[] {
  let made: { readonly body: Record<string, unknown>; readonly etag: string } | undefined;
  const description = () => {
    made ??= describe(describeRoutes(allRoutes(), deps));
    return made;
  };
  const definition = {
    method: 'get',
    tag: 'Discovery',
    summary: 'This description',
    description: 'OpenAPI 3.1. Send If-None-Match to hear only of changes.',
    responses: {
      200: {
        description: 'The description.',
        schema: z.record(z.string(), jsonValue),
        example: { openapi: '3.1.0' },
        headers: { ETag: { description: 'Names this version.', example: 'W/"5d41402abc4b2a76"' } },
      },
      304: { description: 'Unchanged.', schema: z.void() },
    },
  } as const;
  const answer = (_input: unknown, { ifNoneMatch }: { readonly ifNoneMatch: string | null }) => {
    const { body, etag } = description();
    const headers = { ETag: etag, 'Cache-Control': 'no-cache' };
    const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    const known = tags.includes('*') || tags.includes(etag.slice(2));
    return known ? ({ status: 304, body: undefined, headers } as const) : ({ status: 200, body, headers } as const);
  };
  return [
    accountRoute({
      ...definition,
      path: '/v1/openapi.json',
      operationId: 'getOpenApi',
      access: 'account:read',
      agents: 'own_session',
      link: 'openapi',
    }).handle(answer),
    publicRoute({
      ...definition,
      path: '/v1/docs/openapi.json',
      operationId: 'getDocsOpenApi',
      undocumented: true,
    }).handle(answer),
  ];
}

/** Makes the body and the ETag of a description. The ETag is weak, because the same description may be sent compressed or not. */
function describe(document: object) {
  const digest = createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 22);
  return { body: Object.fromEntries<unknown>(Object.entries(document)), etag: `W/"${digest}"` };
}

/** The reference page. It is public, because a browser cannot send a token for a page, and it holds no tenant data. */
const docsRoutes: readonly Route[] = [
  publicRoute({
    method: 'get',
    path: '/v1/docs',
    operationId: 'getDocs',
    tag: 'Discovery',
    summary: 'The reference, to read',
    description: 'A page made from the description; everything it needs comes from here.',
    undocumented: true,
    link: 'docs',
    responses: { 200: { description: 'The page.', mediaType: 'text/html', schema: z.string(), example: '' } },
  }).handle(() => ({ status: 200, body: docsPage.html, headers: docsPage.headers })),
  publicRoute({
    method: 'get',
    path: '/v1/docs/{asset}',
    operationId: 'getDocsAsset',
    tag: 'Discovery',
    summary: 'Parts of the reference page',
    description: 'Scripts and styles.',
    undocumented: true,
    request: { params: z.object({ asset: z.string() }) },
    responses: {
      200: { description: 'The part.', mediaType: '*/*', schema: bytesBody, example: new Uint8Array() },
    },
  }).handle(async ({ params }) => {
    const asset = await docsAsset(params.asset);
    if (asset === null) return refuse('not_found');
    return {
      status: 200,
      body: asset.bytes,
      headers: { 'Content-Type': asset.mediaType, 'Cache-Control': 'public, max-age=3600' },
    };
  }),
];

/** The page of Swagger UI. All its files come from the package swagger-ui-dist, so the page loads nothing from other hosts. */

const STYLE = 'swagger-ui.css';
const SCRIPT = 'swagger-ui-bundle.js';
const START = 'start.js';

const docsPage = {
  html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Commission statement analysis: reference</title>
    <link rel="stylesheet" href="docs/${STYLE}">
  </head>
  <body>
    <div id="reference"></div>
    <script src="docs/${SCRIPT}"></script>
    <script src="docs/${START}"></script>
  </body>
</html>
`,
  headers: {
    // Swagger UI writes style attributes and loads its icons from data: URLs.
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    'Cache-Control': 'no-cache',
  },
} as const;

const MEDIA_TYPES = new Map([
  [STYLE, 'text/css; charset=utf-8'],
  [SCRIPT, 'text/javascript; charset=utf-8'],
]);

/** Returns one of the page's assets, or null. The name is looked up in a list and never used as a path. */
async function docsAsset(name: string): Promise<{ readonly mediaType: string; readonly bytes: Uint8Array } | null> {
  if (name === START) return { mediaType: 'text/javascript; charset=utf-8', bytes: Buffer.from(START_SOURCE) };
  const mediaType = MEDIA_TYPES.get(name);
  if (mediaType === undefined) return null;
  const path = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
  return { mediaType, bytes: await readFile(path) };
}
