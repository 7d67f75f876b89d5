import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

/** Ends the transaction of a rehearsal, so that nothing of it stays. */
class RehearsalOver extends Error {
  override readonly name = 'RehearsalOver';
}

/**
 * Runs work whose transactions all become part of one transaction of the system role, which is rolled back at the end. Other connections
 * see nothing of it. Row-level security does not limit the work, because the system role sees all accounts.
 */
export async function inRehearsal<T>(database: Database, work: (rehearsed: Database) => Promise<T>): Promise<T> {
  const done: T[] = [];
  try {
    await database.system(async (sql) => {
      done.push(await work(databaseInside(sql)));
      throw new RehearsalOver();
    });
  } catch (error) {
    if (!(error instanceof RehearsalOver)) throw error;
  }
  const [result] = done;
  if (result === undefined) throw new Error('The rehearsal gave no result');
  return result;
}

function databaseInside(sql: Sql): Database {
  const tenant: Database['tenant'] = async (accountId, work) => {
    await sql`select set_config('app.account_id', ${accountId}, true)`;
    return work(sql);
  };
  return {
    tenant,
    read: tenant,
    system: (work) => work(sql),
    systemStatement: async (build) => build(sql),
    asAgent: () => Promise.reject(new Error('An agent rehearses nothing')),
    listen: () => Promise.reject(new Error('A rehearsal listens to nothing')),
    close: async () => {},
  };
}
