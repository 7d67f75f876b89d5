import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * Addresses that no webhook may reach: this machine, private networks, link-local (cloud metadata), multicast, and ranges reserved for
 * documentation, benchmarks or translation. The ranges are those of the IANA special-purpose registries.
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
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** The addresses of global unicast, 2000::/3. The parts of it below are not global, or contain an unknown IPv4 address. */
const IPV6_GLOBAL = new BlockList();
IPV6_GLOBAL.addSubnet('2000::', 3, 'ipv6');
const IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3ffe::/16', '3fff::/20'];
for (const range of IPV4) add(range, 'ipv4');
for (const range of IPV6) add(range, 'ipv6');

function add(range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', prefix] = range.split('/');
  NOT_PUBLIC.addSubnet(network, Number(prefix), family);
}

/**
 * Returns true for an address on the public internet. Returns false for an IPv4 address inside an IPv6 one (::ffff:127.0.0.1) and for an
 * address with a zone.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !NOT_PUBLIC.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && IPV6_GLOBAL.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
    default:
      return false;
  }
}

export interface AddressRules {
  /** Returns all addresses of a name, IPv4 first; none when it can't be resolved now. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>;
  readonly isAllowed: (address: string) => boolean;
  /** The names of the service itself. The service must not call itself. */
  readonly ownHosts: readonly string[];
  /** Null when webhooks must not lead to this machine. */
  readonly thisMachine: ThisMachine | null;
}

/** Rules for receivers on the machine of a developer. */
export interface ThisMachine {
  /**
   * Returns whether the service itself or its database listens on the port. Called at each use, because servers start one after the other.
   */
  readonly isOwnPort: (port: number) => boolean;
}

/** The rules of a deployed service. */
export const PUBLIC_ADDRESSES: AddressRules = {
  resolve: resolveName,
  isAllowed: isPublicAddress,
  ownHosts: [],
  thisMachine: null,
};

/** Returns the rules with the service's own address; null: the service has no address on the internet. */
export function publicAddressRules(publicUrl: string | null, thisMachine: ThisMachine | null): AddressRules {
  return { ...PUBLIC_ADDRESSES, ownHosts: publicUrl === null ? [] : [new URL(publicUrl).hostname], thisMachine };
}

/** The address that a URL resolves to now. `refused`: a forbidden address, whose details are not disclosed. */
export type VettedAddress =
  | { readonly kind: 'allowed'; readonly addresses: readonly string[] }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unresolved' };

/** Names that always mean this machine or this network, whatever a resolver answers. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;
const LOOPBACK: ReadonlyMap<string, readonly string[]> = new Map([
  ['localhost', ['127.0.0.1', '::1']],
  ['127.0.0.1', ['127.0.0.1']],
  ['::1', ['::1']],
]);

/**
 * Checks a URL that core/webhook-url.ts has accepted, at set-up and before every attempt. Refuses a name if any of its addresses is
 * forbidden, because a mixed answer is a sign of an attack.
 */
export async function vetAddress(url: string, rules: AddressRules): Promise<VettedAddress> {
  const { hostname, protocol, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // Plain http is accepted only for this machine, and only with a literal name or address.
  if (protocol === 'http:') {
    const addresses = LOOPBACK.get(host);
    const isOpen = rules.thisMachine !== null && !rules.thisMachine.isOwnPort(Number(port === '' ? '80' : port));
    return addresses === undefined || !isOpen ? { kind: 'refused' } : { kind: 'allowed', addresses };
  }
  const isLiteral = isIP(host) !== 0;
  if (!isLiteral && (!host.includes('.') || PRIVATE_NAME.test(host) || rules.ownHosts.includes(host)))
    return { kind: 'refused' };
  const addresses = isLiteral ? [host] : await rules.resolve(host);
  if (addresses.length === 0) return { kind: 'unresolved' };
  return addresses.every(rules.isAllowed) ? { kind: 'allowed', addresses } : { kind: 'refused' };
}

/**
 * Returns, in words, what is wrong with the address that a URL resolves to, or null. A name that can't be resolved now is accepted,
 * because every delivery checks the address it connects to.
 */
export async function webhookAddressProblem(
  url: string,
  rules: AddressRules = PUBLIC_ADDRESSES,
): Promise<string | null> {
  const { kind } = await vetAddress(url, rules);
  if (kind !== 'refused') return null;
  return url.startsWith('http:') && rules.thisMachine !== null
    ? 'must not lead to a port of the service itself'
    : 'must lead to an address on the public internet';
}

/** The timeouts of name resolution, short enough to leave time for the connection. /etc/hosts and search domains are not used. */
const RESOLVE_OPTIONS = { timeout: 1_000, tries: 2 };

async function resolveName(hostname: string): Promise<readonly string[]> {
  const resolver = new Resolver(RESOLVE_OPTIONS);
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
}
