import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { CHANGE_KINDS, type ChangeKind, type ChangeOrder } from '../../core/scoring/change-kind.ts';
import type { BookFilter } from './read-models.ts';

/** A member of the list of changes. Amounts are in dollars, rounded to cents. */
export interface ChangeRow {
  readonly memberRefId: string;
  readonly memberName: string | null;
  readonly memberExternalId: string;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly kind: ChangeKind;
  /** The amount in the baseline, with which the month is compared. */
  readonly before: number;
  readonly now: number;
  /** `now` minus `before`. */
  readonly difference: number;
  /** The lost dollars of a member who is gone or paid less; otherwise zero. */
  readonly atRisk: number;
  readonly reason: string | null;
  readonly period: Period;
  readonly comparedAgainstPeriod: Period | null;
  /** True when the member is missing from a month that still waits for files. */
  readonly provisional: boolean;
}

export interface ChangeFilter extends BookFilter {
  /** Absent: the latest period with data that matches the book filter. */
  readonly period?: Period | undefined;
  /** Absent: every kind except `same`. */
  readonly kind?: ChangeKind | undefined;
  /** The name or the number of an agent as the statement has it; case does not matter. */
  readonly agent?: string | undefined;
  /** A part of the name, of the carrier's member id or of the policy number; case does not matter. */
  readonly q?: string | undefined;
  readonly sort: ChangeOrder;
}

export interface ChangeCounts extends Readonly<Record<Exclude<ChangeKind, 'same'>, number>> {
  /**
   * Number of unchanged members. Null when a filter by agent or text does not ask for the kind `same`, because counting them would read
   * every row of the month.
   */
  readonly same: number | null;
}

/** Dollars by kind, rounded to cents after summing. */
export interface ChangeAmounts {
  /** The last pay of members who are gone. */
  readonly gone: number;
  /** The lost part of the regular pay. */
  readonly paid_less: number;
  /** The dollars by which planned steps lowered the pay. */
  readonly planned_step: number;
}

export interface ChangeList {
  /** Null when the request names no period and there is no data. */
  readonly period: Period | null;
  /** The number of members of each kind, also of kinds that the filter leaves out. */
  readonly counts: ChangeCounts;
  readonly amounts: ChangeAmounts;
  readonly page: OffsetPage<ChangeRow>;
}

export interface ChangeReads {
  list(accountId: string, filter: ChangeFilter, page: OffsetPosition): Promise<ChangeList | Refused>;
  exportAll(accountId: string, filter: ChangeFilter, offset: number): Exported<ChangeRow, Pick<ChangeList, 'period'>>;
}

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
