import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LAMBDA_FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { FUNCTION_NAMES } from '../../lib/service-function.ts';
import { applicationStacks } from './synthesised.ts';

/** Guarantee: every AWS resource that a page tells people to use exists under the name in the page. */

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
