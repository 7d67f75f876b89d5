// The program of `npm run sign-in-link`.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { DatabaseAddress } from '../adapters/postgres/connection/connection.ts';
import { connectDatabase } from '../adapters/postgres/connection/database.ts';
import { hasSealedSecrets } from '../adapters/postgres/webhooks/webhook-store.ts';
import { createLog } from '../lambdas/runtime/log.ts';
import { createFirstOwnerLink, createPeople } from '../lambdas/runtime/people-services.ts';
import { keepSecretKey } from './operator-token.ts';
import { DataDirectoryUnusable } from './postgres-data.ts';
import { readLockFile } from './postgres-postmaster.ts';
import { addressIn } from './postgres-server.ts';
import { printedAddress, readOptions, readSettings, type Settings, SettingsError } from './settings.ts';

const HELP = `Prints a link that signs the owner in once, within 15 minutes. The service has to run. It works until somebody has signed in.

  npm run sign-in-link              for the service of this environment
  npm run sign-in-link -- --help    this text

Environment, as for npm start:
  DATA_DIR                          where the service keeps its data (.data)
  DATABASE_URL                      your own PostgreSQL
  PUBLIC_URL, or HOST and PORT      the address of the link
`;

readOptions(HELP, (args) => parseArgs({ args, options: {} }));

try {
  const settings = readSettings(process.env);
  const link = await makeLink(settings);
  process.stdout.write(
    `${link ?? 'Somebody has signed in already. The sign-in page mails a link to everybody who was invited.'}\n`,
  );
  if (link === null) process.exitCode = 1;
} catch (error) {
  const isPlain = error instanceof SettingsError || error instanceof DataDirectoryUnusable;
  process.stderr.write(`${isPlain ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function makeLink(settings: Settings): Promise<string | null> {
  const database = connectDatabase(addressOf(settings), { applicationName: 'sign-in-link', poolSize: 2 });
  try {
    const secretKey = await keepSecretKey(resolve(settings.dataDirectory), () => hasSealedSecrets(database));
    const people = createPeople({
      ...{ database, secretKey, providers: settings.providers, log: createLog('sign-in-link') },
      publicUrl: () => settings.publicUrl ?? printedAddress('http', browsersHost(settings.host), settings.port),
      mailer: { send: () => Promise.reject(new Error('This program sends no mail.')) },
      queueMails: (send) => send,
    });
    return await createFirstOwnerLink(database, people);
  } finally {
    await database.close();
  }
}

/** Browsers allow passkeys for localhost, and for no address. */
function browsersHost(host: string): string {
  return ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
}

function addressOf({ databaseUrl, dataDirectory }: Settings): DatabaseAddress {
  if (databaseUrl !== null) return { kind: 'url', url: databaseUrl };
  const lock = readLockFile(join(resolve(dataDirectory), 'postgres'));
  if (lock === null || !lock.ready)
    throw new DataDirectoryUnusable(`No service runs on ${resolve(dataDirectory)}. Start it first.`);
  return addressIn(lock.socketDirectory);
}
