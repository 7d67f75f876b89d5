import { isolatedProcesses } from '../../adapters/isolation/isolated-processes.ts';
import { createRunIsolated, type RunIsolated } from '../../app/reading/run-isolated.ts';
import { ISOLATION_LIMITS } from '../../core/limits/statement-limits.ts';
import { createSlots } from '../http/request-places.ts';

export interface Isolation {
  readonly runIsolated: RunIsolated;
  /** Ends the processes, including busy ones. */
  close(): void;
}

export interface IsolationOptions {
  /** From `fileReadingProgram`. */
  readonly program: URL;
  readonly heapMegabytes: number;
  /** How long a client of this host may wait for one call. */
  readonly wallSeconds: number;
}

/** Processes that read files, started on first use. */
export function createIsolation(options: IsolationOptions): Isolation {
  const {
    processes: count,
    processesOfAccount: ofOwner,
    waitSeconds,
    processorSeconds,
    idleSeconds,
  } = ISOLATION_LIMITS;
  const processes = isolatedProcesses({ ...options, processorSeconds, idleSeconds });
  const slots = createSlots({ count, ofOwner, waitMs: waitSeconds * 1000 });
  return { runIsolated: createRunIsolated({ processes, slots }), close: processes.close };
}

/**
 * The location of the process program: beside the bundle's file, or in this folder of the sources. `entry` is the address of the calling
 * file.
 */
export function fileReadingProgram(entry: string): URL {
  return entry.endsWith('.ts')
    ? new URL('file-reading-process.ts', import.meta.url)
    : new URL('file-reading-process.mjs', entry);
}
