/** Settings of the console's pages, on one machine and on CloudFront (docs/adr/0052-a-console-of-static-files.md). */

/** Addresses of the screens; a segment with a colon stands for any value. A screen that is missing here can't be reloaded. */
export const CONSOLE_PATHS = [
  '/',
  '/sign-in',
  '/statements',
  '/drop',
  '/layout/:draft',
  '/months/:period',
  '/changes',
  '/members',
  '/members/:id',
  '/ask',
  '/agents',
  '/agents/:agentId/pay',
  '/my-pay',
  '/pay',
  '/pay/setup',
  '/pay/setup/import',
  '/pay/:runId',
  '/rates',
  '/reports',
  '/by-itself',
  '/settings',
  '/operator',
] as const;

/**
 * Returns the address to which a navigation to the sign-in page is redirected; null when the page may use a link at once. A link that
 * another site's page opened could sign a person in as somebody else without notice, so the page then asks (`ask=yes`). A browser that
 * does not say where a navigation comes from is treated the same.
 */
export function askBeforeLink({ search, fetchSite }: { readonly search: string; readonly fetchSite: string | null }) {
  const query = new URLSearchParams(search);
  const isOwn = fetchSite === 'none' || fetchSite === 'same-origin';
  if (!query.has('token') || query.has('ask') || isOwn) return null;
  query.set('ask', 'yes');
  return `sign-in?${query}`;
}

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
