import { execFile } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { promisify } from 'node:util';
import { CloudFrontClient, CreateDistributionCommand, ListDistributionsCommand } from '@aws-sdk/client-cloudfront';
import { DescribeAddressesCommand, DescribeAvailabilityZonesCommand, EC2Client } from '@aws-sdk/client-ec2';
import {
  GetHostedZoneCommand,
  ListResourceRecordSetsCommand,
  type ResourceRecordSet,
  Route53Client,
} from '@aws-sdk/client-route-53';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { AccountFacts, Answer, DnsRecord, HostedZoneFacts } from '../lib/account-judgement.ts';
import type { Stage } from '../lib/stage.ts';

const run = promisify(execFile);

const DNS_TIMEOUT_MS = 5_000;
const DOCKER_TIMEOUT_MS = 20_000;
/** CloudFront and Route 53 have one endpoint for all regions. */
const GLOBAL_REGION = 'us-east-1';

/** The codes of the quotas in Service Quotas. */
const QUOTAS = {
  lambdaConcurrency: { ServiceCode: 'lambda', QuotaCode: 'L-B99A9384' },
  addresses: { ServiceCode: 'ec2', QuotaCode: 'L-0263D0A3' },
} as const;

/** The lookups in DNS that a test replaces. */
export type Dns = Pick<Resolver, 'resolveMx' | 'resolveNs'>;

export const publicDns = (): Dns => new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });

/** Asks the account, with the credentials of the environment, the public DNS and Docker. Changes nothing. */
export async function readAccountFacts(stage: Stage, dns: Dns): Promise<AccountFacts> {
  const { region, hostedZoneId, mailDomain } = stage;
  const ec2 = new EC2Client({ region });
  const quotas = new ServiceQuotasClient({ region });
  const [zones, lambdaConcurrency, addresses, cloudFront, mayMailAnybody, hostedZone, docker] = await Promise.all([
    answer(() => readZones(ec2)),
    answer(() => readQuota(quotas, QUOTAS.lambdaConcurrency)),
    answer(async () => ({
      quota: await readQuota(quotas, QUOTAS.addresses),
      usedByOthers: await countAddressesOfOthers(ec2, stage),
    })),
    answer(readCloudFront),
    answer(
      async () => (await new SESv2Client({ region }).send(new GetAccountCommand({}))).ProductionAccessEnabled === true,
    ),
    hostedZoneId === undefined ? undefined : answer(() => readHostedZone(hostedZoneId, dns)),
    answer(isDockerRunning),
  ]);
  const mailHosts = await answer(() => readMailHosts(mailDomain, hostedZone, dns));
  return { zones, lambdaConcurrency, addresses, cloudFront, mayMailAnybody, hostedZone, mailHosts, docker };
}

async function answer<Value>(ask: () => Promise<Value>): Promise<Answer<Value>> {
  try {
    return { value: await ask() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { missing: `${error.name}: ${error.message}`.replaceAll(/\s+/g, ' ').replace(/\.$/, '') };
  }
}

async function readZones(ec2: EC2Client) {
  const { AvailabilityZones = [] } = await ec2.send(
    new DescribeAvailabilityZonesCommand({ Filters: [{ Name: 'zone-type', Values: ['availability-zone'] }] }),
  );
  return AvailabilityZones.map(({ ZoneName = '', ZoneId = '', State }) => ({
    name: ZoneName,
    id: ZoneId,
    isAvailable: State === 'available',
  }));
}

/** Reads the quota of the account. Service Quotas does not know it before the account has its own; then the default holds. */
async function readQuota(client: ServiceQuotasClient, quota: (typeof QUOTAS)[keyof typeof QUOTAS]): Promise<number> {
  const own = await client.send(new GetServiceQuotaCommand(quota)).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'NoSuchResourceException') return null;
    throw error;
  });
  const found = own ?? (await client.send(new GetAWSDefaultServiceQuotaCommand(quota)));
  if (found.Quota?.Value === undefined) throw new Error(`Service Quotas gave no value for ${quota.QuotaCode}`);
  return found.Quota.Value;
}

async function countAddressesOfOthers(ec2: EC2Client, { name }: Stage): Promise<number> {
  const { Addresses = [] } = await ec2.send(new DescribeAddressesCommand({}));
  const own = new Map([
    ['application', 'commission-statement-service'],
    ['stage', name],
  ]);
  const isOwn = (tags: readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[]) =>
    [...own].every(([key, value]) => tags.some(({ Key, Value }) => Key === key && Value === value));
  return Addresses.filter(({ Tags = [] }) => !isOwn(Tags)).length;
}

/** A cache policy that exists in no account, because AWS chooses the ids. */
const NO_CACHE_POLICY = '00000000-0000-4000-8000-000000000000';

/**
 * Finds out whether AWS has verified the account for CloudFront. No call tells it. An account with a distribution is verified. Otherwise
 * this function asks for a distribution that cannot be made, because its cache policy does not exist: AWS refuses an account that is not
 * verified with a sentence about that.
 */
async function readCloudFront(): Promise<'verified' | 'unverified'> {
  const client = new CloudFrontClient({ region: GLOBAL_REGION });
  const { DistributionList } = await client.send(new ListDistributionsCommand({ MaxItems: 1 }));
  if ((DistributionList?.Quantity ?? 0) > 0) return 'verified';
  const origin = { Id: 'none', DomainName: 'origin.invalid', CustomOriginConfig: ORIGIN };
  const impossible = new CreateDistributionCommand({
    DistributionConfig: {
      CallerReference: 'preflight',
      Comment: 'A question of the preflight check, which AWS has to refuse',
      Enabled: false,
      Origins: { Quantity: 1, Items: [origin] },
      DefaultCacheBehavior: {
        TargetOriginId: origin.Id,
        ViewerProtocolPolicy: 'https-only',
        CachePolicyId: NO_CACHE_POLICY,
      },
    },
  });
  const refusal = await client.send(impossible).catch((error: unknown) => error);
  if (!(refusal instanceof Error)) throw new Error('CloudFront made a distribution that it had to refuse; delete it');
  if (/must be verified/.test(refusal.message)) return 'unverified';
  if (refusal.name === 'NoSuchCachePolicy') return 'verified';
  throw refusal;
}
const ORIGIN = { HTTPPort: 80, HTTPSPort: 443, OriginProtocolPolicy: 'https-only' } as const;

async function readHostedZone(Id: string, dns: Dns): Promise<HostedZoneFacts | null> {
  const client = new Route53Client({ region: GLOBAL_REGION });
  const found = await client.send(new GetHostedZoneCommand({ Id })).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'NoSuchHostedZone') return null;
    throw error;
  });
  if (found?.HostedZone?.Name === undefined) return null;
  const name = withoutDot(found.HostedZone.Name);
  return {
    name,
    isPrivate: found.HostedZone.Config?.PrivateZone === true,
    nameServers: (found.DelegationSet?.NameServers ?? []).map(withoutDot),
    delegatedTo: (await orNone(dns.resolveNs(name))).map(withoutDot),
    records: (await listRecords(client, Id)).map(readRecord),
  };
}

async function listRecords(client: Route53Client, HostedZoneId: string): Promise<readonly ResourceRecordSet[]> {
  const found: ResourceRecordSet[] = [];
  let start = {};
  for (;;) {
    const page = await client.send(new ListResourceRecordSetsCommand({ HostedZoneId, ...start }));
    found.push(...(page.ResourceRecordSets ?? []));
    if (page.IsTruncated !== true) return found;
    start = {
      StartRecordName: page.NextRecordName,
      StartRecordType: page.NextRecordType,
      StartRecordIdentifier: page.NextRecordIdentifier,
    };
  }
}

function readRecord({ Name = '', Type, ResourceRecords = [], AliasTarget }: ResourceRecordSet): DnsRecord {
  const values = [...ResourceRecords.map(({ Value = '' }) => Value), AliasTarget?.DNSName ?? ''];
  return { name: withoutDot(Name), type: Type ?? '', values: values.filter((value) => value !== '') };
}

/** Reads the mail hosts from the zone, and from DNS for a domain elsewhere. */
async function readMailHosts(
  mailDomain: string,
  zone: AccountFacts['hostedZone'],
  dns: Dns,
): Promise<readonly string[]> {
  const inZone = zone !== undefined && 'value' in zone ? (zone.value?.records ?? []) : [];
  const own = inZone
    .filter(({ name, type }) => name === mailDomain && type === 'MX')
    .flatMap(({ values }) => values.map((value) => withoutDot(value.replace(/^\d+\s+/, ''))));
  if (own.length > 0) return own;
  return (await orNone(dns.resolveMx(mailDomain)))
    .map(({ exchange }) => withoutDot(exchange))
    .filter((host) => host !== '');
}

const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

/** Turns "there is no such record" into an empty list. A name server that does not answer stays an error. */
async function orNone<Found>(asked: Promise<Found[]>): Promise<Found[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_RECORD.includes(String(error.code))) return [];
    throw error;
  }
}

const withoutDot = (name: string) => name.replace(/\.$/, '').toLowerCase();

async function isDockerRunning(): Promise<boolean> {
  try {
    await run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: DOCKER_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}
