import type { Refused } from '../../core/problem.ts';
import { type RosterRow, readRoster } from '../../core/roster/read-roster.ts';
import { type OpenAnyStatement, refusingUnreadable } from './infer-format.ts';

/** Reads a list of people with phone and email. Refuses bytes that can't be read, and a list without the columns that it needs. */
export function readRosterFile(
  { openAny }: { readonly openAny: OpenAnyStatement },
  { bytes }: { readonly bytes: Uint8Array },
): Promise<readonly RosterRow[] | Refused> {
  return refusingUnreadable(async () => readRoster((await openAny(bytes)).source));
}
