import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * Addresses that no webhook may reach: this machine, private networks, link-local (cloud metadata), multicast, and every
 * range reserved for documentation, benchmarks or translation. From the IANA special-purpose registries.
 */
const NOT_PUBLIC = new BlockList();
const IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Only 2000::/3 is global unicast; of that these parts are not, or carry an IPv4 address of which nothing is known. */
const IPV6_GLOBAL = new BlockList();
IPV6_GLOBAL.addSubnet('2000::', 3, 'ipv6');
const IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
for (const range of IPV4) add(range, 'ipv4');
for (const range of IPV6) add(range, 'ipv6');

function add(range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', prefix] = range.split('/');
  NOT_PUBLIC.addSubnet(network, Number(prefix), family);
}

/** True for an address on the public internet. An IPv4 address inside an IPv6 one (::ffff:127.0.0.1) is none. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !NOT_PUBLIC.check(address, 'ipv4');
    case 6:
      return IPV6_GLOBAL.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
    default:
      return false;
  }
}

/**
 * What is wrong with where the URL leads at this moment, in words, or null. A name that can't be resolved now is let
 * pass: it is asked again at every delivery, on the address that is really connected to.
 */
export async function webhookAddressProblem(url: string): Promise<string | null> {
  const { hostname, protocol } = new URL(url);
  // Plain http is accepted for this machine only, and only written out as such (core/webhook-url.ts).
  if (protocol === 'http:') return null;
  const addresses = await addressesOf(hostname.replace(/^\[|\]$/g, ''));
  return addresses.every(isPublicAddress) ? null : 'must lead to an address on the public internet';
}

async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  // Names that always mean this machine or this network, whatever a resolver says.
  if (/(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/i.test(host)) return ['127.0.0.1'];
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  } catch {
    return [];
  }
}
