import { addMoney, type Exact, exactFromMoney, exactToDollars, type Money, moneyToDollars } from '../money.ts';
import type { MemberStatus } from '../scoring/scored-row.ts';
import type { StatementConfig } from '../statement/config.ts';
import { looseIdKey, memberKeyOf } from '../statement/member-key.ts';

/**
 * An agency's own list of members against what a carrier paid for (docs/reference/reports.md#census). Ids are matched
 * as the service matches them everywhere: without regard to case and white space, and by the carrier's rule for leading
 * zeros. Nothing here is ever stored.
 */

export interface RosterMember {
  readonly memberExternalId: string;
  readonly name: string | null;
  readonly planName: string | null;
}

/** A scored row of the period, of any workspace that was asked for. */
export interface PaidMember {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly status: MemberStatus | 'carried';
  /** Net of the period's lines; 0 for who has none. */
  readonly commission: Money;
  /** Sum of the magnitudes of the period's chargeback lines. */
  readonly chargeback: Money;
}

type UnpaidReason = 'not_on_statement' | 'zero_paid' | 'charged_back';

export interface CensusReconciliation {
  /** Distinct ids of the roster. */
  readonly censusTotal: number;
  readonly matched: number;
  /** In the roster's order. */
  readonly unpaid: readonly {
    readonly memberExternalId: string;
    readonly name: string | null;
    readonly planName: string | null;
    readonly reason: UnpaidReason;
  }[];
  /** Largest commission first. */
  readonly unrostered: readonly {
    readonly memberRefId: string;
    readonly memberExternalId: string;
    readonly memberName: string | null;
    readonly commissionAmount: number;
  }[];
  /** Dollars: the number unpaid times the median commission of the matched. */
  readonly estimatedUnpaidAmount: number;
  /** Ids that are not on the statement, each with one of it that differs in leading zeros and punctuation only. */
  readonly possibleMatches: readonly {
    readonly memberExternalId: string;
    readonly statementMemberExternalId: string;
    readonly memberRefId: string;
    readonly memberName: string | null;
    readonly commissionAmount: number;
  }[];
  /** Ids the roster holds more than once, as first spelled. */
  readonly duplicateRosterIds: readonly string[];
}

/** What the statement says of one id: workspaces of a carrier add up. */
interface Standing {
  readonly rows: readonly PaidMember[];
  readonly onStatement: boolean;
  readonly paidAhead: boolean;
  readonly net: Money;
  readonly chargedBack: boolean;
}

/** Another id of a member, and the one that its scored row shows. */
export interface OtherId {
  readonly externalId: string;
  readonly memberExternalId: string;
}

type MatchingRule = Pick<StatementConfig['memberId'], 'stripLeadingZeros'> & { readonly aliases?: readonly OtherId[] };

export function reconcileCensus(
  roster: readonly RosterMember[],
  members: Iterable<PaidMember>,
  { aliases = [], ...rule }: MatchingRule = { stripLeadingZeros: false },
): CensusReconciliation {
  const ownKeys = new Map(
    aliases.map((alias) => [memberKeyOf(alias.externalId, rule), memberKeyOf(alias.memberExternalId, rule)]),
  );
  const keyOf = ({ memberExternalId }: Pick<RosterMember, 'memberExternalId'>) => {
    const key = memberKeyOf(memberExternalId, rule);
    return ownKeys.get(key) ?? key;
  };
  const standings = new Map([...Map.groupBy(members, keyOf)].map(([key, rows]) => [key, standingOf(rows)] as const));
  const rostered = Map.groupBy(roster, keyOf);
  const unpaid: CensusReconciliation['unpaid'][number][] = [];
  const paidAmounts: Money[] = [];
  for (const [key, [member]] of rostered) {
    if (member === undefined) continue;
    const standing = standings.get(key);
    if (standing !== undefined && standing.net > 0) paidAmounts.push(standing.net);
    else if (standing?.paidAhead !== true) unpaid.push({ ...member, reason: reasonFor(standing) });
  }
  const others = [...standings].filter(([key]) => !rostered.has(key)).map(([, standing]) => standing);
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

/** A member who is paid ahead is on no statement of the period, and paid for it. */
function standingOf(rows: readonly PaidMember[]): Standing {
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

function reasonFor(standing: Standing | undefined): UnpaidReason {
  if (standing === undefined || !standing.onStatement) return 'not_on_statement';
  return standing.chargedBack ? 'charged_back' : 'zero_paid';
}

/** Once for an id, with what its workspaces add up to; shown is the row that was paid most. */
function unrosteredFrom({ rows, net }: Standing) {
  const [first] = rows.toSorted((a, b) => b.commission - a.commission || (a.memberRefId < b.memberRefId ? -1 : 1));
  if (net <= 0 || first === undefined) return [];
  const { memberRefId, memberExternalId, memberName } = first;
  return [{ memberRefId, memberExternalId, memberName, commissionAmount: moneyToDollars(net) }];
}

type Unrostered = CensusReconciliation['unrostered'][number];

function largestFirst(a: Unrostered, b: Unrostered): number {
  return b.commissionAmount - a.commissionAmount || (a.memberRefId < b.memberRefId ? -1 : 1);
}

/** The middle amount, or the mean of the middle two, times the count; exact, because a half of the last place may remain. */
function timesMedian(count: number, amounts: readonly Money[]): Exact {
  const sorted = amounts.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  const lower = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? 0);
  return ((exactFromMoney(lower) + exactFromMoney(upper)) * BigInt(count)) / 2n;
}

/**
 * For people to look at: never counted, and one suggestion for an id, the one first by its spelling. Only members who are on
 * the statement and whom no roster id names can be suggested.
 */
function findPossibleMatches(
  unpaid: CensusReconciliation['unpaid'],
  others: readonly Standing[],
): CensusReconciliation['possibleMatches'] {
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
