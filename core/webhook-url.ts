/**
 * Where a webhook may be sent, as far as the URL itself tells (docs/reference/webhooks.md#addresses). What the name
 * resolves to is asked apart, when the URL is set up and again at every delivery.
 */

const CHARACTERS_MAX = 2_048;
/** Below it live the protocols of other services, which a request could be made to talk to. */
const FREE_PORT_MIN = 1_024;
/** The only forms of this machine that are ever allowed; every other spelling of the same address stays refused. */
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d+(?:[/?]|$)/;
const HTTPS = /^https:\/\/[^/?#\\@]+(?:[/?]|$)/i;

/**
 * What is wrong with the URL, in words; null when nothing is. `localMode`: the service runs on the machine of whoever
 * develops against it.
 */
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

/** As names are written on the wire: no label empty or longer than 63 characters, and no more than 253 in all. */
function isHostName(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const labels = hostname.replace(/\.$/, '').split('.');
  return hostname.length <= HOST_NAME_MAX && labels.every((label) => label !== '' && label.length <= LABEL_MAX);
}

const HOST_NAME_MAX = 253;
const LABEL_MAX = 63;
