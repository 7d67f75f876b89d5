// The common part of `npm run backup` and `npm run restore`: command line, settings, progress and errors.
import { SERVICE_VERSION } from '../../lambdas/runtime/log.ts';
import { DataDirectoryUnusable } from '../postgres-data.ts';
import { DataDirectoryInUse } from '../postgres-postmaster.ts';
import { readOptions, readSettings, SettingsError } from '../settings.ts';

/** A backup could not be taken or restored. The message is for the operator. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

export interface BackupProgram {
  readonly help: string;
  /** Returns the words of the command line, without options. Throws for an unknown option. */
  readonly read: (args: string[]) => readonly string[];
  /** Does the work and returns a sentence about its result. */
  readonly run: (order: BackupOrder) => Promise<string>;
}

export interface BackupOrder {
  readonly folder: string;
  readonly dataDirectory: string;
  /** True if DATABASE_URL is set. */
  readonly hasOwnDatabase: boolean;
  readonly serviceVersion: string;
  readonly onBytes: (bytes: number) => void;
}

/** Runs the program and prints its result. Sets exit code 1 when it fails. */
export async function operateBackups({ help, read, run }: BackupProgram): Promise<void> {
  const folder = readOptions(help, (args) => {
    const words = read(args);
    const [only] = words;
    if (words.length > 1) throw new Error(`Only one folder can be named, not "${words.join('" and "')}"`);
    return only ?? null;
  });
  if (folder === null) {
    process.stderr.write(`The folder of the backup is missing.\n\n${help}`);
    process.exit(2);
  }
  try {
    const { dataDirectory, databaseUrl } = readSettings(process.env);
    const onBytes = createProgress((text) => process.stdout.write(text));
    const hasOwnDatabase = databaseUrl !== null;
    const done = await run({ folder, dataDirectory, hasOwnDatabase, serviceVersion: SERVICE_VERSION, onBytes });
    process.stdout.write(`${done}\n`);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

const PROGRESS_MS = 5_000;
const MEGABYTE = 1_000_000;

/** Prints the bytes so far, at most once in five seconds. */
function createProgress(print: (text: string) => void): (bytes: number) => void {
  let bytes = 0;
  let printedAt = performance.now();
  return (more) => {
    bytes += more;
    if (performance.now() - printedAt < PROGRESS_MS) return;
    printedAt = performance.now();
    print(`${Math.round(bytes / MEGABYTE)} MB so far …\n`);
  };
}

/** Returns a sentence for a fault that the operator can fix, and a stack trace for any other. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain =
    error instanceof BackupFailed ||
    error instanceof SettingsError ||
    error instanceof DataDirectoryInUse ||
    error instanceof DataDirectoryUnusable;
  if (isPlain) return error.message;
  // Errors of the system name the file and the fault, such as no space left or no permission.
  return 'code' in error && 'syscall' in error ? error.message : (error.stack ?? error.message);
}
