import { randomBytes } from 'node:crypto';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import { createS3Client, createS3DropStore, createS3ObjectStore } from '../../adapters/object-store/s3-object-store.ts';
import { LOGINS, type LoginName } from '../../adapters/postgres/connection/role-logins.ts';
import { createSqsClient, createSqsQueue } from '../../adapters/queue/sqs-queue.ts';
import type { DropStore, ObjectStore } from '../../app/platform/object-store.ts';
import type { MessageQueue, QueueName } from '../../app/platform/queue.ts';
import { FUNCTION_VARIABLES, type FunctionName, VARIABLES } from '../../lambdas/runtime/aws-settings.ts';
import { startThrowawayPostgres } from '../../server/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../server/postgres-server.ts';
import { startAwsServer, TEST_CLIENT, type TestServer } from '../adapters/aws-server.ts';
import { type SesServer, startSesServer } from '../adapters/mail/relay-server.ts';
import { asOwner } from '../support/postgres.ts';
import { type SecretServer, startSecretServer } from './secret-server.ts';
import { AUTHORITY_FILE, startTlsFront } from './tls-front.ts';

const LOGIN_NAMES = ['service', 'system', 'scheduler', 'report'] as const satisfies readonly LoginName[];

export const OPERATOR_TOKEN = 'operator-token-of-the-deployment';

/** The replacements for AWS. The functions know each part only by its network address in their variables. */
export interface DeployedPlatform {
  readonly postgres: EmbeddedPostgres;
  readonly secrets: SecretServer;
  readonly mail: SesServer;
  readonly queue: MessageQueue;
  /** Returns the number of messages that wait in a queue or are being handled. */
  countOpen(queue: QueueName): Promise<number>;
  /** Removes all messages of a queue. */
  clear(queue: QueueName): Promise<void>;
  /** Takes the bodies of the messages that wait in the queue of mails to people, which only deployed functions have. */
  takePeopleMails(): Promise<readonly string[]>;
  /** The bucket of statements. */
  readonly objects: ObjectStore;
  /** The bucket of drop-offs. */
  readonly drops: DropStore;
  /**
   * Returns exactly the variables that the function reads, and those that Lambda gives every function. `identity` is the name of a function
   * with the same code and another role.
   */
  environmentOf(name: FunctionName, identity?: string): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface PlatformOptions {
  readonly before?: (upstream: string) => Promise<TestServer>;
  /** Called with the values of all variables, and with the names of the secrets and addresses of the queues. */
  readonly onNames?: (names: PlatformNames) => void;
}

export interface PlatformNames {
  readonly variables: Readonly<Record<string, string>>;
  readonly queues: Readonly<Record<QueueName | 'people-mails', string>>;
}

const direct = async (endpoint: string): Promise<TestServer> => ({ endpoint, close: async () => undefined });

export const secretArn = (
  name: LoginName | 'owner' | 'key' | 'operator' | 'identity-providers' | 'canary' | 'origin',
) => `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}`;

export const databaseSecret = (username: string, password: string) => JSON.stringify({ username, password });

/** Starts the platform, where `before` puts a server before each server of AWS, for the functions and not for the test. */
export async function startDeployedPlatform({
  before = direct,
  onNames = () => undefined,
}: PlatformOptions = {}): Promise<DeployedPlatform> {
  const postgres = await startManagedPostgres();
  const front = await startTlsFront(postgres.address);
  const aws = await startAwsServer();
  const mail = await startSesServer();
  const secrets = await startSecretServer();
  const fronts = {
    aws: await before(aws.endpoint),
    mail: await before(mail.endpoint),
    secrets: await before(secrets.endpoint),
  };
  secrets.secrets.set(secretArn('owner'), { current: databaseSecret('owner', OWNER_PASSWORD) });
  for (const name of LOGIN_NAMES) {
    secrets.secrets.set(secretArn(name), { current: databaseSecret(LOGINS[name], newPassword()) });
  }
  secrets.secrets.set(secretArn('key'), { current: newPassword() });
  secrets.secrets.set(secretArn('operator'), { current: OPERATOR_TOKEN });
  secrets.secrets.set(secretArn('identity-providers'), { current: '{}' });
  secrets.secrets.set(secretArn('canary'), { current: 'no token' });

  const s3 = createS3Client({ ...TEST_CLIENT, endpoint: aws.endpoint, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: 'raw-statements' }));
  await s3.send(new CreateBucketCommand({ Bucket: 'drop-folders' }));
  const sqs = createSqsClient({ ...TEST_CLIENT, endpoint: aws.endpoint, useQueueUrlAsEndpoint: false });
  const made = async (QueueName: QueueName | 'people-mails') => {
    const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName }));
    // The URL that the server returns has a host name that does not resolve here.
    return `${fronts.aws.endpoint}${new URL(QueueUrl).pathname}`;
  };
  const urls = {
    statements: await made('statements'),
    'statements-dead': await made('statements-dead'),
    webhooks: await made('webhooks'),
    'webhooks-dead': await made('webhooks-dead'),
  };

  const peopleMails = await made('people-mails');

  const values = {
    STAGE: 'dev',
    RAW_BUCKET: 'raw-statements',
    DROP_BUCKET: 'drop-folders',
    STATEMENTS_QUEUE_URL: urls.statements,
    STATEMENTS_DEAD_QUEUE_URL: urls['statements-dead'],
    WEBHOOKS_QUEUE_URL: urls.webhooks,
    PEOPLE_MAILS_QUEUE_URL: peopleMails,
    WEBHOOKS_DEAD_QUEUE_URL: urls['webhooks-dead'],
    DATABASE_HOST: 'localhost',
    DATABASE_READER_HOST: 'localhost',
    DATABASE_PORT: String(front.port),
    DATABASE_NAME: 'service',
    SECRET_KEY_ARN: secretArn('key'),
    ADMIN_TOKEN_ARN: secretArn('operator'),
    IDENTITY_PROVIDERS_ARN: secretArn('identity-providers'),
    CANARY_TOKEN_ARN: secretArn('canary'),
    CANARY_PAGES: 'no',
    PUBLIC_URL: 'https://api.example.com',
    RATE_LIMIT_PER_MINUTE: '100000',
    EMAIL_DOMAIN: 'in.example.com',
    SFTP_USER_ROLE_ARN: 'arn:aws:iam::000000000000:role/sftp-user',
    MAIL_FROM: 'reports@example.com',
    UPLOADS: 'lambda',
    PORT: '0',
  };
  onNames({ variables: values, queues: { ...urls, 'people-mails': peopleMails } });
  const fromLambda = {
    AWS_REGION: 'us-east-1',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_S3: fronts.aws.endpoint,
    AWS_ENDPOINT_URL_SQS: fronts.aws.endpoint,
    AWS_ENDPOINT_URL_SESV2: fronts.mail.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: fronts.secrets.endpoint,
    NODE_EXTRA_CA_CERTS: AUTHORITY_FILE,
  };
  return {
    postgres,
    secrets,
    mail,
    objects: createS3ObjectStore({ bucket: 'raw-statements', client: s3 }),
    drops: createS3DropStore({ bucket: 'drop-folders', client: s3 }),
    queue: createSqsQueue({ client: sqs, urls, waitSeconds: 0 }),
    async countOpen(queue) {
      const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
      const command = new GetQueueAttributesCommand({ QueueUrl: urls[queue], AttributeNames: [...AttributeNames] });
      const { Attributes = {} } = await sqs.send(command);
      return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
    },
    async clear(queue) {
      await sqs.send(new PurgeQueueCommand({ QueueUrl: urls[queue] }));
    },
    async takePeopleMails() {
      const command = new ReceiveMessageCommand({ QueueUrl: peopleMails, MaxNumberOfMessages: 10 });
      const { Messages = [] } = await sqs.send(command);
      return Messages.map(({ Body = '' }) => Body);
    },
    environmentOf(name, identity = name) {
      const own = namesOf(name).map((variable): [string, string] => [
        variable,
        variable === 'DATABASE_SECRET_ARNS'
          ? secretArnsOf(name)
          : (Object.entries(values).find(([key]) => key === variable)?.[1] ?? ''),
      ]);
      return { ...fromLambda, AWS_ACCESS_KEY_ID: identity, ...Object.fromEntries(own) };
    },
    async close() {
      await Promise.all(Object.values(fronts).map((each) => each.close()));
      await Promise.all([front.close(), aws.close(), mail.close(), secrets.close()]);
      await postgres.stop();
    },
  };
}

/** The variables of a function. */
function namesOf(name: FunctionName): readonly string[] {
  return [...new Set(FUNCTION_VARIABLES[name].flatMap((set) => Object.keys(VARIABLES[set].shape)))];
}

function secretArnsOf(name: FunctionName): string {
  const sets: readonly string[] = FUNCTION_VARIABLES[name];
  const names = sets.includes('owner')
    ? (['owner', ...LOGIN_NAMES] as const)
    : sets.includes('scheduledReports')
      ? (['report', 'scheduler'] as const)
      : (['service', 'system', ...(sets.includes('reports') ? (['report'] as const) : [])] as const);
  return JSON.stringify(Object.fromEntries(names.map((login) => [login, secretArn(login)])));
}

const OWNER_PASSWORD = 'secret of the owner';
const newPassword = () => randomBytes(24).toString('base64url');

/** A server like a managed one: it requires passwords, and its administrator is not a superuser but may create roles. */
async function startManagedPostgres(): Promise<EmbeddedPostgres> {
  const postgres = await startThrowawayPostgres();
  await asOwner(postgres.address, async (sql) => {
    await sql.unsafe(`create role owner login createrole password '${OWNER_PASSWORD}'`);
    await sql`create database service owner owner`;
    const [row] = await sql<{ file: string }[]>`select current_setting('hba_file') as file`;
    await sql.unsafe(`copy (values ('local all postgres trust'), ('local all all scram-sha-256')) to '${row?.file}'`);
    await sql`select pg_reload_conf()`;
  });
  return postgres;
}
