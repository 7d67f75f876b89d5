import type { ProcessorClock } from '../../core/statement/work-budget.ts';
import { identifyStatement, monthOfRows } from './identify-statement.ts';
import { inferFormat, type OpenAnyStatement, rankByFormats } from './infer-format.ts';
import { previewFile } from './preview-file.ts';
import { readCells } from './read-cells.ts';
import { readFileRow } from './read-file-row.ts';
import { readComparedFile, readPaySheetFile, readRosterFile } from './read-roster.ts';
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
