import { defineConfig } from 'vitest/config';

const SHARED = ['test/{core,http,infra}/**/*.test.ts'];

export default defineConfig({
  test: {
    // Files of one worker share its modules where no test leaves anything in them: each would load the whole service again.
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
      { extends: true, test: { name: 'isolated', include: ['test/**/*.test.ts'], exclude: SHARED } },
    ],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Its own second is too short for a machine that does something else as well.
    expect: { poll: { timeout: 20_000 } },
    // Only `npm run coverage` measures: it makes every test slower.
    coverage: {
      provider: 'v8',
      include: ['{core,app,adapters,lambdas,lib,local}/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: '.cache/coverage',
    },
    pool: 'forks',
    // Left alone it runs one file at a time on two cores: 23 minutes on a slow machine, where two at a time take 14.
    maxWorkers: '100%',
  },
});
