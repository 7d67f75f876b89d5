// The program of `npm start`.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseUnavailable, sqlState } from '../adapters/postgres/connection/database-error.ts';
import { DatabaseTooNew, DatabaseTooOld } from '../adapters/postgres/migrations/migrate.ts';
import { isDiskFull, isNoSpaceError } from '../core/disk-room.ts';
import { ListenFailed } from '../lambdas/http/server.ts';
import { createLog } from '../lambdas/runtime/log.ts';
import { ConsoleNotBuilt, openConsole } from './console/open-console.ts';
import { DatabaseInUse } from './database-watch.ts';
import { DiskFull, hasDatabaseDiedOfSpace, onStopRequest } from './disk-space.ts';
import { operatorTokenPath } from './operator-token.ts';
import { DataDirectoryUnusable } from './postgres-data.ts';
import { DataDirectoryInUse } from './postgres-postmaster.ts';
import { type Runtime, startRuntime } from './runtime.ts';
import { printedAddress, readOptions, readSettings, SETTINGS_HELP, type Settings, SettingsError } from './settings.ts';

/** The seconds in which worker and database end at the latest. A supervisor of this process should wait as long before it kills it. */
const CLOSE_SECONDS = 60;

const READ_ONLY = 'reading goes on, and nothing more is stored until there is room.';
const MAKE_ROOM = 'Make room and start it again: what was accepted is kept, and what was under way is begun again.';

readOptions(SETTINGS_HELP, (args) => parseArgs({ args, options: {} }));

// A stop request during the start has nothing to finish: everything that was started ends with this process.
let stop = (): void => process.exit(0);
onStopRequest((isRepeated) => {
  if (isRepeated) process.exit(1);
  stop();
});

try {
  const settings = readSettings(process.env);
  // The level is passed on in the environment, where the logger reads it and the workers inherit it.
  process.env.POWERTOOLS_LOG_LEVEL = settings.logLevel;
  let hasConsole = false;
  const pages = openConsole().then((files) => {
    hasConsole = files !== null;
    return files;
  }, withoutConsole);
  const runtime = await startRuntime(settings, createLog('api'), { console: pages });
  let isStopping = false;
  stop = () => {
    isStopping = true;
    process.stdout.write('\nStopping: finishing what is under way …\n');
    runtime.close().then(() => process.exit(0), fail);
    setTimeout(() => {
      process.stderr.write(
        `What is under way has not ended in ${CLOSE_SECONDS} seconds. The next start begins it again.\n`,
      );
      process.exit(1);
    }, CLOSE_SECONDS * 1000).unref();
  };
  printStart(runtime, settings, hasConsole);
  const space = await runtime.readDisk();
  if (isDiskFull(space)) process.stderr.write(`${new DiskFull(settings.dataDirectory, space, READ_ONLY).message}\n`);
  const end = await runtime.databaseLost;
  // Without the database there is nothing to serve. The process ends, so that its supervisor starts it again.
  if (!isStopping) {
    process.stderr.write(await databaseGone(end, settings, runtime));
    process.exit(1);
  }
} catch (error) {
  fail(error);
}

function printStart(runtime: Runtime, settings: Settings, hasConsole: boolean): void {
  process.stdout.write(`The commission statement service is ready.

${hasConsole ? signInLine(runtime) : ''}  API            ${runtime.url}/v1
  Reference      ${runtime.url}/v1/docs
${runtime.sftp === null ? '' : sftpLine(runtime.sftp, settings)}${runtime.smtp === null ? '' : smtpLine(runtime.smtp, settings)}${runtime.mailRelay === null ? '' : mailLine(runtime.mailRelay)}${runtime.metrics === null ? '' : metricsLine(runtime.metrics, settings)}  Data           ${settings.dataDirectory}${settings.databaseUrl === null ? '' : ' and the database of DATABASE_URL'}
${databaseLine(runtime)}  Operator token ${operatorTokenLine(runtime, settings)}

Ctrl-C stops it; everything is kept.
`);
}

/**
 * Prints why the service starts without the pages for people. The API works without them, for example where development packages are left
 * out.
 */
function withoutConsole(error: unknown): null {
  const reason = error instanceof Error ? error.message : String(error);
  const advice =
    error instanceof ConsoleNotBuilt ? '' : ' As a user who may write to this folder run: npm run console:build';
  process.stderr.write(`The pages for people could not be built, so only the API is served.${advice}\n${reason}\n`);
  return null;
}

/** The line with the link of the first owner, or with the address of the pages once somebody has signed in. */
function signInLine({ ownerLink, isOwnerAwaited, url }: Runtime): string {
  if (ownerLink !== null)
    return `  In a browser   ${ownerLink}\n                 This link signs the owner in once, for 15 minutes. Later: npm run sign-in-link\n`;
  const hint = isOwnerAwaited
    ? '                 Nobody has signed in yet. A link for the owner: npm run sign-in-link\n'
    : '';
  return `  In a browser   ${url}\n${hint}`;
}

/** The line about the operator's token. The token itself is shown only by the start that created it. */
function operatorTokenLine({ newOperatorToken }: Runtime, { adminToken, dataDirectory }: Settings): string {
  if (adminToken !== null) return 'as given in ADMIN_TOKEN';
  const path = operatorTokenPath(dataDirectory);
  return newOperatorToken === null
    ? `as shown when it was made. Lost? Remove ${path} and start again: a new one is made`
    : `${newOperatorToken}\n                 Keep it: it is shown this once, and only its hash is stored, in ${path}`;
}

/** The line about SFTP with the fingerprint of the host key, because clients ask for it at the first connection. */
function sftpLine({ port, fingerprint }: NonNullable<Runtime['sftp']>, { host }: Settings): string {
  return `  SFTP           ${printedAddress('sftp', host, port)}, host key ${fingerprint}\n`;
}

/** The line about the server behind the drop-off addresses of `POST /v1/email/addresses`. */
function smtpLine({ port }: NonNullable<Runtime['smtp']>, { host, emailDomain }: Settings): string {
  return `  SMTP           ${printedAddress('smtp', host, port)}, for addresses at ${emailDomain}\n`;
}

/** The line about the relay of outgoing mail, with its fault if it has one. */
function mailLine({ name, from, problem }: NonNullable<Runtime['mailRelay']>): string {
  const state = problem === null ? '' : `\n                 NOT WORKING: ${problem} Messages wait, and are tried again`;
  return `  Outgoing mail  ${name}, from ${from}${state}\n`;
}

function metricsLine({ port }: NonNullable<Runtime['metrics']>, { host }: Settings): string {
  return `  Metrics        ${printedAddress('http', host, port)}/metrics\n`;
}

/** The line after the first start, an upgrade, or going back to an older version. */
function databaseLine({ migrations: { applied, newer } }: Runtime): string {
  if (newer.length > 0) {
    return `  Database       newer than this version, which works with it (${newer.join(', ')}); nothing was applied\n`;
  }
  const last = applied.at(-1);
  return last === undefined ? '' : `  Database       now at ${last}; migrations applied: ${applied.length}\n`;
}

async function databaseGone(
  end: 'ended' | 'silent',
  { dataDirectory }: Settings,
  { readDisk }: Pick<Runtime, 'readDisk'>,
): Promise<string> {
  if (await hasDatabaseDiedOfSpace(dataDirectory)) {
    const space = await readDisk().catch(() => null);
    return `${new DiskFull(dataDirectory, space, `PostgreSQL could not write, so the service stops. ${MAKE_ROOM}`).message}\n`;
  }
  const what = end === 'ended' ? 'The database ended on its own' : 'The database can not be reached any more';
  return `${what}, so the service stops. Start it again: what was accepted is kept, and what was under
way is begun again. Its log is ${join(dataDirectory, 'postgres', 'server.log')}.
`;
}

/** Prints a sentence for a fault that the user can fix, and a stack trace for any other. */
function fail(error: unknown): never {
  const isPlain =
    error instanceof SettingsError ||
    error instanceof DiskFull ||
    error instanceof ListenFailed ||
    error instanceof DataDirectoryInUse ||
    error instanceof DataDirectoryUnusable ||
    error instanceof DatabaseInUse ||
    error instanceof DatabaseTooNew ||
    error instanceof DatabaseTooOld;
  const ownDatabase = databaseUrlFailure(error) ?? diskFailure(error);
  const text = ownDatabase ?? (isPlain ? error.message : error instanceof Error ? error.stack : String(error));
  process.stderr.write(`The service could not start.\n${text}\n`);
  process.exit(1);
}

/** Returns a sentence for a start that failed because the disk is full, wherever it was found; else null. */
function diskFailure(error: unknown): string | null {
  if (error instanceof DiskFull || !isNoSpaceError(error)) return null;
  return new DiskFull(process.env.DATA_DIR || '.data', null, MAKE_ROOM).message;
}

/** Returns a sentence for a DATABASE_URL server that is unreachable, refuses the login or lacks the database; else null. */
function databaseUrlFailure(error: unknown): string | null {
  const isUnreachable = error instanceof DatabaseUnavailable;
  const state = sqlState(isUnreachable ? error.cause : error);
  const isRefused = state !== null && /^(28|3D)/.test(state);
  if (!process.env.DATABASE_URL || !(error instanceof Error && (isUnreachable || isRefused))) return null;
  return `DATABASE_URL: must lead to a PostgreSQL 17 that can be used (${error.message}; the value is not shown)`;
}
