import { createAccountPlaces } from '../../adapters/postgres/accounts/account-counts.ts';
import { createSecretBox } from '../../adapters/secret-box/aes-secret-box.ts';
import type { RunIsolated } from '../../app/reading/run-isolated.ts';
import { REQUEST_TASK_LIMITS } from '../../core/limits/job-limits.ts';
import { OPERATOR_TOKEN_OVERLAP_SECONDS } from '../../core/limits/request-limits.ts';
import { LAMBDA_FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import type { HttpApp } from '../http/app.ts';
import { sha256Hex } from '../http/authentication.ts';
import type { ExportLimits } from '../http/export.ts';
import { awsDatabase, awsReportRunner } from './aws-database.ts';
import { awsMailer } from './aws-mail.ts';
import { awsPublicUrl, awsQueue, awsQueueOfMails } from './aws-queues.ts';
import { awsIdentityProviders, awsSecretKey, awsSecrets } from './aws-secrets.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import { awsDrops, awsObjects } from './aws-storage.ts';
import { createHttpApp, type HttpSettings } from './http-app.ts';
import { countedGuard } from './metrics.ts';
import { createPeople } from './people-services.ts';
import { createServices } from './services.ts';
import type { Telemetry } from './telemetry.ts';

export interface AwsHttpHost {
  readonly statementTimeoutSeconds: number;
  /** The number of connections of each role. */
  readonly poolSize: number;
  /** The largest response in bytes on a host that does not stream. */
  readonly replyBytesMax?: number;
  /** The limits of an export on a host that sends a response in one piece. */
  readonly exportsInOnePiece?: ExportLimits | undefined;
  readonly runIsolated: RunIsolated;
}

export interface AwsHttp {
  readonly app: HttpApp;
  /** The secret that CloudFront sends to API Gateway with each request; undefined without CloudFront. */
  readonly originSecret: string | undefined;
}

/**
 * The deployed HTTP app, behind API Gateway and in the upload service. Call it for each request: it reads the
 * operator's tokens and CloudFront's secret again when they are five minutes old.
 */
export async function createAwsHttp(
  telemetry: Telemetry,
  { exportsInOnePiece, replyBytesMax, runIsolated, ...limits }: AwsHttpHost,
): Promise<() => Promise<AwsHttp>> {
  const { log, functionName, count } = telemetry;
  const { ADMIN_TOKEN_ARN } = readVariables(VARIABLES.operator);
  const { RATE_LIMIT_PER_MINUTE, UPLOADS, EMAIL_DOMAIN, DELETIONS } = readVariables(VARIABLES.api);
  const { ORIGIN_SECRET_ARN } = readVariables(VARIABLES.front);
  const publicUrl = awsPublicUrl();
  let operatorTokenHashes: readonly string[] = [];
  const secrets = awsSecrets(telemetry);
  const database = awsDatabase({ functionName, secrets, ...limits });
  const [secretKey, providers] = await Promise.all([awsSecretKey(secrets), awsIdentityProviders(secrets, log)]);
  const mailer = awsMailer(telemetry, database);
  const mailPerson = awsQueueOfMails(telemetry);
  const parts = createServices({
    database,
    objects: awsObjects(telemetry),
    queue: awsQueue(telemetry),
    log,
    publicUrl: () => publicUrl,
    secretBox: createSecretBox(secretKey),
    reports: { runner: awsReportRunner(secrets, database), mailer },
    letterMailer: mailer,
    mailPerson,
    defersDeletions: DELETIONS === 'by_purge',
    // The functions that file drop-offs and run the operator's tasks use this store. They have the same code, and API Gateway sends them
    // these requests.
    dropStore: awsDrops(telemetry),
    taskLimits: REQUEST_TASK_LIMITS,
    runIsolated,
  });
  const { savedReports } = parts;
  const services = { ...parts, savedReports: { ...savedReports, ...countedGuard(savedReports, count) } };
  const settings: HttpSettings = {
    publicUrl,
    operatorTokenHashes: () => operatorTokenHashes,
    rateLimitPerMinute: RATE_LIMIT_PER_MINUTE,
    thisMachine: null,
    emailDomain: EMAIL_DOMAIN,
    proxyHops: proxyHopsOf(publicUrl),
    replyBytesMax,
    exports: { inOnePiece: exportsInOnePiece },
    fileBytesMax: UPLOADS === 'lambda' ? LAMBDA_FILE_BYTES_MAX : undefined,
  };
  const queueMails = () => mailPerson;
  const people = createPeople({ database, secretKey, mailer, log, queueMails, publicUrl: () => publicUrl, providers });
  const app = createHttpApp({
    ...{ database, services, log, count, people, settings },
    accountPlaces: createAccountPlaces(database),
  });
  return async () => {
    const tokens = await secrets.readWithPrevious(ADMIN_TOKEN_ARN, OPERATOR_TOKEN_OVERLAP_SECONDS);
    operatorTokenHashes = tokens.map(sha256Hex);
    const originSecret = ORIGIN_SECRET_ARN === undefined ? undefined : await secrets.read(ORIGIN_SECRET_ARN);
    return { app, originSecret };
  };
}

/**
 * Returns the number of our own proxies in front of the app. CloudFront and the next hop each append the address they saw. The next hop is
 * API Gateway, which passes on only requests from CloudFront (lambda.ts), or the load balancer, which only CloudFront can reach. A stage
 * without CloudFront has API Gateway alone, and the address that API Gateway makes.
 */
export function proxyHopsOf(publicUrl: string): number {
  return new URL(publicUrl).hostname.includes('.execute-api.') ? 1 : 2;
}

interface ReadyCheck {
  /** Asks /v1/ready and returns the status. */
  readonly ask: () => Promise<number>;
  readonly pause: (seconds: number) => Promise<void>;
}

/** The pauses between the questions of a new container, in seconds: a failover of the database is over in a minute. */
const PAUSES_SECONDS = [1, 2, 4, 8, 15, 30] as const;

/**
 * Checks a new version before it gets traffic: its settings, its secrets and its way to the database. Throws when it is not ready, so that
 * a container ends and ECS keeps the version before.
 */
export async function requireReady({ ask, pause }: ReadyCheck, pauses: readonly number[] = PAUSES_SECONDS) {
  let status = await ask();
  for (const seconds of pauses) {
    if (status === 200) return;
    await pause(seconds);
    status = await ask();
  }
  if (status !== 200) throw new Error(`The API is not ready: it answers ${status}`);
}
