import type { CursorPage, CursorPosition, Exported } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import type { IntakeItem, IntakeStore } from './intake-store.ts';

/** Lists files that were dropped or mailed, with their outcomes. */
export interface IntakeRegister {
  readonly drops: Pick<IntakeStore, 'list' | 'exportAll'>;
}

/** Lists drops, newest first. Refuses a cursor that is not a drop's position. */
export function listIntake(
  { drops }: IntakeRegister,
  accountId: string,
  page: CursorPosition,
): Promise<CursorPage<IntakeItem> | Refused> {
  return drops.list(accountId, page);
}

/** Exports the list of `listIntake` after the cursor. */
export function exportIntake(
  { drops }: IntakeRegister,
  accountId: string,
  { cursor }: Pick<CursorPosition, 'cursor'>,
): Exported<IntakeItem> {
  return drops.exportAll(accountId, cursor);
}
