import type { Exported, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { CHANGE_KINDS } from '../../core/report/change-kind.ts';
import type { ChangeFilter, ChangeList, ChangeReads, ChangeRow } from './change-reads.ts';

export interface ChangeRegister {
  readonly changes: ChangeReads;
}

/** A page of changes with the number of rows of the whole list. */
export interface CountedChanges extends ChangeList {
  readonly total: number;
}

/**
 * Lists the members of a month whose pay changed, over all carriers (docs/reference/reports.md#changes). Amounts are in dollars. Refuses
 * an unknown carrier or workspace.
 */
export async function listChanges(
  { changes }: ChangeRegister,
  accountId: string,
  { limit, offset, ...filter }: ChangeFilter & OffsetPosition,
): Promise<CountedChanges | Refused> {
  const found = await changes.list(accountId, filter, { limit, offset });
  if (isRefused(found)) return found;
  const shown = CHANGE_KINDS.filter((kind) => (filter.kind === undefined ? kind !== 'same' : kind === filter.kind));
  return { ...found, total: shown.reduce((sum, kind) => sum + (found.counts[kind] ?? 0), 0) };
}

/** Exports the list of `listChanges` after the first `offset` rows. */
export function exportChanges(
  { changes }: ChangeRegister,
  accountId: string,
  { offset, ...filter }: ChangeFilter & Pick<OffsetPosition, 'offset'>,
): Exported<ChangeRow, Pick<ChangeList, 'period'>> {
  return changes.exportAll(accountId, filter, offset);
}
