import { JOB_READING_LIMITS } from '../../core/limits/statement-limits.ts';
import { UnreadableFile } from '../../core/statement/source.ts';
import { sourceOf } from './read-cells.ts';
import type { IsolatedProcesses } from './run-isolated.ts';
import type { OpenStatement } from './test-config.ts';

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
