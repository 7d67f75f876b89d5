import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

async function violationsIn(
  baseDir: string,
  folders: readonly string[],
): Promise<{ modules: number; broken: { rule: string; from: string; to: string }[] }> {
  const options = await extractDepcruiseOptions(`${root}.dependency-cruiser.js`);
  const { exclude: _planted, ...rest } = options;
  const { output } = await cruise([...folders], { ...rest, baseDir }, undefined, {
    tsConfig: extractTSConfig(`${root}tsconfig.json`),
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser was asked for a result, not for text.');
  const { summary }: ICruiseResult = output;
  const broken = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { modules: summary.totalCruised, broken };
}

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
    const found = await violationsIn(`${root}test/architecture/planted`, folders);
    expect(rules).not.toEqual([]);
    expect([...new Set(found.broken.map(({ rule }) => rule))].sort()).toEqual([...new Set(rules)].sort());
  });
});
