import { afterAll, describe, expect, test } from 'vitest';
import { createTwoAgencies, refusalText } from './two-agencies.ts';

const agencies = await createTwoAgencies();
afterAll(() => agencies.close());

describe('a value is shown exactly', () => {
  test.each([
    ['1::smallint', 1],
    ['-2147483648::int8', -2147483648],
    ['9007199254740991::int8', 9007199254740991],
    ['9007199254740992::int8', '9007199254740992'],
    ['-9223372036854775807::int8', '-9223372036854775807'],
    ['0.00::numeric', 0],
    ['50.0000::numeric(14, 4)', 50],
    ['100::numeric', 100],
    ['-12.30', -12.3],
    ['0.1 + 0.2', 0.3],
    ['46.6666666666666667', '46.6666666666666667'],
    ['12345678901234567890.12', '12345678901234567890.12'],
    ["'NaN'::numeric", 'NaN'],
    ["'-Infinity'::numeric", '-Infinity'],
    ["'Infinity'::float8", 'Infinity'],
    ["'-Infinity'::float8", '-Infinity'],
    ["'NaN'::float4", 'NaN'],
    ['0.1::float8', 0.1],
    ['0.1::float4', 0.1],
    ['1e300::float8', 1e300],
    ['true', true],
    ['null::boolean', null],
    ["''", ''],
    ['\'a\nb\\ "c" é 🔑\'', 'a\nb\\ "c" é 🔑'],
    ["date '2026-02-28'", '2026-02-28'],
    ["date 'infinity'", 'infinity'],
    ["date '0044-03-15 BC'", '0044-03-15 BC'],
    ["timestamp '2026-01-31 08:00'", '2026-01-31T08:00:00'],
    ["timestamptz '2026-01-31 08:00:00.123456+02'", '2026-01-31T06:00:00.123456Z'],
    ["timestamptz '-infinity'", '-infinity'],
    ["time '08:30'", '08:30:00'],
    ["interval '1 year 2 months 3 days 04:05:06.7'", 'P1Y2M3DT4H5M6.7S'],
    ["'\\xdeadbeef'::bytea", '\\xdeadbeef'],
    ["'b4d6b1f4-5b5e-4a3c-9a39-0f2f64a7a001'::uuid", 'b4d6b1f4-5b5e-4a3c-9a39-0f2f64a7a001'],
    ['array[]::text[]', []],
    ["array['a', null, 'NULL', 'a,b', '{\"\\']", ['a', null, 'NULL', 'a,b', '{"\\']],
    [
      'array[[1, 2], [3, null]]',
      [
        [1, 2],
        [3, null],
      ],
    ],
    ["'[0:1]={7,8}'::int[]", [7, 8]],
    ['array[1.50, 46.6666666666666667]', [1.5, '46.6666666666666667']],
    ['array[true, false]', [true, false]],
    ["array[date '2026-01-01']", ['2026-01-01']],
    ['array[jsonb \'{"a": [1]}\']', [{ a: [1] }]],
    [
      'json \'{"a": 12345678901234567890, "b": "12345678901234567890", "c": [1.50, 1e3, -0.1, null]}\'',
      { a: '12345678901234567890', b: '12345678901234567890', c: [1.5, 1000, -0.1, null] },
    ],
    ['jsonb \'"a \\"1\\" \\\\ 9007199254740993"\'', 'a "1" \\ 9007199254740993'],
    ["jsonb '9007199254740993'", '9007199254740993'],
    ["row(1, 'a b')", '(1,"a b")'],
    ['int4range(1, 5)', '[1,5)'],
  ])('%s', async (expression, shown) => {
    expect(await agencies.rows(`select ${expression}`)).toEqual([[shown]]);
  });

  test('in columns with repeated names, and with names that have a meaning in JavaScript', async () => {
    const result = await agencies.run('select 1 as a, 2 as a, 3 as "__proto__", 4 as "constructor", 5');
    expect(result).toMatchObject({
      columns: ['a', 'a', '__proto__', 'constructor', '?column?'],
      rows: [[1, 2, 3, 4, 5]],
    });
    const [[json] = []] = await agencies.rows(`select json '{"__proto__": 1}'`);
    expect(JSON.stringify(json)).toBe('{"__proto__":1}');
  });

  test('in rows without columns', async () => {
    expect(await agencies.run('select from members')).toMatchObject({ columns: [], rows: [[], [], [], [], []] });
  });

  test('in an empty result, which still has its columns', async () => {
    expect(await agencies.run('select * from workspaces where false')).toMatchObject({
      columns: ['workspace_id', 'name'],
      rows: [],
      truncated: false,
    });
  });
});

describe('a refusal of PostgreSQL is explained to the analyst', () => {
  test.each([
    ['select nothing from members', 'invalid_sql: Column "nothing" does not exist (line 1, column 8).'],
    ["select 'é🔑',\n  nothing from members", 'invalid_sql: Column "nothing" does not exist (line 2, column 3).'],
    ['select 1 / 0', 'invalid_sql: Division by zero.'],
    [
      "select carrier_name::int from carriers where carrier_name = 'Carrier'",
      'invalid_sql: Invalid input syntax for type integer: "Carrier".',
    ],
    [
      'select (select name from workspaces union all select name from workspaces)',
      'invalid_sql: More than one row returned by a subquery used as an expression.',
    ],
    [
      'select * from members m join statuses s using (nothing)',
      'invalid_sql: Column "nothing" specified in USING clause does not exist in left table.',
    ],
    ['select * from', 'invalid_sql: Syntax error at end of input (line 1, column 14).'],
    ['select 1\0', 'invalid_sql: The query holds a character with the code zero.'],
    [
      "select name || repeat('x', 2000000000) || repeat('y', 2000000000) from workspaces",
      'query_limit: The query makes a value that is larger than a report may hold.',
    ],
  ])('%s', async (statement, refusal) => {
    expect(refusalText(await agencies.run(statement))).toBe(refusal);
  });
});

describe('JSON inside JSON', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}"[[["${']'.repeat(levels)}`;

  test.each(['json', 'jsonb'])('is shown up to a hundred levels, and refused beyond: %s', async (type) => {
    const [[shown] = []] = await agencies.rows(`select '${nested(100)}'::${type}`);
    expect(JSON.stringify(shown)).toBe(nested(100));
    for (const levels of [101, 2_500]) {
      const refused = refusalText(await agencies.run(`select '${nested(levels)}'::${type}`));
      expect(refused).toBe('query_limit: A JSON value has more than 100 levels.');
    }
    const inArray = await agencies.run(`select array['${nested(101)}'::${type}]`);
    expect(refusalText(inArray)).toBe('query_limit: A JSON value has more than 100 levels.');
  });

  test('is refused if PostgreSQL cannot read it any more', async () => {
    const text = "repeat('[', 10000) || repeat(']', 10000)";
    expect(refusalText(await agencies.run(`select (${text})::jsonb`))).toMatch(/^query_limit: /);
  });
});

test('reports too many arguments of a function as an exceeded limit', async () => {
  const concat = `select concat(${Array.from({ length: 101 }, () => '1').join(', ')})`;
  expect(refusalText(await agencies.run(concat))).toBe(
    'query_limit: The query gives a function more arguments than it can take.',
  );
});
