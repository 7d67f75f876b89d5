// Guarantee: statements of the stores take the names of tables from the descriptions in schema/*.ts, so that the compiler knows who uses
// a table. Migrations name tables as text, because they make what the schema describes.
import ts from 'typescript';
import { expect, test } from 'vitest';
import { sourcesIn, textOf, treeOf } from '../support/source-tree.ts';

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
