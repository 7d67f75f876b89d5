import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { appContext, calledFunction, ofType, type Resource, synthesise, target } from './synthesised.ts';

/**
 * Guarantee: in production a new version of what serves agencies gets some calls first, and is taken back when it
 * fails.
 */

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

test('the API and the worker are released gradually; each release looks at two alarms of one minute', () => {
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

test('what is released gradually is called by its alias, and CodeDeploy moves that alias', () => {
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

test('the migration is called before what serves, and an answer that got lost is not waited for longer than it may take', () => {
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

test('what takes a release of the API back is counted by the service itself, so that no client can cause it with 5xx of its own', () => {
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
