import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import { isRefused } from '../../../core/problem.ts';
import { judgeQuery } from '../../../core/saved-report/judge-query.ts';
import { QUERY_NODES } from '../../../core/saved-report/query-nodes.ts';
import { ORDINARY_QUERIES } from '../../saved-report/corpus/attacks.ts';

const parseSql = createSqlParser();

/** Every node type of PostgreSQL's grammar with its fields, from the types that come with the parser. */
const GRAMMAR = readGrammar('node_modules/@pgsql/types/types.d.ts');
/** The fields that only the analysis after the parser fills. */
const FILLED_LATER = new Set(['xpr', 'typeOid', 'rtindex']);

function readGrammar(path: string): ReadonlyMap<string, readonly string[]> {
  const interfaces = readFileSync(path, 'utf8').matchAll(/export interface (\w+) \{([^}]*)\}/g);
  return new Map(
    [...interfaces].map(([, type = '', body = '']) => [
      type,
      [...body.matchAll(/(\w+)\?:/g)].map(([, field = '']) => field),
    ]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Yields every object of a tree that holds the fields of a node, with the node's type if the lists name it. */
function* nodesIn(
  value: unknown,
  type: string | null,
): Generator<{ type: string | null; fields: Record<string, unknown> }> {
  if (Array.isArray(value)) for (const item of value) yield* wrappedIn(item);
  if (!isRecord(value)) return;
  yield { type, fields: value };
  for (const [field, inside] of Object.entries(value)) {
    const rule = type === null ? undefined : QUERY_NODES.get(type)?.get(field);
    if (typeof rule === 'object' && 'inner' in rule) yield* nodesIn(inside, rule.inner);
    else if (Array.isArray(inside)) for (const item of inside) yield* wrappedIn(item);
    else if (field === 'withClause') yield* nodesIn(inside, null);
    else yield* wrappedIn(inside);
  }
}

function* wrappedIn(value: unknown): Generator<{ type: string | null; fields: Record<string, unknown> }> {
  if (!isRecord(value)) return;
  for (const [type, fields] of Object.entries(value)) yield* nodesIn(fields, type);
}

describe('the nodes of the grammar', () => {
  it('are more than two hundred types', () => {
    expect(GRAMMAR.size).toBeGreaterThan(200);
    expect(GRAMMAR.get('SelectStmt')).toContain('intoClause');
  });

  it('include every type and field of the allow-list', () => {
    const unknown = [...QUERY_NODES].flatMap(([type, fields]) =>
      [...fields.keys()].filter((field) => !GRAMMAR.get(type)?.includes(field)).map((field) => `${type}.${field}`),
    );
    expect(unknown).toEqual([]);
  });

  it.each([...GRAMMAR.keys()].filter((type) => !QUERY_NODES.has(type)))(
    'outside the allow-list are refused as a column and in FROM: %s',
    (type) => {
      const node = { [type]: {} };
      for (const place of [
        { targetList: [{ ResTarget: { val: node } }] },
        { fromClause: [node] },
        { whereClause: node },
      ]) {
        const judged = judgeQuery('', { stmts: [{ stmt: { SelectStmt: { ...place, op: 'SETOP_NONE' } } }] });
        expect(isRefused(judged) && judged.refused.detail).toMatch(/is not available in reports/);
      }
      if (type !== 'RawStmt') expect(isRefused(judgeQuery('', { stmts: [{ stmt: node }] }))).toBe(true);
    },
  );

  it('leave exactly these fields closed', () => {
    const closed = [...QUERY_NODES].flatMap(([type, fields]) =>
      (GRAMMAR.get(type) ?? [])
        .filter((field) => !fields.has(field) && !FILLED_LATER.has(field))
        .map((field) => `${type}.${field}`),
    );
    expect(closed).toEqual(CLOSED_FIELDS);
  });
});

/** The closed fields. The list is explicit, so that a new field of a later grammar is noticed. Most are filled after the parser. */
const CLOSED_FIELDS = Object.entries({
  SelectStmt: 'intoClause lockingClause',
  CommonTableExpr:
    'search_clause cycle_clause cterecursive cterefcount ctecolnames ctecoltypes ctecoltypmods ctecolcollations',
  ResTarget: 'indirection',
  SortBy: 'useOp',
  RangeVar: 'catalogname',
  ColumnDef:
    'compression inhcount is_not_null is_from_type storage storage_name raw_default cooked_default identity ' +
    'identitySequence generated collClause collOid constraints fdwoptions',
  A_Const: 'bsval',
  NullTest: 'argisrow',
  CaseExpr: 'casetype casecollid',
  CoalesceExpr: 'coalescetype coalescecollid',
  MinMaxExpr: 'minmaxtype minmaxcollid inputcollid',
  RowExpr: 'row_typeid colnames',
  SubLink: 'subLinkId',
  TypeName: 'setof pct_type',
  SQLValueFunction: 'type',
  GroupingFunc: 'refs agglevelsup',
  JsonValueExpr: 'formatted_expr',
  JsonReturning: 'typid typmod',
}).flatMap(([type, fields]) => fields.split(' ').map((field) => `${type}.${field}`));

describe('a field that is not on the list', () => {
  const trees: { readonly sql: string; readonly tree: unknown }[] = [];

  beforeAll(async () => {
    for (const { sql } of ORDINARY_QUERIES) {
      const parsed = await parseSql(sql);
      if (parsed.ok) trees.push({ sql, tree: parsed.tree });
    }
  });

  it('is refused in every node of every ordinary query, including typed fields', () => {
    let planted = 0;
    for (const { sql, tree } of trees) {
      for (const { fields } of rootsOf(tree)) {
        fields['brandNew'] = {};
        expect(isRefused(judgeQuery(sql, tree))).toBe(true);
        delete fields['brandNew'];
        planted += 1;
      }
      expect(isRefused(judgeQuery(sql, tree))).toBe(false);
    }
    expect(planted).toBeGreaterThan(4_000);
  });

  it('is refused in every node that could have it: each closed field of its type', () => {
    const met = new Set<string>();
    for (const { sql, tree } of trees) {
      for (const { type, fields } of rootsOf(tree)) {
        const closed = CLOSED_FIELDS.filter((name) => name.startsWith(`${type}.`) && !met.has(name));
        for (const name of closed) {
          const field = name.slice(name.indexOf('.') + 1);
          fields[field] = [{}];
          expect(isRefused(judgeQuery(sql, tree))).toBe(true);
          delete fields[field];
          met.add(name);
        }
      }
    }
    expect(CLOSED_FIELDS.filter((name) => !met.has(name))).toEqual([]);
  });

  it('is tested for every type of the allow-list', () => {
    const met = new Set(trees.flatMap(({ tree }) => [...rootsOf(tree)].map(({ type }) => type)));
    expect([...QUERY_NODES.keys()].filter((type) => !met.has(type))).toEqual([]);
  });
});

function* rootsOf(tree: unknown): Generator<{ type: string | null; fields: Record<string, unknown> }> {
  const statements = isRecord(tree) ? tree['stmts'] : [];
  if (!Array.isArray(statements)) return;
  for (const statement of statements) if (isRecord(statement)) yield* wrappedIn(statement['stmt']);
}
