import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Hono } from 'hono';
import { type HttpEnv, placeOf } from './http-env.ts';
import { addressOf } from './own-page.ts';
import { problemResponse } from './problem-response.ts';

/**
 * Serves the pages of `docs/` as Markdown, at their paths in the repository, and `/llms.txt`, which lists them for programs
 * (https://llmstxt.org). They are public, because they hold no tenant data.
 */

/** The places of the pages: beside a bundle, above one of its later parts, and in the repository. */
const FOLDER = ['docs/', '../docs/', '../../docs/']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((folder) => existsSync(join(folder, 'reference')));

const CACHE_CONTROL = 'public, max-age=3600';

/** Mounts the pages. A host without the folder answers 404. */
export function mountReferencePages(app: Hono<HttpEnv>, publicUrl: string | null): void {
  let pages: Promise<ReadonlyMap<string, string>> | null = null;
  const load = () => {
    pages ??= readPages();
    return pages;
  };
  app.get('/llms.txt', async (c) => {
    const found = await load();
    if (found.size === 0) return notFound(c);
    return answer(listOf(found, publicUrl ?? addressOf(c)), 'text/plain; charset=utf-8');
  });
  app.get('/docs/*', async (c, next) => {
    const path = c.req.path.slice('/docs/'.length);
    if (!path.endsWith('.md')) return next();
    const text = (await load()).get(path);
    return text === undefined ? notFound(c) : answer(text, 'text/markdown; charset=utf-8');
  });
}

const answer = (text: string, type: string) =>
  new Response(text, { headers: { 'Content-Type': type, 'Cache-Control': CACHE_CONTROL } });

const notFound = (c: Context<HttpEnv>) =>
  problemResponse({ code: 'not_found', detail: 'There is no such page. All pages are in /llms.txt.' }, placeOf(c));

/** Reads all pages, by their paths below `docs/`. A request names a page of this list and never a path on the disk. */
async function readPages(): Promise<ReadonlyMap<string, string>> {
  const folder = FOLDER;
  if (folder === undefined) return new Map();
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return new Map(names.map((name, index) => [name.replaceAll('\\', '/'), texts[index] ?? '']));
}

const SECTIONS = [
  ['Reference', 'reference/'],
  ['How-tos', 'howto/'],
] as const;

/** Writes the list: the description of the API first, then the pages by section, each with the sentence that says who needs it. */
function listOf(pages: ReadonlyMap<string, string>, address: string): string {
  const sections = SECTIONS.map(([title, folder]) => {
    const own = [...pages].filter(([path]) => path.startsWith(folder));
    return `## ${title}\n\n${own.map(([path, text]) => lineOf(`${address}/docs/${path}`, text)).join('\n')}\n`;
  });
  return `# Commission statement service

> An HTTP API that reads the commission statements of insurance carriers, compares every member with the month before,
> and says who left, who is paid less, and what a carrier owes. A token of the account goes into \`Authorization: Bearer\`.

- [OpenAPI 3.1](${address}/v1/docs/openapi.json): every operation, field and error

${sections.join('\n')}`;
}

function lineOf(address: string, text: string): string {
  const [title = '', readers = ''] = text.split('\n\n');
  const sentence = readers.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return `- [${title.replace(/^# /, '')}](${address}): ${/^.*?\.(?= |$)/.exec(sentence)?.[0] ?? sentence}`;
}
