/**
 * Checks a webhook's URL as text (docs/reference/webhooks.md#addresses). The resolved address is checked separately, at
 * setup and at every delivery.
 */

const CHARACTERS_MAX = 2_048;
/** Lowest allowed port besides 443. Lower ports belong to other protocols, at which a request could be aimed. */
const FREE_PORT_MIN = 1_024;
/** Matches the allowed URLs of the local machine. */
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d+(?:[/?]|$)/;
const HTTPS = /^https:\/\/[^/?#\\@]+(?:[/?]|$)/i;

/** Returns the problem of a URL in words, or null. `localMode` also allows plain http to the local machine, for development. */
export function webhookUrlProblem(url: string, { localMode }: { readonly localMode: boolean }): string | null {
  if (url.length > CHARACTERS_MAX) return `must not be longer than ${CHARACTERS_MAX} characters`;
  if (/[\s\p{Cc}\\]/u.test(url) || !URL.canParse(url)) return 'must be a URL';
  const { username, password, port, hostname } = new URL(url);
  if (username !== '' || password !== '') return 'must not hold a user name or password';
  if (url.includes('#')) return 'must not have a fragment';
  if (localMode && LOCAL.test(url)) return null;
  if (!HTTPS.test(url)) return 'must be an https URL';
  if (!isHostName(hostname)) return 'must name a host that can exist';
  if (port !== '' && Number(port) < FREE_PORT_MIN) return `must use port 443, or one from ${FREE_PORT_MIN} on`;
  return null;
}

/** Checks a host name against DNS: labels of 1 to 63 characters, at most 253 in all. */
function isHostName(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const labels = hostname.replace(/\.$/, '').split('.');
  return hostname.length <= HOST_NAME_MAX && labels.every((label) => label !== '' && label.length <= LABEL_MAX);
}

const HOST_NAME_MAX = 253;
const LABEL_MAX = 63;
