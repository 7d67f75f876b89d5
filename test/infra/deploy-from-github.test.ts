import { readdirSync, readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApplication } from '../../lib/application.ts';
import { DeployStack } from '../../lib/deploy-stack.ts';
import { readStage } from '../../lib/stage.ts';
import { appContext, REPOSITORY } from './synthesised.ts';

/**
 * Guarantee: only one repository, in the environment of a stage, can take the role that deploys it, and a workflow tries what it has
 * deployed.
 */

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
    (readFileSync(`.github/workflows/${file}`, 'utf8').match(/uses: .*/g) ?? []).filter((line) => !line.includes('./')),
  );
  expect(uses.length).toBeGreaterThan(8);
  expect(uses.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});
