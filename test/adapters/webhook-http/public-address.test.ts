import { describe, expect, it } from 'vitest';
import { isPublicAddress, webhookAddressProblem } from '../../../adapters/webhook-http/public-address.ts';

describe('an address', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    // Texts that are no addresses, although some programs take them for an address.
    '0177.0.0.1',
    '0x7f.1',
    '2130706433',
    '127.1',
    'localhost',
    '',
    '[::1]',
    '8.8.8.8 ',
  ])('is not on the public internet: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '198.17.255.255',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
  ])('is on the public internet: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a webhook URL', () => {
  it.each([
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://0x7f000001/hook',
    'https://2130706433/hook',
    'https://0177.0.0.1/hook',
    'https://localhost/hook',
    'https://LOCALHOST./hook',
    'https://api.localhost/hook',
    'https://metadata.google.internal/hook',
    'https://printer.local/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00:ec2::254]/latest',
  ])('leads to no public address, in any spelling: %s', async (url) => {
    expect(await webhookAddressProblem(url)).toContain('public internet');
  });

  it('is accepted if it leads to a public address, or if its name is unresolvable now', async () => {
    expect(await webhookAddressProblem('https://8.8.8.8/hook')).toBeNull();
    expect(await webhookAddressProblem('https://no-such-name.invalid/hook')).toBeNull();
  });
});
