import type { ModelFile, ModelLine } from './book-model-record.ts';

/**
 * What a sequence of uploads and retracts leaves active (contract 4, interface specification 3.2), each one requested
 * after the job of the one before has ended.
 */

/** `upload` is without append and replace. A file without lines stands for one whose job fails for good. */
export type ModelOperation =
  | { readonly kind: 'upload' | 'append' | 'replace'; readonly file: ModelFile }
  | { readonly kind: 'retract'; readonly period: string };

/** What became of an operation, in the end: of a file its status, of a retract whether there was anything to retract. */
export type ModelOutcome = 'refused' | 'failed' | 'active' | 'replaced' | 'retracted' | 'done';

export interface ModelHistory {
  /** The active files, in the order they were accepted: what `modelBook` takes. */
  readonly files: readonly ModelFile[];
  /** One for each operation. */
  readonly outcomes: readonly ModelOutcome[];
}

export function historyOf(operations: readonly ModelOperation[]): ModelHistory {
  const outcomes: ModelOutcome[] = [];
  operations.forEach((operation, index) => {
    const period = operation.kind === 'retract' ? operation.period : operation.file.period;
    const active = activeFiles(operations, outcomes).filter((one) => one.file.period === period);
    const end = (outcome: ModelOutcome): void => {
      for (const one of active) outcomes[one.index] = outcome;
    };
    outcomes[index] = outcomeOf(
      operation,
      active.map((one) => one.file),
    );
    // Both reach every file of the period, also where it is split over several.
    if (outcomes[index] === 'done') end('retracted');
    if (outcomes[index] === 'active' && operation.kind === 'replace') end('replaced');
  });
  return { files: activeFiles(operations, outcomes).map((one) => one.file), outcomes };
}

function activeFiles(
  operations: readonly ModelOperation[],
  outcomes: readonly ModelOutcome[],
): { index: number; file: ModelFile }[] {
  return operations.flatMap((operation, index) =>
    operation.kind !== 'retract' && outcomes[index] === 'active' ? [{ index, file: operation.file }] : [],
  );
}

function outcomeOf(operation: ModelOperation, active: readonly ModelFile[]): ModelOutcome {
  if (operation.kind === 'retract') return active.length === 0 ? 'refused' : 'done';
  if (operation.kind === 'upload' && active.length > 0) return 'refused';
  const identical = active.some((file) => contentOf(file) === contentOf(operation.file));
  if (operation.kind === 'append' && identical) return 'refused';
  // A file that fails for good blocks nothing, and one that should have been replaced stays.
  return operation.file.lines.length === 0 ? 'failed' : 'active';
}

/** Stands for the bytes of a file: a missing value and null are the same blank cell. */
function contentOf(file: ModelFile): string {
  return JSON.stringify(file.lines.map(cellsOf));
}

function cellsOf(line: ModelLine): string[] {
  return Object.entries(line)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .sort();
}
