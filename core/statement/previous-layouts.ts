import type { StatementConfig } from './config.ts';

/** Most earlier layouts of a carrier that are tried on a file. */
export const PREVIOUS_LAYOUTS_MAX = 10;

/** A version of a carrier's format. */
export interface LayoutVersion {
  readonly config: StatementConfig;
}

/**
 * Returns the earlier versions that a carrier's statements are read with too, newest first. A version with `readsPrevious` adds the version
 * before it. `older` are the versions in use, newest first, without the active one.
 */
export function previousLayouts<Version extends LayoutVersion>(
  active: StatementConfig,
  older: readonly Version[],
): readonly Version[] {
  const last = older.findIndex(({ config }) => config.readsPrevious !== true);
  const count = last === -1 ? older.length : last + 1;
  return active.readsPrevious === true ? older.slice(0, Math.min(count, PREVIOUS_LAYOUTS_MAX)) : [];
}
