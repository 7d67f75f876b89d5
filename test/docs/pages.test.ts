import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { runCommandLine } from '../../cli/run-command-line.ts';
import { OPENAPI_FILE } from '../../scripts/describe-api.ts';
import { wrapMarkdown } from '../../scripts/wrap-markdown.ts';
import { SETTINGS_HELP } from '../../server/settings.ts';
import { words } from '../support/words.ts';
import { anchorsOf } from './code-blocks.ts';

/**
 * Guarantee: every page can be reached, no link is dead, and all but runbooks name their readers and the next page. Lists of pages are
 * complete. Lines wrap at 120 characters, cells of tables hold a phrase, decisions have at most 60 lines, and the README is one screen.
 */
describe('pages', () => {
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
});

/**
 * Guarantee: rules are linked by name. Every page and heading that code, tests or pages name exists, and nothing refers to a numbered
 * section of a document outside the repository.
 */
describe('references', async () => {
  const FOLDERS = words(`
    adapters app measure bin cli client console core demo docs lambdas lib server schema scripts test
  `);
  /** The files of the checkout itself that programs write. */
  const GENERATED = new Set(['openapi.json', 'package-lock.json']);
  const FILES = [
    ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
    ...readdirSync('.').filter((name) => /^[\w.-]+\.(?:[jt]s|json)$/.test(name) && !GENERATED.has(name)),
    ...readdirSync('.github/workflows').map((name) => join('.github/workflows', name)),
    ...FOLDERS.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(tsx?|js|mjs|md|sql|sh)$/.test(name) && !name.startsWith('dist/'))
        .map((name) => join(folder, name)),
    ),
  ];

  const SOURCES = FILES.map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }));

  /** Finds every match of the pattern in every file, as `file:line: text`. */
  function findIn(pattern: RegExp): string[] {
    return SOURCES.flatMap(({ file, lines }) =>
      lines.flatMap((text, index) => [...text.matchAll(pattern)].map(([found]) => `${file}:${index + 1}: ${found}`)),
    );
  }

  const NAMED_PAGE = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g;

  function isDead(reference: string): boolean {
    const [path = '', anchor] = reference.split('#');
    return !existsSync(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor));
  }

  it('has every page and heading that a file names', () => {
    const named = findIn(NAMED_PAGE);
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter((one) => isDead(one.slice(one.lastIndexOf(' ') + 1)))).toEqual([]);
  });

  /** Matches the files and folders of the program that a page names. Placeholders such as `NNNN` are no names. */
  const NAMED_CODE = new RegExp(`\`((?:${FOLDERS.filter((name) => name !== 'docs').join('|')})/[\\w./-]+)\``, 'g');

  it('has every file and folder of the program that a page names', () => {
    const named = findIn(NAMED_CODE).filter((one) => one.split(':')[0]?.endsWith('.md') && !one.includes('NNNN'));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((one) => !existsSync(one.slice(one.indexOf('`')).replaceAll('`', '')))).toEqual([]);
  });

  it('has each heading of a reference page only once', () => {
    const pages = readdirSync('docs/reference').map((name) => join('docs/reference', name));
    expect(pages.length).toBeGreaterThan(10);
    for (const page of pages) {
      const anchors = anchorsOf(page);
      expect(anchors, page).toEqual([...new Set(anchors)]);
    }
  });

  /** Matches references by number to documents that a reader of the repository does not have. Sections of an RFC are public. */
  const BY_NUMBER = [
    /\b(?:contract|specification|spec) (?:section )?§?\d/gi,
    /(?<!\bRFC \d{3,5},? )\bsection \d/gi,
    /\bgoals? [A-Z]{2,4}-\d/g,
    /\b(?:API|WH|JOB|SQL|UP|ING|AWS)-\d/g,
    /\brow \d+ of the (?:status )?table|\(row \d+\)|\/\*\* row \d+\b/gi,
    /\b(?:see|per|by|as|as in) row \d+\b/gi,
    /\(['"`]row \d+(?::|,| repeatedly)/g,
    /\bissue #?\d/gi,
  ] as const;

  describe('references by number', () => {
    it.each(BY_NUMBER)('do not exist in the form %s', (pattern) => {
      expect(findIn(pattern)).toEqual([]);
    });

    it.each([
      ['contract', ' 4'],
      ['Specification', ' 3.1'],
      ['contract section', ' 11'],
      ['goal ING', '-8'],
      ['Guarantee (JOB', '-3):'],
      ['Section', ' 3.1 of it'],
      ['(row', ' 9)'],
      ['row', ' 7 of the status table'],
      ['As row', ' 7 says'],
      ["it('row", ' 7: shows a chargeback'],
      ['issue', ' #32'],
    ])('would be found: %s%s', (words, number) => {
      expect(BY_NUMBER.filter((pattern) => (words + number).search(pattern) >= 0)).not.toEqual([]);
    });

    it('do not include sections of public documents', () => {
      expect(BY_NUMBER.filter((pattern) => 'RFC 4253 section 6.6, RFC 5656'.search(pattern) >= 0)).toEqual([]);
    });
  });

  /** Guarantee: every route that a page names, with its method, is a route of the service. */

  /** The page that describes how to make an endpoint. Its example endpoint does not exist. */
  const ABOUT_CODE = 'docs/howto/add-an-endpoint.md';

  const pages = new Map<string, string>();

  for (const path of await readdir('docs', { recursive: true })) {
    if (path.endsWith('.md')) pages.set(join('docs', path), await readFile(join('docs', path), 'utf8'));
  }
  pages.set('README.md', await readFile('README.md', 'utf8'));
  expect(pages.has(ABOUT_CODE)).toBe(true);

  /** Finds every match in every page, with the page, so that a failure names the place. */
  const findRoutesIn = (pattern: RegExp) =>
    [...pages].flatMap(([page, text]) => [...text.matchAll(pattern)].map((match) => ({ page, match })));

  const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
  /** The prefixes of routes outside the API description: its own page, the operator's routes, and those of the sign-in library. */
  const UNDOCUMENTED = ['/v1/docs', '/v1/admin', '/v1/auth'];

  const paths = description.parse(JSON.parse(await readFile(OPENAPI_FILE, 'utf8'))).paths;

  /** Replaces each parameter of a route by a star, because pages use any name for it: `{id}`, `$JOB`. */
  const shapeOf = (path: string) => path.replaceAll(/\{\w+\}|\$\w+/g, '*').replace(/[/.]+$/, '');

  it('has the routes that a page names', () => {
    const known = new Set([...Object.keys(paths), ...UNDOCUMENTED].map(shapeOf));
    const named = findRoutesIn(/(?<![\w.])\/v1\/[\w{}$/.-]+/g).filter(({ page }) => page !== ABOUT_CODE);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ match }) => !known.has(shapeOf(match[0]))).map(whereItIs)).toEqual([]);
  });

  it('has the methods that a page names with them', () => {
    const known = new Set(
      Object.entries(paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`),
      ),
    );
    const named = findRoutesIn(/\b(GET|POST|PUT|PATCH|DELETE)\s+(\/v1\/[\w{}$/.-]+)/g);
    expect(named.length).toBeGreaterThan(30);
    const unknown = named.filter(({ match: [, method, path = ''] }) => !known.has(`${method} ${shapeOf(path)}`));
    expect(unknown.map(whereItIs)).toEqual([]);
  });

  function whereItIs({ page, match }: { readonly page: string; readonly match: RegExpExecArray }): string {
    return `${page}: ${match[0]}`;
  }

  /** Guarantee: the how-to page shows commands and options that the command line has. */

  const page = await readFile(new URL('../../docs/howto/use-the-command-line.md', import.meta.url), 'utf8');
  const lines = [...page.matchAll(/^ *(?:source <\()?commission-statements ([^)\n]+)\)?$/gm)].map(
    ([, line = '']) => line,
  );

  it.each(lines)('shows a command that exists, with options that it has: %s', async (line) => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
    const printed: string[] = [];
    const failed = async () => Promise.reject(new Error('The usage asks nothing.'));
    const exitCode = await runCommandLine([...words, '--help'], {
      environment: {},
      isInteractive: false,
      print: (text) => void printed.push(text),
      tell: (text) => void printed.push(text),
      ask: failed,
      confirm: failed,
      choose: failed,
      progressBar: () => ({ show() {}, end() {} }),
      signal: new AbortController().signal,
    });
    expect(exitCode).toBe(0);
    const usage = printed.join('\n');
    for (const option of words.filter((word) => /^--?\w/.test(word))) expect(usage).toContain(option);
    const command = words.slice(0, ['carriers', 'rates'].includes(words[0] ?? '') ? 2 : 1).join(' ');
    expect(usage).toContain(command);
  });

  it('finds the commands of the page', () => {
    expect(lines.length).toBeGreaterThan(8);
  });

  /** Guarantee: the page for owners names buttons, screens and parts as the console shows them. */

  const tutorialPage = readFileSync('docs/howto/first-month.md', 'utf8');
  const source = globSync('console/**/*.{ts,tsx}')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const labels = [...new Set([...tutorialPage.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label.trim()))];
  const parts = [...tutorialPage.matchAll(/^\| ([^|]+) \|/gm)]
    .map(([, label = '']) => label)
    .filter((label) => label !== 'Part');

  describe('the labels of the page', () => {
    test('are read from it', () => {
      expect(labels.length).toBeGreaterThan(10);
      expect(parts).toContain('Gone');
    });

    test.each([...labels, ...parts])('%s is in the console', (label) => {
      const beginsWithIt = ['>', "'", '"', '`', '  '].some((before) => source.includes(`${before}${label}`));
      expect(beginsWithIt).toBe(true);
    });
  });
});
