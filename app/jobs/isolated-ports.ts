import type { CarrierCandidate, CarrierRanking } from '../../core/infer/resolve-carrier.ts';
import type { PeriodFinding } from '../../core/intake/find-period.ts';
import type { Refused } from '../../core/problem.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { InferenceInput, InferredFormat } from '../carriers/infer-format.ts';
import type { ConfigTrial, ConfigTrialResult } from '../carriers/test-config.ts';

/**
 * Work on the bytes of a file while somebody waits for the answer. It runs in a process of its own, with a limit of time and one of memory:
 * a file that takes all of either takes nothing from other requests (docs/adr/0023-files-read-in-processes-of-their-own.md).
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
  readonly findMonth: {
    readonly input: { readonly bytes: Uint8Array; readonly config: StatementConfig };
    readonly output: PeriodFinding;
  };
}

export type StatementJobName = keyof StatementJobs;

/** The named functions of the bytes, as the process that was started for them has them. */
export type StatementJobFunctions = {
  readonly [Name in StatementJobName]: (input: StatementJobs[Name]['input']) => StatementJobs[Name]['output'];
};

/** One job to run, and where it is to be isolated, for whom. */
export interface JobCall<Name extends StatementJobName> {
  readonly name: Name;
  readonly input: StatementJobs[Name]['input'];
}

/** How a process ended that was given one job. An error that the job threw is thrown. */
export type IsolatedOutcome<Output> =
  | { readonly kind: 'done'; readonly output: Output }
  /** It was stopped when its time was over. */
  | { readonly kind: 'too-long' }
  /** The process died of the job, as one does that runs out of memory. */
  | { readonly kind: 'died' };

/** The processes. How many run at once is the caller's concern. */
export interface IsolatedProcesses {
  run<Name extends StatementJobName>(call: JobCall<Name>): Promise<IsolatedOutcome<StatementJobs[Name]['output']>>;
}

/** Refused: the file takes too much time or memory, or no process became free in time. */
export type RunIsolated = <Name extends StatementJobName>(
  accountId: string,
  call: JobCall<Name>,
) => Promise<StatementJobs[Name]['output'] | Refused>;
