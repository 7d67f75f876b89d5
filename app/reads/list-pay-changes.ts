import { z } from 'zod';
import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import {
  type BookPay,
  BRIDGE_PARTS,
  type BridgePart,
  payBridge,
  reasonOfChange,
  reasonTitle,
} from '../../core/report/pay-bridge.ts';
import { mapExport } from '../../core/row-export.ts';
import type { SignalCode } from '../../core/scoring/signal.ts';
import type { BookFilter } from './read-models.ts';

/** Lists the members behind the bridge between two months (docs/reference/reports.md#pay-changes). */

export const payChangeParts = z
  .enum(BRIDGE_PARTS)
  .describe(
    'The part of the bridge of GET /v1/home. no_member: money without a member, by carrier and text. carriers_added: who is paid by carriers without a statement of the earlier month. carriers_missing: who was paid by carriers whose statement is not here yet. not_split has no rows.',
  );

/** Fields by which the list can be grouped. */
export const PAY_CHANGE_GROUPS = ['event', 'carrier', 'agent', 'plan', 'policy', 'reason'] as const;
export type PayChangeGroup = (typeof PAY_CHANGE_GROUPS)[number];

export const PAY_CHANGE_ORDERS = ['money', 'name'] as const;

/** A member of the list, or money without a member. Amounts are in dollars, rounded to cents. */
export const payChange = z
  .object({
    memberRefId: z.string().nullable().describe('Null for money without a member.'),
    memberName: z.string().nullable().describe('For money without a member what the statement calls it.'),
    memberExternalId: z.string().nullable(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    agentId: z.string().nullable(),
    agentName: z.string().nullable(),
    part: payChangeParts,
    before: z.number().describe('Net pay of the earlier month.'),
    now: z.number().describe('Net pay of the month.'),
    difference: z.number().describe('now − before.'),
    reason: z.string().nullable().describe('One sentence.'),
    eventId: z.string().nullable().describe('The carrier event that it is part of.'),
    group: z.string().nullable().describe('The words of its group; null without groupBy and without a value.'),
    period: z.string(),
  })
  .meta({ id: 'PayChange' });
export type PayChange = Readonly<z.output<typeof payChange>>;

export const PAY_CHANGE_COLUMNS = [
  ...['memberRefId', 'memberName', 'memberExternalId', 'policyNumber', 'planName', 'carrierId', 'carrierName'],
  ...[
    'workspaceId',
    'agentId',
    'agentName',
    'part',
    'before',
    'now',
    'difference',
    'reason',
    'eventId',
    'group',
    'period',
  ],
];

const sums = {
  count: z.int().describe('Rows.'),
  before: z.number(),
  now: z.number(),
  difference: z.number(),
};

export const payChangePart = z.object({ part: payChangeParts, ...sums }).meta({ id: 'PayChangePart' });
export type PayChangePart = Readonly<z.output<typeof payChangePart>>;

export const payChangeGroup = z
  .object({ group: z.string().nullable().describe('Null: the rows without a value.'), ...sums })
  .meta({ id: 'PayChangeGroup' });
type PayChangeGroupSums = Readonly<z.output<typeof payChangeGroup>>;

export const payChangeTotals = z.object(sums).describe('Of the whole list.').meta({ id: 'PayChangeTotals' });

export interface PayChangeFilter extends BookFilter {
  /** Absent: the latest period with data that matches the book filter. */
  readonly period?: Period | undefined;
  /** Absent: every part of members, and the first statements where there is nothing to compare with. */
  readonly part?: BridgePart | undefined;
  readonly agent?: string | undefined;
  readonly q?: string | undefined;
  readonly eventId?: string | undefined;
  readonly groupBy?: PayChangeGroup | undefined;
  readonly sort: (typeof PAY_CHANGE_ORDERS)[number];
  /** False for an agent, who sees no event of a carrier, because events tell of other agents' members too. */
  readonly seesEvents: boolean;
}

/** A filter, and the decision which parts are listed. */
export interface PayChangesWanted {
  readonly filter: PayChangeFilter;
  readonly shownParts: (parts: readonly PayChangePart[]) => readonly BridgePart[];
}

/** A row as the store reads it, with the first finding about the member. It has no words of a reason yet. */
export type StoredPayChange = PayChange & { readonly code: SignalCode | null };

export interface StoredPayChanges {
  readonly period: Period | null;
  readonly previousPeriod: Period | null;
  readonly parts: readonly PayChangePart[];
  /** Empty without groupBy. Groups by reason are still apart by code and part. */
  readonly groups: readonly (PayChangeGroupSums & {
    readonly code: SignalCode | null;
    readonly part: BridgePart | null;
  })[];
  /** The pay of all books of the filter in both months; null when members are filtered. */
  readonly bookPay: readonly BookPay[] | null;
  readonly page: OffsetPage<StoredPayChange>;
}

export interface PayChangeReads {
  list(accountId: string, wanted: PayChangesWanted, page: OffsetPosition): Promise<StoredPayChanges | Refused>;
  exportAll(accountId: string, wanted: PayChangesWanted, offset: number): Exported<StoredPayChange>;
}

export interface PayChangeRegister {
  readonly payChanges: PayChangeReads;
}

export interface PayChangeList {
  readonly period: Period | null;
  readonly previousPeriod: Period | null;
  readonly parts: readonly PayChangePart[];
  readonly totals: Readonly<z.output<typeof payChangeTotals>>;
  readonly groups: readonly PayChangeGroupSums[];
  readonly page: OffsetPage<PayChange>;
}

/**
 * Lists the members whose pay differs from the month before. The sums of a part are those of the bridge, to the cent. Refuses an unknown
 * carrier or workspace.
 */
export async function listPayChanges(
  { payChanges }: PayChangeRegister,
  accountId: string,
  { limit, offset, ...filter }: PayChangeFilter & OffsetPosition,
): Promise<PayChangeList | Refused> {
  const found = await payChanges.list(accountId, wantedOf(filter), { limit, offset });
  if (isRefused(found)) return found;
  const { period, previousPeriod, bookPay, page } = found;
  const parts =
    bookPay === null || period === null || previousPeriod === null
      ? found.parts
      : asTheBridge(found.parts, payBridge(bookPay, { period, previousPeriod }).steps);
  const shown = parts.filter(({ part }) => shownParts(filter, found.parts).includes(part));
  return {
    period,
    previousPeriod,
    parts,
    totals: sumOf(shown),
    groups: groupsInWords(found.groups),
    page: { ...page, data: page.data.map((row) => shownPayChange(row, filter)), total: sumOf(shown).count },
  };
}

/** Parts that are set apart from the members that can be compared. They are listed only when they are asked for. */
const APART: readonly BridgePart[] = ['no_member', 'not_split', 'carriers_added', 'carriers_missing'];

/** The parts whose rows are listed. The first month of all books lists its people. */
function shownParts({ part }: Pick<PayChangeFilter, 'part'>, parts: readonly PayChangePart[]): readonly BridgePart[] {
  if (part !== undefined) return [part];
  const compared = BRIDGE_PARTS.filter((one) => !APART.includes(one));
  return parts.some((sum) => compared.includes(sum.part) && sum.count > 0) ? compared : ['carriers_added'];
}

/** Gives each part the difference of the bridge, which rounds the running sum, so that all parts add up to the cent. */
function asTheBridge(
  parts: readonly PayChangePart[],
  steps: readonly { readonly part: BridgePart; readonly amount: number }[],
): readonly PayChangePart[] {
  return parts.map((sum) => {
    const difference = steps.find(({ part }) => part === sum.part)?.amount ?? sum.difference;
    return { ...sum, difference, now: cents(sum.before + difference) };
  });
}

function sumOf(parts: readonly PayChangePart[]) {
  const add = (name: 'count' | 'before' | 'now' | 'difference') =>
    cents(parts.reduce((total, part) => total + part[name], 0));
  return { count: add('count'), before: add('before'), now: add('now'), difference: add('difference') };
}

const cents = (dollars: number) => Math.round(dollars * 100) / 100;

/** Joins groups whose words are the same: two codes may have one reason. */
function groupsInWords(groups: StoredPayChanges['groups']): readonly PayChangeGroupSums[] {
  const inWords = groups.map(({ code, part, ...sum }) => ({
    ...sum,
    group: part === null ? sum.group : reasonTitle(code, part),
  }));
  return [...Map.groupBy(inWords, ({ group }) => group)].map(([group, same]) => ({
    group,
    count: same.reduce((total, { count }) => total + count, 0),
    before: cents(same.reduce((total, { before }) => total + before, 0)),
    now: cents(same.reduce((total, { now }) => total + now, 0)),
    difference: cents(same.reduce((total, { difference }) => total + difference, 0)),
  }));
}

/** Returns a row with its sentence and the words of its group. */
function shownPayChange({ code, ...row }: StoredPayChange, { groupBy }: Pick<PayChangeFilter, 'groupBy'>): PayChange {
  return {
    ...row,
    reason: reasonOfChange(row.reason, row.part, row.difference),
    group: groupBy === 'reason' ? reasonTitle(code, row.part) : row.group,
  };
}

const wantedOf = (filter: PayChangeFilter): PayChangesWanted => ({
  filter,
  shownParts: (parts) => shownParts(filter, parts),
});

/** Exports the list of `listPayChanges` after the first `offset` rows. */
export async function exportPayChanges(
  { payChanges }: PayChangeRegister,
  accountId: string,
  { offset, ...filter }: PayChangeFilter & Pick<OffsetPosition, 'offset'>,
): Exported<PayChange> {
  const rows = await payChanges.exportAll(accountId, wantedOf(filter), offset);
  return isRefused(rows) ? rows : mapExport(rows, (row) => shownPayChange(row, filter));
}
