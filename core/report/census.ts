import { foldText } from '../folded-text.ts';
import { addMoney, type Exact, exactFromMoney, exactToDollars, type Money, moneyToDollars } from '../money.ts';
import type { MemberStatus } from '../scoring/scored-row.ts';
import type { StatementConfig } from '../statement/config.ts';
import { looseIdKey, memberKeyOf } from '../statement/member-key.ts';

/**
 * Returns a key that ignores case and white space in names, as scoring does. Groups of a report use it and show the
 * first spelling.
 */
export function nameKey(...names: readonly (string | null)[]): string {
  return JSON.stringify(names.map((name) => (name === null ? null : foldText(name))));
}

/** Orders two names for display; a missing name comes last. */
export function compareNames(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

/**
 * Compares an agency's member list with a carrier's paid members (docs/reference/reports.md#census). Ids match without
 * regard to case and white space, by the carrier's rule for leading zeros. Neither list nor result is stored.
 */

/** A member of the agency's list. */
export interface RosterMember {
  readonly memberExternalId: string;
  readonly name: string | null;
  readonly planName: string | null;
}

/** A scored row of the period, in any requested workspace. */
export interface PaidMember {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly status: MemberStatus | 'carried';
  /** Net amount of the period's lines; 0 without lines. */
  readonly commission: Money;
  /** Magnitude of the period's chargebacks. */
  readonly chargeback: Money;
}

type UnpaidReason = 'not_on_statement' | 'zero_paid' | 'charged_back';

/** A member of the roster without pay. */
interface UnpaidMember extends RosterMember {
  readonly reason: UnpaidReason;
}

/** Payments of one id, added up over workspaces. */
interface PaidSummary {
  readonly rows: readonly PaidMember[];
  readonly onStatement: boolean;
  readonly paidAhead: boolean;
  readonly net: Money;
  readonly chargedBack: boolean;
}

/** Another id of a member, with the id on its scored row. */
export interface OtherId {
  readonly externalId: string;
  readonly memberExternalId: string;
}

/** How ids of a roster are matched with scored rows. */
type MatchingRule = Pick<StatementConfig['memberId'], 'stripLeadingZeros'> & {
  readonly aliases?: readonly OtherId[];
  /** Returns the ids of the members, one for each workspace, whose own id has this key. */
  readonly refsOf?: (memberKey: string) => readonly string[];
};

/**
 * Compares a roster with the paid members of a period. Amounts of a member add up over workspaces; the result is in
 * dollars.
 */
export function reconcileCensus(
  roster: readonly RosterMember[],
  members: Iterable<PaidMember>,
  { aliases = [], refsOf = () => [], ...rule }: MatchingRule = { stripLeadingZeros: false },
) {
  const rows = [...members];
  const shownKeys = new Map(
    aliases.map((alias) => [memberKeyOf(alias.externalId, rule), memberKeyOf(alias.memberExternalId, rule)]),
  );
  // The row of a joined member shows the id that was seen first, which may be another than the member's own.
  const keyOfRef = new Map(rows.map((row) => [row.memberRefId, memberKeyOf(row.memberExternalId, rule)] as const));
  for (const { memberExternalId } of roster) {
    const key = memberKeyOf(memberExternalId, rule);
    const shown = refsOf(key)
      .map((ref) => keyOfRef.get(ref))
      .find((other) => other !== undefined && other !== key);
    if (shown !== undefined && !shownKeys.has(key)) shownKeys.set(key, shown);
  }
  const keyOf = ({ memberExternalId }: Pick<RosterMember, 'memberExternalId'>) => {
    const key = memberKeyOf(memberExternalId, rule);
    return shownKeys.get(key) ?? key;
  };
  const summaries = new Map([...Map.groupBy(rows, keyOf)].map(([key, own]) => [key, summarise(own)] as const));
  const rostered = Map.groupBy(roster, keyOf);
  const unpaid: UnpaidMember[] = [];
  const paidAmounts: Money[] = [];
  for (const [key, [member]] of rostered) {
    if (member === undefined) continue;
    const summary = summaries.get(key);
    if (summary !== undefined && summary.net > 0) paidAmounts.push(summary.net);
    else if (summary?.paidAhead !== true) unpaid.push({ ...member, reason: reasonFor(summary) });
  }
  const others = [...summaries].filter(([key]) => !rostered.has(key)).map(([, summary]) => summary);
  return {
    censusTotal: rostered.size,
    matched: rostered.size - unpaid.length,
    unpaid,
    unrostered: others.flatMap(unrosteredFrom).sort(largestFirst),
    estimatedUnpaidAmount: exactToDollars(timesMedian(unpaid.length, paidAmounts)),
    possibleMatches: findPossibleMatches(unpaid, others),
    duplicateRosterIds: [...rostered.values()].flatMap(([first, second]) =>
      first === undefined || second === undefined ? [] : [first.memberExternalId],
    ),
  };
}

/** Adds up the rows of one id. A paid-ahead member is on no statement but counts as paid. */
function summarise(rows: readonly PaidMember[]): PaidSummary {
  const lines = rows.filter(hasLines);
  let net: Money = 0;
  for (const { commission } of lines) net = addMoney(net, commission);
  return {
    rows,
    onStatement: lines.length > 0,
    paidAhead: rows.some(({ status }) => status === 'carried'),
    net,
    chargedBack: lines.some(({ chargeback }) => chargeback > 0),
  };
}

function hasLines({ status, chargeback }: PaidMember): boolean {
  return status !== 'carried' && (status !== 'red' || chargeback > 0);
}

function reasonFor(summary: PaidSummary | undefined): UnpaidReason {
  if (summary === undefined || !summary.onStatement) return 'not_on_statement';
  return summary.chargedBack ? 'charged_back' : 'zero_paid';
}

/**
 * Returns one entry per id with its total, shown by the row with the largest payment. Empty when the total is not
 * positive.
 */
function unrosteredFrom({ rows, net }: PaidSummary) {
  const [first] = rows.toSorted((a, b) => b.commission - a.commission || (a.memberRefId < b.memberRefId ? -1 : 1));
  if (net <= 0 || first === undefined) return [];
  const { memberRefId, memberExternalId, memberName } = first;
  return [{ memberRefId, memberExternalId, memberName, commissionAmount: moneyToDollars(net) }];
}

type Unrostered = ReturnType<typeof unrosteredFrom>[number];

function largestFirst(a: Unrostered, b: Unrostered): number {
  return b.commissionAmount - a.commissionAmount || (a.memberRefId < b.memberRefId ? -1 : 1);
}

/**
 * Returns `count` times the median amount. The median of two middle amounts may end in half a unit, so the result is
 * Exact.
 */
function timesMedian(count: number, amounts: readonly Money[]): Exact {
  const sorted = amounts.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  const lower = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? 0);
  return ((exactFromMoney(lower) + exactFromMoney(upper)) * BigInt(count)) / 2n;
}

/**
 * Suggests one member of the statement for each missing id, the first by spelling. Only members whose ids are not in the
 * roster are suggested, and suggestions are never counted.
 */
function findPossibleMatches(unpaid: readonly UnpaidMember[], others: readonly PaidSummary[]) {
  const candidates = new Map<string, PaidMember>();
  for (const row of others.flatMap(({ rows }) => rows.filter(hasLines)).sort(bySpelling)) {
    const key = looseIdKey(row.memberExternalId);
    if (!candidates.has(key)) candidates.set(key, row);
  }
  return unpaid.flatMap(({ memberExternalId, reason }) => {
    const key = looseIdKey(memberExternalId);
    const found = reason === 'not_on_statement' && key !== '' ? candidates.get(key) : undefined;
    if (found === undefined) return [];
    const { memberRefId, memberName, commission } = found;
    return [
      {
        memberExternalId,
        statementMemberExternalId: found.memberExternalId,
        memberRefId,
        memberName,
        commissionAmount: moneyToDollars(commission),
      },
    ];
  });
}

function bySpelling(a: PaidMember, b: PaidMember): number {
  if (a.memberExternalId !== b.memberExternalId) return a.memberExternalId < b.memberExternalId ? -1 : 1;
  return a.memberRefId < b.memberRefId ? -1 : 1;
}
