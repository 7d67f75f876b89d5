import { afterAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { REPORT_OPERATORS, REPORT_TYPES, refuseFailedQuery, tooSlow } from '../../../core/saved-report/failed-query.ts';
import { COLUMNS_OF_FUNCTIONS } from '../../../core/saved-report/from-items.ts';
import { isCatalogueName } from '../../../core/saved-report/reading.ts';
import { REPORT_FUNCTION_GROUPS, REPORT_FUNCTIONS } from '../../../core/saved-report/report-functions.ts';
import { asOwner, createEmptyDatabase } from '../../support/postgres.ts';
import { verdictOn } from './judge-text.ts';

/** A number of arguments above that of any listed function with a fixed number. */
const ARGUMENTS_MAX = 9;

const overload = z.object({
  name: z.string(),
  most: z.number(),
  least: z.number(),
  isVariadic: z.boolean(),
  volatility: z.string(),
  isCallable: z.boolean(),
  takesRow: z.boolean(),
});

const database = await createEmptyDatabase();
const rows = await asOwner(
  database.address,
  (sql) => sql`
    select proname as name, pronargs as most, pronargs - pronargdefaults as least, provariadic <> 0 as "isVariadic",
      provolatile as volatility,
      not (proargtypes::oid[] && array['internal', 'cstring', 'regclass', 'xml', 'refcursor']::regtype[]::oid[])
        as "isCallable",
      pronargs >= 1 and pronargs - pronargdefaults <= 1 and proargtypes[0] = any (
        array['record', '"any"', 'anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray']::regtype[]::oid[])
        as "takesRow"
    from pg_proc`,
);
const overloads = z.array(overload).parse(rows);

afterAll(() => database.drop());

const listed = [...REPORT_FUNCTIONS].map(([name, { min, max }]) => ({ name, min, max }));

describe('the functions of PostgreSQL', () => {
  it('pass only if listed, with the listed numbers of arguments, by their own name and with their schema', async () => {
    const names = [...new Set(overloads.map(({ name }) => name))];
    expect(names.length).toBeGreaterThan(2_500);
    const wrong: string[] = [];
    for (const name of names) {
      const takes = REPORT_FUNCTIONS.get(name);
      for (let count = 0; count <= ARGUMENTS_MAX; count++) {
        const isListed = takes !== undefined && count >= takes.min && count <= takes.max;
        // A clock must be unquoted.
        const quoted = name === 'now' ? name : `"${name}"`;
        const call = `${quoted}(${Array.from({ length: count }, () => 'null').join(', ')})`;
        for (const text of [`select ${call}`, `select pg_catalog.${call}`]) {
          if (((await verdictOn(text)) === 'accepted') !== isListed) wrong.push(text);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('are never volatile if listed, and take no relation, document or internal value', () => {
    const faults = overloads.filter(
      ({ name, volatility, isCallable }) => REPORT_FUNCTIONS.has(name) && (volatility === 'v' || !isCallable),
    );
    expect(faults).toEqual([]);
  });

  it.each(listed)('include $name with $min to $max arguments', ({ name, min, max }) => {
    const own = overloads.filter((one) => one.name === name);
    expect(own.some(({ least, most }) => least <= min && min <= most)).toBe(true);
    if (Number.isFinite(max)) expect(own.some(({ least, most }) => least <= max && max <= most)).toBe(true);
    else expect(own.some(({ isVariadic }) => isVariadic)).toBe(true);
  });

  it('that take a row are on the list, or cannot be the name of a column, because m.f would call them', () => {
    const open = overloads.filter(
      ({ name, takesRow }) => takesRow && !REPORT_FUNCTIONS.has(name) && !isCatalogueName(name),
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });
});

describe('the columns of functions that return rows', () => {
  it("have the server's names", async () => {
    const rows = await asOwner(
      database.address,
      (sql) => sql<{ name: string; names: string[]; modes: string[] }[]>`
        select proname as name, proargnames as names, proargmodes::text[] as modes from pg_proc
        where 'o' = any (proargmodes) and proname in ${sql([...REPORT_FUNCTIONS.keys()])} and prokind = 'f'
          -- There is no such value in a report.
          and proargtypes[0] <> 'tsvector'::regtype`,
    );
    const named = rows.map(({ name, names, modes }): [string, string[]] => [
      name,
      names.filter((_, index) => modes[index] === 'o'),
    ]);
    expect(named.toSorted()).toEqual([...COLUMNS_OF_FUNCTIONS].map(([name, names]) => [name, [...names]]).toSorted());
  });
});

describe('the lists', () => {
  it('name each function once', () => {
    const names = REPORT_FUNCTION_GROUPS.flatMap(({ calls }) => calls.flatMap(([line]) => line.split(' ')));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('refuse every other type that PostgreSQL has', async () => {
    const types = await asOwner(
      database.address,
      (sql) => sql<{ name: string }[]>`select typname as name from pg_type`,
    );
    const accepted: string[] = [];
    for (const { name } of types) if ((await verdictOn(`select null::"${name}"`)) === 'accepted') accepted.push(name);
    expect(accepted.toSorted()).toEqual([...REPORT_TYPES].toSorted());
  });

  it('refuse every other operator that PostgreSQL has', async () => {
    const rows = await asOwner(
      database.address,
      (sql) => sql<{ name: string }[]>`select distinct oprname as name from pg_operator`,
    );
    const names = rows.map(({ name }) => name);
    const accepted: string[] = [];
    for (const name of names) if ((await verdictOn(`select null ${name} null`)) === 'accepted') accepted.push(name);
    const binary = names.filter((name) => REPORT_OPERATORS.has(name) && !['|/', '||/', '@'].includes(name));
    expect(accepted.filter((name) => !REPORT_OPERATORS.has(name))).toEqual([]);
    expect(binary.filter((name) => !accepted.includes(name))).toEqual([]);
  });
});

/** Guarantee: a query that was stopped for its time is not called too slow, because the machine may have been busy. */
describe('a failed query', () => {
  test('names a busy machine first, and then what a query can do', () => {
    const stopped = { state: '57014', message: 'canceling statement due to statement timeout', position: null };
    const refused = refuseFailedQuery(stopped, { statement: 'select 1', seconds: 5, prefixLength: 0 });
    expect(refused).toEqual(tooSlow(5));
    expect(refused?.refused).toMatchObject({ code: 'query_limit' });
    expect(refused?.refused.detail).toMatch(
      /^The query did not end within 5 seconds and was stopped\. The machine may be busy: run the query again\. If it never ends in time, make it smaller\./,
    );
  });
});
