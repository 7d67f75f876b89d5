import { expect, test } from 'vitest';
import { clientNetworkOf } from '../../core/client-network.ts';

test.each([
  ['all addresses of one /64', '2001:db8:0:1::1', '2001:DB8::1:ffff:0:0:2'],
  ['leading zeros', '2001:0db8:0000:0001::3', '2001:db8:0:1::4'],
  ['a zone', 'fe80::1%eth0', 'fe80::2%eth1'],
  ['an IPv4 address inside an IPv6 one', '::ffff:192.0.2.9', '192.0.2.9'],
  ['an IPv4 address inside an IPv6 one, in hexadecimal digits', '::ffff:c000:209', '192.0.2.9'],
  ['an IPv4 address inside an IPv6 one, written in full', '0:0:0:0:0:FFFF:192.0.2.9', '192.0.2.9'],
])('treats %s as one client', (_, one, other) => {
  expect(clientNetworkOf(one)).toBe(clientNetworkOf(other));
});

test.each([
  ['two networks', '2001:db8:0:1::1', '2001:db8:0:2::1'],
  ['two IPv4 addresses', '192.0.2.9', '192.0.2.10'],
  ['two IPv4 addresses inside IPv6 ones', '::ffff:192.0.2.9', '::ffff:192.0.2.10'],
  ['two IPv4 addresses inside IPv6 ones, in hexadecimal digits', '::ffff:c000:209', '::ffff:c000:20a'],
  ['this machine and an IPv4 address', '::1', '::ffff:127.0.0.1'],
])('treats %s as two clients', (_, one, other) => {
  expect(clientNetworkOf(one)).not.toBe(clientNetworkOf(other));
});

test('shortens a text that is not an address', () => {
  expect(clientNetworkOf('x'.repeat(5_000))).toHaveLength(64);
  expect(clientNetworkOf(':'.repeat(5_000)).length).toBeLessThanOrEqual(64);
});
