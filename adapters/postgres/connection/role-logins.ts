// The users that the deployed service logs in as: one for each role, so that a process has the rights of its role only.

import type { DatabaseAddress } from './connection.ts';
import { openConnection } from './connection.ts';
import { scramVerifier } from './scram-verifier.ts';

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
