import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { type DatabaseAddress, openConnection } from './connection.ts';
import { isRefusedLogin } from './database-error.ts';

// Changes the password of a database login without closing open connections, and checks whether a password is accepted.

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

// Computes the form in which the server stores a password, so that the password itself is never sent.

/** Makes a verifier by RFC 5803. The salt is derived from the password, whose 256 random bits make a table of guesses impossible. */
export function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = createHash('sha256').update(`salt of ${password}`).digest().subarray(0, 16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`;
}

// The users that the deployed service logs in as: one for each role, so that a process has the rights of its role only.

/** The login of each role. cas_report can log in itself. */
export const LOGINS = {
  service: 'cas_service_login',
  system: 'cas_system_login',
  scheduler: 'cas_scheduler_login',
  report: 'cas_report',
} as const;

export type LoginName = keyof typeof LOGINS;

/**
 * Creates the logins as the owner of the database and sets their passwords; a repeat changes only passwords. Each session starts in the
 * login's role, because a proxy does not accept a role at connect time. Passwords are sent as SCRAM verifiers, so that no log has them.
 */
export async function ensureLogins(
  owner: DatabaseAddress,
  passwords: Readonly<Record<LoginName, string>>,
): Promise<void> {
  const verifierOf = (name: LoginName) => scramVerifier(passwords[name]);
  const connection = openConnection(owner, { applicationName: 'role-logins', statementTimeoutSeconds: 60 });
  try {
    await connection.prepare();
    await connection.client.unsafe(`
      begin;
      ${beRole('service')}
      ${beRole('system')}
      ${beRole('scheduler')}
      alter role ${LOGINS.service} password '${verifierOf('service')}';
      alter role ${LOGINS.system} password '${verifierOf('system')}';
      alter role ${LOGINS.scheduler} password '${verifierOf('scheduler')}';
      alter role ${LOGINS.report} password '${verifierOf('report')}';
      commit`);
  } finally {
    if (connection.closed) connection.destroy();
    else await connection.end();
  }
}

/** The login does not inherit the role's rights: if the setting is missing, it can read and write nothing. */
function beRole(name: Exclude<LoginName, 'report'>): string {
  const login = LOGINS[name];
  return `
      do $$ begin create role ${login} login; exception when duplicate_object then null; end $$;
      grant cas_${name} to ${login} with inherit false, set true;
      alter role ${login} set role = 'cas_${name}';`;
}
