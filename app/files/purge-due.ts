import { PURGE_AT_ONCE, PURGE_PORTION } from '../../core/limits/account-limits.ts';
import type { TaskLimits } from '../../core/limits/job-limits.ts';
import { inParallel } from '../platform/in-parallel.ts';
import type { PurgePortion, Remove } from '../platform/portions.ts';

/**
 * Deletes stored bytes whose retention has ended. Bytes are deleted first and marked afterwards, so after an interrupted run or a failed
 * delete they are still due.
 */

export interface Purge {
  readonly portion: PurgePortion;
  /** Deletes one stored object. Succeeds when the object does not exist. */
  readonly remove: (key: string) => Promise<void>;
}

export interface Purged {
  readonly purged: number;
  /** The errors of bytes that could not be deleted. */
  readonly errors: readonly unknown[];
}

/** Deletes until nothing is due, the run has reached its limit, or its time is up. A failed delete does not stop the others. */
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

/** Throws when some bytes could not be deleted. A task calls this at its end, after all other work is done. */
export function failIfKept(purges: readonly Purged[]): void {
  const errors = purges.flatMap((purge) => purge.errors);
  if (errors.length === 0) return;
  throw new Error(`${errors.length} objects could not be deleted and are still due`, { cause: errors[0] });
}
