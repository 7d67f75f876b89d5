import type { RunIsolated } from '../../app/jobs/isolated-ports.ts';
import { LAMBDA_FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { REQUEST_TASK_LIMITS } from '../../core/limits/task-limits.ts';
import type { HttpApp } from '../http/app.ts';
import { sha256Hex } from '../http/authentication.ts';
import type { ExportLimits } from '../http/export.ts';
import { awsDatabase, awsReportRunner } from './aws-database.ts';
import { awsMailer } from './aws-mail.ts';
import { awsPublicUrl, awsQueue } from './aws-queues.ts';
import { awsSecretBox, awsSecrets } from './aws-secrets.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import { awsDrops, awsObjects } from './aws-storage.ts';
import { createHttpApp, type HttpSettings } from './http-app.ts';
import { countedGuard } from './metrics.ts';
import { createServices } from './services.ts';
import type { Telemetry } from './telemetry.ts';

export interface AwsHttpHost {
  readonly statementTimeoutSeconds: number;
  /** Connections of each role. */
  readonly poolSize: number;
  /** Most bytes of an answer, where the host sends no streams. */
  readonly replyBytesMax?: number;
  /** Where an answer is handed on in one piece: what an export may be. */
  readonly exportsInOnePiece?: ExportLimits | undefined;
  readonly runIsolated: RunIsolated;
}

export interface AwsHttp {
  readonly app: HttpApp;
  /** What CloudFront says with each request that it hands on to API Gateway; undefined where it stands in front of nothing. */
  readonly originSecret: string | undefined;
}

/**
 * The HTTP app as deployed, behind API Gateway and in the upload service. To be asked for at each request: when the
 * operator's token or CloudFront's secret has been changed, it is another one within five minutes.
 */
export async function createAwsHttp(
  telemetry: Telemetry,
  { exportsInOnePiece, replyBytesMax, runIsolated, ...limits }: AwsHttpHost,
): Promise<() => Promise<AwsHttp>> {
  const { log, functionName, count } = telemetry;
  const { ADMIN_TOKEN_ARN } = readVariables(VARIABLES.operator);
  const { RATE_LIMIT_PER_MINUTE, UPLOADS, EMAIL_DOMAIN } = readVariables(VARIABLES.api);
  const { ORIGIN_SECRET_ARN } = readVariables(VARIABLES.front);
  const publicUrl = awsPublicUrl();
  const secrets = awsSecrets(telemetry);
  const database = awsDatabase({ functionName, secrets, ...limits });
  const parts = createServices({
    database,
    objects: awsObjects(telemetry),
    queue: awsQueue(telemetry),
    log,
    publicUrl: () => publicUrl,
    secretBox: await awsSecretBox(secrets),
    reports: { runner: awsReportRunner(secrets, database), mailer: awsMailer(telemetry) },
    // For the tasks that the operator runs by hand.
    dropStore: awsDrops(telemetry),
    taskLimits: REQUEST_TASK_LIMITS,
    runIsolated,
  });
  const { savedReports } = parts;
  const services = { ...parts, savedReports: { ...savedReports, ...countedGuard(savedReports, count) } };
  const settings: Omit<HttpSettings, 'operatorTokenHash'> = {
    publicUrl,
    rateLimitPerMinute: RATE_LIMIT_PER_MINUTE,
    thisMachine: null,
    emailDomain: EMAIL_DOMAIN,
    proxyHops: proxyHopsOf(publicUrl),
    replyBytesMax,
    exports: { inOnePiece: exportsInOnePiece },
    fileBytesMax: UPLOADS === 'lambda' ? LAMBDA_FILE_BYTES_MAX : undefined,
  };
  let made: { readonly operatorTokenHash: string; readonly app: HttpApp } | undefined;
  return async () => {
    const operatorTokenHash = sha256Hex(await secrets.read(ADMIN_TOKEN_ARN));
    if (made?.operatorTokenHash !== operatorTokenHash) {
      const app = createHttpApp({ database, services, log, count, settings: { ...settings, operatorTokenHash } });
      made = { operatorTokenHash, app };
    }
    const originSecret = ORIGIN_SECRET_ARN === undefined ? undefined : await secrets.read(ORIGIN_SECRET_ARN);
    return { app: made.app, originSecret };
  };
}

/**
 * CloudFront and what stands behind it each add the address they saw: API Gateway, which hands on nothing that did not come by
 * CloudFront (lambda.ts), or the load balancer, which nobody else can reach. Without an edge there is API Gateway alone.
 */
function proxyHopsOf(publicUrl: string): number {
  return new URL(publicUrl).hostname.includes('.execute-api.') ? 1 : 2;
}
