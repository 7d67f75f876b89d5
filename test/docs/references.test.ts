import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf } from './page-anchors.ts';

/**
 * Guarantee: rules are linked by name. Every page and heading that code, tests or pages name exists, and nothing refers to a numbered
 * section of a document outside the repository.
 */

const FOLDERS = [
  'adapters',
  'app',
  'measure',
  'bin',
  'cli',
  'client',
  'console',
  'core',
  'demo',
  'docs',
  'lambdas',
  'lib',
  'server',
  'schema',
  'scripts',
  'test',
];
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
