import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { z } from 'zod';
import { WEBHOOK_ACCOUNT_CONCURRENCY, WORKER_CONCURRENCY_MAX } from '../core/limits/job-limits.ts';

/** The region from which CloudFront takes its certificate and its firewall, wherever the rest of the service is. */
export const CLOUDFRONT_REGION = 'us-east-1';

const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;
const SECRET_ARN = /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/;

/** The choices of the person who deploys a stage: `stages` in cdk.json. */
const stageChoices = z.strictObject({
  region: z.string().regex(REGION),
  /**
   * The names of the network's two zones. By default they are the first two zones of the account, where a needed service may be missing.
   */
  zones: z
    .tuple([z.string(), z.string()])
    .refine(([one, other]) => one !== other, 'has to be two different zones')
    .optional(),
  /** The address of the service. Without it CloudFront makes one, and there is no firewall. */
  domainName: z.hostname().optional(),
  /**
   * False leaves CloudFront out, for an account that AWS has not verified for it yet. API Gateway then gives the address, and there are no
   * pages for people. A stage with `domainName` needs CloudFront.
   */
  cloudFront: z.boolean().default(true),
  /**
   * The Route 53 zone that contains `domainName` and `mailDomain`. With it the stacks make every DNS record and prove the certificates;
   * without it people do both by hand.
   */
  hostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]+$/)
    .optional(),
  /** The list of CloudFront's addresses in the region, from `aws ec2 describe-managed-prefix-lists`. Required for uploads "fargate". */
  cloudFrontPrefixList: z.string().startsWith('pl-').optional(),
  /** The way of statements above 4 MB, the limit of a Lambda call: through containers, or none. */
  uploads: z.enum(['fargate', 'lambda']),
  /** The domain of the service's own mail, sent and received. */
  mailDomain: z.hostname(),
  /**
   * The ARN of the secret with the keys of Google and Microsoft (docs/howto/let-people-sign-in-with-google-or-microsoft.md). Without it
   * people sign in with links and passkeys.
   */
  identityProvidersSecret: z.string().regex(SECRET_ARN, 'has to be the whole ARN of a secret').optional(),
  /**
   * The ARN of the secret with a token of an account that is kept for trying the service. With it the service is used every five minutes as
   * an agency does (docs/runbooks/canary-failed.md).
   */
  canaryTokenSecret: z.string().regex(SECRET_ARN, 'has to be the whole ARN of a secret').optional(),
  /** The https address of any other server that answers: the canary sends a webhook there. Without it the canary tries no webhook. */
  canaryWebhook: z.url({ protocol: /^https$/ }).optional(),
  /** The person who gets the alarms, after confirming the address. Without it a person has to subscribe to the topics by hand. */
  alertsEmail: z.email().optional(),
  /** The person who gets the alarms that can wait for the next working day. By default the same person. */
  ticketsEmail: z.email().optional(),
  /** The dollars a month above which the account's cost is reported. */
  budgetDollars: z.number().positive().optional(),
  /** True when the scheduled tasks and the rotation of passwords run. Without them each task can be run by hand. */
  schedules: z.boolean(),
  /** True adds SFTP and email drop-offs: a stack of its own, which costs money while idle. */
  intake: z.boolean(),
  /** The repository on GitHub whose workflow deploys the stage. Without it there is no role for one. */
  deployedFrom: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'has to be owner/repository')
    .optional(),
  /** The region that receives a copy of the database every night. Without it only Aurora's own backups exist, in the same region. */
  backupRegion: z.string().regex(REGION).optional(),
  /**
   * The action of the managed firewall rules. With "count" they only count, as on a new stage for its first week
   * (docs/howto/turn-on-the-firewall.md).
   */
  firewall: z.enum(['count', 'block']).default('block'),
  /**
   * The address ranges of the operator. The firewall lets only these addresses use the endpoints below /v1/admin, where the first owner is
   * added. Required with `domainName`, because only then there is a firewall.
   */
  operatorAddresses: z.array(z.union([z.cidrv4(), z.cidrv6()])).default([]),
});

/** API Gateway accepts the requests of so many seconds at once. */
export const REQUESTS_BURST_SECONDS = 2;

export type StageName = 'dev' | 'prod';

export type Stage = Omit<z.infer<typeof stageChoices>, 'budgetDollars'> & {
  readonly name: StageName;
  readonly isProduction: boolean;
  /** The prefix of every name that must be unique, such as `cas-prod`. */
  readonly prefix: string;
  /**
   * The number of outgoing gateways, each with its own address. If there is only one and its zone fails, the other zone loses its internet
   * access too.
   */
  readonly natGateways: number;
  readonly database: DatabaseSize;
  readonly concurrency: Concurrency;
  /**
   * True reserves the concurrency of each function. A new account may run ten functions at once, and AWS lets nobody reserve from the last
   * hundred, so development reserves nothing.
   */
  readonly reservesConcurrency: boolean;
  /** The concurrent functions that the account has to allow: AWS gives a new account ten. The check before a deployment compares it. */
  readonly accountConcurrency: number;
  /** The dollars of `budgetDollars`. By default about twice the idle cost. */
  readonly monthlyBudget: number;
  /** The requests to API Gateway a second that are accepted. */
  readonly requestsASecond: number;
  /** The requests a minute of one token, by default. All tokens of an account get a fifth of `requestsASecond` (ACCOUNT_RATE_FACTOR). */
  readonly tokenRequestsAMinute: number;
  /** The shortest interval of scheduled tasks in seconds. In development they run together once an hour, so that the database can pause. */
  readonly taskSecondsMin: number;
  readonly removalPolicy: RemovalPolicy;
  readonly logsKept: RetentionDays;
};

interface DatabaseSize {
  /**
   * The least Aurora capacity units, of about 2 GiB each. Zero lets the database pause when nobody uses it; it takes 15 seconds to resume.
   */
  readonly capacityMin: number;
  readonly capacityMax: number;
  /** The days within which the database can be restored to any second. */
  readonly backupDays: number;
}

/** The limits of concurrent runs. A test adds up the connections that all of them may open (docs/adr/0014-aws-application.md). */
interface Concurrency {
  readonly requests: number;
  readonly statements: number;
  readonly webhooks: number;
  readonly uploadTasksMin: number;
  readonly uploadTasksMax: number;
}

const FIXED = {
  dev: {
    natGateways: 1,
    database: { capacityMin: 0, capacityMax: 2, backupDays: 1 },
    concurrency: { requests: 10, statements: 2, webhooks: 2, uploadTasksMin: 1, uploadTasksMax: 1 },
    reservesConcurrency: false,
    accountConcurrency: 10,
    monthlyBudget: 60,
    // In development this limits concurrency instead of a reservation, so that the connections of the database suffice.
    requestsASecond: 20,
    tokenRequestsAMinute: 600,
    taskSecondsMin: 3_600,
    removalPolicy: RemovalPolicy.DESTROY,
    logsKept: RetentionDays.ONE_MONTH,
  },
  prod: {
    natGateways: 2,
    database: { capacityMin: 0.5, capacityMax: 16, backupDays: 14 },
    concurrency: {
      requests: 30,
      statements: WORKER_CONCURRENCY_MAX,
      webhooks: 5 * WEBHOOK_ACCOUNT_CONCURRENCY,
      uploadTasksMin: 2,
      uploadTasksMax: 3,
    },
    reservesConcurrency: true,
    accountConcurrency: 1_000,
    monthlyBudget: 700,
    // The limit is above the rate that all allowed concurrent functions can answer. It protects the account's other APIs, not this API.
    requestsASecond: 500,
    tokenRequestsAMinute: 1_200,
    taskSecondsMin: 60,
    // The resources of a failed first deployment are not kept: they never held data, and their names would block the next deployment.
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    logsKept: RetentionDays.THREE_MONTHS,
  },
} as const;

/** Reads the choices of a stage. Throws an error that names every invalid choice. */
export function readStage(name: StageName, choices: unknown): Stage {
  const parsed = stageChoices.safeParse(choices);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `stages.${name}.${path.join('.')}: ${message}`);
    throw new Error(`cdk.json: ${faults.join('; ')}`);
  }
  const { uploads, domainName, cloudFrontPrefixList, region, zones = [], backupRegion } = parsed.data;
  if (zones.some((zone) => zone.slice(0, -1) !== region)) {
    throw new Error(`cdk.json: stages.${name}.zones have to be of ${region}: its name and a letter`);
  }
  if (backupRegion === region) throw new Error(`cdk.json: stages.${name}.backupRegion has to be another region`);
  if (uploads === 'fargate' && (domainName === undefined || cloudFrontPrefixList === undefined)) {
    throw new Error(`cdk.json: stages.${name}.uploads "fargate" needs domainName and cloudFrontPrefixList`);
  }
  if (domainName !== undefined) refuseWithoutOperator(name, parsed.data);
  const { budgetDollars = FIXED[name].monthlyBudget, ...chosen } = parsed.data;
  const own = { monthlyBudget: budgetDollars, name, isProduction: name === 'prod', prefix: `cas-${name}` };
  return { ...chosen, ...FIXED[name], ...own };
}

/** Refuses a stage with a domain that CloudFront cannot serve, or whose firewall would refuse its own operator. */
function refuseWithoutOperator(
  name: StageName,
  { cloudFront, operatorAddresses }: Pick<Stage, 'cloudFront' | 'operatorAddresses'>,
): void {
  if (!cloudFront) throw new Error(`cdk.json: stages.${name}.cloudFront false goes only without domainName`);
  if (operatorAddresses.length > 0) return;
  throw new Error(
    `cdk.json: stages.${name}.operatorAddresses is empty, so the firewall would answer 403 to everybody who adds the first owner. ` +
      'Put your own address there, such as "203.0.113.7/32" (curl https://checkip.amazonaws.com)',
  );
}

/** Names of examples, and the address ranges that are reserved for examples (RFC 5737, RFC 3849). */
const PLACEHOLDER = /(^|[.@])example\.(com|net|org)$|\.example$|^(192\.0\.2|198\.51\.100|203\.0\.113)\.|^2001:0?db8:/i;

/** Refuses choices that still have the example of cdk.json. Throws an error that names each of them. */
export function refusePlaceholders(stage: Stage): void {
  const { name, domainName, mailDomain, alertsEmail, ticketsEmail, operatorAddresses } = stage;
  const texts = Object.entries({ domainName, mailDomain, alertsEmail, ticketsEmail });
  const found = [...texts, ...operatorAddresses.map((range) => ['operatorAddresses', range] as const)].filter(
    ([, value]) => value !== undefined && PLACEHOLDER.test(value),
  );
  if (found.length === 0) return;
  const named = found.map(([choice, value]) => `stages.${name}.${choice} is still the placeholder "${value}"`);
  throw new Error(`cdk.json: ${named.join('; ')}. Put your own there before you deploy (docs/howto/deploy-to-aws.md).`);
}

/** Returns the address that clients use; null where CloudFront or API Gateway makes it. */
export function publicUrlOf(stage: Stage): string | null {
  return stage.domainName === undefined ? null : `https://${stage.domainName}`;
}
