import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApplication } from '../../lib/application.ts';
import { EXCEPTIONS, PREFIXES } from '../../lib/rule-exceptions.ts';
import { readStage } from '../../lib/stage.ts';
import { appContext, applicationResources, ofType, synthesise } from './synthesised.ts';

/** Guarantee: the deployed templates are valid, follow the rules of both packs, and report missing parts in words. */

describe('the templates', () => {
  test('are valid, follow the rules, and are those of the stacks to deploy', () => {
    const stacks = new Set(applicationResources().map(({ stack }) => stack));
    expect([...stacks].sort()).toEqual([
      'cas-dev-data',
      'cas-dev-service',
      'cas-prod-backup',
      'cas-prod-copies',
      'cas-prod-data',
      'cas-prod-edge',
      'cas-prod-firewall',
      'cas-prod-intake',
      'cas-prod-service',
    ]);
  });

  test('are really checked: an unknown value and an unencrypted queue are refused', () => {
    const plant = (properties: ConstructorParameters<typeof CfnQueue>[2]) => () => {
      const app = new App({ context: { ...appContext(), stage: 'dev' } });
      createApplication(app);
      new CfnQueue(new Stack(app, 'planted'), 'Queue', properties);
      app.synth();
    };
    expect(plant({ kmsMasterKeyId: 'key', visibilityTimeout: 50_000 })).toThrow(/43200/);
    expect(plant({ sqsManagedSseEnabled: false })).toThrow(/AwsSolutions-SQS/);
  });

  test('depend on each other in one direction', () => {
    const app = new App({ context: appContext() });
    createApplication(app);
    const order = ['copies', 'data', 'backup', 'service', 'firewall', 'intake', 'edge'];
    for (const stack of app.synth().stacks) {
      const rank = (name: string) => order.findIndex((part) => name.endsWith(part));
      for (const { id } of stack.dependencies.filter(({ id }) => !id.endsWith('.assets'))) {
        expect(rank(id)).toBeLessThan(rank(stack.stackName));
      }
    }
  });

  test('need no account and nothing from outside', () => {
    const app = new App({ context: appContext() });
    createApplication(app);
    const assembly = app.synth();
    expect(assembly.manifest.missing ?? []).toEqual([]);
    expect(assembly.stacks.map(({ environment }) => environment.account)).toEqual(
      assembly.stacks.map(() => 'unknown-account'),
    );
  });
});

test('puts the network in the chosen zones, and otherwise in the first two', () => {
  const zone = z.object({ AvailabilityZone: z.unknown() });
  const zonesOf = (choices: Readonly<Record<string, unknown>>) => {
    const stages = { prod: { ...productionChoices(), ...choices } };
    const subnets = ofType(synthesise({ ...appContext(), stage: 'prod', stages }), 'AWS::EC2::Subnet', zone);
    return [...new Set(subnets.map(({ properties }) => JSON.stringify(properties.AvailabilityZone)))];
  };
  expect(zonesOf({ zones: ['us-east-1c', 'us-east-1f'] })).toEqual(['"us-east-1c"', '"us-east-1f"']);
  expect(zonesOf({})).toEqual([0, 1].map((index) => `{"Fn::Select":[${index},{"Fn::GetAZs":""}]}`));
});

test("puts CloudFront's firewall in us-east-1, wherever the service is", () => {
  const context = appContext();
  const stages = { prod: { ...productionChoices(), region: 'eu-west-1' } };
  const app = new App({ context: { ...context, stage: 'prod', stages } });
  createApplication(app);
  const regions = app.synth().stacks.map(({ stackName, environment }) => [stackName, environment.region]);
  expect(Object.fromEntries(regions)).toMatchObject({ 'cas-prod-firewall': 'us-east-1', 'cas-prod-edge': 'eu-west-1' });
});

test('disables a rule only with a reason, and rarely', () => {
  const all = [...EXCEPTIONS, ...PREFIXES];
  expect(all.length).toBeLessThanOrEqual(15);
  for (const { reason } of all) expect(reason.length).toBeGreaterThan(30);
});

describe('a missing part is named', () => {
  test('if it is a bundle', () => {
    const context: Record<string, unknown> = { ...appContext(), stage: 'dev' };
    rmSync(join(String(context['bundles']), 'http-api'), { recursive: true });
    expect(() => createApplication(new App({ context }))).toThrow('http-api/index.mjs: run "npm run bundle" first');
  });

  test('if it is a stage', () => {
    expect(() => createApplication(new App({ context: { ...appContext(), stage: 'test' } }))).toThrow(/dev and prod/);
  });

  test('if it is a choice', () => {
    expect(() => readStage('prod', { uploads: 'lambda' })).toThrow(/stages\.prod\.region.*stages\.prod\.mailDomain/);
    expect(() => readStage('prod', { ...productionChoices(), domainName: undefined })).toThrow(/needs domainName/);
    expect(() => readStage('prod', { ...productionChoices(), domain: 'x' })).toThrow(/domain/);
    expect(() => readStage('prod', { ...productionChoices(), backupRegion: 'us-east-1' })).toThrow(/another region/);
    for (const zones of [
      ['us-east-1a'],
      ['us-east-1a', 'us-east-1a'],
      ['us-east-1a', 'use1-az2'],
      ['us-west-2a', 'us-west-2b'],
    ]) {
      expect(() => readStage('prod', { ...productionChoices(), zones })).toThrow(/zones/);
    }
  });
});

function productionChoices() {
  return {
    region: 'us-east-1',
    domainName: 'api.agency.example',
    cloudFrontPrefixList: 'pl-3b927c52',
    uploads: 'fargate',
    mailDomain: 'agency.example',
    schedules: true,
    intake: true,
  };
}
