import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeApi, OPENAPI_FILE } from '../../scripts/describe-api.ts';

/** Guarantee: openapi.json, which clients and reviewers read, describes the API of this checkout. */

it("has the app's description in openapi.json; `npm run openapi` writes it", async () => {
  const isSame = (await readFile(OPENAPI_FILE, 'utf8')) === (await describeApi());
  // A difference of two texts of a megabyte would be unreadable; `git diff openapi.json` shows it after the command.
  expect(isSame, 'The API has changed: run `npm run openapi` and commit openapi.json').toBe(true);
});

it('has examples that its own schemas accept', async () => {
  const document: unknown = JSON.parse(await readFile(OPENAPI_FILE, 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formatsPlugin.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema(Object(document), 'api');
  let checked = 0;
  const faults: string[] = [];
  const check = (pointer: string, value: unknown) => {
    const validate = ajv.compile({ $ref: `api#${pointer}` });
    checked += 1;
    if (!validate(value)) faults.push(`${decodeURIComponent(pointer)}: ${ajv.errorsText(validate.errors)}`);
  };
  const visit = (node: unknown, path: string) => {
    if (typeof node !== 'object' || node === null) return;
    const { schema, example, examples } = media.safeParse(node).data ?? {};
    if (schema !== undefined && example !== undefined) check(`${path}/schema`, example);
    for (const { value } of Object.values(schema === undefined ? {} : (examples ?? {}))) check(`${path}/schema`, value);
    for (const [key, child] of Object.entries(node)) {
      if (key === 'example' || key === 'examples') continue;
      visit(child, `${path}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
    }
  };
  visit(document, '');
  expect(checked).toBeGreaterThan(300);
  expect(faults).toEqual([]);
});

const media = z.object({
  schema: z.looseObject({}).optional(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.looseObject({ value: z.unknown() })).optional(),
});
