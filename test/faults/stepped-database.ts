import type { Database, Work } from '../../adapters/postgres/connection/database.ts';
import type { Sql } from '../../adapters/postgres/connection/sql.ts';
import { heldSql } from '../support/held-sql.ts';
import type { FaultKind } from './fault-plan.ts';

/** Runs the call unless a fault hits the step. Gets the connection for a statement; otherwise null. */
export type Pass = <T>(
  step: string,
  call: (kind: FaultKind | null) => Promise<T>,
  connection: StruckConnection | null,
) => Promise<T>;

export interface StruckConnection {
  /** Makes the server end the connection. */
  cut(): Promise<void>;
  /** Makes the server answer with an error, after which the transaction can do nothing more. */
  fail(): Promise<void>;
}

/** Serialisation, deadlock, disk full, out of memory, canceled. */
const SERVER_ERRORS = ['40001', '40P01', '53100', '53200', '57014'] as const;
let failures = 0;

/** The number of characters that distinguish a statement from others. */
const STATEMENT_CHARACTERS = 90;

function stepOf(statement: string): string {
  return `sql ${statement.replaceAll(/\s+/g, ' ').trim().slice(0, STATEMENT_CHARACTERS)}`;
}

/** Makes a database of which each statement and each commit is a step. */
export function steppedDatabase(
  database: Database,
  pass: Pass,
  terminateBackend: (backend: number) => Promise<void>,
): Database {
  const run = async <T>(transaction: (work: Work<T>) => Promise<T>, work: Work<T>): Promise<T> => {
    let last = '';
    const result = await transaction((sql) =>
      work(
        steppedSql(sql, {
          pass: (step, call, connection) => {
            last = step;
            return pass(step, call, connection);
          },
          terminateBackend,
        }),
      ),
    );
    return pass(`commit after ${last}`, async () => result, null);
  };
  return {
    ...database,
    tenant: (accountId, work) => run((inside) => database.tenant(accountId, inside), work),
    read: (accountId, work) => run((inside) => database.read(accountId, inside), work),
    system: (work) => run((inside) => database.system(inside), work),
    systemStatement: (build) => database.systemStatement((sql) => build(steppedSql(sql, { pass, terminateBackend }))),
  };
}

interface Steps {
  readonly pass: Pass;
  readonly terminateBackend: (backend: number) => Promise<void>;
}

function steppedSql(sql: Sql, { pass, terminateBackend }: Steps): Sql {
  const connection: StruckConnection = {
    cut: async () => {
      const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      if (row !== undefined) await terminateBackend(row.pid);
    },
    fail: async () => {
      const code = SERVER_ERRORS[failures++ % SERVER_ERRORS.length];
      await sql.unsafe(`do $$ begin raise exception 'A fault' using errcode = '${code}'; end $$`);
    },
  };
  return heldSql(sql, (statement, send) => pass(stepOf(statement), send, connection));
}
