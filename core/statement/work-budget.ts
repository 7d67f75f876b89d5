import { MAPPING_PROCESSOR_SECONDS, PATTERN_PROCESSOR_SECONDS } from '../limits/statement-limits.ts';

/**
 * Returns the processor milliseconds of the running thread. Wall time would fail statements when the machine is busy or
 * asleep.
 */
export type ProcessorClock = () => number;

/** Cost limits of reading one statement. Passing a limit throws OverBudget. */
export interface WorkBudget {
  /** Runs one match of a configured pattern, whose time counts towards the limit of all patterns. */
  match<T>(run: () => T): T;
  /** Counts a row. The caller has to call it for every row. */
  row(): void;
}

/** Thrown when reading a statement exceeds its cost limit. A retry gives the same result. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
  readonly code: 'unusable_patterns' | 'took_too_long';
  constructor(code: OverBudget['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** No limits, for format inference on few rows and for callers without a clock. */
export const UNLIMITED: WorkBudget = { match: (run) => run(), row: () => undefined };

/**
 * Number of rows between two reads of the clock. Few rows keep the limit exact for the widest rows, and reading the clock
 * for every row would slow ordinary ones.
 */
const ROWS_BETWEEN_READS = 8;

/** Starts a budget of processor time, whose functions throw OverBudget when it is used up. Without a clock it is unlimited. */
export function workBudget(clock: ProcessorClock | undefined): WorkBudget {
  if (clock === undefined) return UNLIMITED;
  const begunMs = clock();
  let rows = 0;
  let patternMs = 0;
  return {
    match(run) {
      const beforeMs = clock();
      const result = run();
      patternMs += clock() - beforeMs;
      if (patternMs > PATTERN_PROCESSOR_SECONDS * 1000) throw new OverBudget('unusable_patterns', PATTERNS_TOO_SLOW);
      return result;
    },
    row() {
      rows += 1;
      if (rows % ROWS_BETWEEN_READS !== 0 || clock() - begunMs <= MAPPING_PROCESSOR_SECONDS * 1000) return;
      throw new OverBudget('took_too_long', TOOK_TOO_LONG);
    },
  };
}

const PATTERNS_TOO_SLOW =
  `Comparing the rows with the patterns of the configuration took more than ${PATTERN_PROCESSOR_SECONDS} seconds of processor time. ` +
  'Make the patterns simpler: fewer repetitions, and a text to begin with.';

const TOOK_TOO_LONG =
  `Reading the statement took more than ${MAPPING_PROCESSOR_SECONDS} seconds of processor time, many times what the largest ones take. ` +
  'Split it over several files, or save it anew without what is not data.';
