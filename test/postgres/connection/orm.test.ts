import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import { sqlState } from '../../../adapters/postgres/connection/database-error.ts';
import { orm } from '../../../adapters/postgres/connection/orm.ts';
import { accounts } from '../../../schema/accounts.ts';
import { emailAddresses } from '../../../schema/intake.ts';
import { createTestDatabase } from '../../support/postgres.ts';

const server = await createTestDatabase();
const database = connectDatabase(server.address);

afterAll(async () => {
  await database.close();
  await server.drop();
});

describe('a failing statement of the query builder', () => {
  const secret = 'private-local-part';
  const row = () => ({ addressId: randomUUID(), accountId: randomUUID(), carrierId: randomUUID(), localPart: secret });
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  test("keeps the server's SQLSTATE and quotes no bound value", async () => {
    const error = await failure(database.system((sql) => orm(sql).insert(emailAddresses).values(row())));

    expect(sqlState(error)).toBe('23514');
    expect(String(error)).not.toContain(secret);
  });

  test('is rejected once if it is the only work of a read', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      const error = await failure(database.read(randomUUID(), (sql) => orm(sql).insert(emailAddresses).values(row())));
      // Node reports an unhandled rejection after the microtasks of this turn.
      await new Promise((resolve) => setImmediate(resolve));

      expect(sqlState(error)).toBe('25006');
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});

test('sends a statement of the query builder once if it is the only work of a read', async () => {
  let sentCount = 0;
  const rows = await database.read(randomUUID(), (sql) =>
    orm(
      Object.assign(sql, {
        unsafe: new Proxy(sql.unsafe, {
          apply: (target, self, words) => {
            sentCount++;
            return Reflect.apply(target, self, words);
          },
        }),
      }),
    )
      .select({ name: accounts.name })
      .from(accounts),
  );

  expect(rows).toEqual([]);
  expect(sentCount).toBe(1);
});
