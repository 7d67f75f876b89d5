import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, it, test, vi } from 'vitest';
import { z } from 'zod';
import { LAMBDA_FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { createApplication } from '../../lib/application.ts';
import { exceptionsOf } from '../../lib/rule-exceptions.ts';
import { FUNCTION_NAMES } from '../../lib/service-function.ts';
import { readStage } from '../../lib/stage.ts';
import { words } from '../support/words.ts';
import {
  appContext,
  applicationResources,
  applicationStacks,
  ofType,
  stacksAwayFromCloudFront,
  synthesise,
} from './synthesised.ts';

/** Guarantee: the deployed templates are valid, follow the rules of both packs of checks, and a missing part is named. */
describe('application', () => {
  describe('the templates', () => {
    test('are valid, follow the rules, and are those of the stacks to deploy', () => {
      const stacks = new Set(applicationResources().map(({ stack }) => stack));
      expect([...stacks].sort()).toEqual(
        words(`
        cas-dev-data cas-dev-deploy cas-dev-service cas-prod-backup cas-prod-copies cas-prod-data cas-prod-deploy
        cas-prod-edge cas-prod-edge-log cas-prod-firewall cas-prod-intake cas-prod-service
      `),
      );
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
    expect(Object.fromEntries(regions)).toMatchObject({
      'cas-prod-firewall': 'us-east-1',
      'cas-prod-edge': 'eu-west-1',
    });
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
});

/** Guarantee: every AWS resource that a page tells people to use exists under the name in the page. */
describe('names in pages', async () => {
  const RESTORE = 'docs/runbooks/restore-the-database.md';
  const DEPLOY = 'docs/howto/deploy-to-aws.md';

  const pages = new Map<string, string>();
  const pageOf = (path: string) => pages.get(path) ?? '';

  for (const path of await readdir('docs', { recursive: true })) {
    if (path.endsWith('.md')) pages.set(join('docs', path), await readFile(join('docs', path), 'utf8'));
  }
  pages.set('README.md', await readFile('README.md', 'utf8'));
  expect(pages.has(RESTORE) && pages.has(DEPLOY)).toBe(true);

  /** Finds every match in every page. Returns the page too, so that a failure names the place. */
  const findIn = (pattern: RegExp) =>
    [...pages].flatMap(([page, text]) => [...text.matchAll(pattern)].map((match) => ({ page, match })));

  const template = z.object({
    Resources: z.record(z.string(), z.object({ Properties: z.record(z.string(), z.unknown()).default({}) })),
    Outputs: z.record(z.string(), z.unknown()).default({}),
  });

  const stacks = applicationStacks();
  const stackNames = stacks.map(({ stackName }) => stackName);
  const templates = stacks.map((stack) => template.parse(stack.template));

  /** The names of the outputs, except those that CDK makes for values that another stack reads. */
  const outputNames = () =>
    templates.flatMap(({ Outputs }) => Object.keys(Outputs)).filter((name) => !name.startsWith('ExportsOutput'));

  it('finds every name that begins with the stage in the templates, unless the page itself creates it', () => {
    const made = ['cas-prod-database-restored', 'cas-prod-restored-1', 'cas-prod-database-old'];
    const inTemplates = JSON.stringify(templates).match(/cas-(?:dev|prod)[-/][a-z0-9/-]*[a-z0-9]/g) ?? [];
    const secrets = findIn(/secretsmanager create-secret --name (\S+)/g).flatMap(({ match: [, name] }) => name ?? []);
    const known = new Set([...stackNames, ...inTemplates, ...made, ...secrets]);
    const named = findIn(/\bcas-(?:dev|prod|<stage>)[-/][a-z0-9/-]*[a-z0-9]/g);
    expect(named.length).toBeGreaterThan(40);
    const unknown = named.filter(({ match: [name] }) => !known.has(name.replace('<stage>', 'prod')));
    expect(unknown.map(whereItIs)).toEqual([]);
  });

  it('finds the functions whose log a page tells people to read', () => {
    const known: readonly string[] = FUNCTION_NAMES;
    const named = findIn(/\blog\s+of\s+`([a-z-]+)`/g);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ match: [, name = ''] }) => !known.includes(name)).map(whereItIs)).toEqual([]);
  });

  it('finds the outputs that the page about deploying names', () => {
    expect(outputNames().filter((name) => /[0-9A-F]{8}$/.test(name))).toEqual([]);
    const inCommands = [...pageOf(DEPLOY).matchAll(/<([A-Z]\w+)>/g)].map(([, name]) => name);
    const inText = [...pageOf(DEPLOY).matchAll(/outputs?\s+`(\w+)`/g)].map(([, name]) => name);
    const named = new Set([...inCommands, ...inText]);
    expect(named).toContain('SftpServer');
    expect([...named].filter((name) => !outputNames().includes(name ?? ''))).toEqual([]);
  });

  it('finds the resource that a stuck rollback skips', () => {
    const page = pageOf('docs/runbooks/rollback-stuck.md');
    const [, example] = /--resources-to-skip (\w+)/.exec(page) ?? [];
    const service = templates[stackNames.indexOf('cas-prod-service')];
    expect(Object.keys(service?.Resources ?? {}).filter((id) => id.startsWith('MigrationTrigger'))).toEqual([example]);
  });

  describe('the runbook for restoring the database', () => {
    const listOf = (words: string) => words.split(/[\s\\]+/).filter((word) => word !== '');
    const loops = () => [...pageOf(RESTORE).matchAll(/for f in ([^;]+);/g)].map(([, words = '']) => listOf(words));
    /** The functions that go on: they only check identities, are needed for step 4, or are called once by hand. */
    const goOn = ['authorize-sftp-user', 'migrate-database', 'bootstrap-operator'];

    it('stops every function that writes', () => {
      const [stopped = []] = loops();
      expect([...stopped, ...goOn].sort()).toEqual([...FUNCTION_NAMES].sort());
    });

    it('gives each the concurrency of the templates', () => {
      const numbered = z.object({ FunctionName: z.string(), ReservedConcurrentExecutions: z.number().optional() });
      const reserved = new Map<string, number | undefined>();
      for (const { Properties } of templates.flatMap(({ Resources }) => Object.values(Resources))) {
        const { data } = numbered.safeParse(Properties);
        if (data?.FunctionName.startsWith('cas-prod-') === true)
          reserved.set(data.FunctionName.replace('cas-prod-', ''), data.ReservedConcurrentExecutions);
      }
      const [stopped = [], limited = [], unlimited = []] = loops();
      const expected = stopped.map((name) => [name, reserved.get(name)].filter((part) => part !== undefined).join('='));
      expect([...limited, ...unlimited].sort()).toEqual(expected.sort());
      expect(limited.length).toBeGreaterThan(5);
    });
  });

  it('states the largest statement without containers as in the limits', () => {
    const megabytes = `${LAMBDA_FILE_BYTES_MAX / 1024 / 1024} MB`;
    expect(pageOf(DEPLOY)).toContain(`\`lambda\`: up to ${megabytes}, without containers`);
    expect(pageOf(DEPLOY)).toContain(`containers for uploads above ${megabytes}`);
  });

  function whereItIs({ page, match }: { readonly page: string; readonly match: RegExpExecArray }): string {
    return `${page}: ${match[0]}`;
  }
});
