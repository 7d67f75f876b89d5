import { DROP_INCOMPLETE_HOURS, DROP_SETTLED_SECONDS } from '../limits/drop-off-limits.ts';
import { RAW_KEPT_UNPROCESSED_DAYS } from '../limits/retention-limits.ts';
import { isUnfinishedName } from './file-name.ts';

/** Decision about an object in /incoming, by its name, size and age. */
export type Settling =
  /** Leaves an object that is too new or still uploading. */
  | 'leave'
  /** Takes a complete file. */
  | 'take'
  /** Reports an upload that has been incomplete for DROP_INCOMPLETE_HOURS. */
  | 'report'
  /** Rejects an upload that has been incomplete for RAW_KEPT_UNPROCESSED_DAYS. */
  | 'reject';

const HOUR_SECONDS = 3600;

/**
 * Decides about an object; `ageSeconds` counts from its last change. An interrupted upload keeps its temporary name or
 * has no bytes (docs/reference/drop-offs.md#the-sweep).
 */
export function settlingOf(file: { readonly name: string; readonly byteSize: number }, ageSeconds: number): Settling {
  if (file.byteSize > 0 && !isUnfinishedName(file.name)) return ageSeconds >= DROP_SETTLED_SECONDS ? 'take' : 'leave';
  if (ageSeconds >= RAW_KEPT_UNPROCESSED_DAYS * 24 * HOUR_SECONDS) return 'reject';
  return ageSeconds >= DROP_INCOMPLETE_HOURS * HOUR_SECONDS ? 'report' : 'leave';
}
