import type { ModelFile, ModelLine } from './book-model-record.ts';

/**
 * The active files after a sequence of uploads and retractions (docs/reference/uploads-and-jobs.md#a-period-that-has-a-file), each
 * requested after the job of the one before has ended.
 */

/**
 * `upload` has neither append nor replace. A file without lines stands for a file whose job fails permanently. `one` selects an active
 * file of the period, modulo their number; without it the whole period is meant.
 */
export type ModelOperation =
  | { readonly kind: 'upload' | 'append' | 'replace'; readonly file: ModelFile; readonly one?: number | undefined }
  | { readonly kind: 'retract'; readonly period: string; readonly one?: number | undefined };

/** The final result of an operation: the status of a file, or whether a retraction had anything to retract. */
export type ModelOutcome = 'refused' | 'failed' | 'active' | 'replaced' | 'retracted' | 'done';

export interface ModelHistory {
  /** The active files in the order of acceptance: the input of `modelBook`. */
  readonly files: readonly ModelFile[];
  /** An outcome for each operation. */
  readonly outcomes: readonly ModelOutcome[];
}

export function historyOf(operations: readonly ModelOperation[]): ModelHistory {
  const outcomes: ModelOutcome[] = [];
  operations.forEach((operation, index) => {
    const period = operation.kind === 'retract' ? operation.period : operation.file.period;
    const active = activeFiles(operations, outcomes).filter((one) => one.file.period === period);
    const reached = reachedBy(operation, active);
    const end = (outcome: ModelOutcome): void => {
      for (const one of reached) outcomes[one.index] = outcome;
    };
    outcomes[index] = outcomeOf(
      operation,
      active.map((one) => one.file),
      reached.map((one) => one.file),
    );
    // Both affect every file of the period, even if it is split, unless one is selected.
    if (outcomes[index] === 'done') end('retracted');
    if (outcomes[index] === 'active' && operation.kind === 'replace') end('replaced');
  });
  return { files: activeFiles(operations, outcomes).map((one) => one.file), outcomes };
}

/** Returns the files that a replacement or a retraction ends. */
export function reachedBy<File>(operation: ModelOperation, active: readonly File[]): readonly File[] {
  const { one } = operation;
  return one === undefined ? active : active.slice(one % active.length, (one % active.length) + 1);
}

function activeFiles(
  operations: readonly ModelOperation[],
  outcomes: readonly ModelOutcome[],
): { index: number; file: ModelFile }[] {
  return operations.flatMap((operation, index) =>
    operation.kind !== 'retract' && outcomes[index] === 'active' ? [{ index, file: operation.file }] : [],
  );
}

function outcomeOf(
  operation: ModelOperation,
  active: readonly ModelFile[],
  reached: readonly ModelFile[],
): ModelOutcome {
  if (operation.kind === 'retract') return active.length === 0 ? 'refused' : 'done';
  if (operation.kind === 'upload' && active.length > 0) return 'refused';
  const isOne = operation.kind === 'replace' && operation.one !== undefined;
  if (isOne && active.length === 0) return 'refused';
  const beside = isOne ? active.filter((file) => !reached.includes(file)) : active;
  const identical = beside.some((file) => contentOf(file) === contentOf(operation.file));
  if ((operation.kind === 'append' || isOne) && identical) return 'refused';
  // A file whose job fails permanently blocks no upload, and the file that it would have replaced stays.
  return operation.file.lines.length === 0 ? 'failed' : 'active';
}

/** Returns a text that stands for the bytes of a file. A missing value and null are both a blank cell. */
function contentOf(file: ModelFile): string {
  return JSON.stringify(file.lines.map(cellsOf));
}

function cellsOf(line: ModelLine): string[] {
  return Object.entries(line)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .sort();
}
