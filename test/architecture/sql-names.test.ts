// Statements in SQL name tables as text, which the compiler does not check. Guarantee: every table that a store reads or writes is
// described in schema/*.ts, also in a statement that no other test runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, getViewName, is, Table, View } from 'drizzle-orm';
import ts from 'typescript';
import { expect, test } from 'vitest';

const STORES = 'adapters/postgres';
const SCHEMA = 'schema';

/** Returns the names of the tables and views that the schema describes. */
async function describedNames(): Promise<ReadonlySet<string>> {
  const modules = readdirSync(SCHEMA).filter((file) => file.endsWith('.ts'));
  const exported = await Promise.all(modules.map((file) => import(join('../..', SCHEMA, file))));
  const objects = exported.flatMap((module) => Object.values<unknown>(module));
  return new Set(
    objects.flatMap((one) => (is(one, Table) ? [getTableName(one)] : is(one, View) ? [getViewName(one)] : [])),
  );
}

/** Returns the SQL of a file with its interpolations cut out: each as `?`. */
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
  const source = ts.createSourceFile('store.ts', text, ts.ScriptTarget.Latest, true);
  visit(source);
  return found;
}

const BEFORE_A_TABLE =
  /\b(?<!distinct )(?:from|join|into|update)\s+(?!lateral\b|set\b|unnest\b|pg_|report_private\.)([a-z_]+(?:\.[a-z_]+)?)(?![\w.(])/g;

function tablesIn(statements: readonly string[]): readonly string[] {
  const text = statements
    .map((one) => one.replace(/extract\([^)]*\)/g, '?').replace(/\bfor (?:no key )?update\b/g, ''))
    .join(';\n');
  const own = new Set(
    [...text.matchAll(/\b([a-z_]+)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g)].map(
      ([, name]) => name,
    ),
  );
  return [...text.matchAll(BEFORE_A_TABLE)].flatMap(([, name = '']) => (own.has(name) ? [] : [name]));
}

test('every table that a statement names is described', async () => {
  const described = await describedNames();
  const files = readdirSync(STORES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const named = files.flatMap((file) =>
    tablesIn(statementsOf(readFileSync(join(STORES, file), 'utf8'))).map((name) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(400);
  expect(named.filter(({ name }) => !described.has(name))).toEqual([]);
});
