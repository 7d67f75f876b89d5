import { expect, test } from 'vitest';
import { createOwnPorts, readSettings } from '../../server/settings.ts';

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
