import type { ProcessorClock } from '../../core/statement/work-budget.ts';
import { identifyStatement } from '../carriers/identify-statement.ts';
import { inferFormat, type OpenAnyStatement, rankByFormats } from '../carriers/infer-format.ts';
import { previewFile } from '../carriers/preview-file.ts';
import { type OpenStatement, testConfig } from '../carriers/test-config.ts';
import { readFileRow } from '../files/read-file-row.ts';
import { monthOfRows } from '../intake/find-month.ts';
import type { StatementJobFunctions } from './isolated-ports.ts';
import { readCells } from './read-cells.ts';

/** The readers that the jobs use. */
export interface FileReading {
  readonly openStatement: OpenStatement;
  readonly openAny: OpenAnyStatement;
  readonly clock: ProcessorClock;
}

/** Makes the functions that a process runs on the bytes of a file. */
export function statementJobs(reading: FileReading): StatementJobFunctions {
  return {
    testConfig: (trial) => testConfig(reading, trial),
    inferFormat: (file) => inferFormat(reading, file),
    rankCarriers: (file) => rankByFormats(reading, file),
    showRow: (file) => readFileRow(reading, file),
    previewFile: (file) => previewFile(reading, file),
    identifyStatement: (file) => identifyStatement(reading, file),
    findMonth: (file) => monthOfRows(reading, file),
    readCells: (file) => readCells(reading, file),
  };
}
