import type { Database, Work } from './database.ts';

/** Runs the work in a transaction of the account that is always rolled back. Returns the result that the work would have had. */
export async function rolledBack<T>(database: Database, accountId: string, work: Work<T>): Promise<T> {
  const results: T[] = [];
  const end = new Error('The transaction is rolled back as intended.');
  try {
    await database.tenant(accountId, async (sql) => {
      results.push(await work(sql));
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  }
  const [result] = results;
  if (result === undefined) throw new Error('The transaction ended without a result.');
  return result;
}
