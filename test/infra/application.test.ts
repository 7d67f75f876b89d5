import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createApplication } from '../../lib/application.ts';
import { exceptionsOf } from '../../lib/rule-exceptions.ts';
import { readStage } from '../../lib/stage.ts';
import {
  appContext,
  applicationResources,
  applicationStacks,
  ofType,
  stacksAwayFromCloudFront,
  synthesise,
} from './synthesised.ts';

/** Guarantee: the deployed templates are valid, follow the rules of both packs of checks, and a missing part is named. */

describe('the templates', () => {
  test('are valid, follow the rules, and are those of the stacks to deploy', () => {
    const stacks = new Set(applicationResources().map(({ stack }) => stack));
    expect([...stacks].sort()).toEqual([
      'cas-dev-data',
      'cas-dev-deploy',
      'cas-dev-service',
      'cas-prod-backup',
      'cas-prod-copies',
      'cas-prod-data',
      'cas-prod-deploy',
      'cas-prod-edge',
      'cas-prod-edge-log',
      'cas-prod-firewall',
      'cas-prod-intake',
      'cas-prod-service',
    ]);
  });

  test('are really checked: an unknown value and an unencrypted queue are refused', { tags: ['long'] }, () => {
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
    const order = ['copies', 'data', 'backup', 'service', 'firewall', 'intake', 'edge', 'edge-log'];
    for (const stack of applicationStacks()) {
      const rank = (name: string) => order.findIndex((part) => name.endsWith(part));
      for (const { id } of stack.dependencies.filter(({ id }) => !id.endsWith('.assets'))) {
        expect(rank(id)).toBeLessThan(rank(stack.stackName));
      }
    }
  });

  test('need no account and nothing from outside', () => {
    const stacks = applicationStacks();
    expect(stacks.flatMap(({ assembly }) => assembly.manifest.missing ?? [])).toEqual([]);
    expect(stacks.map(({ environment }) => environment.account)).toEqual(stacks.map(() => 'unknown-account'));
  });
});

test('puts the network in the chosen zones, and otherwise in the first two', { tags: ['long'] }, () => {
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
  const regions = stacksAwayFromCloudFront().map(({ stackName, environment }) => [stackName, environment.region]);
  expect(Object.fromEntries(regions)).toMatchObject({ 'cas-prod-firewall': 'us-east-1', 'cas-prod-edge': 'eu-west-1' });
});

describe('a finding of a rule is accepted', { tags: ['long'] }, () => {
  const report = z.object({
    pluginReports: z.array(
      z.object({
        violations: z.array(
          z.object({
            ruleName: z.string(),
            violatingConstructs: z.array(z.object({ constructPath: z.string() })),
          }),
        ),
      }),
    ),
  });

  /** Returns every finding, including accepted findings, as `rule at construct path`. */
  function findings(): readonly string[] {
    const spy = vi.spyOn(Validations.prototype, 'acknowledge').mockReturnValue();
    const outdir = mkdtempSync(join(tmpdir(), 'cdk-out-'));
    const app = new App({ context: appContext(), outdir });
    createApplication(app);
    spy.mockRestore();
    expect(() => app.synth()).toThrow(/cdk-nag|AwsSolutions/);
    const { pluginReports } = report.parse(JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')));
    return pluginReports.flatMap(({ violations }) =>
      violations.flatMap(({ ruleName, violatingConstructs }) =>
        violatingConstructs.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
      ),
    );
  }

  test('only at resources that have the finding in one of the stages', () => {
    const found = findings();
    const stages = Object.entries(choicesOfStages()).map(([name, choices]) =>
      readStage(name === 'dev' ? 'dev' : 'prod', choices),
    );
    const accepted = stages.flatMap((stage) =>
      exceptionsOf(stage).flatMap(({ id, resources }) => resources.map((path) => ({ id, path, stage }))),
    );
    const isFound = ({ id, path }: (typeof accepted)[number]) =>
      stages.some(({ prefix }) => {
        const place = `${id.replace(/cas-(dev|prod)-data/, `${prefix}-data`)} at ${prefix}-${path}/`;
        return found.some((finding) => finding.includes(place));
      });
    expect(accepted.filter((each) => !isFound(each)).map(({ id, path }) => `${id} at ${path}`)).toEqual([]);
  });

  test('with a reason', () => {
    const exceptions = exceptionsOf(readStage('prod', productionChoices()));
    for (const { reason } of exceptions) expect(reason.length).toBeGreaterThan(30);
  });
});

test.each([
  ['the API', { domainName: 'api.commissions.example.com' }, /prod\.domainName .*"api\.commissions\.example\.com"/],
  ['mail', { mailDomain: 'mail.example' }, /prod\.mailDomain/],
  ['alarms', { alertsEmail: 'ops@example.org' }, /prod\.alertsEmail/],
  ['the operator', { operatorAddresses: ['198.51.100.0/24'] }, /prod\.operatorAddresses .*"198\.51\.100\.0\/24"/],
])(
  'refuses the placeholder of %s in an account, and synthesises it without one',
  { tags: ['long'] },
  (_what, own, sentence) => {
    const real = {
      domainName: 'api.agency.test',
      mailDomain: 'agency.test',
      alertsEmail: 'ops@agency.test',
      operatorAddresses: ['18.194.7.3/32'],
    };
    const context = (choices: Readonly<Record<string, unknown>>) => ({
      context: { ...appContext(), stage: 'prod', stages: { prod: { ...productionChoices(), ...choices } } },
    });
    expect(() => createApplication(new App(context({ ...real, ...own })), '111122223333')).toThrow(sentence);
    expect(() => createApplication(new App(context(real)), '111122223333')).not.toThrow();
    expect(() => createApplication(new App(context({ ...real, ...own })))).not.toThrow();
  },
);

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
    operatorAddresses: ['18.194.7.3/32'],
  };
}

function choicesOfStages() {
  return z.record(z.string(), z.unknown()).parse(appContext()['stages']);
}
