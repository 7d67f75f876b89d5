import { z } from 'zod';
import { type StatementConfig, statementConfigSchema } from './config.ts';

/** How configurations are stored, so that the release before can read what this one stores, and this one what a later one stores. */

export interface StoredConfig {
  /** Without the options of a later release. */
  readonly config: StatementConfig;
  /**
   * Options, and values of options, that only a later release knows: `sheets`, `memberId.prefix`. Empty unless somebody
   * went back a version.
   */
  readonly laterOptions: readonly string[];
}

type Path = readonly PropertyKey[];

/**
 * Reads a stored configuration of this release, an earlier or a later one. What is unknown is left out and named, because scoring,
 * lists and drop-offs must go on after a roll-back. Throws when what is left makes no configuration.
 */
export function readStoredConfig(stored: unknown): StoredConfig {
  const laterOptions: string[] = [];
  let rest = stored;
  for (;;) {
    const parsed = statementConfigSchema.safeParse(rest);
    if (parsed.success) return { config: parsed.data, laterOptions };
    const unknown = parsed.error.issues.flatMap(unknownParts);
    const left = unknown.reduce<unknown>(without, rest);
    // Each turn has to take something away; an entry that is required and missing can't be.
    if (JSON.stringify(left) === JSON.stringify(rest)) throw parsed.error;
    laterOptions.push(...unknown.map((path) => path.map(String).join('.')));
    rest = left;
  }
}

/** A key that is not known, or an option whose value is not. A list goes as a whole: one with gaps may mean something else. */
function unknownParts(issue: z.core.$ZodIssue): Path[] {
  const untilList = (path: Path) => {
    const at = path.findIndex((part) => typeof part === 'number');
    return at === -1 ? path : path.slice(0, at);
  };
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => untilList([...issue.path, key]));
  return issue.code === 'custom' || issue.path.length === 0 ? [] : [untilList(issue.path)];
}

const object = z.record(z.string(), z.unknown());

function without(value: unknown, [key, ...below]: Path): unknown {
  const parsed = object.safeParse(value);
  if (key === undefined || !parsed.success || !(String(key) in parsed.data)) return value;
  const { [String(key)]: part, ...others } = parsed.data;
  return below.length === 0 ? others : { ...others, [String(key)]: without(part, below) };
}

/**
 * What is stored of a configuration. An option that was added after the first release is left out while it says nothing: the
 * release before refuses, or leaves out, every option that it does not know.
 */
export function configToStore({ lineKinds, ...config }: StatementConfig): Partial<StatementConfig> {
  return lineKinds.length === 0 ? config : { ...config, lineKinds };
}
