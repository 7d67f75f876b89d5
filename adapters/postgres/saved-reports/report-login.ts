// Connections of the role cas_report from the first byte, so that a report can't switch back to another role.
import { type Connection, type DatabaseAddress, openConnection } from '../connection/connection.ts';
import type { Database } from '../connection/database.ts';
import { sqlState } from '../connection/database-error.ts';
import { scramVerifier } from '../connection/scram-verifier.ts';

const role = 'cas_report';

/**
 * Returns the same server and database with the role cas_report. A local socket needs no password, because the kernel identifies the user.
 */
export async function reportAddress(address: DatabaseAddress, database: Database): Promise<DatabaseAddress> {
  // A login has its role already.
  if (address.kind === 'login') return address;
  if (address.kind === 'socket') return { ...address, user: role };
  const url = new URL(address.url);
  url.username = role;
  url.password = await readPassword(database);
  return { kind: 'url', url: url.href };
}

/**
 * Lets the role connect and sets its password, as the administrator of the address. Concurrent calls are safe, because all set the same
 * password. It is sent as a SCRAM verifier, so that no log of statements has it.
 */
export async function admitReportRole(administrator: DatabaseAddress, database: Database): Promise<void> {
  const verifier = scramVerifier(await readPassword(database));
  const connection: Connection = openConnection(administrator, {
    applicationName: 'report-login',
    statementTimeoutSeconds: 60,
  });
  try {
    // The operator's own database may allow only its owner to connect (deploy/own-postgresql.sql).
    await connection.client.unsafe(`
      do $$ begin execute format('grant connect on database %I to ${role}', current_database()); end $$;
      alter role ${role} password '${verifier}'`);
  } catch (error) {
    // Another process is doing the same now.
    if (sqlState(error) !== 'XX000') throw error;
  } finally {
    if (connection.closed) connection.destroy();
    else await connection.end();
  }
}

async function readPassword(database: Database): Promise<string> {
  const [row] = await database.systemStatement(
    (sql) => sql<{ password: string }[]>`select report_private.login_password() as password`,
  );
  if (row === undefined) throw new Error('A function without arguments has one result');
  return row.password;
}
