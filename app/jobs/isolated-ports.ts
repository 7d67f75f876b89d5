import type { CarrierCandidate, CarrierRanking } from '../../core/infer/rank-carriers.ts';
import type { PeriodFinding } from '../../core/intake/find-period.ts';
import type { Refused } from '../../core/problem.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { ShownRow } from '../../core/statement/show-row.ts';
import type { ReadOptions } from '../../core/statement/source.ts';
import type { IdentificationInput, IdentifiedStatement } from '../carriers/identify-statement.ts';
import type { InferenceInput, InferredFormat } from '../carriers/infer-format.ts';
import type { FilePreview, PreviewInput } from '../carriers/preview-file.ts';
import type { ConfigTrial, ConfigTrialResult } from '../carriers/test-config.ts';
import type { RowReading } from '../files/read-file-row.ts';
import type { CellsReading } from './read-cells.ts';

/**
 * Jobs on the bytes of a file within a request. Each runs in a process of its own with limits of time and memory, so that a costly file
 * takes nothing from other requests (docs/adr/0023-files-read-in-processes-of-their-own.md).
 */
export interface StatementJobs {
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
    readonly input: { readonly bytes: Uint8Array; readonly config: StatementConfig };
    readonly output: PeriodFinding;
  };
  readonly readCells: {
    readonly input: { readonly bytes: Uint8Array; readonly options: ReadOptions };
    readonly output: CellsReading;
  };
}

export type StatementJobName = keyof StatementJobs;

/** The functions on bytes that the process provides, by name. */
export type StatementJobFunctions = {
  readonly [Name in StatementJobName]: (input: StatementJobs[Name]['input']) => Promise<StatementJobs[Name]['output']>;
};

/** One job to run in a process: its name and its input. */
export interface JobCall<Name extends StatementJobName> {
  readonly name: Name;
  readonly input: StatementJobs[Name]['input'];
}

/** How an isolated job ended. An error that the job threw is thrown. */
export type IsolatedOutcome<Output> =
  | { readonly kind: 'done'; readonly output: Output }
  /** The process was stopped because its time was over. */
  | { readonly kind: 'too-long' }
  /** The process died while it ran the job, as it does when it runs out of memory. */
  | { readonly kind: 'died' };

/** The processes. The caller limits how many run at once. */
export interface IsolatedProcesses {
  run<Name extends StatementJobName>(call: JobCall<Name>): Promise<IsolatedOutcome<StatementJobs[Name]['output']>>;
}

/** Runs a job. Refuses a file that takes too much time or memory, and a request when no process becomes free in time. */
export type RunIsolated = <Name extends StatementJobName>(
  accountId: string,
  call: JobCall<Name>,
) => Promise<StatementJobs[Name]['output'] | Refused>;
