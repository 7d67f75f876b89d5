import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, test } from 'vitest';
import { connectDatabase, type Database, type Work } from '../../../adapters/postgres/connection/database.ts';
import { sqlState } from '../../../adapters/postgres/connection/database-error.ts';
import { orm } from '../../../adapters/postgres/connection/orm.ts';
import { readAccountSums } from '../../../adapters/postgres/connection/tenant-tables.ts';
import { createWorksheetReads } from '../../../adapters/postgres/reads/worksheet-reads.ts';
import { ROWS_PER_BATCH } from '../../../adapters/postgres/records/stored-record.ts';
import { rescoreFile, retractFile } from '../../../app/files/command-files.ts';
import { reportOwedWorksheet } from '../../../app/reads/report-worksheet.ts';
import { compareSums } from '../../../core/account-sums.ts';
import { addMonths } from '../../../core/period.ts';
import { accounts } from '../../../schema/accounts.ts';
import { emailAddresses } from '../../../schema/intake.ts';
import { accept, assertAccepted, createBook, createEngine, drain, ORIGIN } from '../../support/engine.ts';
import { insertRates } from '../../support/engine-book.ts';
import { asOwner, createTestDatabase, rowsReadFrom, stopAutovacuum } from '../../support/postgres.ts';

describe('orm', async () => {
  const server = await createTestDatabase();
  const database = connectDatabase(server.address);

  afterAll(async () => {
    await database.close();
    await server.drop();
  });

  describe('a failing statement of the query builder', () => {
    const secret = 'private-local-part';
    const row = () => ({
      addressId: randomUUID(),
      accountId: randomUUID(),
      carrierId: randomUUID(),
      localPart: secret,
    });
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
        const error = await failure(
          database.read(randomUUID(), (sql) => orm(sql).insert(emailAddresses).values(row())),
        );
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
});

/**
 * Guarantee: statements on thousands of rows are planned for their actual values, however often they are repeated. PostgreSQL's generic
 * plan, which it considers after five executions, is slow while the tables have no statistics. A book without statistics is read along its
 * keys.
 */
describe('plans of large statements', async () => {
  const engine = await createEngine();
  afterAll(() => engine.close());

  interface Prepared {
    readonly statement: string;
    readonly custom: number;
    readonly generic: number;
  }

  /** PostgreSQL considers a generic plan from this execution on. */
  const SIXTH = 6;
  const MONTHS = 10;
  const period = (month: number) => addMonths('2026-01', month);
  const statement = (members: readonly string[]) =>
    ['Member,Amount', ...members.map((member) => `${member},50`)].join('\n');

  /** Reads the prepared statements of the connection at the end of each transaction. */
  function asking(database: Database, prepared: Prepared[]): Database {
    const thenAsk =
      <T>(work: Work<T>): Work<T> =>
      async (sql) => {
        const result = await work(sql);
        const found = await sql<Prepared[]>`
        select trim(replace(statement, '"', '')) as statement, custom_plans::int as custom, generic_plans::int as generic
        from pg_prepared_statements where replace(statement, '"', '') ~ '(into|update|from|join) (scored_rows|statement_lines|deltas|rollups)'`;
        prepared.push(...found);
        return result;
      };
    return {
      ...database,
      tenant: (accountId, work) => database.tenant(accountId, thenAsk(work)),
      read: (accountId, work) => database.read(accountId, thenAsk(work)),
    };
  }

  it('uses no generic plan for the statements of a book', async () => {
    const prepared: Prepared[] = [];
    const worker = engine.start({ through: (database) => asking(database, prepared) });
    const book = await createBook(engine);
    const first = await accept(engine, book, { period: period(0), csv: statement(['A']) });
    for (let month = 1; month < MONTHS; month += 1)
      await accept(engine, book, { period: period(month), csv: statement(['A', 'B', `C${month}`]) });
    await drain(worker);
    await insertRates(engine.database, book, [{ rateType: 'flat_per_member', rateValue: '60' }]);
    assertAccepted(
      await retractFile(engine.services.files, { accountId: book.accountId, fileId: first.fileId, origin: ORIGIN }),
    );
    await drain(worker);

    expect(worker.logged).toEqual([]);
    const often = prepared.filter(({ custom, generic }) => custom + generic >= SIXTH);
    for (const kind of ['insert into scored_rows', 'delete from scored_rows', 'delete from deltas'])
      expect(often.filter((one) => one.statement.startsWith(kind)).length, kind).toBeGreaterThan(0);
    expect(often.filter(({ generic }) => generic > 0)).toEqual([]);
  });

  it('uses no generic plan for the lines of an owed worksheet', async () => {
    const book = await createBook(engine);
    await accept(engine, book, { period: period(0), csv: statement(['A', 'B']) });
    await insertRates(engine.database, book, [{ rateType: 'flat_per_member', rateValue: '60' }]);
    await drain(engine);
    const prepared: Prepared[] = [];
    const reader = engine.start({ poolSize: 1, through: (database) => asking(database, prepared) });
    const { accountId, carrierId, workspaceId } = book;
    for (let time = 0; time < SIXTH; time += 1) {
      const worksheet = await reportOwedWorksheet(createWorksheetReads(reader.database), accountId, {
        ...{ carrierId, workspaceId },
        ...{ limit: 200, offset: 0 },
      });
      expect(worksheet).toMatchObject({ byCarrier: [{ members: 2 }] });
    }
    const lines = prepared.filter((one) => one.statement.includes('as wanted'));
    expect(lines.at(-1)).toMatchObject({ custom: SIXTH, generic: 0 });
  });

  it('reads the lines of a book without statistics row by row along their key, each portion separately', async () => {
    await asOwner(engine.address, (sql) => stopAutovacuum(sql, 'statement_lines'));
    const fetched: number[] = [];
    const counting = (database: Database): Database => ({
      ...database,
      tenant: (accountId, work) =>
        database.tenant(accountId, async (sql) => {
          const result = await work(sql);
          fetched.push(await rowsReadFrom(sql, 'statement_lines'));
          return result;
        }),
    });
    const book = await createBook(engine);
    const members = Array.from({ length: 3 * ROWS_PER_BATCH }, (_, at) => `M${at}`);
    const { fileId } = await accept(engine, book, { period: period(0), csv: statement(members) });
    await drain(engine);
    assertAccepted(await rescoreFile(engine.services.files, { accountId: book.accountId, fileId, origin: ORIGIN }));
    await drain(engine.start({ through: counting }));

    // The index is read once to find the beginnings of the portions, and once to read the portions.
    expect(Math.max(...fetched)).toBeGreaterThanOrEqual(members.length);
    expect(Math.max(...fetched)).toBeLessThanOrEqual(2 * members.length);
  });
});

/** Guarantee: the sums of an account change with any of its rows, and not with rows of others. */
describe('account sums', async () => {
  const { database, drop } = await createTestDatabase();
  afterAll(drop);
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await database.system(async (sql) => {
    for (const accountId of [one, other]) {
      await sql`insert into accounts (account_id, name, tier, status) values (${accountId}, 'Agency', 'standard', 'active')`;
      await sql`insert into workspaces (workspace_id, account_id, name, is_default) values (${crypto.randomUUID()}, ${accountId}, 'Main', true)`;
    }
  });

  test('count the rows of each account in each table', async () => {
    const sums = await readAccountSums(database);
    expect(sums.filter(({ accountId }) => accountId === one)).toMatchObject([
      { table: 'workspaces', rows: 1 },
      { table: 'accounts', rows: 1 },
    ]);
    expect((await readAccountSums(database, other)).map(({ accountId }) => accountId)).toEqual([other, other]);
  });

  test('differ after a change of one value, for its account only', async () => {
    const before = await readAccountSums(database);
    await database.system((sql) => sql`update workspaces set name = 'Other' where account_id = ${one}`);
    expect(compareSums(before, before, await readAccountSums(database))).toEqual({
      equal: 1,
      changedMeanwhile: [],
      faults: [`Account ${one}, workspaces: 1 rows, and 1 in the copy with another content.`],
    });
  });
});
