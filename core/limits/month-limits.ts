/** Limits the months from which the number of files is learned (docs/howto/close-a-month.md). */

/** Consecutive months with the same number of files from which the number is learned. */
export const STEADY_MONTHS = 3;
/** Earlier months used for learning. The newest may still wait for its own files, so one more is read. */
export const LEARNED_FROM_MONTHS = STEADY_MONTHS + 1;
