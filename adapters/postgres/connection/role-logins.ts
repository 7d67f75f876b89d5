// The users that the deployed service logs in as: one for each role, so that no process can be more than its role.

import type { DatabaseAddress } from './connection.ts';
import { openConnection } from './connection.ts';
import { scramVerifier } from './scram-verifier.ts';

/** Whom each role logs in as. cas_report has been a login of its own from the first (migration 0007). */
export const LOGINS = { service: 'cas_service_login', system: 'cas_system_login', report: 'cas_report' } as const;

export type LoginName = keyof typeof LOGINS;

/**
 * Makes the logins, as the owner of the database, and gives each its password; run again it changes nothing but passwords that
 * are others now. Each begins as its role, because a proxy lets nobody ask for one when connecting, and has no right but to be it.
 * A password goes over as what the server would store, so that it is in no log of statements.
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
      alter role ${LOGINS.service} password '${verifierOf('service')}';
      alter role ${LOGINS.system} password '${verifierOf('system')}';
      alter role ${LOGINS.report} password '${verifierOf('report')}';
      commit`);
  } finally {
    if (connection.closed) connection.destroy();
    else await connection.end();
  }
}

/** Nothing is inherited: should the setting be missing, the login reads and writes nothing at all. */
function beRole(name: 'service' | 'system'): string {
  const login = LOGINS[name];
  return `
      do $$ begin create role ${login} login; exception when duplicate_object then null; end $$;
      grant cas_${name} to ${login} with inherit false, set true;
      alter role ${login} set role = 'cas_${name}';`;
}
