/** A lexeme of SQL, as PostgreSQL's scanner finds it with standard_conforming_strings. */
export interface Token {
  readonly text: string;
  /** 0-based index in the text. */
  readonly start: number;
  /** Number of open brackets around the lexeme. */
  readonly depth: number;
}

/**
 * Matches quoted texts and names, dollar-quoted texts, words and other characters. Comments and white space are
 * skipped. To PostgreSQL every character beyond ASCII is a letter, also a no-break space.
 */
const lexeme =
  /--[^\r\n]*|(\/\*)|[ \t\n\r\f\v]+|([eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?\$[\s\S]*?\$\3\$|[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*|[\s\S])/gy;

/** Returns all lexemes except comments and white space, in one pass. A bracket has the depth outside it. */
export function tokensOf(statement: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  lexeme.lastIndex = 0;
  for (let match = lexeme.exec(statement); match !== null; match = lexeme.exec(statement)) {
    const [, comment, text] = match;
    if (comment !== undefined) lexeme.lastIndex = endOfComment(statement, match.index);
    if (text === undefined) continue;
    if (text === ')' || text === ']') depth -= 1;
    tokens.push({ text, start: match.index, depth });
    if (text === '(' || text === '[') depth += 1;
  }
  return tokens;
}

/** Returns the end of a block comment, which may be nested. */
function endOfComment(statement: string, start: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  let open = 0;
  for (let match = mark.exec(statement); match !== null; match = mark.exec(statement)) {
    open += match[0] === '/*' ? 1 : -1;
    if (open === 0) return mark.lastIndex;
  }
  return statement.length;
}
