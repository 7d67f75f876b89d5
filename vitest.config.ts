import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Files that start programs of their own, replace functions of Node, measure what their process holds or use a library with state. The
 * others leave nothing in any module: those of one worker share the modules, which each would load again.
 */
const ISOLATED = [
  'test/{demo,entry,journeys,server/deploy}/**/*.test.ts',
  'test/adapters/statement-file/hostile-workbooks.test.ts',
  'test/postgres/connection/silent-start.test.ts',
  'test/postgres/report/limits.long.test.ts',
  // Its library adds functions to all arrays and texts. The reader of PDFs refuses files or loses lines then.
  'test/postgres/schema/described-tables.test.ts',
];

/** `npm test` leaves out the long tests: files with this name, and tests with the tag `long`. */
const LONG = process.env['WITHOUT_LONG_TESTS'] === '1' ? ['test/**/*.long.test.ts'] : [];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: [...ISOLATED, ...LONG], isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED, exclude: LONG } },
    ],
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'long', description: 'runs in `npm run test:long` alone' }],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // Its own second is too short for a machine that does something else as well.
    expect: { poll: { timeout: 20_000 } },
    // Only `npm run coverage` measures: it makes every test slower.
    coverage: {
      provider: 'v8',
      include: ['{core,app,adapters,lambdas,lib,server}/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: '.cache/coverage',
    },
    pool: 'forks',
    // Left alone it runs one file at a time on two cores. One more than there are cores, as several files wait minutes for programs to end.
    maxWorkers: availableParallelism() + 1,
  },
});
