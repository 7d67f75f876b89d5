import { describe, expect, test } from 'vitest';
import { inTotalOrder } from '../../../adapters/postgres/saved-reports/report-query.ts';

const text = 25;
const json = 114;
const unordered = (statement: string, types = [text]) => inTotalOrder({ statement, isOrdered: false, types });
const ordered = (statement: string, types = [text]) => inTotalOrder({ statement, isOrdered: true, types });

test('removes any number of brackets around a query, and no others', () => {
  const around = (text: string) => `${'('.repeat(9_000)}${text}${')'.repeat(9_000)}`;
  expect(unordered(around('select a from t limit 1'))).toBe(
    'select * from (\nselect a from t \n) q (c1) order by c1\nlimit 1',
  );
  const two = '(select a from t) union (select b from u)';
  expect(unordered(around(two))).toBe(`select * from (\n${two}\n) q (c1) order by c1\n`);
});

describe('without an ORDER BY', () => {
  test('all rows are sorted by all columns, and by text if a column has no order', () => {
    expect(unordered('select a, b from t', [text, json])).toBe(
      'select * from (\nselect a, b from t\n) q (c1, c2) order by c1, c2::text\n',
    );
  });

  test.each([
    ['select a from t limit 5', 'select a from t ', 'limit 5'],
    ['select a from t LIMIT 5 OFFSET 2 -- all', 'select a from t ', 'LIMIT 5 OFFSET 2 -- all'],
    ['select a from t offset 2', 'select a from t ', 'offset 2'],
    ['select a from t fetch first 3 rows only', 'select a from t ', 'fetch first 3 rows only'],
    ['((select a from t limit 5))', 'select a from t ', 'limit 5'],
    [
      'select a from t union (select b from u limit 1) limit 2',
      'select a from t union (select b from u limit 1) ',
      'limit 2',
    ],
    [
      'with x as (select 1 limit 1) select * from x limit all',
      'with x as (select 1 limit 1) select * from x ',
      'limit all',
    ],
  ])('a LIMIT counts after the sort: %s', (statement, body, limit) => {
    expect(unordered(statement)).toBe(`select * from (\n${body}\n) q (c1) order by c1\n${limit}`);
  });

  test.each([
    "select 'limit 5' from t",
    'select "limit" from t',
    'select a as limit from t',
    'select t.limit from t',
    'select a from t -- limit 5',
    'select a from t /* limit /* 5 */ limit 6 */',
    'select $$ limit 5 $$ from t',
    'select $x$ $$ limit 5 $x$ from t',
    "select E'\\' limit 5' from t",
    "select 'it''s limit 5' from t",
    'select * from (select a from t limit 5) q',
    'select limited from t',
  ])('only a LIMIT of the outermost level counts: %s', (statement) => {
    expect(unordered(statement)).toBe(`select * from (\n${statement}\n) q (c1) order by c1\n`);
  });
});

describe('with an ORDER BY', () => {
  test.each([
    ['select a, b from t order by a', 'select a, b from t order by a\n, 1, 2\n'],
    ['select a, b from t order by a -- done', 'select a, b from t order by a -- done\n, 1, 2\n'],
    [
      'select a, b from t order by a desc nulls last limit 5',
      'select a, b from t order by a desc nulls last \n, 1, 2\nlimit 5',
    ],
    ['(select a, b from t order by a limit 5)', '(select a, b from t order by a \n, 1, 2\nlimit 5)'],
  ])('ties are broken by all columns: %s', (statement, expected) => {
    expect(ordered(statement, [text, text])).toBe(expected);
  });

  test('columns without an order break no ties', () => {
    expect(ordered('select a, j from t order by a', [text, json])).toBe('select a, j from t order by a\n, 1\n');
    expect(ordered('select j from t order by j->>1', [json])).toBe('select j from t order by j->>1');
  });

  test.each([
    'select a from t order by a fetch first 3 rows with ties',
    'with x as (select 1 as a) (select a from x order by a)',
  ])('the query stays unchanged: %s', (statement) => {
    expect(ordered(statement)).toBe(statement);
  });
});
