import type { DropOffPlaces } from '../app/intake/manage-drop-offs.ts';
import type { Settings } from './settings.ts';
import type { SftpServer } from './sftp-server.ts';

/**
 * Keeps the places to which statements can be dropped and mailed on this machine. The port of the SFTP server is known once it has started.
 */
export function createDropOffPlaces({
  host,
  publicUrl,
  smtpPort,
  emailDomain,
}: Pick<Settings, 'host' | 'publicUrl' | 'smtpPort' | 'emailDomain'>) {
  let sftp: DropOffPlaces['sftp'] = null;
  return {
    read: (): DropOffPlaces => ({ email: smtpPort === null ? null : { domain: emailDomain }, sftp }),
    keep(server: Pick<SftpServer, 'port' | 'fingerprint'> | null): void {
      if (server === null) return;
      const name = publicUrl === null ? host : new URL(publicUrl).hostname;
      sftp = { host: name, port: server.port, fingerprint: server.fingerprint };
    },
  };
}
