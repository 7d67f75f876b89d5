import { afterAll, describe, expect, test } from 'vitest';
import { ATTACKS } from '../../saved-report/corpus/attacks.ts';
import { hashOfTables } from '../../support/engine-tables.ts';
import { createTwoAgencies, SECRET } from './two-agencies.ts';

const agencies = await createTwoAgencies();
afterAll(() => agencies.close());

/** Guarantee: the collected attacks show no foreign value and change nothing, even when they are run without the guard. */
describe('without the guard, the collected attacks', () => {
  test.each(['guard', 'context', 'limits'] as const)(
    'against the restriction "%s" show no foreign value, change nothing, and every run ends',
    async (wall) => {
      const { engine, ours, theirs, runner } = agencies;
      const before = [await hashOfTables(engine.database, ours), await hashOfTables(engine.database, theirs)];
      const attacks = ATTACKS.filter((attack) => attack.wall === wall);
      expect(attacks.length).toBeGreaterThan(0);
      const waiting = [...attacks];
      const inTurn = async () => {
        for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift()) {
          const query = { statement: attack.sql, isOrdered: false };
          const result = await runner
            .run(ours.accountId, query, { seconds: 1, rows: 1000, bytes: 4_000_000 })
            .catch((error: unknown) => `Thrown: ${String(error)}`);
          // A message may repeat words of the query itself.
          if (!attack.sql.includes(SECRET)) expect(JSON.stringify(result), attack.name).not.toContain(SECRET);
          expect(JSON.stringify(result), attack.name).not.toContain(theirs.accountId);
          // The run of a query that the guard accepts may not throw. The run of a query that the guard refuses may.
          if (wall !== 'guard') expect(String(result), attack.name).not.toContain('Thrown');
        }
      };
      await Promise.all([inTurn(), inTurn()]);
      expect([await hashOfTables(engine.database, ours), await hashOfTables(engine.database, theirs)]).toEqual(before);
    },
    300_000,
  );
});
