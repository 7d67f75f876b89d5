// Changes the password of a database login without closing open connections, and checks whether a password is accepted.
import { type DatabaseAddress, openConnection } from './connection.ts';
import { isRefusedLogin } from './refused-login.ts';
import { scramVerifier } from './scram-verifier.ts';

const SETTINGS = { applicationName: 'rotate-login', statementTimeoutSeconds: 60 };

/** Sets a login's password as the owner. Open connections stay open. */
export async function setLoginPassword(owner: DatabaseAddress, user: string, password: string): Promise<void> {
  if (!/^[a-z_]{1,63}$/.test(user)) throw new Error('That is no login of the service');
  const connection = openConnection(owner, SETTINGS);
  try {
    await connection.prepare();
    await connection.client.unsafe(`alter role ${user} password '${scramVerifier(password)}'`);
  } finally {
    connection.destroy();
  }
}

/** Returns whether the server accepts the address's user and password. Throws any other connection error. */
export async function canLogIn(address: DatabaseAddress): Promise<boolean> {
  const connection = openConnection(address, SETTINGS);
  try {
    await connection.prepare();
    return true;
  } catch (error) {
    if (isRefusedLogin(error)) return false;
    throw error;
  } finally {
    connection.destroy();
  }
}
