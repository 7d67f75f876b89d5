import { counted, money, monthName } from '../parts/shown-values.ts';
import { type DropEntry, hasTotals, type Job } from './drop-entry.ts';

/** Describes a file for the person who confirms it: "Wellcare, April 2026, 60 members, $1,735.20". */
export function factsOf(entry: DropEntry): string {
  const { carrier, period, identified } = entry;
  const statement = hasTotals(entry) ? (identified?.statement ?? null) : null;
  const totals = statement === null ? [] : [counted(statement.members, 'member'), money(statement.commissionTotal)];
  return [carrier?.name, period === null ? null : monthName(period), ...totals].filter(Boolean).join(', ');
}

/** Describes the result of a statement: "60 members, $1,735.20. 2 gone, 1 paid less, 3 new." */
export function resultOf({ stats }: Job): string {
  if (stats === null) return 'It was added.';
  const { members = 0, commissionTotal = 0, red = 0, yellow = 0, reappeared = 0 } = stats;
  const isAllNew = members > 0 && stats.new === members && red === 0;
  const what = `${counted(members, 'member')}, ${money(commissionTotal)}.`;
  if (isAllNew) return `${what} All of them are new, so there is nothing to compare them with yet.`;
  const parts = [
    [red, 'gone'],
    [yellow, 'paid less'],
    [stats.new ?? 0, 'new'],
    [reappeared, 'back'],
  ] as const;
  const changes = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return changes.length === 0
    ? `${what} Nothing has changed since the month before.`
    : `${what} ${changes.join(', ')}.`;
}
