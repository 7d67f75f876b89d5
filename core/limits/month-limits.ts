/** How many months tell how many files a month has (docs/howto/close-a-month.md). */

/** Months in a row with the same number of files that make a rule. */
export const STEADY_MONTHS = 3;
/** Earlier months used for learning. The newest may still wait for its own files, so one more is read. */
export const LEARNED_FROM_MONTHS = STEADY_MONTHS + 1;
