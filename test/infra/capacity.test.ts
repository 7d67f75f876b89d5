import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import cdk from '../../cdk.json' with { type: 'json' };
import { PEOPLE_MAIL_TIMEOUT_SECONDS } from '../../core/limits/account-limits.ts';
import {
  FUNCTION_POOL_SIZE,
  OPEN_JOBS_MAX,
  SCHEDULED_TASK_TIMEOUT_SECONDS,
  SCHEDULED_TASKS_SECONDS,
  SENDER_POOL_SIZE,
  SHARED_WORKERS,
  UPLOAD_SERVICE_POOL_SIZE,
  WEBHOOK_ACCOUNT_CONCURRENCY,
  WEBHOOK_TIMEOUT_SECONDS,
  WORKER_CONCURRENCY_MAX,
  WORKER_MEMORY_MB,
  WORKER_TIMEOUT_SECONDS,
} from '../../core/limits/job-limits.ts';
import {
  ACCOUNT_RATE_FACTOR,
  FORMS_AT_ONCE,
  FORMS_OF_ACCOUNT_IN_ONE_OF_MANY,
  HTTP_TIMEOUT_SECONDS,
  LARGE_REQUESTS_OF_ACCOUNT_MAX,
  MAIL_TIMEOUT_SECONDS,
  RATE_LIMIT_PER_MINUTE_DEFAULT,
} from '../../core/limits/request-limits.ts';
import { REPORT_TASK_TIMEOUT_SECONDS } from '../../core/limits/saved-report-limits.ts';
import { FUNCTION_VARIABLES, VARIABLES } from '../../lambdas/runtime/aws-settings.ts';
import { FUNCTION_NAMES } from '../../lib/service-function.ts';
import { readStage } from '../../lib/stage.ts';
import { COST_INPUTS } from '../../measure/speed/cost-bill.ts';
import { applicationResources, calledFunction, ofType, type Resource, target } from './synthesised.ts';

/** Guarantee: the templates have the values of the limits, the settings of the functions, and enough connections for all that may run. */
describe('capacity', () => {
  const resources = applicationResources();

  const lambdaProperties = z.object({
    FunctionName: z.string(),
    Runtime: z.literal('nodejs24.x'),
    Architectures: z.tuple([z.literal('arm64')]),
    Handler: z.literal('index.handler'),
    MemorySize: z.number(),
    Timeout: z.number(),
    ReservedConcurrentExecutions: z.number().optional(),
    TracingConfig: z.object({ Mode: z.literal('Active') }),
    Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
  });

  /** The functions of CDK's custom resources have no name. */
  function lambdas(stage: 'dev' | 'prod') {
    const own = resources.filter(({ properties }) => properties['FunctionName'] !== undefined);
    return ofType(own, 'AWS::Lambda::Function', lambdaProperties)
      .filter(({ stack }) => stack.startsWith(`cas-${stage}-`))
      .map((lambda) => ({ ...lambda, name: lambda.properties.FunctionName.replace(`cas-${stage}-`, '') }));
  }

  test('has every function of the service, on the same runtime, with traces', () => {
    expect(
      lambdas('prod')
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...FUNCTION_NAMES].sort());
  });

  test('gives functions the time-outs of the limits', () => {
    const seconds = Object.fromEntries(lambdas('prod').map(({ name, properties }) => [name, properties.Timeout]));
    expect(seconds).toMatchObject({
      'http-api': HTTP_TIMEOUT_SECONDS,
      'ingest-statement': WORKER_TIMEOUT_SECONDS,
      'receive-mail': MAIL_TIMEOUT_SECONDS,
      'deliver-webhook': WEBHOOK_TIMEOUT_SECONDS,
      'mail-people': PEOPLE_MAIL_TIMEOUT_SECONDS,
      'sweep-outbox': SCHEDULED_TASK_TIMEOUT_SECONDS,
      'recover-jobs': SCHEDULED_TASK_TIMEOUT_SECONDS,
      'redeliver-webhooks': SCHEDULED_TASK_TIMEOUT_SECONDS,
      'purge-files': SCHEDULED_TASK_TIMEOUT_SECONDS,
      'run-saved-reports': REPORT_TASK_TIMEOUT_SECONDS,
    });
    const worker = lambdas('prod').find(({ name }) => name === 'ingest-statement');
    expect(worker?.properties.MemorySize).toBe(WORKER_MEMORY_MB);
  });

  test('runs tasks every quarter of an hour, and the sweep of the outbox every minute', () => {
    const schedule = z.object({ Name: z.string(), ScheduleExpression: z.string() });
    const rates = ofType(resources, 'AWS::Scheduler::Schedule', schedule)
      .filter(({ stack }) => stack.startsWith('cas-prod-'))
      .map(({ properties }) => [properties.Name.replace('cas-prod-', ''), properties.ScheduleExpression]);
    const quarter = `rate(${SCHEDULED_TASKS_SECONDS / 60} minutes)`;
    expect(Object.fromEntries(rates)).toEqual({
      'sweep-outbox': 'rate(1 minute)',
      'recover-jobs': quarter,
      'redeliver-webhooks': quarter,
      'purge-files': quarter,
      'run-saved-reports': quarter,
      'sweep-sftp': quarter,
      'try-service': 'rate(5 minutes)',
    });
  });

  test('runs all tasks together once an hour in development, so that its database can pause in between', () => {
    const schedule = z.object({ Name: z.string(), ScheduleExpression: z.string(), State: z.literal('ENABLED') });
    const expressions = ofType(resources, 'AWS::Scheduler::Schedule', schedule)
      .filter(({ stack }) => stack.startsWith('cas-dev-'))
      .map(({ properties }) => properties.ScheduleExpression);
    expect(expressions.length).toBeGreaterThanOrEqual(5);
    expect(new Set(expressions)).toEqual(new Set(['cron(0 * * * ? *)']));
  });

  test('reserves no concurrency in development, because a new account has none to reserve', () => {
    const reserved = lambdas('dev').filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined);
    expect(reserved.map(({ name }) => name)).toEqual([]);
  });

  /** Settings that a function may lack: one has a default for all functions but one, and one is a stage's choice. */
  const OPTIONAL = new Set(['DELETIONS', 'IDENTITY_PROVIDERS_ARN']);

  test('gives each function exactly the settings it reads', () => {
    const known = new Set(Object.values(VARIABLES).flatMap(({ shape }) => Object.keys(shape)));
    for (const { name, properties } of lambdas('prod')) {
      const variables = Object.keys(properties.Environment.Variables);
      const sets = Object.entries(FUNCTION_VARIABLES).find(([key]) => key === name)?.[1] ?? [];
      const read = sets
        .flatMap((set) => Object.keys(VARIABLES[set].shape))
        .filter((variable) => !OPTIONAL.has(variable));
      expect(variables, name).toEqual(expect.arrayContaining(read));
      const others = variables.filter(
        (variable) => !known.has(variable) && !/^(POWERTOOLS_|NODE_|AWS_)/.test(variable),
      );
      expect(others, name).toEqual([]);
    }
  });

  test('gives the container of uploads the settings that the same app has as a function', () => {
    const task = z.object({
      ContainerDefinitions: z.tuple([
        z.object({ Environment: z.array(z.object({ Name: z.string() })), ReadonlyRootFilesystem: z.literal(true) }),
      ]),
    });
    const [definition] = ofType(resources, 'AWS::ECS::TaskDefinition', task);
    const variables = definition?.properties.ContainerDefinitions[0].Environment.map(({ Name }) => Name) ?? [];
    const read = FUNCTION_VARIABLES['upload-service']
      .flatMap((set) => Object.keys(VARIABLES[set].shape))
      .filter((variable) => !OPTIONAL.has(variable));
    expect(variables).toEqual(expect.arrayContaining(read));
  });

  test('lets two tokens at their limit pass the firewall from one address', () => {
    const text = JSON.stringify(ofType(resources, 'AWS::WAFv2::WebACL', z.object({}).loose()));
    expect(text).toContain(`"Limit":${2 * 5 * RATE_LIMIT_PER_MINUTE_DEFAULT}`);
  });

  const ROLES_IN_THE_DATABASE = 2;
  /** The connections that one run of a function may open. */
  const connectionsOf = (name: string) =>
    ROLES_IN_THE_DATABASE * (name === 'deliver-webhook' ? SENDER_POOL_SIZE : FUNCTION_POOL_SIZE);

  /**
   * The largest number of concurrent runs of each function. Where nothing is reserved, the rate of requests limits those of the API if each
   * takes two seconds, and all other functions are called once at a time.
   */
  function runningAtOnce(stage: 'dev' | 'prod') {
    const mapping = z.object({
      FunctionName: z.unknown(),
      ScalingConfig: z.object({ MaximumConcurrency: z.number() }),
    });
    const called = ofType(resources, 'AWS::Lambda::EventSourceMapping', mapping).filter(({ stack }) =>
      stack.startsWith(`cas-${stage}-`),
    );
    // The canary only sends requests, and opens no connection of its own.
    const connecting = lambdas(stage).filter(({ name }) => name !== 'try-service');
    return connecting.map(({ name, stack, logicalId, properties }) => {
      const source = called.find(
        (each) => each.stack === stack && calledFunction(resources, stack, each.properties.FunctionName) === logicalId,
      );
      // Functions that are called by hand, or once in a deployment.
      const byHand = stage === 'dev' || ['migrate-database', 'bootstrap-operator'].includes(name) ? 1 : undefined;
      const api = stage === 'dev' && name === 'http-api' ? 2 * requestsASecond(stage) : undefined;
      const atOnce =
        properties.ReservedConcurrentExecutions ?? source?.properties.ScalingConfig.MaximumConcurrency ?? api ?? byHand;
      // The sum has no meaning if a function has no limit.
      if (atOnce === undefined) throw new Error(`${name} has no limit`);
      return { name, atOnce, memoryMb: properties.MemorySize };
    });
  }

  function requestsASecond(stage: 'dev' | 'prod'): number {
    const throttle = z.object({ DefaultRouteSettings: z.object({ ThrottlingRateLimit: z.number() }) });
    const [found] = ofType(resources, 'AWS::ApiGatewayV2::Stage', throttle).filter(
      ({ stack }) => stack === `cas-${stage}-service`,
    );
    if (found === undefined) throw new Error(`${stage} has no API`);
    return found.properties.DefaultRouteSettings.ThrottlingRateLimit;
  }

  test.each(['dev', 'prod'] as const)(
    '%s: opens at most four fifths of the connections with all that may run at once',
    (stage) => {
      const table = runningAtOnce(stage).map(({ name, atOnce }) => atOnce * connectionsOf(name));
      const scaling = resources
        .filter(
          ({ stack, type }) => stack === `cas-${stage}-edge` && type === 'AWS::ApplicationAutoScaling::ScalableTarget',
        )
        .map(({ properties }) => z.object({ MaxCapacity: z.number() }).parse(properties).MaxCapacity);
      const containers = scaling.map((tasks) => tasks * UPLOAD_SERVICE_POOL_SIZE * ROLES_IN_THE_DATABASE);
      const sum = [...table, ...containers].reduce((total, connections) => total + connections, 0);

      const parameters = z.object({ Parameters: z.object({ max_connections: z.coerce.number<string>() }) });
      const [group] = ofType(resources, 'AWS::RDS::DBClusterParameterGroup', parameters).filter(
        ({ stack }) => stack === `cas-${stage}-data`,
      );
      expect(sum).toBeLessThanOrEqual(0.8 * (group?.properties.Parameters.max_connections ?? 0));
    },
  );

  test('gives one account at most a fifth of the requests and workers that all share, in production', () => {
    const limit = z.object({ RATE_LIMIT_PER_MINUTE: z.coerce.number<string>() });
    const [api] = lambdas('prod').filter(({ name }) => name === 'http-api');
    const { RATE_LIMIT_PER_MINUTE: ofToken } = limit.parse(api?.properties.Environment.Variables);
    expect(ofToken * ACCOUNT_RATE_FACTOR).toBe((60 * requestsASecond('prod')) / 5);
    expect(LARGE_REQUESTS_OF_ACCOUNT_MAX).toBe((api?.properties.ReservedConcurrentExecutions ?? 0) / 5);
    expect(SHARED_WORKERS.ofAccountMax).toBe(WORKER_CONCURRENCY_MAX / 5);
    expect(WEBHOOK_ACCOUNT_CONCURRENCY).toBe(readStage('prod', cdk.context.stages.prod).concurrency.webhooks / 5);
    expect(FORMS_OF_ACCOUNT_IN_ONE_OF_MANY).toBeLessThanOrEqual(FORMS_AT_ONCE / 5);
  });

  test('docs/howto/make-room-for-more.md names the limits of one account as they are', () => {
    const page = readFileSync('docs/howto/make-room-for-more.md', 'utf8');
    const [api] = lambdas('prod').filter(({ name }) => name === 'http-api');
    const { RATE_LIMIT_PER_MINUTE: ofToken } = z
      .object({ RATE_LIMIT_PER_MINUTE: z.coerce.number<string>() })
      .parse(api?.properties.Environment.Variables);
    const requests = `${count(ofToken)} a minute for a token, ${count(ofToken * ACCOUNT_RATE_FACTOR)} for all its tokens`;
    expect(page).toContain(requests);
    expect(page).toContain(`statements at once: ${SHARED_WORKERS.ofAccountMax} of ${WORKER_CONCURRENCY_MAX}`);
    expect(page).toContain(
      `forms at once: ${LARGE_REQUESTS_OF_ACCOUNT_MAX} of ${api?.properties.ReservedConcurrentExecutions ?? 0}`,
    );
    expect(page).toContain(`uploads at once: ${FORMS_OF_ACCOUNT_IN_ONE_OF_MANY} of ${FORMS_AT_ONCE} in each container`);
    expect(page).toContain(`queued statements: ${count(OPEN_JOBS_MAX)}`);
    expect(page).toContain(`\`capacityMin\`, ${COST_INPUTS.template.capacityMin} units`);
  });

  const count = (value: number) => value.toLocaleString('en');

  test('processes statements with as many workers as the limits say, in production', () => {
    const mapping = z.object({
      EventSourceArn: z.unknown(),
      ScalingConfig: z.object({ MaximumConcurrency: z.number() }),
    });
    const [statements] = ofType(resources, 'AWS::Lambda::EventSourceMapping', mapping).filter(
      ({ stack, properties }) =>
        stack === 'cas-prod-service' && /^MessagingStatementsQueue/.test(target(properties.EventSourceArn)),
    );
    expect(statements?.properties.ScalingConfig.MaximumConcurrency).toBe(WORKER_CONCURRENCY_MAX);
  });

  test("bases docs/cost.md on the values of production's template", async () => {
    const { template } = COST_INPUTS;
    const functions = runningAtOnce('prod');
    const { 'upload-service': containers, ...connections } = template.connections;
    expect(connections).toEqual(
      Object.fromEntries(functions.map(({ name, atOnce }) => [name, { atOnce, each: connectionsOf(name) }])),
    );
    expect(containers?.each).toBe(UPLOAD_SERVICE_POOL_SIZE * ROLES_IN_THE_DATABASE);
    const memory = Object.fromEntries(functions.map(({ name, memoryMb }) => [name, memoryMb]));
    expect(template.memoryMb).toEqual({
      requests: memory['http-api'],
      statements: memory['ingest-statement'],
      webhooks: memory['deliver-webhook'],
    });

    const prod = resources.filter(({ stack }) => stack.startsWith('cas-prod-'));
    const only = <Schema extends z.ZodType>(type: string, schema: Schema) => ofType(prod, type, schema)[0]?.properties;
    expect(
      only(
        'AWS::ApplicationAutoScaling::ScalableTarget',
        z.object({ MinCapacity: z.number(), MaxCapacity: z.number() }),
      ),
    ).toMatchObject({ MinCapacity: template.uploadTasksMin, MaxCapacity: containers?.atOnce });
    const capacity = z.object({
      ServerlessV2ScalingConfiguration: z.object({ MinCapacity: z.number(), MaxCapacity: z.number() }),
    });
    expect(only('AWS::RDS::DBCluster', capacity)?.ServerlessV2ScalingConfiguration).toEqual({
      MinCapacity: template.capacityMin,
      MaxCapacity: template.capacityMax,
    });
    expect(ofType(prod, 'AWS::RDS::DBInstance', z.object({}))).toHaveLength(template.databaseInstances);
    const retention = z.object({ BackupRetentionPeriod: z.number() });
    expect(only('AWS::RDS::DBCluster', retention)?.BackupRetentionPeriod).toBe(template.backupDays);
    const lifecycle = z.object({ DeleteAfterDays: z.literal(template.copyKeptDays) });
    const copies = z.object({ Lifecycle: lifecycle });
    const rule = z.object({
      ScheduleExpression: z.string().regex(/^cron\(\d+ \d+ \* \* \? \*\)$/),
      Lifecycle: lifecycle,
      CopyActions: z.tuple([copies]),
    });
    const plan = z.object({ BackupPlan: z.object({ BackupPlanRule: z.tuple([rule]) }) });
    expect(ofType(prod, 'AWS::Backup::BackupPlan', plan)).toHaveLength(1);
    // The schedule above runs every night.
    expect(template.copyEveryDays).toBe(1);
    const parameters = z.object({ Parameters: z.object({ max_connections: z.coerce.number<string>() }) });
    expect(only('AWS::RDS::DBClusterParameterGroup', parameters)?.Parameters.max_connections).toBe(
      template.connectionsMax,
    );
    const throttle = z.object({ DefaultRouteSettings: z.object({ ThrottlingRateLimit: z.number() }) });
    expect(only('AWS::ApiGatewayV2::Stage', throttle)?.DefaultRouteSettings.ThrottlingRateLimit).toBe(
      template.requestsASecond,
    );
  });
});

/**
 * Guarantee: the idle cost of a stage, computed from its template, stays within the target and equals the figure in the guide to deploying.
 * Prices are list prices of us-east-1 in dollars, for 730 hours a month.
 */
describe('idle cost', () => {
  const HOURS = 730;
  const ACU = 0.12 * HOURS;
  /** The monthly price of a public IPv4 address, at half a cent per hour. */
  const PUBLIC_ADDRESS = 0.005 * HOURS;

  const scaling = z.object({ ServerlessV2ScalingConfiguration: z.object({ MinCapacity: z.number() }) });
  const tasks = z.object({ MinCapacity: z.number() });
  const size = z.object({ Cpu: z.coerce.number<string>(), Memory: z.coerce.number<string>() });
  const check = z.object({ HealthCheckConfig: z.object({ SearchString: z.string().optional() }) });
  const read = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).default([]) });
  const acl = z.object({ Rules: z.array(z.unknown()) });

  /** The monthly cost of every resource type that costs money without use. `all` are the resources of the stage. */
  const MONTHLY: Readonly<Record<string, (resource: Resource, all: readonly Resource[]) => number>> = {
    'AWS::RDS::DBCluster': ({ properties }, all) => {
      const instances = all.filter(({ type }) => type === 'AWS::RDS::DBInstance').length;
      const { MinCapacity } = scaling.parse(properties).ServerlessV2ScalingConfiguration;
      return (MinCapacity === 0 ? awakeShare(all) * WAKING_UNITS : MinCapacity) * instances * ACU;
    },
    // A proxy is billed for at least eight units, and each further endpoint for an interface in two zones.
    'AWS::RDS::DBProxy': () => 8 * 0.015 * HOURS,
    'AWS::RDS::DBProxyEndpoint': () => 2 * 0.01 * HOURS,
    'AWS::EC2::NatGateway': () => 0.045 * HOURS + PUBLIC_ADDRESS,
    // The cost of a t4g.nano with 8 GB of disk and seven metrics of detailed monitoring.
    'AWS::EC2::Instance': () => 0.0042 * HOURS + PUBLIC_ADDRESS + 8 * 0.08 + 7 * 0.3,
    'AWS::ElasticLoadBalancingV2::LoadBalancer': () => 0.0225 * HOURS,
    'AWS::ApplicationAutoScaling::ScalableTarget': ({ properties }, all) =>
      tasks.parse(properties).MinCapacity * taskCost(all),
    'AWS::WAFv2::WebACL': ({ properties }) => 5 + acl.parse(properties).Rules.length,
    'AWS::KMS::Key': () => 1,
    'AWS::SecretsManager::Secret': () => 0.4,
    // An alarm costs by the metrics that it reads.
    'AWS::CloudWatch::Alarm': ({ properties }) =>
      0.1 * Math.max(1, read.parse(properties).Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length),
    'AWS::CloudWatch::CompositeAlarm': () => 0.5,
    // HTTPS costs a dollar more than a plain check, and so does the search for a text.
    'AWS::Route53::HealthCheck': ({ properties }) =>
      1.5 + (check.parse(properties).HealthCheckConfig.SearchString === undefined ? 0 : 1),
    'AWS::Transfer::Server': () => 0.3 * HOURS,
  };

  /** The share of time for which hourly tasks keep a pausing database awake, given the time-outs of its sessions and of the pause. */
  function awakeShare(all: readonly Resource[]): number {
    const isOn = all.some(
      ({ type, properties }) => type === 'AWS::Scheduler::Schedule' && properties['State'] === 'ENABLED',
    );
    return isOn ? (SESSION_SECONDS + PAUSE_SECONDS + TASK_SECONDS) / 3_600 : 0;
  }
  const SESSION_SECONDS = 120;
  const PAUSE_SECONDS = 300;
  const TASK_SECONDS = 60;
  /** A database that wakes begins with half a unit. */
  const WAKING_UNITS = 0.5;

  /** The cost of an ARM container, by its processors and its gigabytes. */
  function taskCost(all: readonly Resource[]): number {
    const { Cpu, Memory } = size.parse(all.find(({ type }) => type === 'AWS::ECS::TaskDefinition')?.properties);
    return ((Cpu / 1024) * 0.03238 + (Memory / 1024) * 0.00356) * HOURS;
  }

  function idleCost(resources: readonly Resource[]): number {
    const costs = resources.map((resource) => MONTHLY[resource.type]?.(resource, resources) ?? 0);
    return Math.round(costs.reduce((sum, cost) => sum + cost, 0));
  }

  test('keeps the idle cost of each stage within its target, as the guide says', () => {
    const resources = applicationResources();
    const of = (stack: RegExp) => idleCost(resources.filter((resource) => stack.test(resource.stack)));
    const [dev, prod, intake] = [of(/^cas-dev-/), of(/^cas-prod-(?!intake)/), of(/^cas-prod-intake/)];
    expect(dev).toBeLessThanOrEqual(30);
    expect(prod).toBeLessThanOrEqual(350);
    const guide = readFileSync(new URL('../../docs/howto/deploy-to-aws.md', import.meta.url), 'utf8');
    const total = /^\| \*\*In all\*\* \| \*\*\$(\d+)\*\* \| \*\*\$(\d+)\*\* \| \*\*\$(\d+)\*\* \|$/m
      .exec(guide)
      ?.slice(1)
      .map(Number);
    expect(total).toEqual([dev, prod, intake]);
  });
});
