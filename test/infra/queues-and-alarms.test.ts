import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { PEOPLE_MAIL_RECEIVES_MAX, PEOPLE_MAIL_VISIBILITY_SECONDS } from '../../core/limits/account-limits.ts';
import {
  DEAD_LETTER_RETENTION_DAYS,
  QUEUE_RECEIVES_MAX,
  QUEUE_RETENTION_DAYS,
  QUEUE_VISIBILITY_SECONDS,
  WEBHOOK_RECEIVES_MAX,
  WEBHOOK_VISIBILITY_SECONDS,
} from '../../core/limits/job-limits.ts';
import { countBy, createMetrics, METRICS, METRICS_NAMESPACE } from '../../lambdas/runtime/metrics.ts';
import { COUNTED_TROUBLES, INTAKE_TROUBLES } from '../../lib/counted-troubles.ts';
import { applicationResources, calledFunction, ofType, target } from './synthesised.ts';

/** Guarantee: nothing is lost silently. A message that cannot be handled waits, an alarm notifies people, and it links its runbook. */

const resources = applicationResources();

const DAY_SECONDS = 24 * 3600;

const queueProperties = z.object({
  QueueName: z.string(),
  VisibilityTimeout: z.number().optional(),
  MessageRetentionPeriod: z.number(),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.unknown(), maxReceiveCount: z.number() }).optional(),
});
const queues = () => ofType(resources, 'AWS::SQS::Queue', queueProperties);

const alarmProperties = z.object({
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.unknown()).default([]),
  Threshold: z.number(),
  Namespace: z.string().optional(),
  MetricName: z.string().optional(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]),
  Metrics: z
    .array(z.object({ MetricStat: z.object({ Metric: z.unknown(), Period: z.number() }).optional() }))
    .default([]),
});
const alarms = () => ofType(resources, 'AWS::CloudWatch::Alarm', alarmProperties);

const isDead = ({ properties }: { properties: { QueueName: string } }) => properties.QueueName.endsWith('-dead');

test('gives every queue a dead-letter queue, which keeps messages as long as SQS can', () => {
  const dead = queues().filter(isDead);
  for (const { stack, properties } of queues().filter((queue) => !isDead(queue))) {
    const letters = target(properties.RedrivePolicy?.deadLetterTargetArn);
    expect(dead.some((queue) => queue.stack === stack && queue.logicalId === letters)).toBe(true);
    expect(properties.MessageRetentionPeriod).toBe(QUEUE_RETENTION_DAYS * DAY_SECONDS);
  }
  for (const { properties } of dead) {
    expect(properties.MessageRetentionPeriod).toBe(DEAD_LETTER_RETENTION_DAYS * DAY_SECONDS);
  }
});

test('lets only its own queue move messages to a dead-letter queue', () => {
  const allowed = z.object({ redrivePermission: z.string(), sourceQueueArns: z.array(z.unknown()).default([]) });
  const dead = ofType(
    resources,
    'AWS::SQS::Queue',
    z.object({ QueueName: z.string(), RedriveAllowPolicy: allowed.optional() }),
  ).filter(isDead);
  expect(dead.length).toBeGreaterThan(4);
  for (const { properties } of dead) {
    const { QueueName: name, RedriveAllowPolicy: policy } = properties;
    const own = `:${name.replace(/-dead$/, '')}"`;
    if (name.endsWith('-failed-calls-dead')) expect(policy?.redrivePermission, name).toBe('denyAll');
    else expect(JSON.stringify(policy?.sourceQueueArns), name).toContain(own);
  }
});

test('delivers a message as often, and hides it as long, as the limits say', () => {
  const limits = new Map([
    ['statements', [QUEUE_RECEIVES_MAX, QUEUE_VISIBILITY_SECONDS]],
    ['webhooks', [WEBHOOK_RECEIVES_MAX, WEBHOOK_VISIBILITY_SECONDS]],
    ['people-mails', [PEOPLE_MAIL_RECEIVES_MAX, PEOPLE_MAIL_VISIBILITY_SECONDS]],
  ]);
  const found = queues().filter((queue) => !isDead(queue));
  expect(found).toHaveLength(2 * limits.size);
  for (const { properties } of found) {
    const [, name = ''] = /^cas-(?:dev|prod)-(.+)$/.exec(properties.QueueName) ?? [];
    expect([properties.RedrivePolicy?.maxReceiveCount, properties.VisibilityTimeout], name).toEqual(limits.get(name));
  }
});

test('gives every dead-letter queue an alarm on its first message', () => {
  for (const { stack, logicalId } of queues().filter(isDead)) {
    const own = alarms().filter(
      ({ properties, ...alarm }) =>
        alarm.stack === stack &&
        properties.MetricName === 'ApproximateNumberOfMessagesVisible' &&
        properties.Dimensions.some(({ Value }) => target(Value) === logicalId),
    );
    expect(own.map(({ logicalId: id }) => id)).toHaveLength(1);
  }
});

test("calls a queue's function message by message with separate failures, and hides messages for six time-outs", () => {
  const mapping = z.object({
    BatchSize: z.literal(1),
    FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
    ScalingConfig: z.object({ MaximumConcurrency: z.number().min(2) }),
    EventSourceArn: z.unknown(),
    FunctionName: z.unknown(),
  });
  const functions = ofType(resources, 'AWS::Lambda::Function', z.object({ Timeout: z.number() }));
  for (const { stack, properties } of ofType(resources, 'AWS::Lambda::EventSourceMapping', mapping)) {
    const called = calledFunction(resources, stack, properties.FunctionName);
    const queueId = target(properties.EventSourceArn);
    const queue = queues().find((each) => each.stack === stack && each.logicalId === queueId);
    const lambda = functions.find((each) => each.stack === stack && each.logicalId === called);
    expect(queue?.properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * (lambda?.properties.Timeout ?? Infinity));
  }
});

/** The alarms that notify people: those with an action, and composite alarms. */
const composite = z.object({
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.unknown()).min(1),
  AlarmRule: z.unknown(),
});
const composites = () => ofType(resources, 'AWS::CloudWatch::CompositeAlarm', composite);
const quiet = () => alarms().filter(({ properties }) => properties.AlarmActions.length === 0);

test('makes every alarm notify people, by itself or by the composite alarm that reads it', () => {
  for (const { stack, logicalId } of quiet()) {
    const reading = composites().filter(
      (each) => each.stack === stack && JSON.stringify(each.properties.AlarmRule).includes(`"${logicalId}"`),
    );
    expect(reading, logicalId).toHaveLength(1);
  }
});

test('makes every alarm name an existing runbook, and a section of it', () => {
  for (const { properties } of [...alarms(), ...composites()]) {
    const { AlarmDescription: text } = properties;
    const [, path = 'no runbook', section] = /Runbook: (docs\/runbooks\/[a-z-]+\.md)(?:#([a-z-]+))?$/.exec(text) ?? [];
    const page = new URL(`../../${path}`, import.meta.url);
    expect(existsSync(page), text).toBe(true);
    const anchors = [...readFileSync(page, 'utf8').matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    if (section !== undefined) expect(anchors, text).toContain(section);
  }
});

test('reports each objective by two windows for each severity, and the rates that use up 28 days in two and in five', () => {
  const found = composites().map(({ logicalId, properties: { AlarmActions, AlarmDescription } }) => [
    /(Uploads|Requests|Webhooks|Answers)(page|ticket)/.exec(logicalId)?.slice(1).join(' '),
    /Alerts(Page|Ticket)/.exec(JSON.stringify(AlarmActions))?.[1],
    /(\d+) hours/.exec(AlarmDescription)?.[1],
  ]);
  const expected = ['Uploads', 'Requests', 'Webhooks', 'Answers'].flatMap((name) => [
    [`${name} page`, 'Page', '47'],
    [`${name} ticket`, 'Ticket', '112'],
  ]);
  expect(found.toSorted()).toEqual(expected.toSorted());
  const windows = quiet().map(({ logicalId, properties: { Threshold, Metrics } }) => [
    /(Uploads|Requests|Webhooks|Answers)(page|ticket)(long|short)/.exec(logicalId)?.slice(1).join(' '),
    Threshold,
    Metrics.flatMap(({ MetricStat }) => (MetricStat === undefined ? [] : [MetricStat.Period])),
  ]);
  expect(windows).toHaveLength(16);
  expect(windows).toContainEqual(['Uploads page long', 7.2, [3600, 3600]]);
  expect(windows).toContainEqual(['Requests page short', 1.44, [300, 300]]);
  expect(windows).toContainEqual(['Webhooks ticket long', 3, [21_600, 21_600]]);
});

test('lets alarms publish to the topic, with its key', () => {
  const statement = z.object({ Effect: z.string(), Action: z.unknown(), Principal: z.unknown() });
  const mayAlarm = (document: readonly z.output<typeof statement>[], action: string) =>
    document.some(
      ({ Effect, Action, Principal }) =>
        Effect === 'Allow' &&
        JSON.stringify(Action).includes(action) &&
        JSON.stringify(Principal).includes('cloudwatch.amazonaws.com'),
    );
  const topic = z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) });
  for (const { properties } of ofType(resources, 'AWS::SNS::TopicPolicy', topic)) {
    expect(mayAlarm(properties.PolicyDocument.Statement, 'sns:Publish')).toBe(true);
  }
  const key = z.object({ KeyPolicy: z.object({ Statement: z.array(statement) }) });
  const keys = ofType(resources, 'AWS::KMS::Key', key).filter(({ logicalId }) => logicalId.startsWith('StageKey'));
  expect(keys).toHaveLength(2);
  for (const { properties } of keys) expect(mayAlarm(properties.KeyPolicy.Statement, 'kms:GenerateDataKey')).toBe(true);
});

/** The metrics of all alarms, also those that an alarm calculates with. */
const watchedMetrics = () => {
  const metric = alarmProperties.pick({ Namespace: true, MetricName: true, Dimensions: true });
  return alarms().flatMap(({ properties: { Metrics, ...own } }) => [
    own,
    ...Metrics.flatMap(({ MetricStat }) => (MetricStat === undefined ? [] : [metric.parse(MetricStat.Metric)])),
  ]);
};

test('writes every own metric that an alarm watches', () => {
  const own = watchedMetrics().filter(({ Namespace }) => Namespace === METRICS_NAMESPACE);
  expect(own.length).toBeGreaterThan(0);
  const functions = ofType(resources, 'AWS::Lambda::Function', z.object({ FunctionName: z.string().optional() }));
  for (const { MetricName, Dimensions } of own) {
    expect(Object.keys(METRICS)).toContain(MetricName);
    const service = Dimensions.find(({ Name }) => Name === 'service')?.Value;
    expect(functions.map((lambda) => lambda.properties.FunctionName)).toContain(`cas-prod-${String(service)}`);
  }
});

test('finds every own metric by function alone, as Powertools writes it', () => {
  for (const { service, metric } of [...COUNTED_TROUBLES, ...INTAKE_TROUBLES]) {
    const metrics = createMetrics(service);
    countBy(metrics, undefined)(metric, 1);
    const written = metrics.serializeMetrics();
    const dimensions = written._aws.CloudWatchMetrics.map(({ Namespace, Dimensions }) => [Namespace, Dimensions]);
    expect([dimensions, written['service']]).toEqual([[[METRICS_NAMESPACE, [['service']]]], service]);
    const watching = watchedMetrics().filter(({ Namespace, MetricName, Dimensions }) => {
      const [dimension, ...more] = Dimensions;
      const isOwn = Namespace === METRICS_NAMESPACE && MetricName === metric;
      return isOwn && more.length === 0 && dimension?.Name === 'service' && dimension.Value === service;
    });
    expect(watching.length, `${service} ${metric}`).toBeGreaterThan(0);
  }
});

test('gives every schedule a dead-letter queue and, if enabled, an alarm for missing runs', () => {
  const schedule = z.object({
    State: z.enum(['ENABLED', 'DISABLED']),
    Target: z.object({ Arn: z.unknown(), DeadLetterConfig: z.object({ Arn: z.unknown() }), RetryPolicy: z.object({}) }),
  });
  for (const { stack, properties } of ofType(resources, 'AWS::Scheduler::Schedule', schedule)) {
    const { Target } = properties;
    expect(target(Target.DeadLetterConfig.Arn)).toMatch(/FailedCalls/);
    const missed = alarms().filter(
      (alarm) =>
        alarm.stack === stack &&
        alarm.properties.MetricName === 'Invocations' &&
        alarm.properties.Dimensions.some(({ Value }) => target(Value) === target(Target.Arn)),
    );
    expect(missed).toHaveLength(properties.State === 'ENABLED' ? 1 : 0);
    expect(properties.State).toBe('ENABLED');
  }
});

test('gives every asynchronous call a place for its failures', () => {
  const invocations = z.object({ DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.unknown() }) }) });
  for (const { properties } of ofType(resources, 'AWS::Lambda::EventInvokeConfig', invocations)) {
    expect(target(properties.DestinationConfig.OnFailure.Destination)).toMatch(/FailedCalls/);
  }
});
