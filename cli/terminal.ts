import { stripVTControlCharacters } from 'node:util';
import { confirm, password, progress, select, text } from '@clack/prompts';

/** The part of a citty context that names options. */
interface ParsedOptions {
  readonly args: object;
  readonly cmd: { readonly args?: unknown };
}

/** Refuses options that the command does not have, because a mistyped option must not be ignored. */
export function refuseUnknownOptions({ args, cmd }: ParsedOptions): void {
  const known = Object.entries(Object(cmd.args)).flatMap(([name, definition]) => [name, ...aliasesOf(definition)]);
  const isKnown = (name: string) => name === '_' || known.some((each) => camelCase(each) === camelCase(name));
  const unknown = Object.keys(args).find((name) => !isKnown(name));
  if (unknown !== undefined) throw new CommandFailure(WRONG_USAGE, `The option --${unknown} is not known.`);
}

/** Refuses options and words that the command does not have: `changes 2026-05` must not show another month. */
export function refuseUnknownWords(
  context: ParsedOptions & { readonly args: { readonly _: readonly string[] } },
): void {
  refuseUnknownOptions(context);
  const places = Object.values(Object(context.cmd.args)).filter(isPositional).length;
  const word = context.args._[places];
  if (word !== undefined) throw new CommandFailure(WRONG_USAGE, `The word "${word}" is not known here. See --help.`);
}

const isPositional = (definition: unknown): boolean =>
  typeof definition === 'object' && definition !== null && 'type' in definition && definition.type === 'positional';

/** Returns true for the address of a server, such as `https://statements.example.com`. */
export const isAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

function aliasesOf(definition: unknown): readonly string[] {
  const alias = typeof definition === 'object' && definition !== null && 'alias' in definition ? definition.alias : [];
  return [alias].flat().map(String);
}

const camelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Exit codes; docs/howto/use-the-command-line.md#exit-codes lists them. */
export const REFUSED = 1;
export const WRONG_USAGE = 2;
export const NOT_SIGNED_IN = 3;
export const NOT_REACHED = 4;
export const CANCELED = 130;

/** Ends the command with an exit code and a sentence for people. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The input and output of a command, beside the service and files. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True when a person can answer questions. Otherwise a command must not ask. */
  readonly isInteractive: boolean;
  /** Writes a line of the result to standard output. */
  print(line: string): void;
  /** Writes a line for people to standard error, so that the result can be piped. */
  tell(line: string): void;
  ask(question: Question): Promise<string>;
  confirm(question: string): Promise<boolean>;
  choose<Value extends string>(question: string, options: readonly Choice<Value>[]): Promise<Value>;
  progressBar(label: string): ProgressBar;
  /** Aborts when the person presses Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface Question {
  readonly message: string;
  readonly isSecret?: boolean;
  readonly proposal?: string;
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface ProgressBar {
  /** Shows the progress. `percent` is from 0 to 100. */
  show(percent: number, label: string): void;
  end(label: string): void;
}

const STEPS = 100;

/** The terminal of this process. Questions and bars go to standard error. */
export function processTerminal(): Terminal {
  const output = process.stderr;
  const isInteractive = process.stdin.isTTY === true && output.isTTY === true;
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort(new CommandFailure(CANCELED, 'Canceled.')));
  return {
    environment: process.env,
    isInteractive,
    signal: controller.signal,
    print: (line) => writeLine(process.stdout, line),
    tell: (line) => writeLine(output, line),
    async ask({ message, isSecret = false, proposal }) {
      const initialValue = proposal === undefined ? {} : { initialValue: proposal };
      return answered<string>(
        await (isSecret ? password({ message, output }) : text({ message, output, ...initialValue })),
      );
    },
    confirm: async (message) => answered<boolean>(await confirm({ message: plainText(message), output })),
    async choose<Value extends string>(message: string, options: readonly Choice<Value>[]) {
      const chosen = answered<string>(
        await select<string>({ message, output, options: options.map(({ value, label }) => ({ value, label })) }),
      );
      const option = options.find(({ value }) => value === chosen);
      if (option === undefined) throw new CommandFailure(CANCELED, 'Canceled.');
      return option.value;
    },
    progressBar: (label) => (isInteractive ? drawnBar(label) : { show() {}, end() {} }),
  };
}

const writeLine = (stream: NodeJS.WriteStream, line: string) => stream.write(`${plainText(line)}\n`);

/** Removes control characters except for line breaks. Names in statements may hold some that steer a terminal. */
export const plainText = (text: string): string => stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\n]/gu, '');

function drawnBar(label: string): ProgressBar {
  const bar = progress({ max: STEPS, output: process.stderr });
  bar.start(label);
  let shown = 0;
  return {
    show(percent, line) {
      const next = Math.floor((percent / 100) * STEPS);
      bar.advance(Math.max(0, next - shown), line);
      shown = Math.max(shown, next);
    },
    end: (line) => bar.stop(line),
  };
}

function answered<Value extends string | boolean>(value: Value | symbol): Value {
  if (typeof value === 'symbol') throw new CommandFailure(CANCELED, 'Canceled.');
  return value;
}
