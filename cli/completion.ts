import { type ArgsDef, type CommandDef, defineCommand } from 'citty';
import { CommandFailure, refuseUnknownWords, type Terminal, WRONG_USAGE } from './terminal.ts';

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
export const completionCommand = (terminal: Terminal, program: string, commands: Readonly<Record<string, Described>>) =>
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
