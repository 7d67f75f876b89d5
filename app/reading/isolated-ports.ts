import type { CarrierCandidate, CarrierRanking } from '../../core/infer/rank-carriers.ts';
import type { PeriodFinding } from '../../core/intake/find-period.ts';
import type { Refused } from '../../core/problem.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { ShownRow } from '../../core/statement/show-row.ts';
import type { ReadOptions } from '../../core/statement/source.ts';
import type { IdentificationInput, IdentifiedStatement } from './identify-statement.ts';
import type { InferenceInput, InferredFormat } from './infer-format.ts';
import type { FilePreview, PreviewInput } from './preview-file.ts';
import type { CellsReading } from './read-cells.ts';
import type { RowReading } from './read-file-row.ts';
import type { ConfigTrial, ConfigTrialResult } from './test-config.ts';

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
