import { defineCommand, renderUsage, runCommand } from 'citty';
import { ProblemError } from '../client/problem-error.ts';
import { carriersCommand } from './carriers.ts';
import { completionCommand } from './completion.ts';
import { listenCommand } from './listen.ts';
import { changesCommand, ratesCommand, worksheetCommand } from './lists.ts';
import { loginCommand } from './login.ts';
import { mcpCommand } from './mcp.ts';
import manifest from './package.json' with { type: 'json' };
import { payRunsCommand } from './pay-runs.ts';
import { CommandFailure, NOT_REACHED, NOT_SIGNED_IN, REFUSED, type Terminal, WRONG_USAGE } from './terminal.ts';
import { uploadCommand } from './upload.ts';

const PROGRAM = 'commission-statements';

/** Runs one command line and returns its exit code. */
export async function runCommandLine(rawArgs: readonly string[], terminal: Terminal): Promise<number> {
  const commands = {
    login: loginCommand(terminal),
    upload: uploadCommand(terminal),
    changes: changesCommand(terminal),
    worksheet: worksheetCommand(terminal),
    carriers: carriersCommand(terminal),
    rates: ratesCommand(terminal),
    'pay-runs': payRunsCommand(terminal),
    listen: listenCommand(terminal),
    mcp: mcpCommand(terminal),
  };
  const main = defineCommand({
    meta: {
      name: PROGRAM,
      version: manifest.version,
      description: 'Sends commission statements and shows what changed.',
    },
    subCommands: { ...commands, completion: completionCommand(terminal, PROGRAM, commands) },
  });
  try {
    if (rawArgs[0] === '--version' || rawArgs[0] === '-V') {
      terminal.print(manifest.version);
      return 0;
    }
    if (rawArgs.length === 0 || rawArgs.includes('--help') || rawArgs.includes('-h')) {
      terminal.print(await usageOf(main, rawArgs));
      return 0;
    }
    await refuseOptionsBefore(main, rawArgs);
    await runCommand(main, { rawArgs: [...rawArgs] });
    return 0;
  } catch (error) {
    return failed(error, terminal);
  }
}

const ENVIRONMENT = `ENVIRONMENT

  COMMISSION_STATEMENTS_URL     Address of the service, in place of the stored one
  COMMISSION_STATEMENTS_TOKEN   Access token, in place of the stored one
  XDG_CONFIG_HOME               Folder of the stored login (~/.config)`;

type MainCommand = Parameters<typeof renderUsage>[0];

/** Finds the command that the words before the first option name. `word` is the next one, which names no command below it. */
async function commandNamed(main: MainCommand, rawArgs: readonly string[]) {
  let command = main;
  const names: string[] = [];
  for (const word of rawArgs) {
    const inner = typeof command.subCommands === 'function' ? await command.subCommands() : await command.subCommands;
    const next = inner?.[word];
    if (next === undefined) return { command, names, word: inner === undefined ? undefined : word };
    command = typeof next === 'function' ? await next() : await next;
    names.push(word);
  }
  return { command, names, word: undefined };
}

/** Refuses an option before the command, which the library would drop. */
async function refuseOptionsBefore(main: MainCommand, rawArgs: readonly string[]): Promise<void> {
  const { word } = await commandNamed(main, rawArgs);
  if (word?.startsWith('-') === true) {
    throw new CommandFailure(WRONG_USAGE, `Options stand after the command. See "${PROGRAM} --help".`);
  }
}

/** Returns the usage of the command that the words before the first option name. */
async function usageOf(main: MainCommand, rawArgs: readonly string[]): Promise<string> {
  const { command, names } = await commandNamed(main, rawArgs);
  // The library writes the names of two levels only, so the command's parent gets the names of all levels above.
  const parent = { meta: { name: [PROGRAM, ...names.slice(0, -1)].join(' ') } };
  return `${await renderUsage(command, names.length === 0 ? undefined : parent)}\n${ENVIRONMENT}`;
}

function failed(error: unknown, terminal: Terminal): number {
  if (error instanceof CommandFailure) {
    terminal.tell(error.message);
    return error.exitCode;
  }
  if (error instanceof ProblemError) {
    terminal.tell(error.message);
    for (const { detail } of error.fieldErrors) if (detail !== error.message) terminal.tell(detail);
    if (error.code === 'unauthorized') return NOT_SIGNED_IN;
    if (error.code === 'no_answer' || error.code === 'unreadable_answer') return NOT_REACHED;
    if (error.code === 'internal_error') terminal.tell(`Report this to who runs the service: ${error.requestId}`);
    return REFUSED;
  }
  // The error is a CLIError of citty, for a missing argument or an unknown command.
  if (error instanceof Error && error.name === 'CLIError') {
    terminal.tell(`${error.message}\nRun "${PROGRAM} --help".`);
    return WRONG_USAGE;
  }
  // The person's file or folder cannot be written or read.
  if (error instanceof Error && 'syscall' in error) {
    terminal.tell(error.message);
    return WRONG_USAGE;
  }
  throw error;
}
