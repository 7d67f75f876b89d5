import { readComparedSheet, type SheetRow } from '../../core/agent-pay/compare-sheet.ts';
import { type PaySheetRow, readPaySheet } from '../../core/agent-pay/read-pay-sheet.ts';
import type { Refused } from '../../core/problem.ts';
import { type RosterRow, readRoster } from '../../core/roster/read-roster.ts';
import type { ProcessorClock } from '../../core/statement/work-budget.ts';
import { identifyStatement, monthOfRows } from './identify-statement.ts';
import { inferFormat, type OpenAnyStatement, rankByFormats, refusingUnreadable } from './infer-format.ts';
import { previewFile } from './preview-file.ts';
import { readCells, readFileRow } from './read-cells.ts';
import type { FileFunctionImplementations } from './run-isolated.ts';
import { type OpenStatement, testConfig } from './test-config.ts';

/** The readers that the functions use. */
export interface FileReading {
  readonly openStatement: OpenStatement;
  readonly openAny: OpenAnyStatement;
  readonly clock: ProcessorClock;
}

/** Makes the functions on the bytes of a file that an isolated process provides. */
export function createFileFunctions(reading: FileReading): FileFunctionImplementations {
  return {
    testConfig: (trial) => testConfig(reading, trial),
    inferFormat: (file) => inferFormat(reading, file),
    rankCarriers: (file) => rankByFormats(reading, file),
    showRow: (file) => readFileRow(reading, file),
    previewFile: (file) => previewFile(reading, file),
    identifyStatement: (file) => identifyStatement(reading, file),
    findMonth: (file) => monthOfRows(reading, file),
    readRoster: (file) => readRosterFile(reading, file),
    readPaySheet: (file) => readPaySheetFile(reading, file),
    readComparedSheet: (file) => readComparedFile(reading, file),
    readCells: (file) => readCells(reading, file),
  };
}

/** Reads a list of people with phone and email. Refuses bytes that can't be read, and a list without the columns that it needs. */
function readRosterFile(
  { openAny }: { readonly openAny: OpenAnyStatement },
  { bytes }: { readonly bytes: Uint8Array },
): Promise<readonly RosterRow[] | Refused> {
  return refusingUnreadable(async () => readRoster((await openAny(bytes)).source));
}

/** Reads a sheet of agents with their shares and balances. Refuses bytes that can't be read, and a sheet without its columns. */
function readPaySheetFile(
  { openAny }: { readonly openAny: OpenAnyStatement },
  { bytes }: { readonly bytes: Uint8Array },
): Promise<readonly PaySheetRow[] | Refused> {
  return refusingUnreadable(async () => readPaySheet((await openAny(bytes)).source));
}

/** Reads a sheet of agents and amounts. Refuses bytes that can't be read, a sheet without its columns, and one with a wrong amount. */
function readComparedFile(
  { openAny }: { readonly openAny: OpenAnyStatement },
  { bytes }: { readonly bytes: Uint8Array },
): Promise<readonly SheetRow[] | Refused> {
  return refusingUnreadable(async () => readComparedSheet((await openAny(bytes)).source));
}
