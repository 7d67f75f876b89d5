import type { Context, Hono } from 'hono';
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

/** The addresses of the console's screens, as patterns of Hono. A screen that is missing here cannot be reloaded. */
export const CONSOLE_PATHS = [
  '/',
  '/sign-in',
  '/drop',
  '/layout/:draft',
  '/months/:period',
  '/changes',
  '/members/:id',
  '/ask',
  '/settings',
] as const;

/** Allows scripts and stylesheets from files of this address only, and requests to this address only. */
export const CONSOLE_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'";

/** Serves the console's page at the address of every screen, and its files below `/console`. */
export function mountConsole(app: Hono<HttpEnv>, { page, assets }: ConsoleFiles, publicUrl: string | null): void {
  const basePath = publicUrl === null ? '/' : `${new URL(publicUrl).pathname.replace(/\/$/, '')}/`;
  const html = page.replace('<base href="/"', `<base href="${encodeURI(basePath).replaceAll('&', '&amp;')}"`);
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
      'Cache-Control': 'no-cache',
      Vary: 'Accept',
    },
  });
}

function answerAsset(c: Context<HttpEnv>, asset: ConsoleAsset | null): Response {
  if (asset === null) return problemResponse({ code: 'not_found', detail: 'There is no such file.' }, placeOf(c));
  const headers = { 'Content-Type': asset.mediaType, 'Cache-Control': 'public, max-age=31536000, immutable' };
  return new Response(asset.bytes, { headers });
}
