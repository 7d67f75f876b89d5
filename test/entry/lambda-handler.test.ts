import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asLost } from '../../adapters/postgres/connection/database-error.ts';
import { lambdaHandler } from '../../lambdas/runtime/lambda-handler.ts';
import { loggableError } from '../../lambdas/runtime/log.ts';
import { invokeLambda } from '../../server/event-source.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const MEMBER = 'QUAGMIRE-77';

/** A PostgreSQL error that quotes a whole row. */
async function databaseError(): Promise<unknown> {
  return asOwner(database.address, async (sql) => {
    await sql`create temporary table roster (member text, amount integer check (amount > 0))`;
    return sql`insert into roster values (${MEMBER}, -1)`.catch((error: unknown) => error);
  });
}

describe('a failing function', () => {
  test('is logged with its cause, and Lambda, which logs all that it gets, learns only that it failed', async () => {
    const lines: unknown[] = [];
    const cause = new Error(`row of ${MEMBER}`);
    const handler = lambdaHandler<object, never>(
      { functionName: 'sweep-outbox', log: (...line) => lines.push(line) },
      async () => {
        throw cause;
      },
    );
    const failure = await invokeLambda(handler, {}, { functionName: 'sweep-outbox', timeoutSeconds: 5 }).catch(
      (error: unknown) => error,
    );
    expect(String(failure)).toBe('FunctionFailed: sweep-outbox failed; its log says why');
    expect(JSON.stringify(failure)).not.toContain(MEMBER);
    expect(lines).toMatchObject([['error', 'handler_failed', { functionName: 'sweep-outbox', error: cause }]]);
  });

  test('is wrapped in its middlewares, with the event and context inside', async () => {
    const order: string[] = [];
    const handler = lambdaHandler<{ n: number }, string>(
      {
        functionName: 'f',
        log: () => {},
        middlewares: [{ before: () => void order.push('before'), after: () => void order.push('after') }],
      },
      async ({ n }, { functionName }: Context) => {
        order.push(functionName);
        return String(n);
      },
    );
    expect(await invokeLambda(handler, { n: 1 }, { functionName: 'f', timeoutSeconds: 5 })).toBe('1');
    expect(order).toEqual(['before', 'f', 'after']);
  });
});

describe('a logged error', () => {
  test("of the database has its code and place, and nothing of the statement's values", async () => {
    const logged = loggableError(await databaseError());
    expect(logged).toMatchObject({ name: 'PostgresError', code: '23514', place: 'roster.roster_amount_check' });
    expect(JSON.stringify(logged)).not.toContain(MEMBER);
  });

  test('is treated the same as the cause of another error', async () => {
    const wrapped = new Error('The job could not be ended', { cause: await databaseError() });
    const logged = loggableError(wrapped);
    expect(logged).toMatchObject({ message: 'The job could not be ended', cause: { code: '23514' } });
    expect(JSON.stringify(logged)).not.toContain(MEMBER);
  });

  test("of a connection lost afterwards keeps only the code of PostgreSQL's error", async () => {
    const lost = asLost(await databaseError(), { closed: true });
    const logged = loggableError(lost);
    expect(logged).toMatchObject({ name: 'DatabaseUnavailable', message: expect.stringMatching(/lost: 23514$/) });
    expect(JSON.stringify(logged)).not.toContain(MEMBER);
  });

  test('with message lines that look like frames has none of them', () => {
    const error = Object.assign(new Error(`refused:\n    at ${MEMBER}`), { severity: 'ERROR' });
    const { stack } = loggableError(error);
    expect(stack).toMatch(/^\s+at /);
    expect(stack).not.toContain(MEMBER);
  });

  test('has its stack frames and none of its further properties, even if its causes form a cycle', () => {
    const error: Error & { rows?: string[] } = new Error('a\nb');
    error.rows = [MEMBER];
    error.cause = error;
    const logged = loggableError(error);
    expect(logged.stack).toMatch(/^\s+at /);
    expect(JSON.stringify(logged)).not.toContain(MEMBER);
    expect(loggableError('text')).toMatchObject({ name: 'string' });
  });
});
