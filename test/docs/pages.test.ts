import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wrapMarkdown } from '../../scripts/wrap-markdown.ts';
import { SETTINGS_HELP } from '../../server/settings.ts';
import { anchorsOf } from './code-blocks.ts';

/**
 * Guarantee: every page can be reached, no link is dead, and all but runbooks name their readers and the next page. Lists of pages are
 * complete. Lines wrap at 120 characters, cells of tables hold a phrase, decisions have at most 60 lines, and the README is one screen.
 */

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

/** Matches the readers that a page may name. */
const READER =
  /\bFor (?:whoever|anyone|anybody|an?|people|operators|analysts|those|accounts|owners|developers|agencies|the)\b/;

describe('a page', () => {
  const guides = [...pagesIn('docs').filter((page) => page !== 'docs/README.md'), ...HOWTOS, ...REFERENCE];

  it.each(guides)('says who needs it and where to go next: %s', (page) => {
    const paragraphs = read(page).trim().split('\n\n');
    expect(paragraphs.slice(1, 3).join('\n')).toMatch(READER);
    expect(paragraphs.at(-1)).toMatch(/^(?:Next|Where to go next):[\s\S]*\]\(/);
  });
});

/** The length of the longest cell of a table, in characters that a reader sees. A longer rule goes below its table. */
const CELL_CHARACTERS_MAX = 140;
/** Matches a list of column names or of words, which may be longer than a phrase. */
const LIST_OF_WORDS = /^[\w ]{1,30}(?:, [\w ]{1,30})+$/;

/** Returns the cells of all tables of a page as a reader sees them: without targets of links and without marks. */
function cellsOf(page: string): readonly string[] {
  const withoutCode = page.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '');
  return [...withoutCode.matchAll(/^\s*\|(.*)\|$/gm)].flatMap(([, row = '']) =>
    row.split(/(?<!\\)\|/).map((cell) =>
      cell
        .trim()
        .replaceAll(/\]\([^)]*\)/g, ']')
        .replaceAll(/[`*[\]]/g, ''),
    ),
  );
}

function tooLong(page: string): readonly string[] {
  return cellsOf(page).filter((cell) => cell.length > CELL_CHARACTERS_MAX && !LIST_OF_WORDS.test(cell));
}

describe('tables', () => {
  it.each(PAGES)('of %s hold a phrase in each cell', (page) => {
    expect(tooLong(read(page))).toEqual([]);
  });

  it('with a paragraph in a cell would be found', () => {
    const long = 'word '.repeat(29).trim();
    expect(tooLong(`| a | b |\n|---|---|\n| ${long} | b |`)).toEqual([long]);
    expect(tooLong(`| [a](${'x'.repeat(200)}) |\n\`\`\`\n| ${long} |\n\`\`\``)).toEqual([]);
    expect(tooLong(`| \`carrier_id\`${', name'.repeat(40)} |`)).toEqual([]);
  });
});

describe('the README', () => {
  it('is one screen, and says what has run on AWS', () => {
    const lines = read('README.md').split('\n');
    expect(lines.length).toBeLessThanOrEqual(70);
    expect(lines).toContain('## What has run on AWS, and what has not');
  });
});

describe('the glossary', () => {
  const [, glossary = ''] = read('docs/ARCHITECTURE.md').split('\n## Glossary\n');
  const words = [...glossary.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));

  it.each(['total', 'rollup', 'record', 'line', 'row', 'baseline', 'standing'])('has %s', (word) => {
    expect(words).toContain(word);
  });

  it('has each word once', () => {
    expect(words).toEqual([...new Set(words)]);
  });
});

describe('decisions', () => {
  it('have at most 60 lines', () => {
    expect(DECISIONS.filter((path) => read(path).trimEnd().split('\n').length > 60)).toEqual([]);
  });

  it('have a number each, in their names and headings, which no line of the history has', () => {
    const numbers = DECISIONS.map((path) => path.slice('docs/adr/'.length, 'docs/adr/0000'.length));
    expect(DECISIONS.map((path) => read(path).slice(2, 6))).toEqual(numbers);
    const history = [...read('docs/adr/history.md').matchAll(/^\| (\d{4}) \|/gm)].map(([, number = '']) => number);
    const all = [...numbers, ...history].sort();
    expect(all).toEqual(all.map((_, index) => String(index + 1).padStart(4, '0')));
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
