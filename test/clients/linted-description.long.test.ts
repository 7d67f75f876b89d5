import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { OPENAPI_FILE } from '../../scripts/describe-api.ts';
import { lintDescription } from '../../scripts/lint-description.ts';

/** Guarantee: the committed description has no error and no warning of Redocly and Spectral. `npm run openapi` lints each change of it. */

it('has no error and no warning', async () => {
  expect(await lintDescription(await readFile(OPENAPI_FILE, 'utf8'))).toEqual([]);
});

it('is really linted: a faulty description has findings of both programs', async () => {
  const faulty = { openapi: '3.1.0', info: { title: 'Faulty', version: '1', licence: { name: 'x' } }, paths: {} };
  const found = await lintDescription(JSON.stringify(faulty));
  expect(found).toContainEqual(expect.stringContaining('redocly info-license'));
  expect(found).toContainEqual(expect.stringContaining('spectral info-contact'));
});
