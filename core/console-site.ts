/** Settings of the console's pages, on one machine and on CloudFront (docs/adr/0057-console-and-sign-in-on-aws.md). */

/** Addresses of the screens; a segment with a colon stands for any value. A screen that is missing here can't be reloaded. */
export const CONSOLE_PATHS = [
  '/',
  '/sign-in',
  '/drop',
  '/layout/:draft',
  '/months/:period',
  '/changes',
  '/members/:id',
  '/ask',
  '/rates',
  '/by-itself',
  '/settings',
  '/operator',
] as const;

/** Content security policy of the pages: scripts, stylesheets and requests are limited to the console's own address. */
export const CONSOLE_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'";

/** Cache headers. Names of files contain a hash of the content, so browsers cache them for a year; the page is always revalidated. */
export const CONSOLE_CACHE_CONTROL = {
  page: 'no-cache',
  asset: 'public, max-age=31536000, immutable',
} as const;

/** Security headers of every response. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Content security policy of every response that is no page. */
export const NO_PAGE_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Seconds of Strict-Transport-Security: two years, as the preload lists of browsers require. */
export const STRICT_TRANSPORT_SECONDS = 63_072_000;
