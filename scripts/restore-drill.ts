// The program of `npm run restore-drill`: restores beside, compares every account, and throws the copy away.
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { SERVICE_VERSION } from '../lambdas/runtime/log.ts';
import { BackupFailed } from '../server/backup/operate-backups.ts';
import { drillRestore } from '../server/backup/restore-backup.ts';
import { readOptions, readSettings } from '../server/settings.ts';
import { drillOnAws } from './restore-drill-aws.ts';

const HELP = `Restores the data beside the service, compares every row of every account, and throws the copy away.

  npm run restore-drill                     of DATA_DIR, whether or not a service runs on it
  npm run restore-drill -- --scratch /disk  makes the copies there; they take twice the room of the data (${tmpdir()})
  npm run restore-drill -- --aws prod       of a stage on AWS, with the AWS CLI and an administrator's credentials;
                                            takes about half an hour and some cents
  npm run restore-drill -- --help           this text

Ends with 1 when an account is not the same. Accounts that changed while the copy was made are named and not compared.
`;

const { aws, scratch } = readOptions(HELP, (args) => {
  const { values } = parseArgs({
    args,
    options: { aws: { type: 'string' }, scratch: { type: 'string', default: tmpdir() } },
  });
  return values;
});

try {
  const comparison =
    aws === undefined
      ? await drillRestore({
          dataDirectory: readSettings(process.env).dataDirectory,
          scratch,
          serviceVersion: SERVICE_VERSION,
          onBytes: () => undefined,
        })
      : await drillOnAws(aws, (line) => process.stdout.write(`${line}\n`));
  for (const accountId of comparison.changedMeanwhile) process.stdout.write(`Changed meanwhile: ${accountId}\n`);
  for (const fault of comparison.faults) process.stdout.write(`FAIL  ${fault}\n`);
  process.stdout.write(
    `${comparison.equal} accounts are the same in the copy, ${comparison.faults.length} differences were found.\n`,
  );
  process.exitCode = comparison.faults.length === 0 && comparison.equal > 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof BackupFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
