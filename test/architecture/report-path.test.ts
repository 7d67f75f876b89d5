import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

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
