import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { sourcesIn, textOf, treeOf } from '../support/source-tree.ts';

/** Guarantee: declarations and files have names of the field. Everyday words that hide a technical term are refused as names. */
describe('names', () => {
  const FOLDERS = [
    ...['adapters', 'app', 'bin', 'cli', 'client', 'console', 'core', 'demo', 'lambdas', 'lib', 'server', 'schema'],
    ...['scripts', 'measure', 'test'],
  ];
  /** Whole names that say nothing about their value. */
  const VAGUE = new Set(['given', 'sent', 'remembering', 'persistently', 'awaited', 'harmless', 'summedup', 'issaid']);
  /** Words that no name may contain, because another term has their meaning. */
  const REPLACED =
    /anyAccount|bringsFile|bury|inGroups|oneAtATime|priorRowRow|rowMark|standing|waitingRoom|whileAway|^Bell$/i;
  const REPLACED_FILES = /^(?:by-column|period-reader|row-marks?|row-set|waiting-room)\b|away/;
  /** The address of the example agency answers with the number of statements that were sent. */
  const FIELDS_OF_ANSWERS = new Set(['sent']);

  /** Matches every file that may declare such a name. Most files have none and need no parsing. */
  const MAY_DECLARE = new RegExp(String.raw`\b(?:${[...VAGUE].join('|')}|bell)\b\s*[:=,)}({]|${REPLACED.source}`, 'i');

  function isRefused(name: string): boolean {
    return VAGUE.has(name.toLowerCase()) || REPLACED.test(name);
  }

  /** Returns the refused names that a source declares, each as `line name`. */
  function refusedNames(text: string): readonly string[] {
    if (!MAY_DECLARE.test(text)) return [];
    const source = treeOf(text);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const name = declaredName(node);
      if (name !== null && isRefused(name.text))
        found.push(`${source.getLineAndCharacterOfPosition(name.getStart()).line + 1} ${name.text}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  }

  /** Returns the name that a node declares. Fields of answers, and of values read from answers, keep the words of the API. */
  function declaredName(node: ts.Node): ts.Identifier | null {
    if (ts.isPropertySignature(node) || ts.isPropertyAssignment(node)) {
      return ts.isIdentifier(node.name) && !FIELDS_OF_ANSWERS.has(node.name.text) ? node.name : null;
    }
    const isDeclaration =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isMethodSignature(node);
    return isDeclaration && node.name !== undefined && ts.isIdentifier(node.name) ? node.name : null;
  }

  test('no declaration and no file has a refused name', () => {
    const files = sourcesIn(FOLDERS);
    expect(files.length).toBeGreaterThan(1_000);
    const faults = files.flatMap((file) => refusedNames(textOf(file)).map((name) => `${file}:${name}`));
    expect(faults).toEqual([]);
    expect(files.filter((file) => REPLACED_FILES.test(basename(file)))).toEqual([]);
  });

  test.each([
    ['function anyAccount() {}', '1 anyAccount'],
    ['const given = 1;', '1 given'],
    ['export interface RowMarks {}', '1 RowMarks'],
    ['type Bell = string;', '1 Bell'],
    ['class WaitingRoom {\n  buryOldest() {}\n}', '1 WaitingRoom,2 buryOldest'],
    ['interface A {\n  isSaid: true;\n  standingOf(): void;\n}', '2 isSaid,3 standingOf'],
    ['const f = (sent: number) => ({ sent, harmless: 1 });', '1 sent,1 harmless'],
    ['const label = "sent";', ''],
  ])('finds the refused names of: %s', (source, names) => {
    expect(refusedNames(source).join()).toBe(names);
  });
});

// Guarantee: statements of the stores take the names of tables from the descriptions in schema/*.ts, so that the compiler knows who uses
// a table. Migrations name tables as text, because they make what the schema describes.
describe('sql names', () => {
  const STORES = 'adapters';

  /** Returns the SQL statements of a file, with `?` for each interpolation. */
  function statementsOf(text: string): readonly string[] {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && /^(sql|expression)$/.test(node.tag.getText(source))) {
        const { template } = node;
        found.push(
          ts.isNoSubstitutionTemplateLiteral(template)
            ? template.text
            : [template.head.text, ...template.templateSpans.map((span) => span.literal.text)].join('?'),
        );
      }
      ts.forEachChild(node, visit);
    };
    const source = treeOf(text);
    visit(source);
    return found;
  }

  const NAME = '(?!lateral\\b|set\\b|unnest\\b|pg_|report_private\\.)([a-z_]+(?:\\.[a-z_]+)?)(?![\\w.(])';

  /** Matches the places of a table name: after a keyword, later in a list with its alias, and with its alias at the start of a fragment. */
  const TABLES = [
    new RegExp(`\\b(?<!distinct )(?:from|join|into|update)\\s+${NAME}`, 'g'),
    new RegExp(`\\bfrom \\w+(?: \\w+)?,\\s*${NAME} [a-z]\\b`, 'g'),
    new RegExp(`(?<=^|;\\n)\\s*${NAME} [a-z]\\s+(?:join|cross|left|where)\\b`, 'g'),
  ];

  function tablesIn(statements: readonly string[]): readonly string[] {
    const text = statements
      .map((one) => one.replace(/extract\([^)]*\)/g, '?').replace(/\bfor (?:no key )?update\b/g, ''))
      .join(';\n');
    const own = new Set(
      [...text.matchAll(/\b([a-z_]+)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g)].map(
        ([, name]) => name,
      ),
    );
    const names = TABLES.flatMap((table) => [...text.matchAll(table)].map(([, name = '']) => name));
    return names.filter((name) => !own.has(name));
  }

  const namedAsText = (text: string) => tablesIn(statementsOf(text));

  test('no statement names a table as text', () => {
    const files = sourcesIn([STORES]).filter((file) => !file.includes('migrations/'));
    const named = files.flatMap((file) => namedAsText(textOf(file)).map((name) => ({ file, name })));
    expect(files.length).toBeGreaterThan(100);
    expect(named).toEqual([]);
  });

  test.each([
    ['select 1 from jobs j', ['jobs']],
    ['delete from outbox where true', ['outbox']],
    ['insert into jobs (job_id) select 1 from x.y', ['jobs', 'x.y']],
    ['select 1 from ? j left join lateral (select 1) l on true join files f on true', ['files']],
    ['update ? j set status = 1 from picked, files f where true', ['picked', 'files']],
    ['rollups r join ? s on true', ['rollups']],
    ['with due as (select 1) select * from due', []],
    ['select distinct from, extract(epoch from sent_at) for no key update skip locked', []],
  ])('finds the tables of: %s', (statement, tables) => {
    expect(namedAsText(`sql\`${statement}\``)).toEqual(tables);
  });
});

/** Guarantee: a class that a screen takes from a stylesheet is in that stylesheet. The compiler accepts any name there. */
describe('classes of stylesheets', () => {
  /** Returns the classes that a source takes from its stylesheets and that are not there. */
  function missingClasses(text: string, cssOf: (path: string) => string): readonly string[] {
    return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].flatMap(([, name = '', path = '']) => {
      const css = cssOf(path).replace(/\/\*[\s\S]*?\*\//g, '');
      const known = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, known]) => known));
      const used = text.matchAll(new RegExp(String.raw`(?<![\w'./-])${name}\.(\w+)`, 'g'));
      return [...used].flatMap(([, used = '']) => (known.has(used) ? [] : [`${path}: ${used}`]));
    });
  }

  test('are there', () => {
    const files = sourcesIn(['console']);
    const missing = files.flatMap((file) =>
      missingClasses(textOf(file), (path) => textOf(join(dirname(file), path))).map((found) => `${file}: ${found}`),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  test('a class that is not there is found', () => {
    const text = "import classes from './a.module.css';\nconst one = [classes.row, classes.id, classes.old];\n";
    expect(missingClasses(text, () => '/* .old is gone */\n.row > .id {\n}\n')).toEqual(['./a.module.css: old']);
  });
});
