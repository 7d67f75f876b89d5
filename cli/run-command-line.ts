import { type ArgsDef, type CommandDef, defineCommand, renderUsage, runCommand } from 'citty';
import { ProblemError } from '../client/problem-error.ts';
import { carriersCommand } from './carriers.ts';
import { listenCommand } from './listen.ts';
import { changesCommand, ratesCommand, worksheetCommand } from './lists.ts';
import { loginCommand, serviceAddress, signedInClient } from './login.ts';
import manifest from './package.json' with { type: 'json' };
import { payRunsCommand } from './pay-runs.ts';
import {
  CommandFailure,
  NOT_REACHED,
  NOT_SIGNED_IN,
  REFUSED,
  refuseUnknownWords,
  type Terminal,
  WRONG_USAGE,
} from './terminal.ts';
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

/** The words that may follow a command, options last: `carriers infer` has the path `carriers infer`. */
interface Completion {
  readonly path: string;
  readonly words: readonly string[];
}

/** The part of a command that completion reads. */
interface Described {
  readonly args?: CommandDef['args'];
  readonly subCommands?: CommandDef['subCommands'];
}

/** Prints a script that completes commands and options in a shell, and file names behind them. */
const completionCommand = (terminal: Terminal, program: string, commands: Readonly<Record<string, Described>>) =>
  defineCommand({
    meta: { name: 'completion', description: 'Print the completion script of a shell.' },
    args: { shell: { type: 'positional', required: true, description: 'bash, zsh or fish' } },
    setup: refuseUnknownWords,
    async run({ args }) {
      const write = WRITERS.get(args.shell);
      if (write === undefined) throw new CommandFailure(WRONG_USAGE, 'The shell is bash, zsh or fish.');
      const top = { path: '', words: [...Object.keys(commands), 'completion', '--help', '--version'] };
      const inner = await Promise.all(Object.entries(commands).map(([name, command]) => completionsOf(name, command)));
      const shells = { path: 'completion', words: [...WRITERS.keys(), '--help'] };
      terminal.print(write(program, [top, ...inner.flat(), shells]));
    },
  });

async function completionsOf(path: string, { args, subCommands }: Described): Promise<readonly Completion[]> {
  const inner = Object.entries((await (typeof subCommands === 'function' ? subCommands() : subCommands)) ?? {});
  const below = await Promise.all(
    inner.map(async ([name, command]) =>
      completionsOf(`${path} ${name}`, await (typeof command === 'function' ? command() : command)),
    ),
  );
  const options = optionsOf((await (typeof args === 'function' ? args() : args)) ?? {});
  return [{ path, words: [...inner.map(([name]) => name), ...options, '--help'] }, ...below.flat()];
}

const optionsOf = (args: ArgsDef): readonly string[] =>
  Object.entries(args).flatMap(([name, { type, default: value }]) => {
    if (type === 'positional') return [];
    return value === true ? [`--no-${name}`] : [`--${name}`];
  });

type Writer = (program: string, completions: readonly Completion[]) => string;

const functionName = (program: string): string => `_${program.replaceAll('-', '_')}`;

/** Finds the longest command before the cursor and completes what may follow it: options after a dash, file names where no word fits. */
const bash: Writer = (program, completions) => `${functionName(program)}() {
  local word path='' words='' current="\${COMP_WORDS[COMP_CWORD]}" index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$word" in
      -*) break ;;
    esac
    case "\${path:+$path }$word" in
${knownPaths(completions)
  .map((path) => `      '${path}') path='${path}' ;;`)
  .join('\n')}
    esac
  done
  case "$path" in
${completions.map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`).join('\n')}
  esac
  [[ "$current" == -* ]] || words="\${words%%--*}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F ${functionName(program)} ${program}`;

/** Uses the completion for bash, which zsh runs once its own support for it is loaded. */
const zsh: Writer = (program, completions) => `#compdef ${program}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
autoload -U +X bashcompinit && bashcompinit
${bash(program, completions)}`;

const fish: Writer = (program, completions) =>
  completions
    .flatMap(({ path, words }) => {
      const names = path.split(' ').filter((name) => name !== '');
      const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');
      const condition = seen === '' ? '__fish_use_subcommand' : seen;
      return words.map((word) => {
        const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
        return `complete -c ${program} -n '${condition}' ${what}`;
      });
    })
    .join('\n');

const knownPaths = (completions: readonly Completion[]): readonly string[] =>
  completions.flatMap(({ path }) => (path === '' ? [] : [path]));

const WRITERS: ReadonlyMap<string, Writer> = new Map([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
]);

/**
 * Lets an assistant ask the service by the Model Context Protocol. Over standard input and output it uses the stored login. Over HTTP each
 * request brings the access token of its own account.
 */
const mcpCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'mcp', description: 'Let an assistant ask the service by the Model Context Protocol.' },
    args: {
      http: {
        type: 'string',
        description: 'Serve HTTP on this port of 127.0.0.1, not standard input',
        valueHint: '4100',
      },
    },
    setup: refuseUnknownWords,
    async run({ args: { http } }) {
      const { serveHttp, serveStandardInput } = await import('./serve-mcp.ts');
      if (http === undefined) {
        await serveStandardInput(await signedInClient(terminal), terminal.signal);
        return;
      }
      const port = Number(http);
      if (!Number.isInteger(port) || port < 0 || port > 65_535) {
        throw new CommandFailure(WRONG_USAGE, `"${http}" is not a port such as 4100.`);
      }
      await serveHttp({
        port,
        baseUrl: await serviceAddress(terminal),
        signal: terminal.signal,
        onListening: (url) => terminal.tell(`Listening on ${url}. Each request needs an access token of the service.`),
      });
    },
  });
