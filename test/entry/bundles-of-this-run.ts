import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Bundle, bundleLambdas } from '../../scripts/bundle-lambdas.ts';
import { madeOnce } from '../support/made-once.ts';

/** Returns all bundles, which are made once in a run of the tests. Tests must not change them. */
export async function bundlesOfThisRun(): Promise<{ readonly directory: string; readonly bundles: readonly Bundle[] }> {
  const directory = await madeOnce('bundles', async (folder) => {
    const made = await bundleLambdas(folder);
    const listed = made.map((bundle) => ({ ...bundle, startBytes: [...bundle.startBytes] }));
    await writeFile(join(folder, LIST), JSON.stringify(listed));
  });
  const listed = z.array(listedBundle).parse(JSON.parse(await readFile(join(directory, LIST), 'utf8')));
  return { directory, bundles: listed.map((bundle) => ({ ...bundle, directory: join(directory, bundle.name) })) };
}

const LIST = 'bundles.json';
const listedBundle = z.object({
  name: z.string(),
  bytes: z.number(),
  totalBytes: z.number(),
  packages: z.array(z.string()),
  startBytes: z.array(z.tuple([z.string(), z.number()])).transform((entries) => new Map(entries)),
});
