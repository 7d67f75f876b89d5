import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { z } from 'zod';
import { WORKER_CONCURRENCY_MAX } from '../core/limits/job-limits.ts';

const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;

/** What whoever deploys decides about a stage: `stages` in cdk.json. */
const stageChoices = z.strictObject({
  region: z.string().regex(REGION),
  /** By name, the two zones of the network. Without it the first two of the account, which may be ones that lack something it needs. */
  zones: z
    .tuple([z.string(), z.string()])
    .refine(([one, other]) => one !== other, 'has to be two different zones')
    .optional(),
  /** Address of the service. With it there is CloudFront in front; without it clients call the HTTP API directly. */
  domainName: z.hostname().optional(),
  /** The list of CloudFront's addresses in the region: `aws ec2 describe-managed-prefix-lists` names it. For uploads "fargate". */
  cloudFrontPrefixList: z.string().startsWith('pl-').optional(),
  /** How statements above the 4 MB that fit into a call of a Lambda come in: through containers, or not at all. */
  uploads: z.enum(['fargate', 'lambda']),
  /** Domain of the service's own mail, sent and received. */
  mailDomain: z.hostname(),
  /** Whether the scheduled tasks run. Without them a database that may pause does; each can be run by hand. */
  schedules: z.boolean(),
  /** SFTP and email drop-offs: a stack of its own, which costs money while idle. */
  intake: z.boolean(),
  /** Where a copy of the database goes every night. Without it there is what Aurora keeps in the region itself. */
  backupRegion: z.string().regex(REGION).optional(),
  /** Managed rules of the firewall only count at first: what they would have blocked is read before they may block. */
  firewall: z.enum(['count', 'block']).default('count'),
});

export type StageName = 'dev' | 'prod';

export type Stage = z.infer<typeof stageChoices> & {
  readonly name: StageName;
  readonly isProduction: boolean;
  /** Before every name that has to be ours: `cas-prod`. */
  readonly prefix: string;
  /** Ways to the outside, each with its own address: with one, its zone takes the other along when it fails. */
  readonly natGateways: number;
  readonly database: DatabaseSize;
  readonly concurrency: Concurrency;
  readonly removalPolicy: RemovalPolicy;
  readonly logsKept: RetentionDays;
};

interface DatabaseSize {
  /** Aurora capacity units, of about 2 GiB. Zero: it pauses when nobody uses it, and takes 15 seconds to come back. */
  readonly capacityMin: number;
  readonly capacityMax: number;
  /** Days to any second of which the database can be set back. */
  readonly backupDays: number;
}

/** How much runs at once. A test adds up the connections that all of it together may open (docs/adr/0014-aws-application.md). */
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
    removalPolicy: RemovalPolicy.DESTROY,
    logsKept: RetentionDays.ONE_MONTH,
  },
  prod: {
    natGateways: 2,
    database: { capacityMin: 0.5, capacityMax: 16, backupDays: 14 },
    concurrency: {
      requests: 30,
      statements: WORKER_CONCURRENCY_MAX,
      webhooks: 8,
      uploadTasksMin: 2,
      uploadTasksMax: 3,
    },
    // Not of a first deployment that failed: what it made never held anything, and kept it would be in the way of the next by its names.
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    logsKept: RetentionDays.THREE_MONTHS,
  },
} as const;

/** Throws an error that names every choice which can't be used. */
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
  return { ...parsed.data, ...FIXED[name], name, isProduction: name === 'prod', prefix: `cas-${name}` };
}

/** The address clients use; null while only the HTTP API itself knows it. */
export function publicUrlOf(stage: Stage): string | null {
  return stage.domainName === undefined ? null : `https://${stage.domainName}`;
}
