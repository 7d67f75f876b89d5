// The program of `npm run operator-token`.
import { parseArgs } from 'node:util';
import { OPERATOR_TOKEN_OVERLAP_SECONDS } from '../core/limits/request-limits.ts';
import { replaceOperatorToken } from './operator-token.ts';
import { DataDirectoryUnusable } from './postgres-data.ts';
import { readOptions, readSettings, SettingsError } from './settings.ts';

const HELP = `Makes a new operator's token and prints it. The service may run meanwhile and takes it within seconds.

  npm run operator-token              the old token stays valid for ${OPERATOR_TOKEN_OVERLAP_SECONDS / 3600} hours
  npm run operator-token -- --now     the old token ends at once, because somebody may know it
  npm run operator-token -- --help    this text

Environment, as for npm start:
  DATA_DIR                            where the hash of the token is kept (.data)
`;

const isNow = readOptions(
  HELP,
  (args) => parseArgs({ args, options: { now: { type: 'boolean', default: false } } }).values.now,
);
try {
  const { dataDirectory, adminToken } = readSettings(process.env);
  if (adminToken !== null)
    throw new SettingsError('ADMIN_TOKEN: the token is this setting. Change it, and restart the service.');
  const token = await replaceOperatorToken(dataDirectory, isNow ? 0 : OPERATOR_TOKEN_OVERLAP_SECONDS, new Date());
  const end = isNow ? 'ends now' : `stays valid for ${OPERATOR_TOKEN_OVERLAP_SECONDS / 3600} hours`;
  process.stdout.write(`${token}\nKeep it: it is shown this once. The token before it ${end}.\n`);
} catch (error) {
  const isPlain = error instanceof SettingsError || error instanceof DataDirectoryUnusable;
  process.stderr.write(`${isPlain ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
