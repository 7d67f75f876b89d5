import { z } from 'zod';
import { type StatementConfig, statementConfigSchema } from './config.ts';

/** Reads and writes stored configurations compatibly with the previous and the next release. */

export interface StoredConfig {
  /** The configuration without options of a later release. */
  readonly config: StatementConfig;
  /**
   * Paths of options and values that only a later release knows, such as `sheets` or `memberId.prefix`. Empty except
   * after a rollback.
   */
  readonly laterOptions: readonly string[];
}

type Path = readonly PropertyKey[];

/**
 * Reads a stored configuration; unknown options are dropped and listed, so that scoring and drop-offs continue after a
 * rollback. Throws when the rest is no valid configuration.
 */
export function readStoredConfig(stored: unknown): StoredConfig {
  const laterOptions: string[] = [];
  let rest = stored;
  for (;;) {
    const parsed = statementConfigSchema.safeParse(rest);
    if (parsed.success) return { config: parsed.data, laterOptions };
    const unknown = parsed.error.issues.flatMap(unknownParts);
    const left = unknown.reduce<unknown>(without, rest);
    // Every pass has to remove an option. Nothing can be removed to mend a missing required option.
    if (JSON.stringify(left) === JSON.stringify(rest)) throw parsed.error;
    laterOptions.push(...unknown.map((path) => path.map(String).join('.')));
    rest = left;
  }
}

/** Returns the paths of unknown keys and values. A list is dropped whole, because a list with gaps may mean something else. */
function unknownParts(issue: z.core.$ZodIssue): Path[] {
  const untilList = (path: Path) => {
    const at = path.findIndex((part) => typeof part === 'number');
    return at === -1 ? path : path.slice(0, at);
  };
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => untilList([...issue.path, key]));
  return issue.code === 'custom' || issue.path.length === 0 ? [] : [untilList(issue.path)];
}

const object = z.record(z.string(), z.unknown());

/** Returns a copy of the value without the part at a path. */
function without(value: unknown, [key, ...below]: Path): unknown {
  const parsed = object.safeParse(value);
  if (key === undefined || !parsed.success || !(String(key) in parsed.data)) return value;
  const { [String(key)]: part, ...others } = parsed.data;
  return below.length === 0 ? others : { ...others, [String(key)]: without(part, below) };
}

/**
 * Returns the stored form of a configuration. Newer options are omitted while unset, because older releases refuse
 * unknown options.
 */
export function configToStore({ lineKinds, ...config }: StatementConfig): Partial<StatementConfig> {
  return lineKinds.length === 0 ? config : { ...config, lineKinds };
}
