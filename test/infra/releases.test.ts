import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { appContext, calledFunction, ofType, type Resource, synthesise, target } from './synthesised.ts';

/** Guarantee: in production a new version of the serving functions gets some calls first, and is rolled back if it fails. */

let resources: readonly Resource[];
beforeAll(() => {
  resources = synthesise({ ...appContext(), stage: 'prod' }).filter(({ stack }) => stack === 'cas-prod-service');
});

const groups = () =>
  ofType(
    resources,
    'AWS::CodeDeploy::DeploymentGroup',
    z.object({
      AlarmConfiguration: z.object({
        Enabled: z.literal(true),
        Alarms: z.array(z.object({ Name: z.unknown() })).min(2),
      }),
      AutoRollbackConfiguration: z.object({
        Enabled: z.literal(true),
        Events: z.array(z.string()).refine((events) => events.includes('DEPLOYMENT_STOP_ON_ALARM')),
      }),
      DeploymentConfigName: z.literal('CodeDeployDefault.LambdaCanary10Percent5Minutes'),
      DeploymentStyle: z.object({ DeploymentType: z.literal('BLUE_GREEN') }),
    }),
  );

test('releases the API and the worker gradually, with two alarms of one minute each', () => {
  const alarm = z.object({ Period: z.literal(60), EvaluationPeriods: z.literal(1) });
  const alarms = ofType(resources, 'AWS::CloudWatch::Alarm', z.object({}).loose());
  const called = groups().map(({ properties }) => {
    for (const { Name } of properties.AlarmConfiguration.Alarms) {
      alarm.parse(alarms.find(({ logicalId }) => logicalId === target(Name))?.properties);
    }
    return properties.AlarmConfiguration.Alarms.length;
  });
  expect(called).toEqual([2, 2]);
});

test('calls gradually released functions by their alias, which CodeDeploy moves', () => {
  const names = new Map(resources.map(({ logicalId, properties }) => [logicalId, properties['FunctionName']]));
  const nameOf = (reference: unknown) => names.get(calledFunction(resources, 'cas-prod-service', reference));
  const isAlias = (reference: unknown) =>
    calledFunction(resources, 'cas-prod-service', reference) !== target(reference);
  const mapping = z.object({ FunctionName: z.unknown() });
  const integration = z.object({ IntegrationUri: z.unknown() });
  const references = [
    ...ofType(resources, 'AWS::Lambda::EventSourceMapping', mapping).map(({ properties }) => properties.FunctionName),
    ...ofType(resources, 'AWS::ApiGatewayV2::Integration', integration).map(
      ({ properties }) => properties.IntegrationUri,
    ),
  ];
  expect(references.filter(isAlias).map(nameOf).sort()).toEqual(['cas-prod-http-api', 'cas-prod-ingest-statement']);
  const direct = references.filter((reference) => !isAlias(reference)).map(nameOf);
  expect(direct).not.toContain('cas-prod-http-api');
  expect(direct).not.toContain('cas-prod-ingest-statement');
});

test('runs the migration before the serving functions, and waits for a lost answer only as long as it may take', () => {
  const [trigger, ...others] = ofType(
    resources,
    'Custom::Trigger',
    z.object({ ServiceTimeout: z.string(), Timeout: z.string(), HandlerArn: z.unknown() }),
  );
  expect(others).toEqual([]);
  const seconds = Number(trigger?.properties.ServiceTimeout);
  expect(seconds).toBeGreaterThan(Number(trigger?.properties.Timeout) / 1000);
  expect(seconds).toBeLessThan(3_600);
});

test('rolls back the API by failures that the service itself counts, so that no client can cause it with 5xx of its own', () => {
  const alarm = z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions: z.array(z.unknown()) });
  const byId = new Map(resources.map(({ logicalId, properties }) => [logicalId, properties]));
  const watched = groups().flatMap(({ properties }) =>
    properties.AlarmConfiguration.Alarms.map(({ Name }) => {
      const { Namespace, MetricName } = alarm.parse(byId.get(String(target(Name))));
      return `${Namespace} ${MetricName}`;
    }),
  );
  expect(watched.toSorted()).toEqual([
    'AWS/Lambda Errors',
    'AWS/Lambda Errors',
    'CommissionStatements JobTriesFailed',
    'CommissionStatements UnexpectedErrors',
  ]);
});
