// The program of `npm run release-api`, which a release runs: dates its changes, and stores its description for later ones to keep.
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import {
  CHANGES_PAGE,
  changesSection,
  nextVersion,
  RELEASED_FILE,
  readDescriptions,
  withSection,
} from './api-changes.ts';

const { released, present } = await readDescriptions();
const least = nextVersion(released, present);
if (present.info.version.localeCompare(least, undefined, { numeric: true }) < 0)
  throw new Error(`The version is ${present.info.version}; what has changed needs ${least} in package.json.`);
const section = changesSection(released, present, new Date().toISOString().slice(0, 10));
await writeFile(CHANGES_PAGE, withSection(await readFile(CHANGES_PAGE, 'utf8'), section));
await writeFile(RELEASED_FILE, gzipSync(JSON.stringify(present), { level: 9 }));
