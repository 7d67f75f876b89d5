/** Longest text that is read. No address is longer, and a forged header can't fill the memory. */
const ADDRESS_CHARACTERS_MAX = 64;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
/** Prefix of an IPv4 address inside an IPv6 address. */
const IPV4_PREFIX = '0:0:0:0:0:ffff';

/**
 * Returns the network of a client, by which limits count: an IPv4 address, or the first 64 bits of an IPv6 address, because a customer of a
 * provider gets at least such a network. An IPv4 address inside an IPv6 address counts as the IPv4 address.
 */
export function clientNetworkOf(address: string): string {
  const text = address.slice(0, ADDRESS_CHARACTERS_MAX).toLowerCase();
  if (!text.includes(':')) return text;
  const groups = groupsOf(text.split('%', 1).join(''));
  const [high = '', low = ''] = groups.slice(6);
  if (groups.slice(0, 6).join(':') === IPV4_PREFIX) return ipv4Of(high, low);
  return groups.slice(0, 4).join(':');
}

/** Returns the eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const before = groupsIn(head);
  const after = groupsIn(tail ?? '');
  const zeros = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
}

function groupsIn(part: string): readonly string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (IPV4.test(group) ? groupsOfIpv4(group) : [group.replace(/^0+(?=.)/, '')]));
}

function groupsOfIpv4(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}

function ipv4Of(high: string, low: string): string {
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [Math.floor(value / 256), value % 256];
  });
  return bytes.join('.');
}

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
