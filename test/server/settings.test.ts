import { describe, expect, test } from 'vitest';
import { clientAddressOf } from '../../lambdas/http/http-env.ts';
import { createOwnPorts, readSettings, trustProxies } from '../../server/settings.ts';

/** Guarantee: the service knows every port of this machine that leads to it or to its database. */

const ownPorts = (environment: Readonly<Record<string, string>>) => createOwnPorts(readSettings(environment));

test('knows the configured ports', () => {
  const ports = ownPorts({ PORT: '4000', SFTP_PORT: '4022', SMTP_PORT: '4025' });
  expect([4000, 4022, 4025, 4001].map((port) => ports.isOwnPort(port))).toEqual([true, true, true, false]);
});

test('knows the ports that the system chose', () => {
  const ports = ownPorts({ PORT: '0' });
  expect(ports.isOwnPort(40_123)).toBe(false);
  ports.add(40_123);
  expect(ports.isOwnPort(40_123)).toBe(true);
});

test.each([
  ['postgres://u:p@localhost:6543/cas', 6543],
  ['postgresql://db.example/cas', 5432],
])('knows the port of the database at %s', (DATABASE_URL, port) => {
  expect(ownPorts({ DATABASE_URL }).isOwnPort(port)).toBe(true);
});

test.each([
  ['http://localhost:8080/base', 8080],
  ['http://cas.example', 80],
  ['https://cas.example', 443],
])('knows the port of a proxy at %s', (PUBLIC_URL, port) => {
  expect(ownPorts({ PUBLIC_URL }).isOwnPort(port)).toBe(true);
});

test('lets webhooks lead to this machine only if the settings allow it', () => {
  expect(readSettings({}).webhookLocalhost).toBe(false);
  expect(readSettings({ WEBHOOK_LOCALHOST: 'refuse' }).webhookLocalhost).toBe(false);
  expect(readSettings({ WEBHOOK_LOCALHOST: 'allow' }).webhookLocalhost).toBe(true);
  expect(() => readSettings({ WEBHOOK_LOCALHOST: 'yes' })).toThrow('WEBHOOK_LOCALHOST');
});

/** Guarantee: a client cannot choose its own address. Only a proxy that the operator named can state it. */
describe('the address of a client', () => {
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
});
