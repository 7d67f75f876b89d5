import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS_HELP } from '../../local/settings.ts';
import { wrapMarkdown } from '../../scripts/wrap-markdown.ts';
import { anchorsOf } from './page-anchors.ts';

/** Guarantee: every page can be reached, no link is dead, lists of pages are complete, and lines wrap at 120 characters. */

const read = (path: string) => readFileSync(path, 'utf8');
const pagesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const HOWTOS = pagesIn('docs/howto');
const REFERENCE = pagesIn('docs/reference');
const DECISIONS = pagesIn('docs/adr').filter((path) => /\/\d{4}-/.test(path));
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...pagesIn('docs'),
  ...HOWTOS,
  ...REFERENCE,
  ...pagesIn('docs/adr'),
  ...pagesIn('docs/runbooks'),
];

describe('links', () => {
  it.each(PAGES)('in %s have a target', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const dead = links.filter((link) => {
      if (/^(https?|mailto):/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(dead).toEqual([]);
  });

  it.each([...HOWTOS, 'docs/cost.md', 'docs/performance.md', ...REFERENCE])('to %s exist', (page) => {
    const name = page.split('/').at(-1) ?? '';
    expect(PAGES.filter((other) => other !== page && read(other).includes(name))).not.toEqual([]);
  });
});

it.each(PAGES)('wraps the lines of %s', (page) => {
  expect(wrapMarkdown(read(page))).toBe(read(page));
});

describe('decisions', () => {
  it('are numbered without gaps, in their names and headings', () => {
    const numbers = DECISIONS.map((_, index) => String(index + 1).padStart(4, '0'));
    expect(DECISIONS.map((path) => path.slice('docs/adr/'.length, 'docs/adr/0000'.length))).toEqual(numbers);
    expect(DECISIONS.map((path) => read(path).slice(2, 6))).toEqual(numbers);
  });

  it('are all in their list, by their headings', () => {
    const rows = DECISIONS.map((path) => {
      const [number, title] = /^# (\d{4}) · (.*)$/m.exec(read(path))?.slice(1) ?? [];
      return `| [${number}](${path.slice('docs/adr/'.length)}) | ${title} |`;
    });
    expect(read('docs/adr/README.md').match(/^\| \[.*$/gm)).toEqual(rows);
  });
});

it('has the settings of npm start in the how-to for one machine', () => {
  const rows = [...read('docs/howto/operate-one-machine.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)];
  const named = rows.flatMap(([, names = '']) => names.replaceAll('`', '').split(', '));
  const known = [...SETTINGS_HELP.matchAll(/^ {2}([A-Z_]{4,}) {2,}/gm)].map(([, name]) => name);
  expect(known.length).toBeGreaterThan(5);
  expect(named.sort()).toEqual(known.sort());
});
