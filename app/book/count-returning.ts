import { findReturning, mayHaveNewIds, type ReturningCount } from '../../core/identity/match-returning.ts';
import type { CountReturning } from './book-ports.ts';

/**
 * Counts the missing members of a scored month who seem to have returned under another id. Returns null where nobody left or nobody
 * is new.
 */
export const countReturning: CountReturning = async (rollup, rows, listLinkedIds): Promise<ReturningCount | null> => {
  if (!mayHaveNewIds(rollup)) return null;
  const { missing, returning } = findReturning(rows, NO_LINKS);
  // The links are read only for a month that has a pair.
  if (returning.length === 0) return { missing, returning: 0 };
  return { missing, returning: findReturning(rows, await listLinkedIds()).returning.length };
};

const NO_LINKS: ReadonlySet<string> = new Set();
