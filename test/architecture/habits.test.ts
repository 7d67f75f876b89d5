import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';

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
  await parsed('renovate.json', z.object({ minimumReleaseAge: z.string(), extends: z.array(z.string()).min(1) }));
});
