import type { ManyBook } from '../drawn/records.ts';

/** The books of truth/unseen. */
export const UNSEEN_BOOKS: readonly (() => ManyBook)[] = [];
