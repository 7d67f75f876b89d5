// The program of `npm run openapi`: writes openapi.json from the routes, and refuses a description that does not lint.
import { readFile, writeFile } from 'node:fs/promises';
import { CHANGES_PAGE, pageSince, readDescriptions } from './api-changes.ts';
import { describeApi, lintDescription, OPENAPI_FILE } from './describe-api.ts';

const text = await describeApi();
if (text !== (await readFile(OPENAPI_FILE, 'utf8').catch(() => ''))) {
  await writeFile(OPENAPI_FILE, text);
  process.stderr.write('openapi.json has changed: linting it, which takes about half a minute.\n');
  const problems = await lintDescription(text);
  for (const problem of problems) process.stderr.write(`openapi.json: ${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
const { released, present } = await readDescriptions();
await writeFile(CHANGES_PAGE, pageSince(await readFile(CHANGES_PAGE, 'utf8'), released, present));
