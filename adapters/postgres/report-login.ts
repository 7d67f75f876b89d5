// Connections that are cas_report from their first byte, so that a report has no other role to go back to.
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { type Connection, type DatabaseAddress, openConnection } from './connection.ts';
import type { Database } from './database.ts';
import { sqlState } from './database-error.ts';

const role = 'cas_report';

/** The same server and database, as cas_report. Behind a socket of this machine nobody is asked for a password. */
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

/** RFC 5803, with a salt that follows from the password: it holds 256 random bits, so no table of guesses can be made. */
export function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = createHash('sha256').update(`salt of ${password}`).digest().subarray(0, 16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`;
}
