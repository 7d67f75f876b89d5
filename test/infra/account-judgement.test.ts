import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AccountFacts, type HostedZoneFacts, judgeAccount } from '../../lib/account-judgement.ts';
import { readStage, type StageName } from '../../lib/stage.ts';

/** Guarantee: the check before a deployment names everything that would stop it, and what to do about it. */

const file = z.object({ context: z.object({ stages: z.record(z.string(), z.record(z.string(), z.unknown())) }) });
const { stages } = file.parse(JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'))).context;
const OWN = {
  prod: { domainName: 'app.brightwater.test', mailDomain: 'statements.brightwater.test', hostedZoneId: 'Z0PUBLIC' },
  dev: { mailDomain: 'dev.brightwater.test' },
};
const stageOf = (name: StageName, own: Readonly<Record<string, unknown>> = {}) =>
  readStage(name, { ...stages[name], ...OWN[name], ...own });

const zone = (letter: string, id: string, isAvailable = true) => ({ name: `us-east-1${letter}`, id, isAvailable });
const ZONE: HostedZoneFacts = {
  name: 'brightwater.test',
  isPrivate: false,
  nameServers: ['ns-1.awsdns-01.org'],
  delegatedTo: ['ns-1.awsdns-01.org'],
  records: [{ name: 'brightwater.test', type: 'MX', values: ['10 mail.brightwater.test'] }],
};
/** An account that is ready. */
const READY: AccountFacts = {
  zones: { value: [zone('c', 'use1-az3'), zone('a', 'use1-az6'), zone('b', 'use1-az1')] },
  lambdaConcurrency: { value: 1_000 },
  addresses: { value: { quota: 5, usedByOthers: 3 } },
  cloudFront: { value: 'verified' },
  mayMailAnybody: { value: true },
  hostedZone: { value: ZONE },
  mailHosts: { value: [] },
  docker: { value: true },
};
const withRecord = (name: string, type: string, value: string): Partial<AccountFacts> => ({
  hostedZone: { value: { ...ZONE, records: [...ZONE.records, { name, type, values: [value] }] } },
});
const judge = (name: StageName, facts: Partial<AccountFacts>, own?: Readonly<Record<string, unknown>>) =>
  judgeAccount(stageOf(name, own), { ...READY, ...facts })
    .filter(({ level }) => level !== 'ok')
    .map(({ level, topic, sentence }) => `${level} ${topic}: ${sentence}`);

test('finds nothing to do in an account that is ready, also after the first deployment', () => {
  expect(judge('prod', {})).toEqual([]);
  const deployed = [
    { name: 'app.brightwater.test', type: 'A', values: ['d111111abcdef8.cloudfront.net.'] },
    { name: 'statements.brightwater.test', type: 'TXT', values: ['"v=spf1 include:amazonses.com -all"'] },
    { name: '_dmarc.statements.brightwater.test', type: 'TXT', values: ['"v=DMARC1; p=quarantine"'] },
  ];
  const hostedZone = { value: { ...ZONE, records: deployed } };
  expect(judge('prod', { hostedZone, mailHosts: { value: ['inbound-smtp.us-east-1.amazonaws.com'] } })).toEqual([]);
});

describe('zones', () => {
  const first = (id: string) => ({ zones: { value: [zone('a', id), zone('b', 'use1-az1'), zone('d', 'use1-az2')] } });

  test('without the proxy are refused, with two that have it', () => {
    const [found, ...others] = judge('prod', first('use1-az3'));
    expect(others).toEqual([]);
    expect(found).toMatch(
      /^stop zones: us-east-1a \(use1-az3\) lacks RDS Proxy.*"zones": \["us-east-1b", "us-east-1d"\]/,
    );
    expect(judge('prod', first('use1-az3'), { zones: ['us-east-1b', 'us-east-1d'] })).toEqual([]);
    expect(judge('prod', first('use1-az6'), { zones: ['us-east-1a', 'us-east-1f'] })).toEqual([
      expect.stringContaining('us-east-1f (not available)'),
    ]);
  });

  test('of northern California are refused for the proxy only, and a region that has one left altogether', () => {
    const west = { region: 'us-west-1', backupRegion: 'us-west-2' };
    const zones = {
      value: ['2', '1'].map((n) => ({
        name: `us-west-1${n === '1' ? 'a' : 'c'}`,
        id: `usw1-az${n}`,
        isAvailable: true,
      })),
    };
    expect(judge('prod', { zones }, west)).toEqual([expect.stringMatching(/^stop zones: us-west-1 .*another region/)]);
    expect(judge('dev', { zones, hostedZone: undefined }, { region: 'us-west-1' })).toEqual([
      expect.stringMatching(/^note hosted zone/),
    ]);
  });
});

test.each<[string, StageName, Partial<AccountFacts>, RegExp]>([
  [
    'few functions at once in prod',
    'prod',
    { lambdaConcurrency: { value: 10 } },
    /^stop Lambda concurrency: .*Ask for 1000/,
  ],
  ['fewer than ten in dev', 'dev', { lambdaConcurrency: { value: 5 } }, /^note Lambda concurrency: .*Ask for 10/],
  [
    'no address left for the gateways',
    'prod',
    { addresses: { value: { quota: 5, usedByOthers: 4 } } },
    /^stop elastic addresses: 4 of 5/,
  ],
  [
    'an account without CloudFront, for prod',
    'prod',
    { cloudFront: { value: 'unverified' } },
    /^stop CloudFront: .*AWS Support.*try out dev/,
  ],
  [
    'an account without CloudFront, for dev',
    'dev',
    { cloudFront: { value: 'unverified' } },
    /^stop CloudFront: .*"cloudFront": false/,
  ],
  ['the sandbox of SES', 'prod', { mayMailAnybody: { value: false } }, /^note SES: .*production access/],
  [
    'a zone of another account',
    'prod',
    { hostedZone: { value: null } },
    /^stop hosted zone: .*no hosted zone Z0PUBLIC/,
  ],
  ['a private zone', 'prod', { hostedZone: { value: { ...ZONE, isPrivate: true } } }, /^stop hosted zone: .*private/],
  [
    'a zone of another domain',
    'prod',
    { hostedZone: { value: { ...ZONE, name: 'other.test' } } },
    /does not contain app\.brightwater\.test and statements\./,
  ],
  [
    'a zone that nobody asks',
    'prod',
    { hostedZone: { value: { ...ZONE, delegatedTo: ['ns.registrar.test'] } } },
    /^stop hosted zone: .*registrar: ns-1\.awsdns/,
  ],
  [
    'an address that exists',
    'prod',
    withRecord('app.brightwater.test', 'CNAME', 'old.host.test'),
    /^stop existing records: app\..*old\.host\.test.*Delete it/,
  ],
  [
    'a text of others at the mail domain',
    'prod',
    withRecord('statements.brightwater.test', 'TXT', '"v=spf1 include:mail.test ~all"'),
    /^stop existing records: .*subdomain/,
  ],
  [
    'a domain that receives other mail',
    'prod',
    { mailHosts: { value: ['aspmx.mail.test'] } },
    /^stop mail domain: .*aspmx\.mail\.test.*such as statements\./,
  ],
  ['no Docker', 'prod', { docker: { value: false } }, /^stop Docker/],
  [
    'a question without a right',
    'prod',
    { zones: { missing: 'UnauthorizedOperation: not you' } },
    /^unknown zones: There is no answer: UnauthorizedOperation/,
  ],
])('finds %s, and says what to do', (_what, name, facts, sentence) => {
  const found = judge(name, name === 'dev' ? { ...facts, hostedZone: { value: ZONE } } : facts);
  expect(found).toEqual([expect.stringMatching(sentence)]);
});

test('asks no question about what the stage does not have', () => {
  const facts = { docker: { value: false }, cloudFront: { value: 'unverified' as const }, hostedZone: { value: ZONE } };
  expect(judge('dev', facts, { cloudFront: false })).toEqual([]);
});
