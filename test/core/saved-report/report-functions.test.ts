import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { REPORT_PLACE_LIMITS } from '../../../core/limits/saved-report-limits.ts';
import { REPORT_OPERATORS, REPORT_TYPES, refuseFailedQuery, tooSlow } from '../../../core/saved-report/failed-query.ts';
import { COLUMNS_OF_FUNCTIONS } from '../../../core/saved-report/from-items.ts';
import { isCatalogueName } from '../../../core/saved-report/reading.ts';
import { REPORT_FUNCTION_GROUPS, REPORT_FUNCTIONS } from '../../../core/saved-report/report-functions.ts';
import { grantPlaces, hasOverdue, type ReportPlace } from '../../../core/saved-report/report-views.ts';
import { asOwner, createEmptyDatabase } from '../../support/postgres.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { verdictOn } from './judge-text.ts';

describe('report functions', async () => {
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
});

describe('report places', () => {
  /** Makes places from texts, oldest first. The text `a1 running` is the first place of account a. */
  function placesOf(...texts: readonly string[]): ReportPlace[] {
    return texts.map((text) => {
      const [placeId = '', word] = text.split(' ');
      const state = word === 'running' || word === 'overdue' ? word : 'waiting';
      return { placeId, accountId: placeId.charAt(0), state };
    });
  }
  const granted = (...texts: readonly string[]) => grantPlaces(placesOf(...texts), REPORT_PLACE_LIMITS);

  describe('places of reports', () => {
    test('are two per account and four in total', () => {
      expect(granted('a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1')).toEqual(['a1', 'b1', 'c1']);
      expect(granted('a1', 'b1', 'c1', 'd1', 'e1')).toEqual(['a1', 'b1', 'c1', 'd1']);
      expect(granted('a1', 'a2', 'a3')).toEqual(['a1', 'a2']);
      expect(granted('a1 running', 'a2 running', 'a3', 'b1 running', 'c1')).toEqual(['c1']);
      expect(granted('a1 running', 'a2 running', 'b1 running', 'c1 running', 'd1')).toEqual([]);
    });

    test('go to the account with the fewest first, then in order of request', () => {
      expect(granted('a1 running', 'a2', 'b1', 'c1')).toEqual(['b1', 'c1']);
      expect(granted('a1', 'a2', 'a3', 'b1')).toEqual(['a1', 'b1', 'a2']);
      expect(granted('a1 running', 'b1 running', 'b2 running', 'a2', 'a3', 'c1', 'c2')).toEqual(['c1']);
    });

    test('keep the last one for an account without any, so that two accounts never have all', () => {
      expect(granted('a1', 'a2', 'b1', 'b2')).toEqual(['a1', 'b1', 'a2']);
      expect(granted('a1 running', 'a2 running', 'b1 running', 'b2')).toEqual([]);
      expect(granted('a1 running', 'a2 running', 'b1 running', 'b2', 'c1')).toEqual(['c1']);
    });

    test('of an overdue report stay with its own account, which gets no other, and with nobody else', () => {
      const attack = ['a1 overdue', 'a2 overdue', 'b1 overdue', 'b2 overdue', 'a3', 'b3'];
      expect(granted(...attack, 'c1', 'c2', 'd1', 'd2')).toEqual(['c1', 'd1', 'c2']);
      expect(granted('a1 overdue', 'a2')).toEqual([]);
      expect(hasOverdue(placesOf(...attack), 'a')).toBe(true);
      expect(hasOverdue(placesOf(...attack, 'c1 running'), 'c')).toBe(false);
    });

    test('end when the server would have more report processes than planned', () => {
      const overdue = Array.from({ length: 11 }, (_, index) => `${'abcdef'.charAt(index / 2)}${index} overdue`);
      expect(granted(...overdue, 'x1', 'y1')).toEqual(['x1']);
      expect(granted(...overdue, 'z1 overdue', 'x1', 'y1')).toEqual([]);
    });

    test('exceed no limit, grant nothing twice, and never put an account without any behind one with some, for any requests', () => {
      const place = fc.record({
        accountId: fc.constantFrom('a', 'b', 'c', 'd'),
        state: fc.constantFrom('waiting', 'waiting', 'running', 'overdue'),
      });
      fc.assert(
        fc.property(fc.array(place, { maxLength: 20 }), (drawn) => {
          const places = drawn.map((fields, index) => ({ ...fields, placeId: String(index) }));
          const ids = grantPlaces(places, REPORT_PLACE_LIMITS);
          expect(new Set(ids).size).toBe(ids.length);
          const after = places.map((each) => (ids.includes(each.placeId) ? { ...each, state: 'running' } : each));
          const inState = (states: readonly string[], accountId?: string) =>
            after.filter((each) => states.includes(each.state) && (accountId ?? each.accountId) === each.accountId)
              .length;
          for (const { placeId, accountId } of places) {
            if (!ids.includes(placeId)) continue;
            expect(inState(['running', 'overdue'], accountId)).toBeLessThanOrEqual(REPORT_PLACE_LIMITS.ofAccount);
            expect(inState(['running'])).toBeLessThanOrEqual(REPORT_PLACE_LIMITS.running);
            expect(inState(['running', 'overdue'])).toBeLessThanOrEqual(REPORT_PLACE_LIMITS.processes);
            if (inState(['running'], accountId) < 2) continue;
            const hungry = after.filter(
              (each) => each.state === 'waiting' && inState(['running', 'overdue'], each.accountId) === 0,
            );
            expect(hungry).toEqual([]);
          }
        }),
        { numRuns: propertyRuns(100) },
      );
    });
  });
});
