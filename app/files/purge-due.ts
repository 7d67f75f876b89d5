import { PURGE_AT_ONCE, PURGE_PORTION } from '../../core/limits/retention-limits.ts';
import type { TaskLimits } from '../../core/limits/task-limits.ts';
import { inParallel } from '../jobs/in-parallel.ts';
import type { PurgePortion, Remove } from '../operations/maintenance-ports.ts';

/**
 * How all bytes go whose time is over: they are deleted first and marked as gone afterwards, so that a run which is cut off, or
 * a delete that fails, leaves them due and the next run deletes them again.
 */

export interface Purge {
  readonly portion: PurgePortion;
  /** Of what is gone already, nothing. */
  readonly remove: (key: string) => Promise<void>;
}

export interface Purged {
  readonly purged: number;
  /** Why what could not be deleted was not. */
  readonly errors: readonly unknown[];
}

/** Until none is due, the run has had its share or its time is up. What can't be deleted keeps nothing else from going. */
export async function purgeDue(
  { portion, remove }: Purge,
  { purgeBatch, purgeSeconds }: Pick<TaskLimits, 'purgeBatch' | 'purgeSeconds'>,
  elapsedMs: () => number,
): Promise<Purged> {
  const startedMs = elapsedMs();
  const isTimeUp = () => elapsedMs() - startedMs >= purgeSeconds * 1000;
  const kept: string[] = [];
  const errors: unknown[] = [];
  let purged = 0;
  const removeKeys: Remove = async (keys) => {
    const gone: string[] = [];
    await inParallel(keys, PURGE_AT_ONCE, async (key) => {
      if (isTimeUp()) return;
      try {
        await remove(key);
        gone.push(key);
      } catch (error) {
        kept.push(key);
        errors.push(error);
      }
    });
    purged += gone.length;
    return gone;
  };
  while (!isTimeUp()) {
    const limit = Math.min(PURGE_PORTION, purgeBatch - purged - kept.length);
    if (limit <= 0 || (await portion({ limit, except: kept }, removeKeys)) < limit) break;
  }
  return { purged, errors };
}

/** For the end of a task: a run that could not delete all it tried has failed, after it has done everything else. */
export function failIfKept(purges: readonly Purged[]): void {
  const errors = purges.flatMap((purge) => purge.errors);
  if (errors.length === 0) return;
  throw new Error(`${errors.length} objects could not be deleted and are still due`, { cause: errors[0] });
}
