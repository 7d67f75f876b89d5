// Connections that are cas_report from their first byte, so that a report has no other role to go back to.
import { type Connection, type DatabaseAddress, openConnection } from '../connection/connection.ts';
import type { Database } from '../connection/database.ts';
import { sqlState } from '../connection/database-error.ts';
import { scramVerifier } from '../connection/scram-verifier.ts';

const role = 'cas_report';

/** The same server and database, as cas_report. Behind a socket of this machine the kernel says who asks, and nobody needs a password. */
export async function reportAddress(address: DatabaseAddress, database: Database): Promise<DatabaseAddress> {
  // A login belongs to its role already.
  if (address.kind === 'login') return address;
  if (address.kind === 'socket') return { ...address, user: role };
  const url = new URL(address.url);
  url.username = role;
  url.password = await readPassword(database);
  return { kind: 'url', url: url.href };
}

/**
 * Sets the password as the administrator of the address. Any number of processes may do it at once: they all set the same. It
 * goes over as what the server would store, so that it is in no log of statements.
 */
export async function setReportPassword(administrator: DatabaseAddress, database: Database): Promise<void> {
  const verifier = scramVerifier(await readPassword(database));
  const connection: Connection = openConnection(administrator, {
    applicationName: 'report-login',
    statementTimeoutSeconds: 60,
  });
  try {
    await connection.client.unsafe(`alter role ${role} password '${verifier}'`);
  } catch (error) {
    // Another process sets it at this moment, and it sets the same.
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
