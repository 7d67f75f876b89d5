import type { ScoredRow } from './scored-row.ts';

/**
 * The kinds of the list of changes (docs/reference/reports.md#changes), in the words of the screens: gone, paid less, planned step, new,
 * back, paid more, taken back, same.
 */
export const CHANGE_KINDS = [
  'gone',
  'paid_less',
  'planned_step',
  'new',
  'back',
  'paid_more',
  'taken_back',
  'same',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Orders of the list of changes: by the size of the difference, the member's name, the carrier's or the agent's. */
export const CHANGE_ORDERS = ['money', 'name', 'carrier', 'agent'] as const;
export type ChangeOrder = (typeof CHANGE_ORDERS)[number];

type ComparedRow = Pick<
  ScoredRow,
  'status' | 'counted' | 'flags' | 'commissionAmount' | 'prevCommissionAmount' | 'chargebackAmount'
>;

/**
 * Returns the kind of a scored row; null for a month that was paid ahead, because no statement is compared. A red row that is not counted
 * as dropped is `taken_back`, because it only shows a later chargeback. A green row with less pay has a planned step, unless a chargeback
 * lowered its net. A net below zero is `taken_back` whatever the month before was, because it takes money each time.
 */
export function changeKind(row: ComparedRow): ChangeKind | null {
  switch (row.status) {
    case 'red':
      return row.counted ? 'gone' : 'taken_back';
    case 'yellow':
      return 'paid_less';
    case 'new':
      return 'new';
    case 'reappeared':
      return 'back';
    case 'carried':
      return null;
    case 'green': {
      if (row.commissionAmount < 0) return 'taken_back';
      if (!row.flags.includes('COMMISSION_CHANGED') || row.commissionAmount === row.prevCommissionAmount) return 'same';
      if (row.commissionAmount > row.prevCommissionAmount) return 'paid_more';
      return row.chargebackAmount > 0 ? 'taken_back' : 'planned_step';
    }
  }
}
