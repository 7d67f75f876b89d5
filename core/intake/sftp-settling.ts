import { DROP_INCOMPLETE_HOURS, DROP_SETTLED_SECONDS } from '../limits/drop-off-limits.ts';
import { RAW_KEPT_UNPROCESSED_DAYS } from '../limits/retention-limits.ts';
import { isUnfinishedName } from './file-name.ts';

/** What to do with an object in /incoming at a moment, by its name, size and age alone. */
export type Settling =
  /** Too new to tell, or on its way: left alone. */
  | 'leave'
  /** Whole. */
  | 'take'
  /** Incomplete for so long that the account is told. */
  | 'report'
  /** Incomplete for so long that nobody will finish it. */
  | 'reject';

const HOUR_SECONDS = 3600;

/**
 * `ageSeconds`: since it last changed. A cut upload keeps its temporary name, or has no bytes
 * (docs/reference/drop-offs.md#the-sweep).
 */
export function settlingOf(file: { readonly name: string; readonly byteSize: number }, ageSeconds: number): Settling {
  if (file.byteSize > 0 && !isUnfinishedName(file.name)) return ageSeconds >= DROP_SETTLED_SECONDS ? 'take' : 'leave';
  if (ageSeconds >= RAW_KEPT_UNPROCESSED_DAYS * 24 * HOUR_SECONDS) return 'reject';
  return ageSeconds >= DROP_INCOMPLETE_HOURS * HOUR_SECONDS ? 'report' : 'leave';
}
