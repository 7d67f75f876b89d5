/** Splits SQL into its lexemes, as PostgreSQL's scanner does with standard_conforming_strings. */

export interface Token {
  readonly text: string;
  readonly start: number;
  /** Brackets that are open there. */
  readonly depth: number;
}

/** Quoted texts and names, dollar-quoted texts, words, any other character. Comments and white space fall through. */
const lexeme =
  /--[^\r\n]*|(\/\*)|\s+|([eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?\$[\s\S]*?\$\3\$|[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*|[\s\S])/gy;

/** All but comments and white space, in one pass. A bracket counts to the level it stands on. */
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

/** Comments of this kind nest. */
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
