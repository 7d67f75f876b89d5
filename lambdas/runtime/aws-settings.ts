import { z } from 'zod';
import { RATE_LIMIT_PER_MINUTE_DEFAULT } from '../../core/limits/request-limits.ts';

const name = z.string().min(1);
const port = z.coerce.number<string>().int().min(1).max(65_535).default(5432);
const arn = z.string().startsWith('arn:', 'must be an ARN');
const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** The secrets of the database's users, as JSON. A function names the secrets it needs and gets no others. */
const secretArns = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(z.object(shape));

const REPORT_PLACE = {
  DATABASE_HOST: name,
  /** The host for analysts' reports; the main database if the stage has no reader. */
  DATABASE_READER_HOST: name.optional(),
  DATABASE_PORT: port,
  DATABASE_NAME: name,
} as const;

/** The environment variables of the deployed functions, grouped by purpose. Each part of the code reads its own group. */
export const VARIABLES = {
  telemetry: z.object({ STAGE: name }),
  database: z.object({
    DATABASE_HOST: name,
    DATABASE_PORT: port,
    DATABASE_NAME: name,
    DATABASE_SECRET_ARNS: secretArns({ service: arn, system: arn }),
  }),
  reports: z.object({
    ...REPORT_PLACE,
    DATABASE_SECRET_ARNS: secretArns({ report: arn, system: arn }),
  }),
  scheduledReports: z.object({
    ...REPORT_PLACE,
    DATABASE_SECRET_ARNS: secretArns({ report: arn, scheduler: arn }),
  }),
  owner: z.object({
    DATABASE_HOST: name,
    DATABASE_PORT: port,
    DATABASE_NAME: name,
    DATABASE_SECRET_ARNS: secretArns({ owner: arn, service: arn, system: arn, scheduler: arn, report: arn }),
  }),
  rawFiles: z.object({ RAW_BUCKET: name }),
  dropFolder: z.object({ DROP_BUCKET: name }),
  /** The role with which Transfer Family reads and writes the drop folders. */
  sftpAccess: z.object({ SFTP_USER_ROLE_ARN: arn }),
  /** The queues that the outbox is relayed to. */
  queues: z.object({ STATEMENTS_QUEUE_URL: address, WEBHOOKS_QUEUE_URL: address }),
  /** The queue of mails to people. */
  peopleMails: z.object({ PEOPLE_MAILS_QUEUE_URL: address }),
  deadStatements: z.object({ STATEMENTS_DEAD_QUEUE_URL: address }),
  deadWebhooks: z.object({ WEBHOOKS_DEAD_QUEUE_URL: address }),
  links: z.object({ PUBLIC_URL: address.transform((url) => url.replace(/\/+$/, '')) }),
  sealing: z.object({ SECRET_KEY_ARN: arn }),
  mail: z.object({ MAIL_FROM: name }),
  operator: z.object({ ADMIN_TOKEN_ARN: arn }),
  /** The token of the canary's account, whether the stage has pages for people, and the address of its webhook, if it tries one. */
  canary: z.object({ CANARY_TOKEN_ARN: arn, CANARY_PAGES: z.enum(['yes', 'no']), CANARY_WEBHOOK: address.optional() }),
  /** The keys of Google and Microsoft, if people can sign in with them. */
  signIn: z.object({ IDENTITY_PROVIDERS_ARN: arn.optional() }),
  api: z.object({
    RATE_LIMIT_PER_MINUTE: z.coerce.number<string>().int().min(1).default(RATE_LIMIT_PER_MINUTE_DEFAULT),
    /** The way of uploads: through a service of their own, or through Lambda with its smaller limit. */
    UPLOADS: z.enum(['fargate', 'lambda']),
    /** Says whether the role may delete stored bytes. Only the function for the operator's tasks may. */
    DELETIONS: z.enum(['by_purge', 'at_once']).default('by_purge'),
    /** The domain of the inbound addresses, if the stage accepts mail. */
    EMAIL_DOMAIN: name.optional(),
  }),
  /** The secret that CloudFront sends with each request, if CloudFront is in front of API Gateway. */
  front: z.object({ ORIGIN_SECRET_ARN: arn.optional() }),
  emailIntake: z.object({ EMAIL_DOMAIN: name }),
  /** The port on which a container accepts requests; 0 takes any free port. */
  listening: z.object({ PORT: z.coerce.number<string>().int().min(0).max(65_535) }),
} as const;

export type VariableSet = keyof typeof VARIABLES;

/** The groups that the HTTP app needs on every host. */
const HTTP_APP = [
  ...(['telemetry', 'database', 'reports', 'rawFiles', 'dropFolder', 'queues'] as const),
  ...(['peopleMails', 'links', 'sealing', 'mail', 'operator', 'signIn', 'api'] as const),
] as const;

/** The groups that each function reads. The infrastructure must provide exactly these variables. */
export const FUNCTION_VARIABLES = {
  'http-api': [...HTTP_APP, 'front'],
  'upload-service': [...HTTP_APP, 'listening'],
  'ingest-statement': ['telemetry', 'database', 'rawFiles', 'queues', 'deadStatements', 'links'],
  'dead-letter-statement': ['telemetry', 'database', 'queues', 'links'],
  'deliver-webhook': ['telemetry', 'database', 'queues', 'links', 'sealing', 'mail'],
  'dead-letter-webhook': ['telemetry', 'database'],
  'mail-people': ['telemetry', 'database', 'links', 'sealing', 'mail'],
  'sweep-outbox': ['telemetry', 'database', 'queues', 'links'],
  'recover-jobs': ['telemetry', 'database', 'queues', 'links'],
  'redeliver-webhooks': ['telemetry', 'database', 'queues', 'links', 'peopleMails'],
  'purge-files': ['telemetry', 'database', 'rawFiles', 'dropFolder'],
  'run-saved-reports': ['telemetry', 'scheduledReports', 'mail'],
  'sweep-sftp': ['telemetry', 'database', 'rawFiles', 'dropFolder', 'queues', 'links'],
  'authorize-sftp-user': ['telemetry', 'database', 'dropFolder', 'sftpAccess'],
  'receive-mail': ['telemetry', 'database', 'rawFiles', 'dropFolder', 'queues', 'links', 'mail', 'emailIntake'],
  'migrate-database': ['telemetry', 'owner'],
  'rotate-login': ['telemetry', 'owner'],
  'try-service': ['telemetry', 'links', 'canary'],
  'bootstrap-operator': ['telemetry', 'database', 'operator', 'links'],
} as const satisfies Readonly<Record<string, readonly VariableSet[]>>;

export type FunctionName = keyof typeof FUNCTION_VARIABLES;

/** A missing or invalid variable; the message is for the person who deploys. */
class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads a group of variables. Empty variables count as unset. Throws SettingsError, which names every invalid variable of the group. */
export function readVariables<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): z.output<Schema> {
  const variables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new SettingsError(`The environment of this function is not complete.\n${faults.join('\n')}`);
}
