import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundlesOfThisRun } from '../entry/bundle-contents.ts';
import { type DeployedPlatform, startDeployedPlatform } from '../entry/deployed-platform.ts';
import { startLambda } from '../entry/lambda-process.ts';

/** Guarantee: the bundled functions pass their check in a working stage, and fail it before the database has their schema. */

const NAMES = ['http-api', 'ingest-statement'] as const;

let platform: DeployedPlatform;
let directory: string;
beforeAll(async () => {
  [platform, { directory }] = await Promise.all([startDeployedPlatform(), bundlesOfThisRun()]);
}, 120_000);
afterAll(() => platform.close());

async function invoke(name: (typeof NAMES)[number] | 'migrate-database', event: unknown): Promise<unknown> {
  const lambda = await startLambda(join(directory, name, 'index.mjs'), platform.environmentOf(name));
  try {
    return await lambda.invoke(event);
  } finally {
    await lambda.close();
  }
}

test('fails while the database lacks the schema of the version', async () => {
  await expect(invoke('ingest-statement', {})).rejects.toThrow('ingest-statement failed');
});

test('passes when the version can work, with any event of a deployment', async () => {
  await invoke('migrate-database', {});
  for (const name of NAMES) {
    expect(await invoke(name, {})).toEqual({ checked: true });
    expect(await invoke(name, null)).toEqual({ checked: true });
  }
});
