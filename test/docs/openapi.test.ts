import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeApi, OPENAPI_FILE } from '../../scripts/describe-api.ts';

/** Guarantee: openapi.json, which clients and reviewers read, describes the API of this checkout. */

it('openapi.json is the description that the app answers; `npm run openapi` writes it', async () => {
  const isSame = (await readFile(OPENAPI_FILE, 'utf8')) === (await describeApi());
  // A difference of two texts of a megabyte would tell nobody anything: `git diff openapi.json` does after the command.
  expect(isSame, 'The API has changed: run `npm run openapi` and commit openapi.json').toBe(true);
});
