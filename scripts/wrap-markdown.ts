const WIDTH = 120;
const FENCE = /^\s*```/;
/** A heading, a row of a table, HTML, a target of links, or a blank line. None of them is part of a paragraph. */
const ALONE = /^\s*(?:#|\||<|\[[^\]]*\]: |$)/;
const ITEM = /^\s*(?:[-*]|\d+\.)\s+/;

/**
 * Wraps the paragraphs and list items of a Markdown page at 120 characters. A paragraph whose lines all fit stays as it is. Code, tables
 * and headings are not changed, and a word is never cut.
 */
export function wrapMarkdown(page: string): string {
  const wrapped: string[] = [];
  let paragraph: string[] = [];
  let isCode = false;
  const endParagraph = () => {
    wrapped.push(...filled(paragraph));
    paragraph = [];
  };
  for (const line of page.split('\n')) {
    const isFence = FENCE.test(line);
    if (isCode || isFence || ALONE.test(line)) {
      endParagraph();
      wrapped.push(line);
    } else {
      if (ITEM.test(line)) endParagraph();
      paragraph.push(line);
    }
    if (isFence) isCode = !isCode;
  }
  endParagraph();
  return wrapped.join('\n');
}

/** Fills the lines of one paragraph or list item again, if one of them is too long. */
function filled(paragraph: readonly string[]): readonly string[] {
  if (paragraph.every((line) => line.length <= WIDTH)) return paragraph;
  const [first = ''] = paragraph;
  const [start = ''] = ITEM.exec(first) ?? /^\s*/.exec(first) ?? [];
  const words = paragraph.join(' ').slice(start.length).trim().split(/\s+/);
  const indent = ' '.repeat(start.length);
  const lines: string[] = [];
  let line = `${start}${words.shift() ?? ''}`;
  for (const word of words) {
    if (line.length + 1 + word.length <= WIDTH) {
      line += ` ${word}`;
    } else {
      lines.push(line);
      line = `${indent}${word}`;
    }
  }
  return [...lines, line];
}
