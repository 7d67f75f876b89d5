import {
  findReturning,
  mayHaveNewIds,
  type ReturningCount,
  type ScoredPerson,
} from '../../core/identity/match-returning.ts';
import type { ScoredRow } from '../../core/scoring/scored-row.ts';
import { normaliseId } from '../../core/statement/member-key.ts';
import type { CountReturning } from '../book/book-ports.ts';

/**
 * Counts the missing members of a scored month who seem to have returned under another id. Returns null where nobody left or nobody
 * is new.
 */
export const countReturning: CountReturning = async (rollup, rows, listLinkedIds): Promise<ReturningCount | null> => {
  if (!mayHaveNewIds(rollup)) return null;
  const people = rows.map(personOf);
  const { missing, returning } = findReturning(people, NO_LINKS);
  // The links are read only for a month that has a pair.
  if (returning.length === 0) return { missing, returning: 0 };
  return { missing, returning: findReturning(people, await listLinkedIds()).returning.length };
};

const NO_LINKS: ReadonlySet<string> = new Set();

function personOf({ memberRefId, memberExternalId, status, counted, profile }: ScoredRow): ScoredPerson {
  const { memberName, effectiveDate, policyNumber } = profile;
  return {
    memberRefId,
    memberExternalId,
    memberName,
    effectiveDates: effectiveDate === null ? [] : [effectiveDate],
    policyNumbers: policyNumber === null ? [] : [normaliseId(policyNumber)],
    status,
    counted,
  };
}
