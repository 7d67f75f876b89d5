import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { sourcesIn, textOf, treeOf } from '../support/source-tree.ts';

/**
 * Guarantee: every exported function of core and app has a docstring, which names its errors if it has any. Every comment begins with its
 * subject or its verb, and no comment is wider than 140 columns. The formatter keeps code to 120 and leaves comments as they are.
 */

const DOCUMENTED = ['core', 'app'];
const COMMENTED = [
  ...[
    'core',
    'app',
    'adapters',
    'schema',
    'lambdas',
    'server',
    'lib',
    'bin',
    'measure',
    'demo',
    'scripts',
    'test',
    'console',
  ],
];
/** The folders whose comments have a width. The folder `.` is the files of the checkout itself, without its folders. */
const WITH_A_WIDTH = ['cli', 'client', '.', ...COMMENTED];
const WIDTH = 140;

/** Beginnings of comments that do not name their subject. */
const BEGINNINGS = String.raw`(?:(?:Of|What|Whoever|Who|Those|Whose|Where|There|Nothing|As|So|But|And|Or)\b|One (?:of|for|per)\b|Null:|The same (?:as|but|for|in|of|with)\b)`;
const NO_SUBJECT = new RegExp(`^${BEGINNINGS}`);
/** Matches every file that may have such a comment. Most files have none and need no parsing. */
const MAY_LACK_SUBJECT = new RegExp(String.raw`[/*]\s*${BEGINNINGS}`);

interface Comment {
  readonly line: number;
  readonly text: string;
}

describe('docstrings and comments', () => {
  it('documents every exported function', () => {
    expect(faultsOf(undocumentedFunctions, DOCUMENTED)).toEqual([]);
  });

  it('says when a function refuses or throws', () => {
    expect(faultsOf(concealedErrors, DOCUMENTED)).toEqual([]);
  });

  it('names the subject at the beginning of every comment', () => {
    expect(faultsOf(commentsWithoutSubject, COMMENTED)).toEqual([]);
  });

  it('keeps comments to the width, except for addresses', () => {
    expect(faultsOf(wideComments, WITH_A_WIDTH)).toEqual([]);
  });

  it('finds violations', () => {
    const source = `
      export function bare() {}
      /** Adds. */
      export function documented() {}
      function internal() {}
      // A line comment is no docstring.
      export const arrow = () => 1;
      /** */
      export async function blank() {}
      export const constant = 1;
      interface Shape {
        /** Of the whole file. */
        readonly field: number;
      }
      function inner() {
        // What follows.
        return 'Of a text: // What';
      }
    `;
    expect(undocumentedFunctions(source)).toEqual(['bare', 'arrow', 'blank']);
    expect(commentsWithoutSubject(source)).toEqual(['12 Of the whole file.', '16 What follows.']);
    const failing = `
      /** Adds. */
      export function silent(): Thing | Refused {}
      /** Adds. */
      export const thrower = () => { throw new Error('x'); };
      /** Adds. Refuses an unknown thing. */
      export function refusing(): Promise<Thing | Refused> {}
      /** Adds. Throws for none. */
      export function throwing() { throw new RangeError('x'); }
      function internal() { throw new RangeError('x'); }
    `;
    expect(concealedErrors(failing)).toEqual(['silent', 'thrower']);
    const wide = (beginning: string) => beginning.padEnd(WIDTH + 1, 'x');
    const lines = ['// x', ' * x', '/** x', '{/* x', '// https://x', "'x"].map(wide);
    expect(wideComments([wide('// x').slice(1), ...lines].join('\n'))).toEqual(['2', '3', '4', '5']);
  });
});

function faultsOf(find: (source: string) => readonly string[], folders: readonly string[]): readonly string[] {
  const names = sourcesIn(folders).filter((name) => !/^client.generated/.test(name));
  expect(names.length).toBeGreaterThan(200);
  return names.flatMap((name) => find(textOf(name)).map((fault) => `${name}: ${fault}`)).sort();
}

function undocumentedFunctions(source: string): readonly string[] {
  return treeOf(source).statements.flatMap((statement) =>
    isExported(statement) && !isDocumented(statement) ? functionNames(statement) : [],
  );
}

/** Returns the exported functions that refuse or throw, and whose docstrings do not say so. */
function concealedErrors(source: string): readonly string[] {
  return treeOf(source).statements.flatMap((statement) => {
    if (!isExported(statement) || functionNames(statement).length === 0) return [];
    const words = ts.getJSDocCommentsAndTags(statement).map((doc) => doc.getText());
    const code = statement.getText();
    const hides =
      (/\): [^{]*\bRefused\b/.test(code) && !/refus|conflict|\bnull\b/i.test(words.join(' '))) ||
      (/\bthrow new\b/.test(code) && !/throw|refus|fail|reject|error/i.test(words.join(' ')));
    return hides ? functionNames(statement) : [];
  });
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false;
  return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function isDocumented(statement: ts.Statement): boolean {
  return ts
    .getJSDocCommentsAndTags(statement)
    .some((doc) => ts.isJSDoc(doc) && (ts.getTextOfJSDocComment(doc.comment) ?? '').trim() !== '');
}

function functionNames(statement: ts.Statement): readonly string[] {
  if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? 'default'];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    const isFunction =
      initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
    return isFunction ? [name.getText()] : [];
  });
}

function commentsWithoutSubject(source: string): readonly string[] {
  if (!MAY_LACK_SUBJECT.test(source)) return [];
  return commentsOf(treeOf(source))
    .filter(({ text }) => NO_SUBJECT.test(text))
    .map(({ line, text }) => `${line} ${text}`);
}

/** Returns the numbers of the lines that are comments and wider than allowed. */
function wideComments(source: string): readonly string[] {
  return source
    .split('\n')
    .flatMap((line, index) =>
      line.length > WIDTH && /^\s*(?:\{?\/[/*]|\*)/.test(line) && !line.includes('://') ? [String(index + 1)] : [],
    );
}

/** Returns the first line of each comment. Consecutive comments on whole lines count as one. */
function commentsOf(source: ts.SourceFile): readonly Comment[] {
  const comments = new Map<number, Comment>();
  const text = source.text;
  const lineAt = (place: number) => source.getLineAndCharacterOfPosition(place).line + 1;
  let lastEnd = -2;
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      const isContinued = text.startsWith('//', pos) && lineAt(pos) === lastEnd + 1;
      lastEnd = text.startsWith('//', pos) ? lineAt(end) : -2;
      const words = text
        .slice(pos, end)
        .replace(/^\/[/*]+/, '')
        .replace(/\*\/$/, '');
      const [first = ''] = words
        .split('\n')
        .map((line) => line.replace(/^\s*\*?\s*/, '').trim())
        .filter(Boolean);
      if (!isContinued && !comments.has(pos)) comments.set(pos, { line: lineAt(pos), text: first });
    }
    for (const child of node.getChildren(source)) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(source);
  return [...comments.values()];
}
