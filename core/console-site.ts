/** How the pages for people are served, on one machine and by CloudFront alike (docs/adr/0057-console-and-sign-in-on-aws.md). */

/** The addresses of the screens; a segment with a colon stands for any value. A screen that is missing here cannot be reloaded. */
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

/** Allows scripts and stylesheets from files of this address only, and requests to this address only. */
export const CONSOLE_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'";

/** The names of the console's files hold a hash of their content, so a browser keeps them; it asks for the page each time. */
export const CONSOLE_CACHE_CONTROL = {
  page: 'no-cache',
  asset: 'public, max-age=31536000, immutable',
} as const;

/** The headers of every response that browsers obey. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** The policy of every response that is no page. */
export const NO_PAGE_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Two years, as the preload lists of browsers require. */
export const STRICT_TRANSPORT_SECONDS = 63_072_000;
