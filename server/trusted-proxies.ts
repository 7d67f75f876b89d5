import { BlockList, isIPv6 } from 'node:net';
import type { ProxyHops } from '../lambdas/http/http-env.ts';

/**
 * Believes the last entry of X-Forwarded-For only on connections from the given addresses and networks. On other connections the client
 * itself wrote the header, and its address is that of the connection.
 */
export function trustProxies(networks: readonly string[]): ProxyHops {
  if (networks.length === 0) return 0;
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = familyOf(address);
    trusted.addSubnet(address, length === undefined ? { ipv4: 32, ipv6: 128 }[family] : Number(length), family);
  }
  return (peer) => {
    // A server that listens on IPv6 shows IPv4 clients in this form.
    const address = peer.replace(/^::ffff:(?=\d+\.)/i, '');
    return trusted.check(address, familyOf(address)) ? 1 : 0;
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
