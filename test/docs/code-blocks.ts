import { globSync, readFileSync } from 'node:fs';

/** A fenced block of a page. */
export interface CodeBlock {
  readonly page: string;
  /** Its number on the page, from 1. */
  readonly number: number;
  readonly language: string;
  /** The text without the indentation of a list. */
  readonly text: string;
}

const FENCED = /^( *)```(\w*)\n([\s\S]*?)^ *```$/gm;

/** Returns all blocks of all pages. */
export function codeBlocks(): readonly CodeBlock[] {
  const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('{client,cli}/README.md'), ...globSync('docs/**/*.md')];
  return pages.sort().flatMap(blocksOf);
}

export function blocksOf(page: string): readonly CodeBlock[] {
  return [...readFileSync(page, 'utf8').matchAll(FENCED)].map(([, indent = '', language = '', text = ''], index) => ({
    page,
    number: index + 1,
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/** Returns the anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(path: string): readonly string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
