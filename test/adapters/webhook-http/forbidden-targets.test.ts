import { afterAll, describe, expect, it } from 'vitest';
import {
  type AddressRules,
  isPublicAddress,
  PUBLIC_ADDRESSES,
  webhookAddressProblem,
} from '../../../adapters/webhook-http/public-address.ts';
import { createWebhookSender } from '../../../adapters/webhook-http/webhook-sender.ts';
import { webhookUrlProblem } from '../../../core/webhook-url.ts';
import { words } from '../../support/words.ts';
import { startReceiver } from './receivers.ts';

/**
 * Guarantee: a URL outside the public internet is refused at registration and again at sending, by the same rules, in any spelling of the
 * address and for any resolution of a name.
 */
describe('forbidden targets', async () => {
  /** The host as in a URL. */
  const HOSTS = words(`
    # Hosts that lead to this machine, in every spelling that a URL parser or an operating system accepts.
    127.0.0.1 127.0.0.2 127.255.255.254 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0x7f.0.0.1 0177.0.0.1 0177.1
    017700000001 00000177.0.0.1 127.0.0.1. ①②⑦.⓪.⓪.① 127。0。0。1 %31%32%37.0.0.1 0.0.0.0 0 0x0 0.1.2.3 [::] [::1]
    [0:0:0:0:0:0:0:1] [::127.0.0.1] localhost LOCALHOST localhost. api.localhost localhost.localdomain ⓛocalhost
    # IPv4 addresses inside IPv6 addresses: mapped, translated, tunnelled.
    [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:10.0.0.1] [::ffff:169.254.169.254] [::ffff:8.8.8.8]
    [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b::8.8.8.8] [64:ff9b:1::1]
    [2002:7f00:1::] [2002:a00:1::1] [2001::1] [2001:0:7f00:1::] [2001:10::1] [2001:20::1]
    # Private and shared networks.
    10.0.0.1 10.255.255.255 012.0.0.1 0xa000001 167772161 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255
    3232235521 100.64.0.1 100.127.255.254 [fc00::1] [fd12:3456:789a::1] [fec0::1]
    # Link-local addresses, including the metadata services of clouds.
    169.254.0.1 169.254.169.254 169.254.170.2 0xa9fea9fe 2852039166 0251.0376.0251.0376 [fe80::1] [fd00:ec2::254]
    [fd00:ec2::23] [fd20:ce::254] 100.100.100.200 192.0.0.192 metadata metadata.google.internal instance-data
    ip-10-0-0-1.ec2.internal db.eu-west-1.compute.internal printer.local router.lan wiki.intranet nas.home
    gw.home.arpa git.corp db.private
    # Reserved addresses: protocols, documentation, benchmarks, relays, multicast and others.
    192.0.0.1 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1
    203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 [100::1] [2001:db8::1] [2620:4f:8000::1]
    [3ffe::1] [3fff::1] [5f00::1] [ff02::1] [ff0e::1]
    # The service itself.
    api.service.example API.Service.Example api.service.example.
  `);

  /** Answers that a name of the public DNS may have. */
  const ANSWERS: readonly (readonly string[])[] = [
    ['127.0.0.1'],
    ['::1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['fd00:ec2::254'],
    ['::ffff:169.254.169.254'],
    ['0.0.0.0'],
    // A non-public address among public ones, in any place.
    ['8.8.8.8', '10.0.0.1'],
    ['10.0.0.1', '8.8.8.8'],
    ['8.8.8.8', '2606:4700::1111', '::1'],
    ['2606:4700::1111', 'fe80::1%eth0'],
    // Answers that are no address.
    [''],
    ['localhost'],
    ['8.8.8.8', '2606:4700::1111%eth0'],
  ];

  const URLS = [
    // URLs without https, or with more than host and path.
    'http://8.8.8.8/',
    'ftp://8.8.8.8/',
    'file:///etc/passwd',
    'gopher://8.8.8.8/',
    'javascript:alert(1)',
    '//8.8.8.8/',
    '',
    'https://',
    'https:8.8.8.8/',
    'https:/8.8.8.8/',
    'https:\\\\8.8.8.8/',
    'https://user@8.8.8.8/',
    'https://user:word@8.8.8.8/',
    'https://8.8.8.8#@127.0.0.1/',
    'https://127.0.0.1\\@8.8.8.8/',
    'https://8.8.8.8/#fragment',
    'https://8.8.8.8/ x',
    'https://8.8.8.8/\r\nX: y',
    'https://8.8.8.8:22/',
    'https://8.8.8.8:80/',
    'https://8.8.8.8:1023/',
    'https://8.8.8.8:0/',
    'https://8.8.8.8:65536/',
    'https://.example.com/',
    'https://example..com/',
    'https://@8.8.8.8/',
    'https://8.8.8.8/#',
    ' https://8.8.8.8/',
    'nothing',
    'http://0x7f000001:3000/',
    'http://localhost:3000.evil.example/',
    `https://${'x'.repeat(64)}.example.com/`,
    `https://${'x.'.repeat(126)}com/`,
    `https://8.8.8.8/${'x'.repeat(2_048)}`,
    // URLs to this machine in other forms than the three that development allows.
    'http://127.0.0.1/',
    'http://localhost/',
    'http://LOCALHOST:3000/',
    'http://localhost.:3000/',
    'http://127.1:3000/',
    'http://2130706433:3000/',
    'http://0x7f.1:3000/',
    'http://0.0.0.0:3000/',
    'http://[::]:3000/',
    'http://[::ffff:127.0.0.1]:3000/',
    'http://[0:0:0:0:0:0:0:1]:3000/',
    'http://127.0.0.2:3000/',
    'http://api.localhost:3000/',
    'http://user@localhost:3000/',
    'http://localhost:3000@8.8.8.8/',
    'http://192.168.0.1:3000/',
    'HTTP://localhost:3000/',
    'http://localhost:3000#x',
    // URLs of the service itself.
    'http://localhost:3999/v1/health',
    'http://127.0.0.1:3999/',
    'http://[::1]:3999/',
    'http://127.0.0.1:03999/',
  ];

  /** The port of the service itself. */
  const OWN_PORT = 3999;

  const answering = (addresses: readonly string[]): AddressRules => ({
    ...PUBLIC_ADDRESSES,
    resolve: async () => addresses,
    ownHosts: ['api.service.example'],
    thisMachine: { isOwnPort: (port) => port === OWN_PORT },
  });
  const receiver = await startReceiver(() => undefined);
  afterAll(() => receiver.close());

  async function refusals(url: string, rules: AddressRules): Promise<{ setUp: boolean; sending: unknown }> {
    const problem = webhookUrlProblem(url, { localMode: true }) ?? (await webhookAddressProblem(url, rules));
    const sender = createWebhookSender({ userAgent: 'test', rules });
    const { answer } = await sender.send({ url, headers: {}, body: '{}' });
    return { setUp: problem !== null, sending: answer };
  }

  const REFUSED = { setUp: true, sending: { failure: 'refused_address' } };

  describe('refused at registration and at sending', () => {
    it.each(HOSTS)('https://%s', async (host) => {
      // The resolver has a public answer for every name, and must not be asked.
      const rules = { ...answering(['8.8.8.8']), isAllowed: PUBLIC_ADDRESSES.isAllowed };
      expect(await refusals(`https://${host}:${receiver.port}/hook`, rules)).toEqual(REFUSED);
    });

    it.each(ANSWERS)('a public name that resolves to %s %s %s', async (...addresses) => {
      expect(await refusals(`https://hook.example:${receiver.port}/`, answering(addresses))).toEqual(REFUSED);
    });

    it.each(URLS)('%j', async (url) => {
      expect(await refusals(url, answering(['8.8.8.8']))).toEqual(REFUSED);
    });

    it('and none of these calls has reached this machine', () => {
      expect(receiver.received).toEqual([]);
      expect(HOSTS.length + ANSWERS.length).toBeGreaterThan(100);
    });
  });

  describe('accepted', () => {
    it.each(
      words(`
      https://8.8.8.8/ https://8.8.8.8:1024/ https://[2606:4700::1111]/ https://hook.example/a?b=c
      https://hook.example.:8443/ https://bücher.example/ https://HOOK.example/ https://not-local.example/
      https://localhost.example/
    `),
    )('%s, even in the service on AWS', async (url) => {
      expect(webhookUrlProblem(url, { localMode: false })).toBeNull();
      expect(await webhookAddressProblem(url, answering(['8.8.8.8', '2606:4700::1111']))).toBeNull();
    });

    it.each(['http://localhost:3000/x', 'http://127.0.0.1:3000', 'http://[::1]:3000/?a=b'])(
      '%s, in development only',
      async (url) => {
        expect(webhookUrlProblem(url, { localMode: true })).toBeNull();
        expect(await webhookAddressProblem(url, answering([]))).toBeNull();
        expect(webhookUrlProblem(url, { localMode: false })).not.toBeNull();
      },
    );

    it.each([['127.0.0.1'], ['::1'], ['10.0.0.7'], ['8.8.8.8', '127.0.0.1']])(
      'an unresolvable name at registration; once it leads to %s nothing is sent to it',
      async (...addresses) => {
        const url = `https://localtest.example:${receiver.port}/`;
        expect(await webhookAddressProblem(url, answering([]))).toBeNull();
        const before = receiver.received.length;
        expect((await refusals(url, answering(addresses))).sending).toEqual({ failure: 'refused_address' });
        expect(receiver.received.length).toBe(before);
      },
    );

    it('an unresolvable name at registration; sending to it fails without details', async () => {
      const url = 'https://hook.example/';
      expect(await webhookAddressProblem(url, answering([]))).toBeNull();
      expect((await refusals(url, answering([]))).sending).toEqual({ failure: 'connect_failed' });
    });
  });
});

describe('public address', () => {
  describe('an address', () => {
    it.each([
      ...words(`
        0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254
        169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1
        198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 ::
        ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::808:808 100::1 2001::1 2001:db8::1 2002:7f00:1::
        3fff::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1
        # Texts that are no addresses, although some programs take them for an address.
        0177.0.0.1 0x7f.1 2130706433 127.1 localhost [::1]
      `),
      '',
      '8.8.8.8 ',
    ])('is not on the public internet: %s', (address) => {
      expect(isPublicAddress(address)).toBe(false);
    });

    it.each(
      words(`
      8.8.8.8 1.1.1.1 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 198.17.255.255 223.255.255.255
      2606:4700::1111 2a00:1450:4001::1
    `),
    )('is on the public internet: %s', (address) => {
      expect(isPublicAddress(address)).toBe(true);
    });
  });

  describe('a webhook URL', () => {
    it('that leads to no public address is refused with the reason', async () => {
      expect(await webhookAddressProblem('https://0x7f000001/hook')).toContain('public internet');
    });

    it('is accepted if it leads to a public address, or if its name is unresolvable now', async () => {
      expect(await webhookAddressProblem('https://8.8.8.8/hook')).toBeNull();
      expect(await webhookAddressProblem('https://no-such-name.invalid/hook')).toBeNull();
    });
  });
});
