import type { SheetRow } from '../../core/agent-pay/compare-sheet.ts';
import type { PaySheetRow } from '../../core/agent-pay/read-pay-sheet.ts';
import type { CarrierCandidate, CarrierRanking } from '../../core/infer/rank-carriers.ts';
import type { PeriodFinding } from '../../core/intake/find-period.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../../core/limits/request-limits.ts';
import { ISOLATION_LIMITS, JOB_READING_LIMITS } from '../../core/limits/statement-limits.ts';
import type { Refused } from '../../core/problem.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { RosterRow } from '../../core/roster/read-roster.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { ShownRow } from '../../core/statement/show-row.ts';
import { type ReadOptions, UnreadableFile } from '../../core/statement/source.ts';
import type { IdentificationInput, IdentifiedStatement } from './identify-statement.ts';
import type { InferenceInput, InferredFormat } from './infer-format.ts';
import type { FilePreview, PreviewInput } from './preview-file.ts';
import { type CellsReading, type RowReading, sourceOf } from './read-cells.ts';
import type { ConfigTrial, ConfigTrialResult, OpenStatement } from './test-config.ts';

/**
 * The functions on the bytes of a file that requests use, with their input and output. Each call runs in a separate process with limits of
 * time and memory, so that a costly file takes nothing from other requests (docs/adr/0023-files-read-in-processes-of-their-own.md).
 */
export interface FileFunctions {
  readonly testConfig: { readonly input: ConfigTrial; readonly output: ConfigTrialResult | Refused };
  readonly inferFormat: {
    readonly input: InferenceInput;
    readonly output: InferredFormat | Refused;
  };
  readonly rankCarriers: {
    readonly input: { readonly bytes: Uint8Array; readonly candidates: readonly CarrierCandidate[] };
    readonly output: CarrierRanking | Refused;
  };
  readonly identifyStatement: {
    readonly input: IdentificationInput;
    readonly output: IdentifiedStatement | Refused;
  };
  readonly previewFile: {
    readonly input: PreviewInput;
    readonly output: FilePreview | Refused;
  };
  readonly readRoster: {
    readonly input: { readonly bytes: Uint8Array };
    readonly output: readonly RosterRow[] | Refused;
  };
  readonly readPaySheet: {
    readonly input: { readonly bytes: Uint8Array };
    readonly output: readonly PaySheetRow[] | Refused;
  };
  readonly readComparedSheet: {
    readonly input: { readonly bytes: Uint8Array };
    readonly output: readonly SheetRow[] | Refused;
  };
  readonly showRow: { readonly input: RowReading; readonly output: ShownRow | null };
  readonly findMonth: {
    /** `layouts`: the carrier's format, and the earlier versions that are read too. */
    readonly input: { readonly bytes: Uint8Array; readonly layouts: readonly StatementConfig[] };
    readonly output: PeriodFinding;
  };
  readonly readCells: {
    readonly input: { readonly bytes: Uint8Array; readonly options: ReadOptions };
    readonly output: CellsReading;
  };
}

export type FileFunctionName = keyof FileFunctions;

/** The functions that a process provides, by name. */
export type FileFunctionImplementations = {
  readonly [Name in FileFunctionName]: (input: FileFunctions[Name]['input']) => Promise<FileFunctions[Name]['output']>;
};

/** A call of one function in a process. */
export interface FileCall<Name extends FileFunctionName> {
  readonly name: Name;
  readonly input: FileFunctions[Name]['input'];
}

/** The end of an isolated call. An error of the function itself is thrown instead. */
export type IsolatedOutcome<Output> =
  | { readonly kind: 'done'; readonly output: Output }
  /** The process was stopped because the call used up its processor time. */
  | { readonly kind: 'too-long' }
  /** The call was given up before it used up its processor time, because the machine has other load. */
  | { readonly kind: 'unfinished' }
  /** The process died during the call, as it does when it runs out of memory. */
  | { readonly kind: 'died' };

/** The processes for file functions. The caller limits the number of concurrent calls. */
export interface IsolatedProcesses {
  run<Name extends FileFunctionName>(call: FileCall<Name>): Promise<IsolatedOutcome<FileFunctions[Name]['output']>>;
}

/**
 * Runs a call in a separate process. Refuses a file that takes too much processor time or memory, and with `service_unavailable` or
 * `rate_limited` a request for which the machine has no time at the moment.
 */
export type RunIsolated = <Name extends FileFunctionName>(
  accountId: string,
  call: FileCall<Name>,
) => Promise<FileFunctions[Name]['output'] | Refused>;

/** Limits how many processes run at once, and shares them between accounts. */
export interface ProcessSlots {
  /** Runs the work when a process is free. Returns null, without beginning the work, when none became free in time. */
  run<T>(accountId: string, work: () => Promise<T>): Promise<T | null>;
  /** Returns how many processes the account uses at this moment. */
  heldBy(accountId: string): number;
}

/** Makes the function that runs calls on files in separate processes. */
export function createRunIsolated(parts: {
  readonly processes: IsolatedProcesses;
  readonly slots: ProcessSlots;
}): RunIsolated {
  return async (accountId, call) => {
    const outcome = await parts.slots.run(accountId, () => parts.processes.run(call));
    if (outcome === null) return noProcess(parts.slots.heldBy(accountId) > 0);
    switch (outcome.kind) {
      case 'done':
        return outcome.output;
      case 'too-long':
        return TOO_LONG;
      case 'unfinished':
        return UNFINISHED;
      case 'died':
        return DIED;
    }
  };
}

/**
 * Refuses a file for which no process was free. An account that waits for its own files gets 429 and not 503, because the service has not
 * failed.
 */
function noProcess(hasOwn: boolean): Refused {
  return refuse(hasOwn ? 'rate_limited' : 'service_unavailable', {
    detail: `${hasOwn ? 'Other files of this account' : 'Too many files'} are being looked at. Nothing was done with this one; send it again.`,
    headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
  });
}
const TOO_LONG = refuseField(
  'file',
  `takes more than ${ISOLATION_LIMITS.processorSeconds} seconds of processor time to be read. Try with fewer rows, or save it anew without what is not data.`,
);
/** The refusal of a file that got too little processor time. The file is not at fault. */
const UNFINISHED = refuse('service_unavailable', {
  detail: 'The machine is too busy to read the file now. Nothing was done with it; send it again.',
  headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
});
const DIED = refuseField(
  'file',
  'needs too much memory to be read. Try with fewer rows, or save it anew without what is not data.',
);

/**
 * Makes the function by which a worker opens files. Kinds of files that need a library are read in an isolated process, so that a hostile
 * file ends that process and not the worker. The function throws UnreadableFile. When the machine is too busy it throws another error, so
 * that the job is tried again.
 */
export function openIsolated(parts: {
  readonly processes: IsolatedProcesses;
  /** Opens the kinds of files for which the service has its own bounded readers. */
  readonly openOwn: OpenStatement;
  readonly needsLibrary: (bytes: Uint8Array) => boolean;
}): OpenStatement {
  return async (bytes, options) => {
    if (!parts.needsLibrary(bytes)) return parts.openOwn(bytes, options);
    const outcome = await parts.processes.run({ name: 'readCells', input: { bytes, options } });
    if (outcome.kind === 'done') return sourceOf(outcome.output);
    if (outcome.kind === 'unfinished') throw new Error('The machine is too busy to read the file now.');
    const why =
      outcome.kind === 'too-long'
        ? `takes more than ${JOB_READING_LIMITS.processorSeconds} seconds of processor time to be read`
        : 'needs too much memory to be read';
    throw new UnreadableFile(
      `The file ${why}. Save it anew without what is not data, or split it, and send that instead.`,
    );
  };
}
