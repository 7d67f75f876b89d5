import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

async function violationsIn(
  baseDir: string,
  folders: readonly string[],
): Promise<{ modules: number; broken: { rule: string; from: string; to: string }[] }> {
  const options = await extractDepcruiseOptions(`${root}.dependency-cruiser.js`);
  const { output } = await cruise([...folders], { ...options, baseDir }, undefined, {
    tsConfig: extractTSConfig(`${root}tsconfig.json`),
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser was asked for a result, not for text.');
  const { summary }: ICruiseResult = output;
  const broken = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { modules: summary.totalCruised, broken };
}

/** A small program, by path, with a violation of every rule. */
const PLANTED: Readonly<Record<string, string>> = {
  'adapters/composes-a-report.ts': `import { compose } from '../core/report/compose.ts';
export const report = compose();`,
  'adapters/disk.ts': `import { readFileSync } from 'node:fs';
import { useCase } from '../app/use-case.ts';
export const readEverything = () => [readFileSync('/dev/null'), useCase];`,
  'adapters/makes-a-refusal.ts': `import { refuse } from '../core/refuse.ts';
import { trigger } from '../lambdas/trigger.ts';
export const refusal = [refuse(), trigger];`,
  'app/book/book.ts': 'export type BookStore = object;',
  'app/knows-an-adapter.ts': `import { readEverything } from '../adapters/disk.ts';
export const read = readEverything;`,
  'app/reads/stock.ts': `import type { BookStore } from '../book/book.ts';
export type Stocked = BookStore;`,
  'app/use-case.ts': `import { impure } from '../core/impure.ts';
export const useCase = () => impure;`,
  'bin/main.ts': `import { oneMachine } from '../server/one-machine.ts';
export const main = oneMachine;`,
  'cli/command.ts': `import { impure } from '../core/impure.ts';
export const command = impure;`,
  'client/client.ts': `import { impure } from '../core/impure.ts';
export const client = impure;`,
  'console/screen.ts': `import { impure } from '../core/impure.ts';
export const shown = impure;`,
  'core/impure.ts': `import { readEverything } from '../adapters/disk.ts';
export const impure = readEverything;`,
  'core/refuse.ts': 'export const refuse = () => null;',
  'core/report/compose.ts': 'export const compose = () => [];',
  'lambdas/http/routes/calls-no-use-case.ts': 'export const answer = (): number => 200;',
  'lambdas/runtime/telemetry.ts': 'export const traced = 1;',
  'lambdas/trigger.ts': `import { readEverything } from '../adapters/disk.ts';
export const trigger = readEverything;`,
  'lib/stack.ts': `import { impure } from '../core/impure.ts';
export const stack = impure;`,
  'server/one-machine.ts': `import { traced } from '../lambdas/runtime/telemetry.ts';
export const oneMachine = traced;`,
};

describe('the direction of dependencies', () => {
  test('holds in every folder of the program', async () => {
    const found = await violationsIn(root, [
      'core',
      'app',
      'adapters',
      'lambdas',
      'lib',
      'bin',
      'server',
      'demo',
      'measure',
      'client',
      'cli',
      'console',
    ]);
    expect(found.broken).toEqual([]);
    // With an unusable TypeScript, dependency-cruiser reads 0 modules and finds no violation.
    expect(found.modules).toBeGreaterThan(100);
  });

  test('is really checked: a planted violation of each rule is found', async () => {
    const { ruleSet } = await extractDepcruiseOptions(`${root}.dependency-cruiser.js`);
    const rules = [...(ruleSet?.forbidden ?? []), ...(ruleSet?.required ?? [])].map(({ name }) => name ?? '');
    const folders = ['core', 'app', 'adapters', 'lambdas', 'lib', 'bin', 'server', 'client', 'cli', 'console'];
    const program = await realpath(await mkdtemp(join(tmpdir(), 'planted-')));
    onTestFinished(() => rm(program, { recursive: true }));
    for (const [path, text] of Object.entries(PLANTED)) {
      await mkdir(dirname(join(program, path)), { recursive: true });
      await writeFile(join(program, path), text);
    }
    const found = await violationsIn(program, folders);
    expect(rules).not.toEqual([]);
    expect([...new Set(found.broken.map(({ rule }) => rule))].sort()).toEqual([...new Set(rules)].sort());
  });
});

// The library of the HTTP layer adds its method to schemas that are made after it is loaded, so the order of loading would decide.
test('no route calls a method of the HTTP library on a schema of a use case', async () => {
  const routes = await readdir(`${root}lambdas/http/routes`);
  const texts = await Promise.all(routes.map((name) => readFile(`${root}lambdas/http/routes/${name}`, 'utf8')));
  expect(texts.length).toBeGreaterThan(30);
  expect(texts.flatMap((text) => text.match(/(?<![.\w)])[a-z]\w*\.openapi\(/g) ?? [])).toEqual([]);
});
