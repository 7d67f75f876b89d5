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
 * Counts the missing members of a scored month who seem to have returned under another id. Returns null in an ordinary month, without
 * looking for anybody.
 */
export const countReturning: CountReturning = async (rollup, rows, listLinkedIds): Promise<ReturningCount | null> => {
  if (!mayHaveNewIds(rollup)) return null;
  const { missing, returning } = findReturning(rows.map(personOf), await listLinkedIds());
  return { missing, returning: returning.length };
};

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
