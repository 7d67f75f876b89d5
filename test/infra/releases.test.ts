import { readdirSync, readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { JOB_RETRY_DELAYS_SECONDS } from '../../core/limits/job-limits.ts';
import { createApplication } from '../../lib/application.ts';
import { DeployStack } from '../../lib/deploy-stack.ts';
import { readStage } from '../../lib/stage.ts';
import { appContext, applicationResources, calledFunction, ofType, REPOSITORY, target } from './synthesised.ts';

/** Guarantee: in production a new version of the serving functions gets some calls first, and is rolled back if it fails. */
describe('releases', () => {
  const resources = applicationResources().filter(({ stack }) => stack === 'cas-prod-service');

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

  const dimension = z.object({ Name: z.string(), Value: z.unknown() });
  const ratio = z.object({
    EvaluationPeriods: z.literal(1),
    Threshold: z.literal(50),
    Metrics: z.array(
      z.object({
        Id: z.string(),
        Expression: z.string().optional(),
        MetricStat: z
          .object({
            Period: z.literal(60),
            Metric: z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions: z.array(dimension) }),
          })
          .optional(),
      }),
    ),
  });

  /** The metrics of each alarm of a release, by their name in its expression. */
  function watched() {
    const alarms = ofType(resources, 'AWS::CloudWatch::Alarm', z.object({}).loose());
    return groups().flatMap(({ properties }) =>
      properties.AlarmConfiguration.Alarms.map(({ Name }) => {
        const { Metrics } = ratio.parse(alarms.find(({ logicalId }) => logicalId === target(Name))?.properties);
        const expression = Metrics.find(({ Expression }) => Expression !== undefined)?.Expression;
        const metrics = Metrics.flatMap(({ Id, MetricStat }) =>
          MetricStat === undefined ? [] : [[Id, MetricStat.Metric] as const],
        );
        return { expression, metrics: new Map(metrics) };
      }),
    );
  }

  test('releases the API and the worker gradually, with two alarms each on the share of failed calls of a minute', () => {
    expect(groups().map(({ properties }) => properties.AlarmConfiguration.Alarms.length)).toEqual([2, 2]);
    for (const { expression, metrics } of watched()) {
      expect(expression).toMatch(/^IF\(failed >= \d+, 100 \* failed \/ MAX\(\[failed, calls\]\), 0\)$/);
      expect([...metrics.keys()].sort()).toEqual(['calls', 'failed']);
    }
  });

  test('watches only the new version, so that the previous one can cause no rollback', () => {
    const versions = ofType(resources, 'AWS::Lambda::Version', z.object({})).map(({ logicalId }) => logicalId);
    for (const { metrics } of watched()) {
      for (const { Dimensions } of metrics.values()) {
        const version = Dimensions.find(({ Name }) => Name === 'ExecutedVersion' || Name === 'version')?.Value;
        expect(versions).toContain(target(version));
      }
    }
  });

  test('does not roll back for as few failures as a statement causes that no version can process', () => {
    let startedSeconds = 0;
    const starts = [0, ...JOB_RETRY_DELAYS_SECONDS.map((delay) => (startedSeconds += delay))];
    const inOneMinute = starts.filter((seconds) => seconds < 60).length;
    for (const { expression } of watched()) {
      expect(Number(/failed >= (\d+)/.exec(expression ?? '')?.[1])).toBeGreaterThan(inOneMinute);
    }
  });

  test('has each new version check itself before it gets any call', () => {
    const alias = z.object({ FunctionVersion: z.unknown() });
    const call = z.object({ HandlerArn: z.unknown(), InvocationType: z.literal('RequestResponse') });
    const calls = ofType(resources, 'Custom::Trigger', call);
    const aliases = ofType(resources, 'AWS::Lambda::Alias', alias);
    expect(aliases).toHaveLength(2);
    for (const { properties, dependsOn } of aliases) {
      const version = JSON.stringify(properties.FunctionVersion).match(/"(\w+CurrentVersion\w+)"/)?.[1];
      const check = calls.find(({ properties: { HandlerArn } }) => target(HandlerArn) === version);
      expect(version).toBeDefined();
      expect(dependsOn).toContain(check?.logicalId);
    }
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
    const triggers = ofType(
      resources,
      'Custom::Trigger',
      z.object({ ServiceTimeout: z.string(), Timeout: z.string(), HandlerArn: z.unknown() }),
    );
    expect(triggers.map(({ logicalId }) => logicalId).filter((id) => id.startsWith('Migration'))).toHaveLength(1);
    for (const { properties } of triggers) {
      const seconds = Number(properties.ServiceTimeout);
      expect(seconds).toBeGreaterThan(Number(properties.Timeout) / 1000);
      expect(seconds).toBeLessThan(3_600);
    }
  });

  test('rolls back the API by failures that the service itself counts, so that no client can cause it with 5xx of its own', () => {
    const failures = watched().map(
      ({ metrics }) => `${metrics.get('failed')?.Namespace} ${metrics.get('failed')?.MetricName}`,
    );
    expect(failures.toSorted()).toEqual([
      'AWS/Lambda Errors',
      'AWS/Lambda Errors',
      'CommissionStatements JobTriesFailed',
      'CommissionStatements UnexpectedErrors',
    ]);
  });
});

/**
 * Guarantee: only one repository, in the environment of a stage, can take the role that deploys it, and a workflow tries what it has
 * deployed.
 */
describe('deploy from github', () => {
  const choices = z.object({ stages: z.object({ dev: z.record(z.string(), z.unknown()) }) });

  describe('the role that deploys', () => {
    const context = appContext();
    const { dev } = choices.parse(context).stages;
    const app = new App({ context: { ...context, stage: 'dev' } });
    createApplication(app);
    const stack = app.node.findChild('cas-dev-deploy');
    if (!(stack instanceof DeployStack)) throw new Error('There is no stack of the role');
    const template = Template.fromStack(stack);

    test('is for the environment of its stage, and for no fork or branch', () => {
      template.hasResourceProperties('AWS::IAM::Role', {
        RoleName: 'cas-dev-deploy',
        AssumeRolePolicyDocument: {
          Statement: [
            {
              Action: 'sts:AssumeRoleWithWebIdentity',
              Condition: {
                StringEquals: {
                  'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
                  'token.actions.githubusercontent.com:sub': `repo:${REPOSITORY}:environment:dev`,
                },
              },
            },
          ],
        },
      });
    });

    test('may take the roles of the bootstrap, each by its name, and nothing else', () => {
      const policies = Object.values(template.findResources('AWS::IAM::Policy'));
      const text = JSON.stringify(policies);
      const actions = [...text.matchAll(/"Action":("[^"]+"|\[[^\]]+\])/g)].map(([, action]) => action);
      expect(actions).toEqual(['"sts:AssumeRole"']);
      expect(text).not.toContain('*');
    });

    test('follows the rules of both packs of checks', () => {
      expect(() => app.synth()).not.toThrow();
    });

    test('is refused for a name that is no repository', () => {
      expect(() => readStage('dev', { ...dev, deployedFrom: 'agency' })).toThrow(
        'deployedFrom: has to be owner/repository',
      );
    });
  });

  describe('the workflow', () => {
    const [all, stage] = ['deploy.yml', 'deploy-stage.yml'].map((file) =>
      readFileSync(`.github/workflows/${file}`, 'utf8'),
    );

    test('deploys prod after dev was tried, each in its environment', () => {
      expect(all?.match(/^ {2}prod:\n(?: {4}.*\n)+/m)?.[0]).toMatch(/needs: dev\n(.*\n)*.*stage: prod/);
      expect(stage).toMatch(/environment: \$\{\{ inputs\.stage \}\}/);
    });

    test('takes the role by OpenID Connect, shows the changes before it deploys them, and tries the service last', () => {
      const steps = [...(stage ?? '').matchAll(/npm run ([\w:]+)|cdk (diff|deploy)|(configure-aws-credentials)/g)];
      expect(steps.map((step) => step.slice(1).find((name) => name !== undefined))).toEqual([
        ...['bundle', 'configure-aws-credentials', 'diff', 'deploy', 'smoke'],
      ]);
      expect(stage).toContain('id-token: write');
      expect(stage).not.toMatch(/aws-(access-key|secret)/i);
    });

    test('goes back to an earlier commit, of main only', () => {
      expect(all).toMatch(/workflow_dispatch:\n {4}inputs:\n {6}commit:/);
      expect(all?.match(/ref: /g)).toHaveLength(2);
      expect(all?.match(/ref: .* inputs\.commit \|\| .*head_sha \|\| github\.sha /g)).toHaveLength(2);
      const [before = '', after = ''] = (stage ?? '').split('git merge-base --is-ancestor HEAD origin/main');
      expect(before).toMatch(/fetch-depth: 0/);
      expect(before).not.toMatch(/npm|role-to-assume/);
      expect(after).toMatch(/npm ci/);
    });

    test('runs no program of a package while it installs beside the role, and stops at a failure within a pipe', () => {
      expect(stage?.match(/npm ci.*/g)).toEqual(['npm ci --ignore-scripts']);
      expect(stage).toMatch(/ {4}defaults:\n {6}run:\n {8}shell: bash\n/);
    });
  });

  test('every workflow names actions of others by their digest, beside the version', () => {
    const uses = readdirSync('.github/workflows').flatMap((file) =>
      (readFileSync(`.github/workflows/${file}`, 'utf8').match(/uses: .*/g) ?? []).filter(
        (line) => !line.includes('./'),
      ),
    );
    expect(uses.length).toBeGreaterThan(8);
    expect(uses.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });
});
