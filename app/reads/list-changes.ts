import { z } from 'zod';
import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { CHANGE_KINDS, type ChangeKind, type ChangeOrder } from '../../core/scoring/period-sums.ts';
import { provisional } from './member-records.ts';
import type { BookFilter } from './read-models.ts';

export const changeKinds = z
  .enum(CHANGE_KINDS)
  .describe(
    'gone: not on the statement. paid_less, paid_more: other pay than before. planned_step: less pay by a step that comparable members, a contract or CMS shows. new, back: first seen, seen again. taken_back: a chargeback from a member who left before, whose regular pay did not fall, whose month has nothing else, or whose net is below zero again. same: no change.',
  );

/** A member of the list of changes. Amounts are in dollars, rounded to cents. */
export const change = z
  .object({
    memberRefId: z.string(),
    memberName: z.string().nullable(),
    memberExternalId: z.string(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    agentId: z.string().nullable(),
    agentName: z.string().nullable(),
    kind: changeKinds,
    before: z.number().describe('The amount that the month is compared with.'),
    now: z.number(),
    difference: z.number().describe('now − before.'),
    atRisk: z.number().describe('The lost dollars of a member whose status is red or yellow; otherwise 0.'),
    reason: z.string().nullable().describe('One sentence.'),
    period: z.string(),
    comparedAgainstPeriod: z.string().nullable(),
    provisional,
  })
  .meta({ id: 'Change' });
export type ChangeRow = Readonly<z.output<typeof change>>;

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

export const CHANGE_COLUMNS = [
  ...['memberRefId', 'memberName', 'memberExternalId', 'policyNumber', 'planName', 'carrierId', 'carrierName'],
  ...['workspaceId', 'agentId', 'agentName', 'kind', 'before', 'now', 'difference', 'atRisk', 'reason', 'period'],
  ...['comparedAgainstPeriod', 'provisional'],
];

/** Counts by kind of change. */
export const changeCounts = z
  .object({
    gone: z.int(),
    paid_less: z.int(),
    planned_step: z.int(),
    new: z.int(),
    back: z.int(),
    paid_more: z.int(),
    taken_back: z.int(),
    same: z.int().nullable().describe('Null with agent or q, unless kind=same asks for it.'),
  })
  .meta({ id: 'ChangeCounts' });
export type ChangeCounts = Readonly<z.output<typeof changeCounts>>;

/** Dollars by kind of change. */
export const changeAmounts = z
  .object({
    gone: z.number().describe('The last pay of who is gone.'),
    paid_less: z.number().describe('The lost part of the regular pay.'),
    planned_step: z.number().describe('The dollars by which planned steps lowered the pay.'),
  })
  .meta({ id: 'ChangeAmounts' });
export type ChangeAmounts = Readonly<z.output<typeof changeAmounts>>;

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

/** The people to call, who are gone lately or whose policy ends (docs/reference/members-and-comparisons.md#people-to-call). */

export const personToCall = z
  .object({
    memberRefId: z.string(),
    memberName: z.string().nullable(),
    memberExternalId: z.string(),
    carrierId: z.string(),
    carrierName: z.string(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    agentName: z.string().nullable(),
    kind: z.enum(['gone', 'going']).describe('going: still paid, and the statement names the day on which it ends.'),
    period: z.string().describe('The month that says so.'),
    termDate: z.iso.date().nullable(),
    lastPaidPeriod: z.string().nullable(),
    lastPaidAmount: z.number(),
    phone: z.string().nullable(),
    email: z.string().nullable().describe('As written down, else as the statement has it.'),
    reason: z.string().nullable(),
  })
  .meta({ id: 'PersonToCall' });
export type PersonToCall = Readonly<z.output<typeof personToCall>>;

export const PERSON_TO_CALL_COLUMNS = [
  ...['memberRefId', 'memberName', 'memberExternalId', 'carrierId', 'carrierName', 'policyNumber', 'planName'],
  ...['agentName', 'kind', 'period', 'termDate', 'lastPaidPeriod', 'lastPaidAmount', 'phone', 'email', 'reason'],
];

export interface CallFilter extends BookFilter {
  readonly agent?: string | undefined;
  /** The first month in which a person was missing; absent: the month before the latest of the account. */
  readonly since?: Period | undefined;
}

export interface CallReads {
  /** Lists people by name. Refuses an unknown carrier or workspace. */
  listToCall(accountId: string, filter: CallFilter, page: OffsetPosition): Promise<OffsetPage<PersonToCall> | Refused>;
  exportToCall(accountId: string, filter: CallFilter, offset: number): Exported<PersonToCall>;
}
