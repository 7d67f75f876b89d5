// The program of `npm run release-api`, which a release runs: stores the present description as the one that later ones must not break.
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { description } from './api-surface.ts';
import { OPENAPI_FILE } from './describe-api.ts';

const present = description.parse(JSON.parse(await readFile(OPENAPI_FILE, 'utf8')));
await writeFile(
  new URL('../test/clients/released-api.json.gz', import.meta.url),
  gzipSync(JSON.stringify(present), { level: 9 }),
);
