// The program of `npm run move-agency`: moves an agency from one service to another.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createMovingRows } from '../adapters/postgres/operations/account-move.ts';
import { moveAccount, RowsInTheWay } from '../app/operations/move-account.ts';
import { DataDirectoryUnusable } from '../server/postgres-data.ts';
import { readOptions } from '../server/settings.ts';
import { type MoveCell, openAwsCell, openMachineCell } from './move-cell.ts';
import { awsCli } from './restore-drill-aws.ts';

const HELP = `Moves an agency, with everything it has, from one service to another. Reads go on; changes wait while its rows are copied.

  npm run move-agency -- --account ID --from PLACE --to PLACE [--address https://…]

  --account ID            the agency's account; its test account goes with it
  --from, --to PLACE      a data directory, or aws:STAGE for a stage on AWS
  --from-database URL     the PostgreSQL of a data directory that has its own (DATABASE_URL)
  --to-database URL
  --address URL           the other service's address, which the first one tells the agency's programs
  --help                  this text

May be run again after it broke off at any point. Ends with 1 when the agency stays where it was.
Before the first move, read docs/howto/move-an-agency.md.
`;

const optional = z.string().min(1).optional();
const optionsSchema = z.object({
  account: z.uuid('must be the id of an account'),
  from: z.string().min(1),
  to: z.string().min(1),
  'from-database': optional,
  'to-database': optional,
  address: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
});

const text = { type: 'string' } as const;
const options = readOptions(HELP, (args) => {
  const { values } = parseArgs({
    args,
    options: { account: text, from: text, to: text, 'from-database': text, 'to-database': text, address: text },
  });
  const read = optionsSchema.safeParse(values);
  if (read.success) return read.data;
  throw new Error(read.error.issues.map(({ path, message }) => `--${path.join()}: ${message}`).join('\n'));
});

const open = (place: string, databaseUrl: string | undefined): Promise<MoveCell> =>
  place.startsWith('aws:') ? openAwsCell(place.slice('aws:'.length), awsCli) : openMachineCell(place, databaseUrl);

const print = (line: string) => process.stdout.write(`${line}\n`);
const cells: MoveCell[] = [];
try {
  const from = await open(options.from, options['from-database']);
  cells.push(from);
  const to = await open(options.to, options['to-database']);
  cells.push(to);
  const databases = {
    from: from.database,
    to: to.database,
    reseal: (sealed: string) => to.secretBox.seal(from.secretBox.open(sealed)),
    rowsInTheWay: (message: string) => new RowsInTheWay(message),
  };
  const result = await moveAccount({
    accountId: options.account,
    rows: createMovingRows(databases, options.account),
    from: from.bytes,
    to: to.bytes,
    movedTo: options.address ?? null,
    pause: (seconds) => delay(seconds * 1000),
    elapsedMs: () => performance.now(),
    report: print,
  });
  switch (result.kind) {
    case 'moved':
      print(
        `Moved: ${result.rows} rows with the same sums, ${result.objects} files. ` +
          `Changes waited ${(result.pausedMs / 1000).toFixed(1)} s. ` +
          'Delete the account in the first service when nobody needs it there.',
      );
      break;
    case 'done':
      print('The agency has moved already. It is open in the second service.');
      break;
    case 'refused':
      process.stderr.write(`Nothing was changed. ${result.reason}\n`);
      process.exitCode = 1;
      break;
    case 'stayed':
      process.stderr.write(`The agency stays where it was, and works there. ${result.reason}\n`);
      process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(
    error instanceof DataDirectoryUnusable
      ? `${error.message}\n`
      : `${String(error)}\nRun the same command again: it goes on where it was, and opens the agency in one of the services.\n`,
  );
  process.exitCode = 1;
} finally {
  for (const cell of cells) await cell.close();
}
