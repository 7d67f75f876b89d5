import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeApi, OPENAPI_FILE } from '../../scripts/describe-api.ts';
import { sharedService } from '../support/service.ts';

/** Guarantee: openapi.json, which clients and reviewers read, describes the API of this checkout. */
describe('openapi', () => {
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
      for (const { value } of Object.values(schema === undefined ? {} : (examples ?? {})))
        check(`${path}/schema`, value);
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
});

/** Guarantee: a program finds every reference page and how-to as Markdown from /llms.txt, and links between them lead to pages. */
describe('llms', async () => {
  const service = await sharedService();
  const get = (path: string) => fetch(new URL(path, service.url));
  const list = await (await get('/llms.txt')).text();
  const addresses = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, address = '']) => address);

  it('lists the description and every page of the reference and the how-tos', () => {
    const pages = ['reference', 'howto'].flatMap((folder) =>
      readdirSync(`docs/${folder}`).map((name) => `${service.url}/docs/${folder}/${name}`),
    );
    expect(addresses.toSorted()).toEqual([`${service.url}/v1/docs/openapi.json`, ...pages].toSorted());
    expect(list).toMatch(/^# Commission statement service\n\n> /);
    expect(list.match(/^- .*:$/gm), 'descriptions that end in the middle of a sentence').toBeNull();
  });

  it('has no dead link, in the list and in its pages', async () => {
    const dead: string[] = [];
    for (const address of addresses) {
      const answer = await get(address);
      const text = await answer.text();
      if (answer.status !== 200) dead.push(address);
      if (!address.endsWith('.md')) continue;
      expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      const from = new URL(address).pathname;
      for (const [, link = ''] of text.matchAll(/\]\((?!\w+:)([^)#\s]+\.md)(?:#[^)]*)?\)/g)) {
        const to = posix.join(posix.dirname(from), link);
        // Pages about the code itself are in the repository alone.
        if (to.startsWith('/docs/') && (await get(to)).status !== 200) dead.push(`${from}: ${link}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('serves pages of the list of its folder and nothing else', async () => {
    for (const path of [
      `/docs/${'nothing'}.md`,
      '/docs/..%2fREADME.md',
      '/docs/%2e%2e/README.md',
      '/docs/architecture.svg',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    const head = await fetch(new URL('/docs/reference/requests.md', service.url), { method: 'HEAD' });
    expect([head.status, head.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  });
});
