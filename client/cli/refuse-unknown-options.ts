import { CommandFailure, WRONG_USAGE } from './command-failure.ts';

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

function aliasesOf(definition: unknown): readonly string[] {
  const alias = typeof definition === 'object' && definition !== null && 'alias' in definition ? definition.alias : [];
  return [alias].flat().map(String);
}

const camelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
