import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrapMarkdown } from '../../scripts/wrap-markdown.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Guarantee: wrapping keeps every word of a page, and touches only paragraphs and list items that are too wide. */

const WORDS = 'word '.repeat(40).trim();

test.each([
  ['a short paragraph', 'One.\nTwo.', 'One.\nTwo.'],
  ['a table', `| ${WORDS} |`, `| ${WORDS} |`],
  ['a heading', `# ${WORDS}`, `# ${WORDS}`],
  ['code, also in a list', `- item\n\n  \`\`\`sh\n  ${WORDS}\n  \`\`\``, `- item\n\n  \`\`\`sh\n  ${WORDS}\n  \`\`\``],
  ['a long word', 'x'.repeat(200), 'x'.repeat(200)],
])('leaves %s', (_, page, wrapped) => {
  expect(wrapMarkdown(page)).toBe(wrapped);
});

test('fills a paragraph whose line is too long, and indents a list item', () => {
  const line = 'word '.repeat(23).trim();
  expect(wrapMarkdown(`${WORDS}\nend`)).toBe(`${'word '.repeat(24).trim()}\n${'word '.repeat(16)}end`);
  expect(wrapMarkdown(`10. ${WORDS}`)).toBe(`10. ${line}\n    ${'word '.repeat(17).trim()}`);
});

test('keeps all words, in lines of at most 120 characters, and does nothing the second time', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 40 }), { maxLength: 6 }), (lines) => {
      const page = lines.map((words) => words.join(' ')).join('\n');
      const wrapped = wrapMarkdown(page);
      expect(wrapped.split(/\s+/)).toEqual(page.split(/\s+/));
      expect(Math.max(...wrapped.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
      expect(wrapMarkdown(wrapped)).toBe(wrapped);
    }),
    { numRuns: propertyRuns(300) },
  );
});
