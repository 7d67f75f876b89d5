import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { sharedService } from '../support/service.ts';

/** Guarantee: a program finds every reference page and how-to as Markdown from /llms.txt, and links between them lead to pages. */

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
