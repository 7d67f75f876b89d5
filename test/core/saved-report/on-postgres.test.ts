import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type postgres from 'postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { sqlState } from '../../../adapters/postgres/connection/database-error.ts';
import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import * as limits from '../../../core/limits/saved-report-limits.ts';
import { REPORT_SQL_LIMITS } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { REPORT_OPERATORS, REPORT_TYPES } from '../../../core/saved-report/failed-query.ts';
import { resolveQuery } from '../../../core/saved-report/query-columns.ts';
import { beginReading } from '../../../core/saved-report/reading.ts';
import {
  REPORT_FUNCTION_GROUPS,
  REPORT_FUNCTIONS,
  TEXT_LENGTH_MAX,
} from '../../../core/saved-report/report-functions.ts';
import { REPORT_VIEWS } from '../../../core/saved-report/report-views.ts';
import { FUZZ_SEED } from '../../hostile/fuzz-settings.ts';
import { ATTACKS, ORDINARY_QUERIES } from '../../saved-report/corpus/attacks.ts';
import { asOwner, createEmptyDatabase, createTestDatabase } from '../../support/postgres.ts';
import { PROPERTY_RUNS, propertyRuns } from '../../support/property-runs.ts';
import { acceptedQuery, judgeText, verdictOn } from './judge-text.ts';
import { mutatedQuery } from './mutated-queries.ts';

const column = z.object({ view: z.string(), name: z.string(), type: z.string() });
type ViewColumn = z.infer<typeof column>;

/** Returns the columns of the report views as the migrations make them. */
async function viewColumns(): Promise<ViewColumn[]> {
  const database = await createTestDatabase();
  try {
    const rows = await asOwner(
      database.address,
      (sql) => sql`
        select c.relname as view, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where c.relnamespace = 'report'::regnamespace
        order by c.relname, a.attnum`,
    );
    return z.array(column).parse(rows);
  } finally {
    await database.drop();
  }
}

interface ScratchReports {
  /** Returns the tables that the server's own plan of the statement reads. Throws the server's error for a faulty statement. */
  tablesRead(statement: string): Promise<string[]>;
  rowsOf(statement: string): Promise<readonly unknown[]>;
  /** Returns the names of the result's columns. */
  columnsOf(statement: string): Promise<readonly string[]>;
  drop(): Promise<void>;
}

/**
 * Makes a database in which each view is an empty table of the same form, so that a plan names the tables of a statement. Every other
 * table is readable too. Only the PostgreSQL functions that reports may use can be called, by name, operator or cast: the plan of any
 * other call fails.
 */
async function createScratchReports(columns: readonly ViewColumn[]): Promise<ScratchReports> {
  const database = await createEmptyDatabase();
  const views = Map.groupBy(columns, ({ view }) => view);
  await asOwner(database.address, async (sql) => {
    await sql`create schema report`;
    await sql`create table accounts (account_id text, name text)`;
    for (const [view, own] of views) {
      await sql.unsafe(`create table report.${view} (${own.map(({ name, type }) => `${name} ${type}`).join(', ')})`);
    }
  });
  const role = `scratch_${crypto.randomUUID()}`;
  await asOwner(database.address, (sql) => createCaller(sql, role));
  if (database.address.kind !== 'socket') throw new TypeError('Tests run behind a socket');
  const connection = openConnection(
    { ...database.address, user: role },
    {
      applicationName: 'test',
      parameters: { search_path: 'report', default_transaction_read_only: 'on' },
      statementTimeoutSeconds: 10,
    },
  );
  return {
    async tablesRead(statement) {
      const [row] = await connection.client.unsafe(`explain (verbose, format json)\n${statement}`, [], ONE_STATEMENT);
      return [...new Set(tablesIn(row))].toSorted();
    },
    rowsOf: (statement) => connection.client.unsafe(statement, [], ONE_STATEMENT),
    async columnsOf(statement) {
      const { columns } = await connection.client.unsafe(
        `select * from (\n${statement}\n) q limit 0`,
        [],
        ONE_STATEMENT,
      );
      return columns.map(({ name }) => name);
    },
    async drop() {
      await connection.end();
      await asOwner(database.address, async (sql) => {
        await sql`drop owned by ${sql(role)}`;
        await sql`drop role ${sql(role)}`;
      });
      await database.drop();
    },
  };
}

/** Makes a role that can read every table and call the functions on the guard's lists. */
async function createCaller(sql: postgres.Sql, role: string): Promise<void> {
  await sql`create role ${sql(role)} login`;
  await sql`grant usage on schema report to ${sql(role)}`;
  await sql`grant select on all tables in schema report, public to ${sql(role)}`;
  await sql`revoke execute on all functions in schema pg_catalog from public`;
  const types = [...REPORT_TYPES].flatMap((type) => [type, `_${type}`]);
  const callable = await sql<{ signature: string }[]>`
    with types as (select oid, typinput, typoutput from pg_type where typname in ${sql(types)} or typname = 'record')
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and (
      proname in ${sql([...REPORT_FUNCTIONS.keys()])}
      or oid in (select oprcode from pg_operator where oprname in ${sql([...REPORT_OPERATORS])})
      -- JSON_ARRAYAGG and JSON_OBJECTAGG with their options.
      or proname ~ '^jsonb?_(?:object_)?agg_(?:strict|unique|unique_strict)$'
      -- By which lists are hashed and rows are sorted.
      or oid in (select amproc from pg_amproc)
      or oid in (select typinput from types union select typoutput from types)
      or oid in (select castfunc from pg_cast where casttarget in (select oid from types) and castsource in (select oid from types))
    )`;
  for (const { signature } of callable) await sql.unsafe(`grant execute on routine ${signature} to "${role}"`);
}

/** Uses the extended protocol, which refuses two statements. */
const ONE_STATEMENT: postgres.UnsafeQueryOptions & { readonly simple: boolean } = { simple: false };

function tablesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = new Map<string, unknown>(Object.entries(value));
  const table = fields.get('Relation Name');
  const own = typeof table === 'string' ? [`${String(fields.get('Schema'))}.${table}`] : [];
  return [...own, ...[...fields.values()].flatMap(tablesIn)];
}

describe('on postgres', async () => {
  const parseSql = createSqlParser();

  /** Matches queries for which planning makes a text of a gigabyte. The limits of the runner stop them. */
  const BOMB = /(?:repeat|pad|format|replace)[\s\S]*1000/i;

  const columns = await viewColumns();
  const scratch = await createScratchReports(columns);

  afterAll(() => scratch.drop());

  describe('the views', () => {
    it('are those of the database, with the same columns in the same order', () => {
      const inDatabase = [...Map.groupBy(columns, ({ view }) => view)].map(([view, own]) => [
        view,
        own.map(({ name }) => name),
      ]);
      const listed = [...REPORT_VIEWS].map(([view, names]) => [view, [...names]]);
      expect(inDatabase).toEqual(listed.toSorted());
    });
  });

  describe('an accepted query', () => {
    it.each(ORDINARY_QUERIES)('has the columns that the guard expects: $name', async ({ sql }) => {
      expect(await scratch.columnsOf((await acceptedQuery(sql)).statement)).toEqual(await expectedColumns(sql));
    });

    it.each(ORDINARY_QUERIES)('runs, and reads exactly the tables that the guard names: $name', async ({ sql }) => {
      const { statement, relations } = await acceptedQuery(sql);
      const said = relations.map((relation) => `report.${relation}`);
      expect(said).toEqual(expect.arrayContaining(await scratch.tablesRead(statement)));
      await scratch.rowsOf(statement);
    });

    it.each(ATTACKS.filter(({ wall }) => wall === 'context'))(
      'reads exactly the tables that the guard names: $name',
      async ({ sql }) => {
        const { statement, relations } = await acceptedQuery(sql);
        const said = relations.map((relation) => `report.${relation}`);
        expect(said).toEqual(expect.arrayContaining(await scratch.tablesRead(statement)));
      },
    );

    it('reads no other table and calls no other function in any mutated query that PostgreSQL can plan', {
      timeout: 600_000,
    }, async () => {
      let planned = 0;
      const property = fc.asyncProperty(mutatedQuery, async (text) => {
        const judged = await judgeText(text);
        if (isRefused(judged) || BOMB.test(text)) return;
        const said = judged.relations.map((relation) => `report.${relation}`);
        try {
          const read = await scratch.tablesRead(judged.statement);
          expect(await expectedColumns(text)).toEqual(await scratch.columnsOf(judged.statement));
          planned += 1;
          expect(said).toEqual(expect.arrayContaining(read));
        } catch (error) {
          if (sqlState(error) === null) throw error;
          // PostgreSQL may refuse a faulty query, but never because it is two statements.
          expect(String(error)).not.toMatch(/multiple commands|read-only|permission/);
        }
      });
      await fc.assert(property, { seed: FUZZ_SEED, numRuns: propertyRuns(3_000) });
      expect(planned).toBeGreaterThanOrEqual(Math.floor(60 * PROPERTY_RUNS));
    });
  });

  /** Returns the names of the result's columns, as the guard finds them. */
  async function expectedColumns(text: string): Promise<readonly string[]> {
    const parsed = await parseSql(text);
    const tree = z.object({
      stmts: z.array(z.object({ stmt: z.object({ SelectStmt: z.record(z.string(), z.unknown()) }) })),
    });
    const { stmts } = tree.parse(parsed.ok ? parsed.tree : null);
    return resolveQuery(stmts[0]?.stmt.SelectStmt ?? {}, beginReading(REPORT_SQL_LIMITS)).map(({ name }) => name);
  }
});

describe('howto', () => {
  const HOWTO = readFileSync('docs/howto/write-a-saved-report.md', 'utf8');
  const rowsOf = (heading: string) =>
    (HOWTO.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| `') || /^\| [A-Z].*`/.test(line));

  describe('docs/howto/write-a-saved-report.md', () => {
    it('lists the views and their columns, and no others', () => {
      const rows = [...REPORT_VIEWS].map(([view, columns]) => `| \`${view}\` | ${columns.join(', ')} |`);
      expect(rowsOf('Views')).toEqual(rows);
    });

    it('lists the functions with their numbers of arguments, and no others', () => {
      const kinds = REPORT_FUNCTION_GROUPS.map(({ title, calls }) => {
        const byCount = Map.groupBy(calls, ([, min, max]) => countInWords(min, max));
        const named = [...byCount].map(([count, alike]) => `${count} \`${alike.map(([names]) => names).join(' ')}\``);
        return `- **${title}**: ${named.join('; ')}`;
      });
      const [, section = ''] = /\n## Functions\n[\s\S]*?\n\n(- [\s\S]*?)\n\n/.exec(HOWTO) ?? [];
      expect(section.replaceAll(/\n {2}/g, ' ').split('\n')).toEqual(kinds);
    });

    it('lists the types and operators', () => {
      const unwrapped = HOWTO.replace(/\s+/g, ' ');
      expect(unwrapped).toContain(`\`${[...REPORT_TYPES].join(' ')}\``);
      const symbols = [...REPORT_OPERATORS].filter((operator) => !/[A-Z]/.test(operator));
      expect(unwrapped).toContain(`\`\`${symbols.join(' ')}\`\``);
    });

    it.each([
      ['text', `${limits.REPORT_SQL_LIMITS.textBytes / 1024} KB`],
      ['levels', `${limits.REPORT_SQL_LIMITS.depth} levels`],
      ['joined parts', `${limits.REPORT_SQL_LIMITS.joined} parts joined`],
      ['a number', `${limits.REPORT_SQL_LIMITS.numberCharacters} characters where`],
      ['exponents', `exponents up to ${limits.REPORT_SQL_LIMITS.exponent.toLocaleString('en')}`],
      ['parts', `${limits.REPORT_SQL_LIMITS.nodes.toLocaleString('en')} parts`],
      ['views', `${limits.REPORT_SQL_LIMITS.relations} views`],
      ['views written out', `${limits.REPORT_SQL_LIMITS.relationsExpanded} when`],
      ['columns', `${limits.REPORT_COLUMNS_MAX} columns`],
      ['characters', `${TEXT_LENGTH_MAX.toLocaleString('en')} characters`],
      ['brackets', `${limits.REPORT_SQL_LIMITS.brackets} inside one another`],
      [
        'arguments',
        `${limits.REPORT_SQL_LIMITS.arguments} of a function, ${limits.REPORT_SQL_LIMITS.groupingArguments} of \`GROUPING\``,
      ],
      ['parts of one row', `| One row | ${limits.REPORT_SQL_LIMITS.partsWrittenOut.toLocaleString('en')} parts`],
      ['levels of JSON', `${limits.REPORT_JSON_LEVELS_MAX} levels`],
      ['characters of a text', `${limits.REPORT_TEXT_CHARACTERS_MAX.toLocaleString('en')} characters,`],
      ['rows', `${limits.REPORT_ROWS_MAX.toLocaleString('en')} rows`],
      ['bytes', `${limits.REPORT_BYTES_MAX / 1024 / 1024} MB`],
      ['seconds', `${limits.REPORT_SECONDS_MAX} seconds`],
      ['seconds of a scheduled run', `${limits.SCHEDULED_REPORT_SECONDS_MAX} seconds`],
      ['bytes of a cell', `${limits.REPORT_CELL_BYTES_MAX / 1024} KB`],
    ])('names the limit: %s', (_, words) => {
      expect(HOWTO).toContain(words);
    });

    it('has examples that the guard accepts', async () => {
      const examples = [...HOWTO.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = '']) => sql);
      expect(examples.length).toBeGreaterThan(2);
      for (const sql of examples) expect(await verdictOn(sql)).toBe('accepted');
    });
  });

  function countInWords(min: number, max: number): string {
    if (!Number.isFinite(max)) return `${min} or more`;
    return min === max ? String(min) : `${min} to ${max}`;
  }
});
