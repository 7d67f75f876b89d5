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
