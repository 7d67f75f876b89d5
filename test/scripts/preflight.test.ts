import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readStage } from '../../lib/stage.ts';
import { type Dns, readAccountFacts } from '../../scripts/account-facts.ts';
import { startSesServer } from '../adapters/mail/relay-server.ts';

/** Guarantee: the check before a deployment reads AWS's real answers, changes nothing, and ends with an error when something is to do. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Answers in the form in which AWS sends them, by operation. */
const ANSWERS: Record<string, { readonly status?: number; readonly type?: string; readonly body: string }> = {
  DescribeAvailabilityZones: {
    body: `<DescribeAvailabilityZonesResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>r</requestId><availabilityZoneInfo>
      <item><zoneName>us-east-1a</zoneName><zoneId>use1-az3</zoneId><zoneState>available</zoneState></item>
      <item><zoneName>us-east-1b</zoneName><zoneId>use1-az1</zoneId><zoneState>available</zoneState></item>
      <item><zoneName>us-east-1c</zoneName><zoneId>use1-az2</zoneId><zoneState>available</zoneState></item>
      </availabilityZoneInfo></DescribeAvailabilityZonesResponse>`,
  },
  DescribeAddresses: {
    body: `<DescribeAddressesResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>r</requestId><addressesSet>
      <item><publicIp>18.1.1.1</publicIp></item>
      <item><publicIp>18.1.1.2</publicIp><tagSet><item><key>application</key><value>commission-statement-service</value></item>
        <item><key>stage</key><value>prod</value></item></tagSet></item>
      </addressesSet></DescribeAddressesResponse>`,
  },
  'GetServiceQuota L-B99A9384': { body: '{"Quota":{"QuotaCode":"L-B99A9384","Value":10.0}}' },
  'GetServiceQuota L-0263D0A3': {
    status: 400,
    body: '{"__type":"NoSuchResourceException","Message":"The request failed because the specified quota does not exist."}',
  },
  'GetAWSDefaultServiceQuota L-0263D0A3': { body: '{"Quota":{"QuotaCode":"L-0263D0A3","Value":5.0}}' },
  'GET /2020-05-31/distribution': {
    body: `<DistributionList xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Marker></Marker><MaxItems>1</MaxItems>
      <IsTruncated>false</IsTruncated><Quantity>0</Quantity></DistributionList>`,
  },
  'POST /2020-05-31/distribution': {
    status: 403,
    body: `<ErrorResponse xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Error><Type>Sender</Type><Code>AccessDenied</Code>
      <Message>Your account must be verified before you can add new CloudFront resources. To verify your account, please contact AWS Support
      (https://console.aws.amazon.com/support/home#/) and include this error message.</Message></Error><RequestId>r</RequestId></ErrorResponse>`,
  },
  'GET /v2/email/account': { body: '{"ProductionAccessEnabled":false,"SendingEnabled":true}' },
  'GET /2013-04-01/hostedzone/Z0PUBLIC': {
    body: `<GetHostedZoneResponse xmlns="https://route53.amazonaws.com/doc/2013-04-01/"><HostedZone><Id>/hostedzone/Z0PUBLIC</Id>
      <Name>brightwater.test.</Name><CallerReference>r</CallerReference><Config><PrivateZone>false</PrivateZone></Config></HostedZone>
      <DelegationSet><NameServers><NameServer>ns-1.awsdns-01.org</NameServer></NameServers></DelegationSet></GetHostedZoneResponse>`,
  },
  'GET /2013-04-01/hostedzone/Z0PUBLIC/rrset': {
    body: `<ListResourceRecordSetsResponse xmlns="https://route53.amazonaws.com/doc/2013-04-01/"><ResourceRecordSets>
      <ResourceRecordSet><Name>brightwater.test.</Name><Type>MX</Type><TTL>300</TTL><ResourceRecords>
        <ResourceRecord><Value>10 aspmx.mail.test.</Value></ResourceRecord></ResourceRecords></ResourceRecordSet>
      <ResourceRecordSet><Name>app.brightwater.test.</Name><Type>A</Type><AliasTarget><HostedZoneId>Z2FDTNDATAQYW2</HostedZoneId>
        <DNSName>d111111abcdef8.cloudfront.net.</DNSName><EvaluateTargetHealth>false</EvaluateTargetHealth></AliasTarget></ResourceRecordSet>
      </ResourceRecordSets><IsTruncated>false</IsTruncated><MaxItems>300</MaxItems></ListResourceRecordSetsResponse>`,
  },
};

let aws: Server;
let folder: string;
const asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preflight-'));
  aws = createServer((request, response) => {
    let received = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    request.on('end', () => {
      const operation = operationOf(request, received);
      asked.push(operation);
      const { status = 200, body } = ANSWERS[operation] ?? { status: 501, body: '' };
      const type = body.startsWith('{') ? 'application/x-amz-json-1.1' : 'text/xml';
      response.writeHead(status, { 'content-type': type }).end(body);
    });
  });
  aws.listen(0, '127.0.0.1');
  await once(aws, 'listening');
});
afterAll(async () => {
  aws.close();
  await rm(folder, { recursive: true, force: true });
});

/** Names the asked operation as each of the protocols of AWS has it: in a header, in the form or in the path. */
function operationOf({ method, url = '', headers }: IncomingMessage, body: string): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') {
    const { QuotaCode } = z.object({ QuotaCode: z.string() }).parse(JSON.parse(body));
    return `${target.split('.')[1]} ${QuotaCode}`;
  }
  const action = new URLSearchParams(body).get('Action');
  return action ?? `${method} ${url.split('?')[0]?.replace(/\/$/, '')}`;
}

const endpoint = () => {
  const address = aws.address();
  if (address === null || typeof address === 'string') throw new Error('The server has a port');
  return `http://127.0.0.1:${address.port}`;
};
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'example', AWS_MAX_ATTEMPTS: '1' };

const OWN = {
  domainName: 'app.brightwater.test',
  mailDomain: 'brightwater.test',
  hostedZoneId: 'Z0PUBLIC',
  operatorAddresses: ['18.194.7.3/32'],
};

/** Runs the program beside a cdk.json with these choices, and a Docker that answers. */
async function preflight(
  stage: string,
  own: Readonly<Record<string, unknown>>,
  settings: Readonly<Record<string, string>> = {},
) {
  const file = z.object({ context: z.object({ stages: z.record(z.string(), z.record(z.string(), z.unknown())) }) });
  const { context } = file.parse(JSON.parse(await readFile(join(ROOT, 'cdk.json'), 'utf8')));
  const stages = { ...context.stages, [stage]: { ...context.stages[stage], ...own } };
  await writeFile(join(folder, 'cdk.json'), JSON.stringify({ context: { stages } }));
  await writeFile(join(folder, 'docker'), '#!/bin/sh\necho 28.0.0\n');
  await chmod(join(folder, 'docker'), 0o755);
  const env = {
    ...CREDENTIALS,
    PATH: [folder, process.env['PATH']].join(delimiter),
    AWS_ENDPOINT_URL: endpoint(),
    ...settings,
  };
  const started = promisify(execFile)(process.execPath, [join(ROOT, 'scripts/preflight.ts'), stage], {
    cwd: folder,
    env,
  });
  return started.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => z.object({ code: z.number(), stdout: z.string() }).parse(error),
  );
}

describe('the program', () => {
  it('prints each finding with the sentence what to do, and ends with 1', async () => {
    asked.length = 0;
    const { code, stdout } = await preflight('prod', OWN);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^STOP {2}zones: us-east-1a \(use1-az3\) lacks .*"zones": \["us-east-1b", "us-east-1c"\]/m);
    expect(stdout).toMatch(/^STOP {2}Lambda concurrency: The account may run 10 functions/m);
    expect(stdout).toMatch(/^ok {4}elastic addresses: 4 of 5 are free/m);
    expect(stdout).toMatch(/^STOP {2}CloudFront: AWS has not verified/m);
    expect(stdout).toMatch(/^note {2}SES: .*sandbox/m);
    expect(stdout).toMatch(/^STOP {2}mail domain: brightwater\.test receives other mail \(aspmx\.mail\.test\)/m);
    expect(stdout).toMatch(/^ok {4}Docker/m);
    expect(stdout).toMatch(/\n\d to do before a deployment of prod\.\n$/);
    // The only request that is not a question is the one that CloudFront has to refuse.
    const writes = asked.filter((each) => !/^(Describe|Get|GET )/.test(each));
    expect(writes).toEqual(['POST /2020-05-31/distribution']);
  });

  it('refuses choices that cannot be deployed before it asks anything', async () => {
    asked.length = 0;
    const { code, stdout } = await preflight('prod', { ...OWN, operatorAddresses: [] });
    expect([code, stdout, asked]).toEqual([
      1,
      expect.stringContaining('STOP  cdk.json: stages.prod.operatorAddresses is empty'),
      [],
    ]);
    expect((await preflight('prod', { ...OWN, mailDomain: 'mail.example' })).stdout).toContain('still the placeholder');
  });
});

it.each(['--help', '-h'])('prints its help alone for %s', async (word) => {
  const { code, stdout } = await preflight(word, {});
  expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(/^Asks your AWS account/)]);
});

it('says that it does not know, and ends with 1, where AWS does not answer', async () => {
  const unreachable = { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };
  const { code, stdout } = await preflight('dev', { mailDomain: 'dev.brightwater.test' }, unreachable);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^\? {5}zones: There is no answer: .*ECONNREFUSED/m);
  expect(stdout).toMatch(/\n\d without an answer\.\n$/);
});

/** An account as the emulator of SES checks it, with every field. */
const SES_ACCOUNT = {
  DedicatedIpAutoWarmupEnabled: false,
  Details: {
    AdditionalContactEmailAddresses: [],
    ContactLanguage: 'EN',
    MailType: 'TRANSACTIONAL',
    ReviewDetails: { CaseId: '1', Status: 'GRANTED' },
    UseCaseDescription: 'Reports',
    WebsiteURL: 'https://brightwater.test',
  },
  EnforcementStatus: 'HEALTHY',
  ProductionAccessEnabled: true,
  SendingEnabled: true,
  SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 },
  SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
};

describe('the questions', () => {
  const stage = readStage('prod', { region: 'us-east-1', uploads: 'lambda', schedules: true, intake: false, ...OWN });
  const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
  const facts = async (dns: Partial<Dns>) => {
    for (const [name, value] of Object.entries({ ...CREDENTIALS, AWS_ENDPOINT_URL: endpoint() }))
      vi.stubEnv(name, value);
    try {
      return await readAccountFacts(stage, {
        resolveMx: () => Promise.resolve([]),
        resolveNs: () => Promise.resolve([]),
        ...dns,
      });
    } finally {
      vi.unstubAllEnvs();
    }
  };

  it('are understood by the emulator of SES', async () => {
    const ses = await startSesServer();
    try {
      vi.stubEnv('AWS_ENDPOINT_URL_SESV2', ses.endpoint);
      vi.stubEnv('AWS_SES_ACCOUNT', JSON.stringify(SES_ACCOUNT));
      const { mayMailAnybody } = await facts({});
      expect(mayMailAnybody).toEqual({ value: true });
    } finally {
      await ses.close();
    }
  });

  it('take a name without a record as an answer, and a silent name server as none', async () => {
    const unknown = await facts({ resolveNs: () => failing('ENOTFOUND') });
    expect(unknown.hostedZone).toMatchObject({ value: { name: 'brightwater.test', delegatedTo: [] } });
    expect((await facts({ resolveNs: () => failing('ETIMEOUT') })).hostedZone).toEqual({ missing: 'Error: ETIMEOUT' });
  });

  it.each([
    [
      'an account with a distribution is verified',
      'GET /2020-05-31/distribution',
      { body: '<DistributionList><Quantity>1</Quantity></DistributionList>' },
      { value: 'verified' },
    ],
    [
      'so is one whose impossible distribution fails for its own fault',
      'POST /2020-05-31/distribution',
      {
        status: 404,
        body: '<ErrorResponse><Error><Code>NoSuchCachePolicy</Code><Message>none</Message></Error></ErrorResponse>',
      },
      { value: 'verified' },
    ],
    [
      'a missing right is no answer',
      'GET /2020-05-31/distribution',
      {
        status: 403,
        body: '<ErrorResponse><Error><Code>AccessDenied</Code><Message>User is not authorized.</Message></Error></ErrorResponse>',
      },
      { missing: expect.stringContaining('User is not authorized') },
    ],
  ])('about CloudFront: %s', async (_what, operation, recorded, expected) => {
    const before = ANSWERS[operation];
    if (before === undefined) throw new Error('A recorded operation');
    ANSWERS[operation] = recorded;
    try {
      expect((await facts({})).cloudFront).toEqual(expected);
    } finally {
      ANSWERS[operation] = before;
    }
  });
});
