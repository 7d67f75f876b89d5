import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { PEOPLE_MAIL_TIMEOUT_SECONDS } from '../core/limits/account-limits.ts';
import {
  MIGRATION_TIMEOUT_SECONDS,
  OUTBOX_SWEEP_SECONDS,
  SCHEDULED_TASK_TIMEOUT_SECONDS,
  SCHEDULED_TASKS_SECONDS,
  WEBHOOK_TIMEOUT_SECONDS,
  WORKER_MEMORY_MB,
  WORKER_SEMI_SPACE_MB,
  WORKER_TIMEOUT_SECONDS,
} from '../core/limits/job-limits.ts';
import { HTTP_TIMEOUT_SECONDS } from '../core/limits/request-limits.ts';
import { REPORT_TASK_TIMEOUT_SECONDS } from '../core/limits/saved-report-limits.ts';
import { COUNTED_TROUBLES } from './counted-troubles.ts';
import { AccountAlarms, BusinessAlarms, Dashboard, HeaviestAccounts } from './dashboard.ts';
import type { DataStack } from './data-stack.ts';
import { GradualRelease, MigrationTrigger } from './deployment-steps.ts';
import { createOwnEdge } from './edge-distribution.ts';
import { HttpFront } from './http-front.ts';
import { LoginRotation } from './login-rotation.ts';
import { deliverTo, MailSender, Messaging } from './messaging.ts';
import { ServiceObjectives } from './objectives.ts';
import {
  keepAnswers,
  postpone,
  purge,
  readDrops,
  readRaw,
  readSecrets,
  receiveFrom,
  sendMail,
  sendTo,
  sortDrops,
  storeRaw,
} from './rights.ts';
import { Canary, ScheduledFunction, type ScheduledFunctionProps } from './scheduled-function.ts';
import {
  constructId,
  type FunctionName,
  ServiceFunction,
  type ServiceFunctionProps,
  versionMetric,
} from './service-function.ts';
import { publicUrlOf, type Stage } from './stage.ts';

export interface ServiceStackProps extends StackProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** The memory of a function whose request, message or task reads and writes some rows. */
const SMALL_MB = 512;
/** The memory of a function that answers requests: with it Lambda gives about one full processor. */
const REQUEST_MB = 1_769;
/** The path on which the operator runs a task by hand. */
const RUN_TASK = '/v1/admin/system/run';
/** The path on which a person files a rejected or held drop-off. */
const FILE_DROP = '/v1/intake/{itemId}/file';
/** The number of drop-offs that are filed at the same time. People file them one by one. */
const FILINGS_AT_ONCE = 2;
/** The concurrency for dead letters. They arrive rarely, one at a time, and AWS requires a limit of at least two. */
const DEAD_LETTERS_AT_ONCE = 2;
/** The number of mails to people that are sent at the same time: AWS requires at least two, and more would hasten a flood. */
const PEOPLE_MAILS_AT_ONCE = 2;

/** The logins for tenants' data and for the service's own work. */
const BOTH = ['service', 'system'] as const;
/** The logins of the API, which also runs analysts' SQL. */
const API = [...BOTH, 'report'] as const;
/** All logins. Scheduled reports have a login of their own, which changes the schedule only. */
const ALL = [...API, 'scheduler'] as const;

type OwnProps = Omit<ServiceFunctionProps, 'stage' | 'data' | 'name'>;

/** The API, the workers and the schedules: everything that a new version of the program replaces. */
export class ServiceStack extends Stack {
  readonly messaging: Messaging;
  readonly mailSender: MailSender;
  readonly front: HttpFront;
  /** The environment and the rights of every function that receives uploads. */
  readonly http: {
    readonly environment: Readonly<Record<string, string>>;
    readonly rights: readonly PolicyStatement[];
  };
  /** The base address of links. */
  readonly publicUrl: string;
  private readonly stage: Stage;
  private readonly data: DataStack;

  constructor(scope: Construct, id: string, { stage, data, ...props }: ServiceStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: API, workers and schedules' });
    this.stage = stage;
    this.data = data;
    this.messaging = new Messaging(this, 'Messaging', { stage, data });
    this.mailSender = new MailSender(this, 'MailSender', stage);
    this.front = new HttpFront(this, 'Front', { stage, data });
    this.publicUrl = publicUrlOf(stage) ?? this.createOwnAddress();
    this.http = this.describeHttp();

    const requests = this.createApi();
    const [ingest, recordDeadStatement] = this.createStatementWorkers();
    const workers = [ingest, recordDeadStatement, ...this.createWebhookWorkers(), this.createMailWorker()];
    const schedules = this.createSchedules();
    this.migrateBefore([...requests, ...workers, ...schedules]);
    this.createBootstrap();
    if (stage.canaryTokenSecret !== undefined) new Canary(this, 'Canary', { service: this, stage, data });
    new LoginRotation(this, constructId('rotate-login'), { stage, data });

    new AccountAlarms(this, 'AccountAlarms', { stage, alerts: data.alerts });
    new BusinessAlarms(this, 'BusinessAlarms', { stage, alerts: data.alerts, troubles: COUNTED_TROUBLES });
    const { front, messaging } = this;
    const objectives = new ServiceObjectives(this, 'Objectives', { stage, alerts: data.alerts, front });
    new Dashboard(this, 'Dashboard', { stage, data, front, messaging, worker: ingest, objectives });
    new HeaviestAccounts(this, 'HeaviestAccounts', { stage, requests, worker: ingest });
    new CfnOutput(this, 'ApiAddress', { value: this.front.api.apiEndpoint });
    new CfnOutput(this, 'PublicAddress', { value: this.publicUrl });
  }

  /** Returns the address of a stage without a domain: that of CloudFront, or of API Gateway where CloudFront has to wait. */
  private createOwnAddress(): string {
    const { stage, data, front } = this;
    return stage.cloudFront ? createOwnEdge(this, { stage, data, front }) : front.api.apiEndpoint;
  }

  private describeHttp(): ServiceStack['http'] {
    const { data, messaging, stage } = this;
    const { secretKey, operatorToken } = data.secrets;
    const { identityProvidersSecret } = stage;
    const providers =
      identityProvidersSecret === undefined
        ? []
        : [Secret.fromSecretCompleteArn(this, 'IdentityProviders', identityProvidersSecret)];
    return {
      environment: {
        ...messaging.sendingEnvironment(),
        PEOPLE_MAILS_QUEUE_URL: messaging.peopleMails.queue.queueUrl,
        RAW_BUCKET: data.raw.bucket.bucketName,
        DROP_BUCKET: data.drop.bucket.bucketName,
        SECRET_KEY_ARN: secretKey.secretArn,
        ADMIN_TOKEN_ARN: operatorToken.secretArn,
        ...(identityProvidersSecret !== undefined && { IDENTITY_PROVIDERS_ARN: identityProvidersSecret }),
        PUBLIC_URL: this.publicUrl,
        RATE_LIMIT_PER_MINUTE: String(stage.tokenRequestsAMinute),
        EMAIL_DOMAIN: stage.mailDomain,
        MAIL_FROM: this.mailSender.from,
        UPLOADS: stage.uploads,
      },
      // Requests never delete bytes: they mark them for the purge.
      rights: [
        storeRaw(data.raw.bucket),
        sendTo(messaging.statements.queue, messaging.webhooks.queue),
        readSecrets(secretKey, operatorToken, ...providers),
      ],
    };
  }

  /**
   * Makes three functions of the same code, with different rights. The function for most requests reads originals and deletes no bytes. The
   * function that files drop-offs reads only these, and the function for the operator's tasks may delete.
   */
  private createApi(): readonly ServiceFunction[] {
    const { raw, drop, secrets } = this.data;
    const { cloudFront } = this.stage;
    // Without CloudFront nobody sends the secret, and clients call the API directly.
    const environment = {
      ...this.http.environment,
      ...(cloudFront && { ORIGIN_SECRET_ARN: secrets.origin.secretArn }),
    };
    const rights = [...this.http.rights, ...(cloudFront ? [readSecrets(secrets.origin)] : [])];
    const mails = [sendTo(this.messaging.peopleMails.queue), sendMail(...this.mailSender.arns)];
    const app = { memoryMb: REQUEST_MB, timeoutSeconds: HTTP_TIMEOUT_SECONDS, logins: API, environment };
    const api = this.serviceFunction('http-api', {
      ...app,
      description: 'Answers API requests',
      concurrency: this.stage.concurrency.requests,
      rights: [...rights, ...mails, ...readRaw(raw.bucket), keepAnswers(raw.bucket)],
    });
    const tasks = this.serviceFunction('operator-tasks', {
      ...app,
      description: 'Runs scheduled tasks when the operator asks for it',
      calledRarely: true,
      concurrency: 1,
      environment: { ...environment, DELETIONS: 'at_once' },
      rights: [
        ...rights,
        ...mails,
        ...purge(raw.bucket, 'raw', 'archive', 'answers'),
        ...purge(drop.bucket, 'mail'),
        ...sortDrops(drop.bucket),
      ],
    });
    const filing = this.serviceFunction('file-drops', {
      ...app,
      description: 'Files drop-offs that were rejected or held',
      calledRarely: true,
      // The memory is that of a worker, because a message of the largest size is in memory together with its attachments.
      memoryMb: WORKER_MEMORY_MB,
      concurrency: FILINGS_AT_ONCE,
      rights: [...rights, ...readDrops(drop.bucket)],
    });
    this.front.routeTo(this.live(api, (version) => versionMetric('http-api', 'UnexpectedErrors', version)));
    this.front.routeTo(tasks.lambda, [RUN_TASK]);
    this.front.routeTo(filing.lambda, [FILE_DROP]);
    return [api, tasks, filing];
  }

  private createStatementWorkers(): readonly [ServiceFunction, ServiceFunction] {
    const { statements, webhooks } = this.messaging;
    const ingest = this.serviceFunction('ingest-statement', {
      description: 'Reads a statement and scores its book',
      memoryMb: WORKER_MEMORY_MB,
      timeoutSeconds: WORKER_TIMEOUT_SECONDS,
      logins: BOTH,
      environment: {
        ...this.messaging.sendingEnvironment(),
        STATEMENTS_DEAD_QUEUE_URL: statements.deadLetters.queueUrl,
        RAW_BUCKET: this.data.raw.bucket.bucketName,
        PUBLIC_URL: this.publicUrl,
        NODE_OPTIONS: `--max-semi-space-size=${WORKER_SEMI_SPACE_MB}`,
      },
      rights: [
        ...readRaw(this.data.raw.bucket),
        receiveFrom(statements.queue),
        postpone(statements.queue),
        sendTo(statements.queue, statements.deadLetters, webhooks.queue),
      ],
    });
    const recorder = this.serviceFunction('dead-letter-statement', {
      description: 'Fails the job of a statement after its last attempt',
      calledRarely: true,
      memoryMb: SMALL_MB,
      timeoutSeconds: WORKER_TIMEOUT_SECONDS,
      logins: BOTH,
      environment: { ...this.messaging.sendingEnvironment(), PUBLIC_URL: this.publicUrl },
      rights: [receiveFrom(statements.deadLetters), sendTo(statements.queue, webhooks.queue)],
    });
    const live = this.live(ingest, (version) => versionMetric('ingest-statement', 'JobTriesFailed', version));
    deliverTo(live, statements.queue, this.stage.concurrency.statements);
    deliverTo(recorder.lambda, statements.deadLetters, DEAD_LETTERS_AT_ONCE);
    return [ingest, recorder];
  }

  private createWebhookWorkers(): readonly ServiceFunction[] {
    const { webhooks } = this.messaging;
    const { secretKey } = this.data.secrets;
    const deliver = this.serviceFunction('deliver-webhook', {
      description: 'Delivers an event to a webhook receiver',
      memoryMb: SMALL_MB,
      timeoutSeconds: WEBHOOK_TIMEOUT_SECONDS,
      callsCustomers: true,
      logins: BOTH,
      environment: {
        ...this.messaging.sendingEnvironment(),
        SECRET_KEY_ARN: secretKey.secretArn,
        PUBLIC_URL: this.publicUrl,
        MAIL_FROM: this.mailSender.from,
      },
      rights: [
        receiveFrom(webhooks.queue),
        sendTo(webhooks.queue),
        readSecrets(secretKey),
        // The function mails the account when its webhook was disabled.
        sendMail(...this.mailSender.arns),
      ],
    });
    const recorder = this.serviceFunction('dead-letter-webhook', {
      description: 'Records a webhook message that could not be handled',
      calledRarely: true,
      memoryMb: SMALL_MB,
      timeoutSeconds: WEBHOOK_TIMEOUT_SECONDS,
      logins: BOTH,
      rights: [receiveFrom(webhooks.deadLetters)],
    });
    deliverTo(deliver.lambda, webhooks.queue, this.stage.concurrency.webhooks);
    deliverTo(recorder.lambda, webhooks.deadLetters, DEAD_LETTERS_AT_ONCE);
    return [deliver, recorder];
  }

  /** Makes the function that mails people links and invitations after the answer to the request, whose time then tells nothing. */
  private createMailWorker(): ServiceFunction {
    const { peopleMails } = this.messaging;
    const { secretKey } = this.data.secrets;
    const send = this.serviceFunction('mail-people', {
      description: 'Mails people links to sign in, and invitations',
      calledRarely: true,
      memoryMb: SMALL_MB,
      timeoutSeconds: PEOPLE_MAIL_TIMEOUT_SECONDS,
      logins: BOTH,
      environment: {
        SECRET_KEY_ARN: secretKey.secretArn,
        PUBLIC_URL: this.publicUrl,
        MAIL_FROM: this.mailSender.from,
      },
      rights: [receiveFrom(peopleMails.queue), readSecrets(secretKey), sendMail(...this.mailSender.arns)],
    });
    deliverTo(send.lambda, peopleMails.queue, PEOPLE_MAILS_AT_ONCE);
    return send;
  }

  private createSchedules(): readonly ServiceFunction[] {
    const { statements, webhooks, peopleMails } = this.messaging;
    const { raw, drop } = this.data;
    const relaying = {
      logins: BOTH,
      environment: { ...this.messaging.sendingEnvironment(), PUBLIC_URL: this.publicUrl },
      rights: [sendTo(statements.queue, webhooks.queue)],
    } as const;
    return [
      this.scheduledFunction('sweep-outbox', OUTBOX_SWEEP_SECONDS, {
        description: 'Sends messages that a crash kept from being sent',
        ...relaying,
      }),
      this.scheduledFunction('recover-jobs', SCHEDULED_TASKS_SECONDS, {
        description: 'Queues jobs again whose worker died',
        ...relaying,
      }),
      this.scheduledFunction('redeliver-webhooks', SCHEDULED_TASKS_SECONDS, {
        description: 'Sends webhooks that are due and have no message, and mails to owners',
        ...relaying,
        environment: { ...relaying.environment, PEOPLE_MAILS_QUEUE_URL: peopleMails.queue.queueUrl },
        rights: [sendTo(webhooks.queue, peopleMails.queue)],
      }),
      this.scheduledFunction('purge-files', SCHEDULED_TASKS_SECONDS, {
        description: 'Deletes statements and messages that are no longer needed, and accounts',
        logins: BOTH,
        environment: { RAW_BUCKET: raw.bucket.bucketName, DROP_BUCKET: drop.bucket.bucketName },
        rights: [...purge(raw.bucket, 'raw', 'archive', 'answers'), ...purge(drop.bucket, 'sftp', 'mail')],
      }),
      this.scheduledFunction('run-saved-reports', SCHEDULED_TASKS_SECONDS, {
        description: 'Runs and mails the saved reports that are due',
        timeoutSeconds: REPORT_TASK_TIMEOUT_SECONDS,
        // The report login runs the analysts' SQL. The scheduler's login finds due reports and records their results.
        logins: ['report', 'scheduler'],
        environment: { MAIL_FROM: this.mailSender.from },
        rights: [sendMail(...this.mailSender.arns)],
      }),
    ];
  }

  /** Runs the migration before any new code is deployed. Until then the old code uses the new schema, and migrations must allow that. */
  private migrateBefore(functions: readonly ServiceFunction[]): void {
    const migrate = this.serviceFunction('migrate-database', {
      description: 'Migrates the database to the schema of this release',
      memoryMb: SMALL_MB,
      timeoutSeconds: MIGRATION_TIMEOUT_SECONDS,
      asOwner: true,
      logins: ALL,
      alarmOnErrors: false,
    });
    new MigrationTrigger(this, 'Migration', { migrate: migrate.lambda, before: functions });
  }

  private createBootstrap(): void {
    const { operatorToken } = this.data.secrets;
    const bootstrap = this.serviceFunction('bootstrap-operator', {
      description: 'Makes the first account and its token; called once, by hand',
      memoryMb: SMALL_MB,
      timeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS,
      logins: BOTH,
      environment: { ADMIN_TOKEN_ARN: operatorToken.secretArn, PUBLIC_URL: this.publicUrl },
      rights: [readSecrets(operatorToken)],
      alarmOnErrors: false,
    });
    new CfnOutput(this, 'BootstrapFunction', { value: bootstrap.lambda.functionName });
  }

  /**
   * Returns the callable version of a function: in production the alias that moves gradually to the new version, in development the newest
   * version.
   */
  private live(of: ServiceFunction, failures: (version: string) => Metric): IFunction {
    const { lambda } = of;
    if (!this.stage.isProduction) return lambda;
    return new GradualRelease(of, 'Release', { lambda, failures, alerts: this.data.alerts }).live;
  }

  private serviceFunction(name: FunctionName, props: OwnProps): ServiceFunction {
    return new ServiceFunction(this, constructId(name), { stage: this.stage, data: this.data, name, ...props });
  }

  private scheduledFunction(
    name: FunctionName,
    everySeconds: number,
    props: Omit<OwnProps, 'memoryMb' | 'timeoutSeconds'> & Partial<Pick<OwnProps, 'timeoutSeconds'>>,
  ): ScheduledFunction {
    const all: ScheduledFunctionProps = {
      stage: this.stage,
      data: this.data,
      name,
      everySeconds,
      memoryMb: SMALL_MB,
      timeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS,
      failedCalls: this.messaging.failedCalls.queue,
      ...props,
    };
    return new ScheduledFunction(this, constructId(name), all);
  }
}
