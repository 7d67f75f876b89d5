import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Hono } from 'hono';
import {
  askBeforeLink,
  CONSOLE_CACHE_CONTROL,
  CONSOLE_PATHS,
  CONSOLE_SECURITY_POLICY,
} from '../../core/page-headers.ts';
import type { Refusal } from '../../core/problem.ts';
import type { Credentials } from './authentication.ts';
import { type HttpEnv, placeOf, problemResponse } from './http-env.ts';
import { chooseMediaType } from './reply.ts';

export interface ConsoleAsset {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The built console: pages for people, which call this same API from their browser. */
export interface ConsoleFiles {
  /** The HTML of every page, with `<base href="/">`. */
  readonly page: string;
  /** Scripts and stylesheets by name. Their names hold a hash of their content. */
  readonly assets: ReadonlyMap<string, ConsoleAsset>;
}

/** Serves the console's page at the address of every screen, and its files below `/console`. Returns the page. */
export function mountConsole(app: Hono<HttpEnv>, { page, assets }: ConsoleFiles, publicUrl: string | null): string {
  const basePath = publicUrl === null ? '/' : `${new URL(publicUrl).pathname.replace(/\/$/, '')}/`;
  const html = page.replace('<base href="/"', `<base href="${encodeURI(basePath).replaceAll('&', '&amp;')}"`);
  app.get('/sign-in', async (c, next) => {
    const fetchSite = c.req.header('Sec-Fetch-Site') ?? null;
    const asking = askBeforeLink({ search: new URL(c.req.url).search, fetchSite });
    if (asking === null) return next();
    return new Response(null, {
      status: 302,
      headers: { Location: `${basePath}${asking}`, 'Cache-Control': 'no-store' },
    });
  });
  for (const path of CONSOLE_PATHS) app.get(path, (c) => answerPage(c, html));
  app.get('/console/:name', (c) => answerAsset(c, assets.get(c.req.param('name')) ?? null));
  return html;
}

/** Answers a browser with the page. A client that asks for JSON hears where the API is. */
function answerPage(c: Context<HttpEnv>, html: string): Response {
  const chosen = chooseMediaType(c.req.header('Accept'), ['text/html', 'application/problem+json']);
  if (chosen !== 'text/html')
    return problemResponse(
      { code: 'not_found', detail: 'This is a page for people. The reference is at /v1/docs, the API at /v1.' },
      placeOf(c),
    );
  return pageOf(html, 200);
}

function pageOf(html: string, status: 200 | 404): Response {
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': CONSOLE_SECURITY_POLICY,
      'Cache-Control': CONSOLE_CACHE_CONTROL.page,
      Vary: 'Accept',
    },
  });
}

/** Makes the page of an unknown address where the console is served by another host, as on AWS. */
export function unknownPage(publicUrl: string | null): string {
  const start = encodeURI(publicUrl ?? '/').replaceAll('&', '&amp;');
  return `<!doctype html>
<html lang="en">
<title>No such page</title>
<h1>There is no such page</h1>
<p><a href="${start}">Go to the start</a></p>
`;
}

const NO_SUCH_PATH: Refusal = { code: 'not_found', detail: 'There is no such path.' };

/**
 * Answers a person's browser at an unknown or unreadable address with a page. Below `/v1`, and for other clients, the answer is the
 * problem of the refusal.
 */
export function answerUnknownPath(c: Context<HttpEnv>, html: string, refusal = NO_SUCH_PATH): Response {
  const isPage = c.req.method === 'GET' && !/^\/(v1|console)(\/|$)/.test(c.req.path);
  const accepted = isPage ? c.req.header('Accept') : 'application/problem+json';
  if (chooseMediaType(accepted, ['application/problem+json', 'text/html']) === 'text/html') return pageOf(html, 404);
  return problemResponse(refusal, placeOf(c));
}

function answerAsset(c: Context<HttpEnv>, asset: ConsoleAsset | null): Response {
  if (asset === null) return problemResponse({ code: 'not_found', detail: 'There is no such file.' }, placeOf(c));
  const headers = { 'Content-Type': asset.mediaType, 'Cache-Control': CONSOLE_CACHE_CONTROL.asset };
  return new Response(asset.bytes, { headers });
}

/**
 * The script that starts Swagger UI on the reference page, as text. "Try it out" sends what a form shows, so texts, and fields that may be
 * absent, start empty. Errors, which are most of the responses of an operation, are collapsed. The address of the description is relative
 * to the page, so that it also works behind a proxy with a base path.
 */
export const START_SOURCE = `const requiredOnly = (schema) => {
  if (schema.has('example')) return schema;
  if (isInvented(schema)) return schema.set('example', '');
  if (schema.has('items')) return schema.update('items', requiredOnly);
  if (!schema.has('properties')) return schema;
  return schema.update('properties', (properties) =>
    properties.filter((_, name) => isRequired(schema, name)).map(requiredOnly),
  );
};
/** Swagger UI fills a text without an example with "string", or with an invented id, which a reader would send by mistake. */
const isInvented = (schema) =>
  schema.get('type') === 'string' &&
  schema.get('format') !== 'binary' &&
  !['example', 'enum', 'const'].some((key) => schema.has(key));
const isRequired = (schema, name) => (schema.get('required') ? schema.get('required').includes(name) : false);

/** Swagger UI fills each field of a form with a sample of its type: true, a URL, an id. */
const emptyFields = (form) =>
  form.updateIn(['schema', 'properties'], (properties) =>
    properties.map((field, name) =>
      isRequired(form.get('schema'), name) && !isInvented(field) ? field : field.set('example', ''),
    ),
  );

const startsEmpty = (requestBody, fn) =>
  requestBody.update('content', (content) =>
    content.map((body, mediaType) => {
      const schema = body.get('schema');
      if (schema === undefined || schema.get('properties') === undefined || body.has('example')) return body;
      if (mediaType.startsWith('multipart/')) return emptyFields(body);
      return body.set('example', fn.getSampleSchema(requiredOnly(schema), mediaType, { includeWriteOnly: true }));
    }),
  );

const OptionalFieldsStartEmpty = ({ React }) => ({
  wrapComponents: {
    RequestBody: (Original) => (props) => {
      const { requestBody, fn } = props;
      const shown = React.useMemo(() => (requestBody ? startsEmpty(requestBody, fn) : requestBody), [requestBody]);
      return React.createElement(Original, { ...props, requestBody: shown });
    },
    // The box "Send empty value" is checked at first, and no field of the service takes an empty value.
    ParameterIncludeEmpty: () => () => null,
  },
});

const CollapsedErrors = ({ React: { createElement: h } }) => ({
  wrapComponents: {
    response: (Original) => (props) => {
      const row = h(Original, props);
      if (!/^[45]/.test(props.code)) return row;
      const summary = h('summary', null, props.code, ' ', props.response.get('description'));
      const table = h('table', { className: 'responses-table' }, h('tbody', null, row));
      return h('tr', { className: 'collapsed-error' }, h('td', { colSpan: 3 }, h('details', null, summary, table)));
    },
  },
});

SwaggerUIBundle({
  url: new URL('docs/openapi.json', window.location.href).href,
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: true,
  defaultModelsExpandDepth: 0,
  plugins: [OptionalFieldsStartEmpty, CollapsedErrors],
});
`;

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Reads the headers of a request that name its sender and the page it comes from. */
export function credentialsOf(c: Context<HttpEnv>, publicUrl: string | null): Credentials {
  return {
    authorization: c.req.header('Authorization'),
    cookie: c.req.header('Cookie'),
    isFromOwnPage: () => SAFE_METHODS.includes(c.req.method) || isFromOwnPage(c, publicUrl),
  };
}

/**
 * True when the browser says that a page of this service sends the request. Browsers send Origin with every unsafe method, and a page can
 * not change it. A request without Origin is not from a browser's page and has no cookie to protect, so it is refused.
 */
export function isFromOwnPage(c: Context<HttpEnv>, publicUrl: string | null): boolean {
  const origin = URL.parse(c.req.header('Origin') ?? '');
  if (origin === null) return false;
  return publicUrl === null ? origin.host === c.req.header('Host') : origin.origin === new URL(publicUrl).origin;
}

/**
 * Returns the address that links of the API begin with on a host that knows no public address: the Host of the request if it is local, else
 * the address at which the connection arrived. Any other Host is what the client wrote, and a cache or a proxy may hand it to others.
 */
export function addressOf(c: RequestWithSocket): string {
  const asked = new URL(c.req.url);
  if (isLocalHost(asked.hostname)) return asked.origin;
  const { localAddress = '127.0.0.1', localPort = 80 } = c.env?.incoming?.socket ?? {};
  const host = localAddress.replace(/^::ffff:/, '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${localPort}`;
}

interface RequestWithSocket {
  readonly req: { readonly url: string };
  readonly env?: HttpEnv['Bindings'] | undefined;
}

function isLocalHost(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) === 0) return name === 'localhost' || name.endsWith('.localhost');
  return LOCAL_ADDRESSES.check(name, isIP(name) === 6 ? 'ipv6' : 'ipv4');
}

/** The addresses of this machine and of private networks (RFC 1918, RFC 4193). */
const LOCAL_ADDRESSES = new BlockList();
for (const [net, prefix, family] of [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  LOCAL_ADDRESSES.addSubnet(net, prefix, family);

/**
 * Serves the pages of `docs/` as Markdown, at their paths in the repository, and `/llms.txt`, which lists them for programs
 * (https://llmstxt.org). They are public, because they hold no tenant data.
 */

/** The places of the pages: beside a bundle, above one of its later parts, and in the repository. */
const FOLDER = ['docs/', '../docs/', '../../docs/']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((folder) => existsSync(join(folder, 'reference')));

const CACHE_CONTROL = 'public, max-age=3600';

/** Mounts the pages. A host without the folder answers 404. */
export function mountReferencePages(app: Hono<HttpEnv>, publicUrl: string | null): void {
  let pages: Promise<ReadonlyMap<string, string>> | null = null;
  const load = () => {
    pages ??= readPages();
    return pages;
  };
  app.get('/llms.txt', async (c) => {
    const found = await load();
    if (found.size === 0) return notFound(c);
    return answer(listOf(found, publicUrl ?? addressOf(c)), 'text/plain; charset=utf-8');
  });
  app.get('/docs/*', async (c, next) => {
    const path = c.req.path.slice('/docs/'.length);
    if (!path.endsWith('.md')) return next();
    const text = (await load()).get(path);
    return text === undefined ? notFound(c) : answer(text, 'text/markdown; charset=utf-8');
  });
}

const answer = (text: string, type: string) =>
  new Response(text, { headers: { 'Content-Type': type, 'Cache-Control': CACHE_CONTROL } });

const notFound = (c: Context<HttpEnv>) =>
  problemResponse({ code: 'not_found', detail: 'There is no such page. All pages are in /llms.txt.' }, placeOf(c));

/** Reads all pages, by their paths below `docs/`. A request names a page of this list and never a path on the disk. */
async function readPages(): Promise<ReadonlyMap<string, string>> {
  const folder = FOLDER;
  if (folder === undefined) return new Map();
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return new Map(names.map((name, index) => [name.replaceAll('\\', '/'), texts[index] ?? '']));
}

const SECTIONS = [
  ['Reference', 'reference/'],
  ['How-tos', 'howto/'],
] as const;

/** Writes the list: the description of the API first, then the pages by section, each with the sentence that says who needs it. */
function listOf(pages: ReadonlyMap<string, string>, address: string): string {
  const sections = SECTIONS.map(([title, folder]) => {
    const own = [...pages].filter(([path]) => path.startsWith(folder));
    return `## ${title}\n\n${own.map(([path, text]) => lineOf(`${address}/docs/${path}`, text)).join('\n')}\n`;
  });
  return `# Commission statement service

> An HTTP API that reads the commission statements of insurance carriers, compares every member with the month before,
> and says who left, who is paid less, and what a carrier owes. A token of the account goes into \`Authorization: Bearer\`.

- [OpenAPI 3.1](${address}/v1/docs/openapi.json): every operation, field and error

${sections.join('\n')}`;
}

function lineOf(address: string, text: string): string {
  const [title = '', readers = ''] = text.split('\n\n');
  const sentence = readers.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return `- [${title.replace(/^# /, '')}](${address}): ${/^.*?\.(?= |$)/.exec(sentence)?.[0] ?? sentence}`;
}
