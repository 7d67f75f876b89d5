import { readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import ssh2 from 'ssh2';
import { type DiskDropStore, openDiskDropStore } from '../adapters/object-store/disk-drop-store.ts';
import { type DiskLifecycle, sweepDiskObjectStore } from '../adapters/object-store/disk-object-store.ts';
import type { Database } from '../adapters/postgres/connection/database.ts';
import { createSftpFolderStore } from '../adapters/postgres/intake/sftp-store.ts';
import type { UploadIntake } from '../app/files/accept-upload.ts';
import type { DropOffPlaces } from '../app/intake/manage-drop-offs.ts';
import type { IsDiskFull } from '../app/operations/check-readiness.ts';
import type { Mailer } from '../app/platform/mail.ts';
import type { RunIsolated } from '../app/reading/run-isolated.ts';
import type { SftpFolderName } from '../core/intake/sftp-folder.ts';
import { DROP_KEPT_AT_MOST_DAYS, RAW_KEPT_AT_MOST_DAYS } from '../core/limits/account-limits.ts';
import { createReceiveMail } from '../lambdas/email/mail-handler.ts';
import { createSftpAccounting, createUploadRejection } from '../lambdas/runtime/intake-services.ts';
import { lambdaHandler } from '../lambdas/runtime/lambda-handler.ts';
import type { Log } from '../lambdas/runtime/log.ts';
import { createMailIntake } from '../lambdas/runtime/mail-intake.ts';
import { createAuthorizeUser } from '../lambdas/sftp/authorize-user.ts';
import type { Settings } from './settings.ts';
import { type SftpServer, startSftpServer } from './sftp-server.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

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

const dropsDirectory = (dataDirectory: string) => join(dataDirectory, 'drops');

/**
 * The lifecycle rules of this data directory. Like those of the buckets, they name the prefix of uploads: archived months are kept.
 */
export function lifecyclesOf({
  dataDirectory,
  objectDirectory,
}: Readonly<Record<'dataDirectory' | 'objectDirectory', string>>): readonly DiskLifecycle[] {
  const raw = { directory: join(objectDirectory, 'raw'), keptDays: RAW_KEPT_AT_MOST_DAYS };
  return [raw, ...dropLifecycles(dataDirectory)];
}

/**
 * Makes the rules that delete files by age alone, for files without an item in the list of drop-offs: messages that a crash left, and files
 * of deleted items. Files in /incoming stay, because no sweep may have read them while the machine was off.
 */
function dropLifecycles(dataDirectory: string): readonly DiskLifecycle[] {
  const directory = dropsDirectory(dataDirectory);
  const incoming: SftpFolderName = 'incoming';
  return [
    { directory: join(directory, 'mail'), keptDays: RAW_KEPT_AT_MOST_DAYS },
    {
      directory: join(directory, 'sftp'),
      keptDays: DROP_KEPT_AT_MOST_DAYS,
      // The paths have the form `<user>/<folder>/…`.
      isSpared: (path) => path.split(sep)[1] === incoming,
    },
  ];
}

/**
 * The bucket of drop-offs in this data directory. It is separate from the raw bytes, whose lifecycle would delete files that wait for a
 * sweep.
 */
export async function openDrops(dataDirectory: string): Promise<DiskDropStore> {
  const directory = dropsDirectory(dataDirectory);
  await sweepDiskObjectStore(directory);
  return openDiskDropStore(directory);
}

export interface SftpParts {
  readonly dataDirectory: string;
  readonly database: Database;
  readonly dropStore: DiskDropStore;
  readonly isDiskFull: IsDiskFull;
  readonly log: Log;
}

/** Starts the SFTP server. Returns null when no port is set. */
export async function serveDrops(
  { host, sftpPort }: Pick<Settings, 'host' | 'sftpPort'>,
  { dataDirectory, database, dropStore, isDiskFull, log }: SftpParts,
): Promise<SftpServer | null> {
  if (sftpPort === null) return null;
  const authorize = createAuthorizeUser({
    folders: createSftpFolderStore(database),
    access: { bucket: 'drops', roleArn: 'local' },
  });
  return startSftpServer({
    host,
    port: sftpPort,
    hostKey: await keepHostKey(dataDirectory),
    authorize,
    ...createSftpAccounting({ database }),
    dropStore,
    isDiskFull,
    reject: createUploadRejection({ database, dropStore }),
    log,
  });
}

export interface MailParts {
  readonly database: Database;
  readonly dropStore: DiskDropStore;
  readonly mailer: Mailer;
  readonly runIsolated: RunIsolated;
  readonly uploads: UploadIntake;
  readonly isDiskFull: IsDiskFull;
  readonly log: Log;
}

/** Starts the mail server. Returns null when no port is set. */
export async function serveMail(
  { host, smtpPort, emailDomain: domain }: Pick<Settings, 'host' | 'smtpPort' | 'emailDomain'>,
  { database, dropStore, mailer, runIsolated, uploads, isDiskFull, log }: MailParts,
): Promise<SmtpServer | null> {
  if (smtpPort === null) return null;
  const intake = createMailIntake({ database, dropStore, mailer, log, domain, runIsolated }, uploads);
  const receive = createReceiveMail({
    intake,
    onReceived: (counts) => log('info', 'mail_received', { ...counts }),
  });
  const handler = lambdaHandler({ functionName: 'receive-mail', log }, receive);
  return startSmtpServer({ host, port: smtpPort, domain, dropStore, handler, isDiskFull, log });
}

/**
 * The key by which clients recognise this server. It is created at the first start and kept; otherwise every client would warn of a changed
 * server.
 */
async function keepHostKey(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, 'sftp-host-key');
  try {
    await writeFile(path, createSshKeyPair().private, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFile(path, 'utf8');
}

/**
 * Creates an Ed25519 key pair in OpenSSH's form. ssh2 1.17 writes about one unreadable key in five hundred, because it drops a leading
 * zero. A server would notice such a host key only at its next start, so each key is read back here.
 */
export function createSshKeyPair(): { readonly public: string; readonly private: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519');
    const halves = [pair.private, pair.public].map((half) => ssh2.utils.parseKey(half));
    if (!halves.some((half) => half instanceof Error)) return pair;
  }
}
