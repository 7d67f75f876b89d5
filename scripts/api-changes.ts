import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { breaksOf, description, surfaceOf } from './api-surface.ts';
import { OPENAPI_FILE } from './describe-api.ts';
import { wrapMarkdown } from './wrap-markdown.ts';

/** The description of the last release, with its version. */
export const RELEASED_FILE = new URL('../test/clients/released-api.json.gz', import.meta.url);

/** The page of the changes by date. The section of what is not released is written by `npm run openapi`. */
export const CHANGES_PAGE = new URL('../docs/reference/api-changes.md', import.meta.url);

export const versioned = description.extend({ info: z.object({ version: z.string() }) });
type Versioned = z.output<typeof versioned>;

/** Reads the descriptions of the last release and of this checkout. */
export async function readDescriptions(): Promise<{ readonly released: Versioned; readonly present: Versioned }> {
  return {
    released: versioned.parse(JSON.parse(gunzipSync(await readFile(RELEASED_FILE)).toString())),
    present: versioned.parse(JSON.parse(await readFile(OPENAPI_FILE, 'utf8'))),
  };
}

/** Returns the least version that may be released: a break needs a major version, an addition a minor one. */
export function nextVersion(released: Versioned, present: Versioned): string {
  const [earlier, later] = [surfaceOf(released), surfaceOf(present)];
  const [major = 0, minor = 0, patch = 0] = released.info.version.split('.').map(Number);
  if (breaksOf(earlier, later).length > 0) return `${major + 1}.0.0`;
  if (later.kept.some((line) => !earlier.kept.includes(line))) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch}`;
}

const NOTHING = 'Nothing has changed.';

/** Returns the page with the changes since the last release. Right after a release there is nothing to add. */
export function pageSince(page: string, released: Versioned, present: Versioned): string {
  const section = changesSection(released, present, null);
  const isReleased = present.info.version === released.info.version && section.endsWith(NOTHING);
  return isReleased && !page.includes(', not released\n') ? page : withSection(page, section);
}

/** Writes the section of a version: its new operations, then what its other operations have in addition. */
export function changesSection(released: Versioned, present: Versioned, date: string | null): string {
  const before = new Set(surfaceOf(released).kept);
  const added = surfaceOf(present).kept.filter((line) => !before.has(line));
  const isNew = (line: string) => added.includes(operationOf(line));
  const operations = added.filter((line) => line === operationOf(line));
  const byOperation = Map.groupBy(
    added.filter((line) => !isNew(line) && !isInside(line, added)),
    operationOf,
  );
  const extended = [...byOperation].map(([operation, lines]) => `- \`${operation}\`: ${lines.map(partOf).join(', ')}`);
  const parts = [
    `## ${present.info.version}, ${date ?? 'not released'}`,
    ...(operations.length === 0 ? [] : ['New:', operations.map((line) => `- \`${line}\``).join('\n')]),
    ...(extended.length === 0 ? [] : ['Extended:', extended.join('\n')]),
    ...(operations.length + extended.length === 0 ? [NOTHING] : []),
  ];
  return parts.join('\n\n');
}

const operationOf = (line: string) => line.split(' ', 2).join(' ');

/** True for a field inside of another new one, and for a value of a new parameter. */
function isInside(line: string, added: readonly string[]): boolean {
  return added.some((other) => line.startsWith(other) && /^(?:\[\])*\.|^ = /.test(line.slice(other.length)));
}

/** The part of an operation, as the page names it. */
function partOf(line: string): string {
  const part = line.slice(operationOf(line).length + 1);
  return `\`${part.replace(/^(?:query|path|header) /, '').replace(/^\d{3}\./, '')}\`${/^\d/.test(part) ? '' : ' (sent)'}`;
}

const FIRST_SECTION = /^## [\s\S]*?(?=^## |^Next: )/m;

/** Returns the page with the section as its first one. A section that is not released is replaced, a released one stays. */
export function withSection(page: string, section: string): string {
  const [first = ''] = FIRST_SECTION.exec(page) ?? [];
  const rest = first.split('\n', 1)[0]?.endsWith('not released') === true ? '' : first;
  return wrapMarkdown(page.replace(FIRST_SECTION, () => `${section}\n\n${rest}`));
}
