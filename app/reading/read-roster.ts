import { readComparedSheet, type SheetRow } from '../../core/agent-pay/compare-sheet.ts';
import { type PaySheetRow, readPaySheet } from '../../core/agent-pay/read-pay-sheet.ts';
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

/** Reads a sheet of agents with their shares and balances. Refuses bytes that can't be read, and a sheet without its columns. */
export function readPaySheetFile(
  { openAny }: { readonly openAny: OpenAnyStatement },
  { bytes }: { readonly bytes: Uint8Array },
): Promise<readonly PaySheetRow[] | Refused> {
  return refusingUnreadable(async () => readPaySheet((await openAny(bytes)).source));
}

/** Reads a sheet of agents and amounts. Refuses bytes that can't be read, a sheet without its columns, and one with a wrong amount. */
export function readComparedFile(
  { openAny }: { readonly openAny: OpenAnyStatement },
  { bytes }: { readonly bytes: Uint8Array },
): Promise<readonly SheetRow[] | Refused> {
  return refusingUnreadable(async () => readComparedSheet((await openAny(bytes)).source));
}
