import type { Stage } from './stage.ts';

/** Zones without ARM machines, on which every stage runs. */
const ZONES_WITHOUT_ARM = ['use1-az3'];
/** Zones without RDS Proxy, from the limitations in its documentation. */
const ZONES_WITHOUT_PROXY = ['use1-az3', 'usw1-az2'];

/** The answer to one question to the account: a value, or the reason why there is none, such as a missing right. */
export type Answer<Value> = { readonly value: Value } | { readonly missing: string };

export interface DnsRecord {
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[];
}

export interface HostedZoneFacts {
  /** The domain of the zone without the final dot. */
  readonly name: string;
  readonly isPrivate: boolean;
  /** The name servers that Route 53 gave to the zone, and those that the internet asks. Empty when the domain leads nowhere. */
  readonly nameServers: readonly string[];
  readonly delegatedTo: readonly string[];
  readonly records: readonly DnsRecord[];
}

/** The answers of the account, of the public DNS and of this machine. */
export interface AccountFacts {
  readonly zones: Answer<readonly { readonly name: string; readonly id: string; readonly isAvailable: boolean }[]>;
  readonly lambdaConcurrency: Answer<number>;
  /** The quota of elastic addresses, and the number that is used by other things than this stage. */
  readonly addresses: Answer<{ readonly quota: number; readonly usedByOthers: number }>;
  readonly cloudFront: Answer<'verified' | 'unverified'>;
  readonly mayMailAnybody: Answer<boolean>;
  /** Null when the account has no zone of this id. Undefined when the stage names none. */
  readonly hostedZone: Answer<HostedZoneFacts | null> | undefined;
  /** The hosts that receive the mail of `mailDomain` now. */
  readonly mailHosts: Answer<readonly string[]>;
  readonly docker: Answer<boolean>;
}

/**
 * One result: `stop` when the deployment would fail or break something, `note` when it works and a person should know, `unknown` when the
 * question had no answer.
 */
export interface Finding {
  readonly level: 'ok' | 'note' | 'stop' | 'unknown';
  readonly topic: string;
  /** The fact, and for every other level than `ok` what to do. */
  readonly sentence: string;
}

/** Compares the account with the needs of a stage. Returns the findings in the order of the deployment. */
export function judgeAccount(stage: Stage, facts: AccountFacts): readonly Finding[] {
  const about = <Value>(topic: string, answer: Answer<Value>, judge: (value: Value) => readonly Finding[]) =>
    'value' in answer ? judge(answer.value) : [unknown(topic, answer.missing)];
  return [
    ...about('zones', facts.zones, (zones) => [judgeZones(stage, zones)]),
    ...about('Lambda concurrency', facts.lambdaConcurrency, (quota) => [judgeConcurrency(stage, quota)]),
    ...about('elastic addresses', facts.addresses, (addresses) => [judgeAddresses(stage, addresses)]),
    ...(stage.cloudFront ? about('CloudFront', facts.cloudFront, (state) => [judgeCloudFront(stage, state)]) : []),
    ...about('SES', facts.mayMailAnybody, (mayMail) => [judgeSandbox(mayMail)]),
    ...(facts.hostedZone === undefined
      ? [
          note(
            'hosted zone',
            'cdk.json names no hostedZoneId: make the DNS records by hand (docs/howto/deploy-to-aws.md).',
          ),
        ]
      : about('hosted zone', facts.hostedZone, (zone) => judgeZone(stage, zone))),
    ...about('mail domain', facts.mailHosts, (hosts) => [judgeMailHosts(stage, hosts)]),
    ...(stage.uploads === 'fargate' ? about('Docker', facts.docker, (runs) => [judgeDocker(runs)]) : []),
  ];
}

const ok = (topic: string, sentence: string): Finding => ({ level: 'ok', topic, sentence });
const note = (topic: string, sentence: string): Finding => ({ level: 'note', topic, sentence });
const unknown = (topic: string, reason: string): Finding => ({
  level: 'unknown',
  topic,
  sentence: `There is no answer: ${reason}. Check credentials, rights and network, or look it up by hand.`,
});
const stop = (topic: string, sentence: string): Finding => ({ level: 'stop', topic, sentence });

type Zones = Extract<AccountFacts['zones'], { value: unknown }>['value'];

function judgeZones({ zones: chosen, region, isProduction }: Stage, zones: Zones): Finding {
  const unfit = isProduction ? [...ZONES_WITHOUT_ARM, ...ZONES_WITHOUT_PROXY] : ZONES_WITHOUT_ARM;
  const lacking = isProduction ? 'RDS Proxy or containers on ARM' : 'machines on ARM';
  const available = zones.filter(({ isAvailable }) => isAvailable).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const fit = available.filter(({ id }) => !unfit.includes(id)).map(({ name }) => name);
  // CloudFormation lists the zones of a region by name, and the network takes the first two.
  const used = chosen ?? available.slice(0, 2).map(({ name }) => name);
  const wrong = used.filter((name) => !fit.includes(name));
  if (wrong.length === 0 && used.length === 2) return ok('zones', `${used.join(' and ')} have everything.`);
  const named = wrong.map((name) => `${name} (${available.find((zone) => zone.name === name)?.id ?? 'not available'})`);
  const [first, second] = fit;
  return stop(
    'zones',
    second === undefined
      ? `${region} has fewer than two zones for this account with ${lacking}. Choose another region.`
      : `${named.join(' and ')} lacks ${lacking}. Put "zones": ["${first}", "${second}"] into cdk.json before the first deployment.`,
  );
}

function judgeConcurrency({ accountConcurrency, reservesConcurrency }: Stage, quota: number): Finding {
  const topic = 'Lambda concurrency';
  if (quota >= accountConcurrency) return ok(topic, `${quota} concurrent executions suffice.`);
  const advice = `Ask for ${accountConcurrency}: Service Quotas, Lambda, "Concurrent executions". AWS answers within days.`;
  return reservesConcurrency
    ? stop(topic, `The account may run ${quota} functions at once, and the stage reserves more. ${advice}`)
    : note(topic, `The account may run ${quota} functions at once, so requests may be throttled. ${advice}`);
}

function judgeAddresses(
  { isProduction, natGateways }: Stage,
  { quota, usedByOthers }: { readonly quota: number; readonly usedByOthers: number },
): Finding {
  const topic = 'elastic addresses';
  // Only gateways have fixed addresses. The NAT instance of development gets one when it starts.
  const needed = isProduction ? natGateways : 0;
  return quota - usedByOthers >= needed
    ? ok(topic, `${quota - usedByOthers} of ${quota} are free, and the stage takes ${needed}.`)
    : stop(
        topic,
        `${usedByOthers} of ${quota} are used, and the stage takes ${needed}. Release unused ones (aws ec2 describe-addresses), ` +
          'or ask for more: Service Quotas, Amazon EC2, "EC2-VPC Elastic IPs".',
      );
}

function judgeCloudFront({ domainName }: Stage, state: 'verified' | 'unverified'): Finding {
  if (state === 'verified') return ok('CloudFront', 'The account may create distributions.');
  const meanwhile =
    domainName === undefined
      ? 'Meanwhile deploy with "cloudFront": false in cdk.json.'
      : 'A stage with a domain has to wait; meanwhile try out dev with "cloudFront": false in cdk.json.';
  return stop(
    'CloudFront',
    `AWS has not verified the account for CloudFront yet. Open a case with AWS Support (Account and billing). ${meanwhile}`,
  );
}

function judgeSandbox(mayMailAnybody: boolean): Finding {
  return mayMailAnybody
    ? ok('SES', 'The account may mail everybody.')
    : note(
        'SES',
        'The account is in the sandbox, so SES mails confirmed addresses only. Ask for production access in the SES console; ' +
          'until then hand over sign-in links yourself.',
      );
}

function judgeZone(stage: Stage, zone: HostedZoneFacts | null): readonly Finding[] {
  const topic = 'hosted zone';
  if (zone === null) {
    return [
      stop(topic, `The account has no hosted zone ${stage.hostedZoneId}. Compare with: aws route53 list-hosted-zones.`),
    ];
  }
  if (zone.isPrivate)
    return [stop(topic, `${zone.name} is a private zone, which the internet does not ask. Name the public one.`)];
  const outside = [stage.domainName, stage.mailDomain].filter(
    (name) => name !== undefined && name !== zone.name && !name.endsWith(`.${zone.name}`),
  );
  if (outside.length > 0) {
    return [stop(topic, `The zone ${zone.name} does not contain ${outside.join(' and ')}. Name the zone that does.`)];
  }
  const taken = takenRecords(stage, zone);
  return [
    zone.nameServers.some((server) => zone.delegatedTo.includes(server))
      ? ok(topic, `${zone.name} contains the names of the stage.`)
      : stop(
          topic,
          `The internet does not ask this zone for ${zone.name}, so certificates would wait forever. ` +
            `Enter its name servers at the registrar: ${zone.nameServers.join(', ')}.`,
        ),
    ...taken.map(({ name, type, values }) =>
      stop(
        'existing records',
        `${name} ${type} exists (${values.join(', ')}), and CloudFormation replaces no record of others. ${
          type === 'TXT'
            ? 'Give the service a mail domain of its own, such as a subdomain.'
            : 'Delete it, or choose another name.'
        }`,
      ),
    ),
  ];
}

/** Returns the records that the stacks would make and that others have made. Own records of an earlier deployment do not count. */
function takenRecords({ domainName, mailDomain }: Stage, { records }: HostedZoneFacts): readonly DnsRecord[] {
  const isOwn = ({ values }: DnsRecord) =>
    values.every((value) => /\.cloudfront\.net\.?$|amazonses\.com -all|^"?v=DMARC1; p=quarantine"?$/.test(value));
  return records.filter((record) => {
    const { name, type } = record;
    const isWanted =
      (name === domainName && ['A', 'AAAA', 'CNAME'].includes(type)) ||
      ([mailDomain, `_dmarc.${mailDomain}`].includes(name) && ['TXT', 'CNAME'].includes(type));
    return isWanted && !isOwn(record);
  });
}

/** The host of SES that receives the mail of a region. */
const SES_INBOUND = /^inbound-smtp\.[a-z0-9-]+\.amazonaws\.com$/;

function judgeMailHosts({ mailDomain }: Stage, hosts: readonly string[]): Finding {
  const others = hosts.filter((host) => !SES_INBOUND.test(host));
  return others.length === 0
    ? ok('mail domain', `Nobody else receives the mail of ${mailDomain}.`)
    : stop(
        'mail domain',
        `${mailDomain} receives other mail (${others.join(', ')}), which the records of the service would break. ` +
          `Choose a name for the service alone, such as statements.${mailDomain}.`,
      );
}

function judgeDocker(runs: boolean): Finding {
  return runs
    ? ok('Docker', 'Docker runs.')
    : stop(
        'Docker',
        'Docker does not run here, and the deployment builds the image of the containers. Install and start it.',
      );
}
