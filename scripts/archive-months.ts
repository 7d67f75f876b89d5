// The program of `npm run archive-months`: moves old months of an account to files, and back.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { gzipPacking } from '../adapters/archive/compressed-files.ts';
import { createArchiveRows } from '../adapters/postgres/operations/archive-store.ts';
import { archiveMonths, bringMonthsBack } from '../app/operations/archive-months.ts';
import { ARCHIVE_KEPT_MONTHS_MIN } from '../core/account/decide-archive.ts';
import { DataDirectoryUnusable } from '../server/postgres-data.ts';
import { readOptions } from '../server/settings.ts';
import { type MoveCell, openAwsCell, openMachineCell } from './move-cell.ts';
import { awsCli } from './restore-drill-aws.ts';

const HELP = `Archives whole calendar years of an account as CSV in the object store, or brings all archived months back.

  npm run archive-months -- --account ID --in PLACE --keep MONTHS
  npm run archive-months -- --account ID --in PLACE --back

  --account ID       the agency's account
  --in PLACE         a data directory, or aws:STAGE for a stage on AWS
  --keep MONTHS      the newest months of each carrier that stay, at least ${ARCHIVE_KEPT_MONTHS_MIN}
  --back             brings every archived month back
  --database URL     the PostgreSQL of a data directory that has its own (DATABASE_URL)
  --help             this text

May be run again after it broke off at any point. Ends with 1 when a carrier's months have to stay, and says why.
Before the first archive, read docs/howto/archive-old-months.md.
`;

const optionsSchema = z
  .object({
    account: z.uuid('must be the id of an account'),
    in: z.string().min(1),
    keep: z.coerce
      .number()
      .int()
      .min(ARCHIVE_KEPT_MONTHS_MIN, `must be at least ${ARCHIVE_KEPT_MONTHS_MIN}`)
      .optional(),
    back: z.boolean().default(false),
    database: z.string().min(1).optional(),
  })
  .refine(({ keep, back }) => (keep === undefined) === back, {
    error: 'state either --keep or --back',
    path: ['keep'],
  });

const text = { type: 'string' } as const;
const options = readOptions(HELP, (args) => {
  const { values } = parseArgs({
    args,
    options: { account: text, in: text, keep: text, back: { type: 'boolean' }, database: text },
  });
  const read = optionsSchema.safeParse(values);
  if (read.success) return read.data;
  throw new Error(read.error.issues.map(({ path, message }) => `--${path.join()}: ${message}`).join('\n'));
});

const AWS = 'aws:';
let cell: MoveCell | null = null;
try {
  cell = options.in.startsWith(AWS)
    ? await openAwsCell(options.in.slice(AWS.length), awsCli)
    : await openMachineCell(options.in, options.database);
  const archive = {
    accountId: options.account,
    rows: createArchiveRows(cell.database, options.account),
    objects: cell.bytes.objects,
    packing: gzipPacking,
    pause: (seconds: number) => delay(seconds * 1000),
    report: (line: string) => void process.stdout.write(`${line}\n`),
  };
  const { keep } = options;
  const result = keep === undefined ? await bringMonthsBack(archive) : await archiveMonths(archive, keep);
  const did = keep === undefined ? 'came back' : 'were archived';
  process.stdout.write(`${result.rows} rows of ${result.books} carriers ${did}.\n`);
  for (const reason of result.refused) process.stderr.write(`Stays as it is: ${reason}\n`);
  if (result.refused.length > 0) process.exitCode = 1;
} catch (error) {
  process.stderr.write(
    error instanceof DataDirectoryUnusable
      ? `${error.message}\n`
      : `${String(error)}\nRun the same command again: it goes on where it was.\n`,
  );
  process.exitCode = 1;
} finally {
  await cell?.close();
}
