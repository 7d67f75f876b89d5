// One login's password, changed while others go on.
import { type DatabaseAddress, openConnection } from './connection.ts';
import { isRefusedLogin } from './refused-login.ts';
import { scramVerifier } from './scram-verifier.ts';

const SETTINGS = { applicationName: 'rotate-login', statementTimeoutSeconds: 60 };

/** As the owner, for itself or another login. Connections that are open stay open. */
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

/** Whether the server lets in whoever this address names. Anything else that keeps it out is thrown. */
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
