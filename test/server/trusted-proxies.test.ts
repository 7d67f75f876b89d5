import { expect, test } from 'vitest';
import { clientAddressOf } from '../../lambdas/http/http-env.ts';
import { trustProxies } from '../../server/settings.ts';

/** Guarantee: a client cannot choose its own address. Only a proxy that the operator named can state it. */

function clientOf(networks: readonly string[], peer: string, forwarded: string | null): string | null {
  const request = {
    env: { incoming: { socket: { remoteAddress: peer } } },
    req: { header: () => forwarded ?? undefined },
  };
  return clientAddressOf(request, trustProxies(networks));
}

test.each([
  { networks: [], peer: '127.0.0.1', forwarded: '203.0.113.9', client: '127.0.0.1' },
  { networks: ['127.0.0.1'], peer: '127.0.0.1', forwarded: '203.0.113.9', client: '203.0.113.9' },
  { networks: ['127.0.0.1'], peer: '::ffff:127.0.0.1', forwarded: '203.0.113.9', client: '203.0.113.9' },
  { networks: ['127.0.0.1'], peer: '127.0.0.2', forwarded: '203.0.113.9', client: '127.0.0.2' },
  { networks: ['127.0.0.1'], peer: '127.0.0.1', forwarded: null, client: '127.0.0.1' },
  // The client wrote the first entry, and the proxy added the second.
  { networks: ['10.0.0.0/8'], peer: '10.2.3.4', forwarded: '127.0.0.1, 203.0.113.9', client: '203.0.113.9' },
  { networks: ['10.0.0.0/8'], peer: '11.2.3.4', forwarded: '203.0.113.9', client: '11.2.3.4' },
  { networks: ['192.0.2.1', 'fd00::/8'], peer: 'fd00::5', forwarded: '2001:db8::1', client: '2001:db8::1' },
  { networks: ['0.0.0.0/0'], peer: '::1', forwarded: '203.0.113.9', client: '::1' },
])('$peer behind $networks with "$forwarded" is $client', ({ networks, peer, forwarded, client }) => {
  expect(clientOf(networks, peer, forwarded)).toBe(client);
});
