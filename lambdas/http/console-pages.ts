import type { Context, Hono } from 'hono';
import {
  askBeforeLink,
  CONSOLE_CACHE_CONTROL,
  CONSOLE_PATHS,
  CONSOLE_SECURITY_POLICY,
} from '../../core/console-site.ts';
import { type HttpEnv, placeOf } from './http-env.ts';
import { chooseMediaType } from './negotiation.ts';
import { problemResponse } from './problem-response.ts';

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

/** Serves the console's page at the address of every screen, and its files below `/console`. */
export function mountConsole(app: Hono<HttpEnv>, { page, assets }: ConsoleFiles, publicUrl: string | null): void {
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
}

/** Answers a browser with the page. A client that asks for JSON hears where the API is. */
function answerPage(c: Context<HttpEnv>, html: string): Response {
  const chosen = chooseMediaType(c.req.header('Accept'), ['text/html', 'application/problem+json']);
  if (chosen !== 'text/html')
    return problemResponse(
      { code: 'not_found', detail: 'This is a page for people. The reference is at /v1/docs, the API at /v1.' },
      placeOf(c),
    );
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': CONSOLE_SECURITY_POLICY,
      'Cache-Control': CONSOLE_CACHE_CONTROL.page,
      Vary: 'Accept',
    },
  });
}

function answerAsset(c: Context<HttpEnv>, asset: ConsoleAsset | null): Response {
  if (asset === null) return problemResponse({ code: 'not_found', detail: 'There is no such file.' }, placeOf(c));
  const headers = { 'Content-Type': asset.mediaType, 'Cache-Control': CONSOLE_CACHE_CONTROL.asset };
  return new Response(asset.bytes, { headers });
}
