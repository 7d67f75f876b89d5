import { describe, expect, it } from 'vitest';
import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import { REPORT_SQL_LIMITS } from '../../../core/limits/saved-report-limits.ts';

const parseSql = createSqlParser();

const ONE = 'select 1 as one';

describe('parseSql', () => {
  it("returns the tree of PostgreSQL 17, the server's major version", async () => {
    const parsed = await parseSql(ONE);
    expect(parsed).toMatchObject({ ok: true, tree: { stmts: [{ stmt: { SelectStmt: { op: 'SETOP_NONE' } } }] } });
    expect(JSON.stringify(parsed)).toContain('"version":17');
  });

  it.each(['', ' ', '-- only a comment', ';;'])('finds no statement in %j', async (text) => {
    const parsed = await parseSql(text);
    expect(JSON.stringify(parsed)).not.toContain('SelectStmt');
    expect(parsed.ok).toBe(true);
  });

  it.each([
    ['select from from', 'Syntax error at or near "from".', 12],
    ["select 'é📁' frm x y", 'Syntax error at or near "x".', 16],
    ['selec', 'Syntax error at or near "selec".', 0],
    ["select 'abc", 'Unterminated quoted string at or near "\'abc".', 7],
    ['select 1 /* abc', 'Unterminated /* comment at or near "/* abc".', 9],
  ])('reports the error and its character: %s', async (text, detail, position) => {
    expect(await parseSql(text)).toEqual({ ok: false, detail, position });
  });

  it('quotes at most a line of the text', async () => {
    const parsed = await parseSql(`select 1 "${'x'.repeat(15_000)}`);
    expect(parsed).toMatchObject({ ok: false, detail: expect.stringMatching(/^Unterminated.{100,250}$/) });
  });

  it.each([
    ['a null character', 'select 1\0; drop table x', /null character/],
    ['a lone surrogate', "select '\ud800'", /half of a character/],
    [
      'a text over the limit',
      `select '${'é'.repeat(REPORT_SQL_LIMITS.textBytes / 2)}'`,
      /20489 bytes; 20480 is the most/,
    ],
  ])('keeps from the parser: %s', async (_, text, detail) => {
    expect(await parseSql(text)).toEqual({ ok: false, detail: expect.stringMatching(detail), position: null });
  });

  it('accepts a banner comment', async () => {
    expect(await parseSql(`/*${'*'.repeat(400)}*/ select 1 --${'-'.repeat(400)}`)).toMatchObject({ ok: true });
  });

  it('accepts a text of exactly the limit', async () => {
    const text = `select '${'x'.repeat(REPORT_SQL_LIMITS.textBytes - 9)}'`;
    expect(text).toHaveLength(REPORT_SQL_LIMITS.textBytes);
    expect(await parseSql(text)).toMatchObject({ ok: true });
  });

  const nestings: readonly (readonly [string, string, string])[] = [
    ['not ', 'true', ''],
    ['- ', 'x', ''],
    ['f(', '1', ')'],
    ['(select ', '1', ')'],
    ['array[', '1', ']'],
    ['case when true then ', '1', ' end'],
    ['(', '1', ')'],
    ['', '1', '+1'],
    ['', '1', '::int'],
    ['', 'a', '[1]'],
    ['', '1', ' union select 1'],
  ];

  it.each(nestings)(
    'survives any depth of %j … %j … %j, and reads the next text normally',
    async (open, middle, close) => {
      const before = await parseSql(ONE);
      const room = REPORT_SQL_LIMITS.textBytes - 20;
      const deepest = Math.floor(room / (open.length + close.length));
      for (const depth of [10, 200, 1_000, 2_000, 3_000, 5_000, deepest].filter((level) => level <= deepest)) {
        const parsed = await parseSql(`select ${open.repeat(depth)}${middle}${close.repeat(depth)}`);
        if (!parsed.ok)
          expect(parsed).toEqual({ ok: false, detail: 'The query is nested too deeply.', position: null });
        expect(await parseSql(ONE)).toEqual(before);
      }
    },
  );

  it('parses texts correctly beside others that may break the instance', async () => {
    const before = await parseSql(ONE);
    const deep = `select 1${'+1'.repeat(10_000)}`;
    const texts = Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? deep : ONE));
    const parsed = await Promise.all(texts.map((text) => parseSql(text)));
    expect(parsed.filter((_, index) => texts[index] === ONE)).toEqual(Array.from({ length: 13 }, () => before));
  });
});
