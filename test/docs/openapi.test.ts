import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeApi, OPENAPI_FILE } from '../../scripts/describe-api.ts';

/** Guarantee: openapi.json, which clients and reviewers read, describes the API of this checkout. */

it("has the app's description in openapi.json; `npm run openapi` writes it", async () => {
  const isSame = (await readFile(OPENAPI_FILE, 'utf8')) === (await describeApi());
  // A difference of two texts of a megabyte would be unreadable; `git diff openapi.json` shows it after the command.
  expect(isSame, 'The API has changed: run `npm run openapi` and commit openapi.json').toBe(true);
});
