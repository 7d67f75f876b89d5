import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import lint from '@commitlint/lint';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import config from '../../commitlint.config.ts';

/** Guarantee: the files that a project's habits depend on exist and agree with each other. */

const text = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const parsed = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => shape.parse(JSON.parse(await text(path)));

test('the changelog has the version of the package with its day, or what is not released yet', async () => {
  const { version } = await parsed('package.json', z.object({ version: z.string() }));
  expect(await text('CHANGELOG.md')).toMatch(/^## \[[\d.]+\] - \d{4}-\d{2}-\d{2}$/m);
  expect(await text('CHANGELOG.md')).toMatch(
    new RegExp(`^## \\[(?:${version.replaceAll('.', '\\.')}\\] - |Unreleased\\])`, 'm'),
  );
});

test('.nvmrc names the Node that npm installs', async () => {
  const { optionalDependencies } = await parsed(
    'package.json',
    z.object({ optionalDependencies: z.record(z.string(), z.string()) }),
  );
  const nodes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-linux-'));
  expect(nodes.length).toBeGreaterThan(0);
  const versions = nodes.map(([, version]) => version);
  const pinned = (await text('.nvmrc')).trim();
  expect(versions).toEqual(versions.map(() => pinned));
});

test('the workflows call .ci/run on every push, and the long tests, faults and coverage every night', async () => {
  const push = await text('.github/workflows/ci.yml');
  expect(push).toMatch(/^on:\n {2}push:/m);
  expect(push).toMatch(/^ +- run: \.ci\/run$/m);
  const nightly = await text('.github/workflows/nightly.yml');
  expect(nightly).toMatch(/^ {2}schedule:\n {4}- cron: /m);
  for (const script of ['test:long', 'faults', 'coverage']) expect(nightly).toContain(`- run: npm run ${script}\n`);
  const ci = await text('.ci/run');
  expect(ci).toContain('npm ci\nnpm test\n');
});

test('lines have 120 columns and files 400 lines, 500 in tests, for every editor and for Biome', async () => {
  const lines = z.object({ options: z.object({ maxLines: z.number() }), level: z.literal('error') });
  const style = z.object({ noExcessiveLinesPerFile: lines });
  const { formatter, linter, overrides } = await parsed(
    'biome.json',
    z.object({
      formatter: z.object({ lineWidth: z.number() }),
      linter: z.object({ rules: z.object({ style }) }),
      overrides: z.array(
        z.object({ linter: z.object({ rules: z.object({ style: style.partial().optional() }).optional() }) }),
      ),
    }),
  );
  const ofTests = overrides.flatMap((one) => one.linter.rules?.style?.noExcessiveLinesPerFile ?? []);
  expect(formatter.lineWidth).toBe(120);
  expect(await text('.editorconfig')).toContain('\nmax_line_length = 120\n');
  expect(linter.rules.style.noExcessiveLinesPerFile.options.maxLines).toBe(400);
  expect(ofTests.map(({ options }) => options.maxLines)).toEqual([500]);
});

test('the security policy says how to report, and Renovate waits before it updates', async () => {
  expect(await text('SECURITY.md')).toContain('\n## Report a vulnerability\n');
  await parsed(
    '.github/renovate.json',
    z.object({ minimumReleaseAge: z.string(), extends: z.array(z.string()).min(1) }),
  );
});

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
});

test('has the packages of every platform in the lock file, because npm ci refuses it otherwise', async () => {
  const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = lockFile.parse(JSON.parse(text));
  const named = Object.keys(packages);
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !named.some((path) => path.endsWith(`node_modules/${name}`)));
  expect(missing).toEqual([]);
});

/** Guarantee: PROPERTY_RUNS sets the length of every random test, which ends by a count even on a slow machine. */

it('takes the number of runs of every property from propertyRuns, and ends none by time', async () => {
  const tests = fileURLToPath(new URL('../', import.meta.url));
  const names = (await readdir(tests, { recursive: true })).filter((name) => name.endsWith('.test.ts'));
  let properties = 0;
  const wrong: string[] = [];
  for (const name of names) {
    const text = await readFile(join(tests, name), 'utf8');
    const asserted = text.split(/\bfc\.assert\(/).length - 1;
    if (asserted === 0 || name === 'architecture/habits.test.ts') continue;
    properties += asserted;
    const fixed = /(?<!sample\(.*)numRuns: [\d_]+/.test(text);
    const byTime = /interruptAfterTimeLimit|skipAllAfterTimeLimit/.test(text);
    if (fixed || byTime || !text.includes('propertyRuns(')) wrong.push(name);
  }
  expect(wrong).toEqual([]);
  expect(properties).toBeGreaterThan(100);
});

/**
 * Guarantee: an analyst's SQL reaches the database only through app/saved-reports/run-saved-report.ts, which judges it in the same call.
 * No other module holds the runner, so none can forget the guard.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the program's files that contain one of these words. */
async function filesThatName(words: RegExp): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob('{core,app,adapters,lambdas,server,demo,lib,bin}/**/*.ts', { cwd: root })) {
    if (words.test(readFileSync(`${root}${path}`, 'utf8'))) found.push(path);
  }
  return found.toSorted();
}

/** Matches the folders that compose the program. They pass on the use case that judges a query, not the runner. */
const COMPOSITION = /^(lambdas\/runtime|server)\//;

test('lets only the use case that judges a query hold the port of the runner', async () => {
  const named = await filesThatName(/\bReportRunner\b/);
  expect(named.filter((path) => !COMPOSITION.test(path))).toEqual([
    'adapters/postgres/saved-reports/report-runner.ts',
    'app/saved-reports/run-saved-report.ts',
  ]);
});

test('lets only the composition import the files around the runner', async () => {
  const within = await filesThatName(
    /from '(?:\.|\.\.\/saved-reports|\.\.\/postgres\/saved-reports)\/report-[a-z]+\.ts'/,
  );
  const adapters = within.filter((path) => path.startsWith('adapters/'));
  expect(adapters.length).toBeGreaterThan(0);
  expect(adapters.filter((path) => !path.startsWith('adapters/postgres/saved-reports/'))).toEqual([]);
  const others = await filesThatName(/from '[^']*\/adapters\/postgres\/saved-reports\/report-[a-z]+\.ts'/);
  expect(others.filter((path) => !COMPOSITION.test(path))).toEqual([]);
  expect(others.length).toBeGreaterThan(0);
});

test('runs nothing in the composition itself', async () => {
  for (const path of (await filesThatName(/\bReportRunner\b/)).filter((name) => COMPOSITION.test(name))) {
    expect(readFileSync(`${root}${path}`, 'utf8')).not.toMatch(/runner\.run\(/);
  }
});

/** Matches declarations at the left margin that can change later, or that make a mutable object. */
const STATE = [
  /^(?:export )?(?:let|var) /,
  /^(?:export )?const \w+ = (?:await )?(?:create\w*|memoize\w*)\(/,
  /^(?:export )?const \w+(?:: (?!Readonly)[^=]+)? = new (?:Map|Set|WeakMap|WeakSet)\b(?:<.*>)?\(\)/,
  /^(?:export )?const \w+(?:: (?!readonly)[^=]+)? = \[\];/,
  /^(?:export )?const \w+(?:: [^=]+)? = (?:await )?new (?!(?:Map|Set|WeakMap|WeakSet|RegExp|BlockList|TextDecoder|URL)\b)/,
] as const;

const stateIn = (source: string) => source.split('\n').filter((line) => STATE.some((state) => state.test(line)));

test.each(['core', 'app', 'adapters', 'lambdas', 'lib', 'schema'])('keeps no state in the modules of %s', (folder) => {
  const files = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('entry/'),
  );
  expect(files.length).toBeGreaterThan(5);
  const found = files.flatMap((file) =>
    stateIn(readFileSync(`${root}${folder}/${file}`, 'utf8')).map((line) => `${folder}/${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'let current: Promise<Parser> | undefined;',
  'export let stop = () => {};',
  'const known = new Map<string, Map<string | null, Kind>>();',
  'const displays: WeakMap<Format, Display> = new WeakMap();',
  'const waiting: string[] = [];',
  'const isoDate = memoize((day: number) => text(day));',
  'export const formSlots = createSlots({',
  'export const bodyPlaces = new BodyPlaces();',
])('finds a planted violation: %s', (line) => {
  expect(stateIn(line)).toEqual([line]);
});

test.each([
  '  let position = 0;',
  'const NO_RATES: ReadonlySet<ExpectedRate> = new Set();',
  'const NO_ROWS: readonly Row[] = [];',
  "const WORDS = new Set('a b'.split(' '));",
  'const phrasesByWord = lazy(',
])('accepts a constant: %s', (line) => {
  expect(stateIn(line)).toEqual([]);
});

/** Guarantee: the history follows `type(scope): imperative`, and the check refuses other messages. */

const NEWEST = 20;
const { rules, plugins } = config;
const isAccepted = async (message: string) => (await lint(message, rules, { plugins: { own: plugins[0] } })).valid;

/** Returns the messages of the newest commits without merges, or none without a history, as in an archive of the sources. */
async function newestMessages(): Promise<readonly string[]> {
  const git = promisify(execFile);
  const log = await git('git', ['log', `-${NEWEST}`, '--no-merges', '--format=%B%x00']).catch(() => null);
  return log === null
    ? []
    : log.stdout
        .split('\0')
        .map((text) => text.trim())
        .filter((text) => text !== '');
}

it(`the newest ${NEWEST} commits follow the rule`, async () => {
  const messages = await newestMessages();
  const checked = await Promise.all(messages.map(async (message) => ({ message, ok: await isAccepted(message) })));
  expect(checked.filter(({ ok }) => !ok).map(({ message }) => message.split('\n')[0])).toEqual([]);
});

describe('the rule', () => {
  it.each([
    'fix(money): refuse an amount without digits',
    'docs: speed up the first page',
    'feat(rates): address a plan by its name\n\nA name is what agencies know.',
  ])('accepts "%s"', async (message) => {
    expect(await isAccepted(message)).toBe(true);
  });

  it.each([
    ['no type', 'refuse an amount without digits'],
    ['an unknown type', 'wip(money): refuse an amount'],
    ['the past tense', 'fix(money): refused an amount'],
    ['the third person', 'fix(money): refuses an amount'],
    ['a participle', 'fix(money): refusing an amount'],
    ['a full stop', 'fix(money): refuse an amount.'],
    ['73 characters', `fix(money): refuse ${'a'.repeat(54)}`],
    ['a body without a blank line before it', 'fix(money): refuse an amount\nIt had no digits.'],
  ])('refuses %s', async (_, message) => {
    expect(await isAccepted(message)).toBe(false);
  });
});
