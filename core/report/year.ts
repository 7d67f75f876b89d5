import { PRODUCT_LINES, type ProductLine } from '../catalogue/shared-carrier.ts';
import { type Exact, exactToDollars } from '../money.ts';
import { addMonths, type Period } from '../period.ts';
import {
  AVERAGE_PLACES,
  addUp,
  byCarrier,
  type CarrierMonth,
  type CarrierSpan,
  paidOf,
  ratio,
} from './carrier-month.ts';

/** Compares a year up to its latest month with the same months of the year before (docs/reference/reports.md#year). */

export const YEAR_GROUPS = ['carrier', 'agent', 'line', 'employer_group'] as const;
export type YearGroup = (typeof YEAR_GROUPS)[number];

/** Rows of the report, the largest pay first. An agency may have thousands of employer groups, and nobody reads more. */
export const YEAR_ROWS_MAX = 1_000;
/** Months in which a renewal counts as near. */
export const NEAR_RENEWAL_MONTHS = 3;
const MONTHS_A_YEAR = 12;

/** Names a group of the report. A null key is what belongs to no group. */
interface GroupKey {
  readonly key: string | null;
  readonly name: string | null;
}

/** Net pay of a group in a month. */
export interface GroupPay extends GroupKey {
  readonly period: Period;
  readonly net: Exact;
}

/** Members of a group in the first compared month, and how many of them are in the last. */
export interface GroupKept extends GroupKey {
  readonly members: number;
  readonly kept: number;
}

/** Active members of a group by the months until they renew; null where no statement says when. */
export interface GroupRenewals extends GroupKey {
  readonly ahead: number | null;
  readonly members: number;
  readonly pay: Exact;
}

export interface YearFacts {
  readonly year: number;
  /** The latest month of the year with data; null without data. */
  readonly through: Period | null;
  /** Pay of both years. */
  readonly pay: readonly GroupPay[];
  readonly kept: readonly GroupKept[];
  readonly keptFrom: Period | null;
  readonly renewals: readonly GroupRenewals[];
}

interface Sum {
  name: string | null;
  paid: Exact;
  before: Exact | null;
  startMembers: number;
  keptMembers: number;
  members: number;
  renewalMembers: number;
  renewalPay: Exact;
}

const emptySum = (name: string | null): Sum => ({
  ...{ name, paid: 0n, before: null, startMembers: 0, keptMembers: 0 },
  ...{ members: 0, renewalMembers: 0, renewalPay: 0n },
});

/** Composes the report. Amounts are dollars, rounded after summing; a year without pay to compare with has `before` null. */
export function yearReport({ year, through, keptFrom, ...facts }: YearFacts) {
  const groups = new Map<string | null, Sum>();
  const total = emptySum(null);
  const sumsOf = ({ key, name }: GroupKey) => {
    const sum = groups.get(key) ?? emptySum(name);
    groups.set(key, sum);
    return [sum, total];
  };
  const months = new Map<Period, Exact>();
  for (const pay of facts.pay) {
    months.set(pay.period, (months.get(pay.period) ?? 0n) + pay.net);
    for (const sum of sumsOf(pay)) addPay(sum, pay, { year, through });
  }
  for (const kept of facts.kept) {
    for (const sum of sumsOf(kept)) {
      sum.startMembers += kept.members;
      sum.keptMembers += kept.kept;
    }
  }
  const ahead = new Map<number, { members: number; pay: Exact }>();
  for (const renewal of facts.renewals) {
    const isNear = renewal.ahead !== null && renewal.ahead <= NEAR_RENEWAL_MONTHS;
    for (const sum of sumsOf(renewal)) {
      sum.members += renewal.members;
      if (isNear) sum.renewalMembers += renewal.members;
      if (isNear) sum.renewalPay += renewal.pay;
    }
    if (renewal.ahead === null) continue;
    const month = ahead.get(renewal.ahead) ?? { members: 0, pay: 0n };
    ahead.set(renewal.ahead, { members: month.members + renewal.members, pay: month.pay + renewal.pay });
  }
  const rows = [...groups]
    .toSorted(([, a], [, b]) => byPay(a, b))
    .map(([key, sum]) => ({ key, ...shown({ ...sum, name: nameOf(key, sum) }) }));
  const { name: _, ...totals } = shown(total);
  return {
    year,
    through,
    totals,
    keptFrom,
    months: monthsOf(year).map((period) => ({
      period,
      paidNet: dollarsOrNull(months.get(period)),
      before: dollarsOrNull(months.get(addMonths(period, -MONTHS_A_YEAR))),
    })),
    renewals:
      through === null
        ? []
        : Array.from({ length: MONTHS_A_YEAR }, (_month, index) => {
            const { members, pay } = ahead.get(index + 1) ?? { members: 0, pay: 0n };
            return { period: addMonths(through, index + 1), members, pay: exactToDollars(pay) };
          }),
    rows: rows.slice(0, YEAR_ROWS_MAX),
    rowCount: rows.length,
  };
}

/** The key of the rows without a product type, by the product line of their carrier. */
const LINE_KEY = 'line ';

const LINE_NAMES: Readonly<Record<ProductLine, string>> = {
  medicare: 'Medicare',
  major_medical: 'Major medical',
  med_supp: 'Medicare supplement',
  ancillary: 'Ancillary',
  group: 'Group',
};

function nameOf(key: string | null, { name }: Sum): string | null {
  const line = PRODUCT_LINES.find((one) => key === `${LINE_KEY}${one}`);
  return line === undefined ? name : LINE_NAMES[line];
}

/** Counts pay of the year, and of the same months of the year before. Later months of that year are shown by month only. */
function addPay(sum: Sum, { period, net }: GroupPay, { year, through }: Pick<YearFacts, 'year' | 'through'>): void {
  if (through === null || period > through) return;
  if (period >= `${year}-01`) sum.paid += net;
  else if (period <= addMonths(through, -MONTHS_A_YEAR)) sum.before = (sum.before ?? 0n) + net;
}

function shown({ name, paid, before, startMembers, keptMembers, members, renewalMembers, renewalPay }: Sum) {
  return {
    name,
    paidNet: exactToDollars(paid),
    before: before === null ? null : exactToDollars(before),
    difference: before === null ? null : exactToDollars(paid - before),
    members,
    startMembers,
    keptMembers,
    persistencyPct: startMembers === 0 ? null : ratio(100 * keptMembers, startMembers, AVERAGE_PLACES),
    renewalMembers,
    renewalPay: exactToDollars(renewalPay),
  };
}

/** The largest pay of this year first; groups that are paid the same go by name. */
function byPay(a: Sum, b: Sum): number {
  if (a.paid !== b.paid) return a.paid > b.paid ? -1 : 1;
  return (a.name ?? '').localeCompare(b.name ?? '', 'en');
}

const dollarsOrNull = (amount: Exact | undefined) => (amount === undefined ? null : exactToDollars(amount));

/** Returns January to December. */
const monthsOf = (year: number): readonly Period[] =>
  Array.from({ length: MONTHS_A_YEAR }, (_, month) => addMonths(`${year}-01`, month));

/** Compares loaded payments of a calendar year with each carrier's form 1099 (docs/reference/reports.md#form-1099). */

interface Tax1099Inputs {
  readonly year: number;
  /** Latest month with data of any carrier. */
  readonly latest: Period | null;
  /** Rollups of the year. */
  readonly months: readonly CarrierMonth[];
  /** Spans of all carriers with data up to the end of the year. */
  readonly spans: readonly CarrierSpan[];
  /** Balances of the year, by carrier, that the month before counts too. */
  readonly balances: ReadonlyMap<string, Exact>;
}

/** Reports the payments of each carrier in a year, in dollars. */
export function tax1099Report({ year, latest, months, spans, balances }: Tax1099Inputs) {
  const firstEver = new Map(spans.map(({ carrierId, firstPeriod }) => [carrierId, firstPeriod]));
  const data = byCarrier(months).map(({ carrierId, carrierName, months: own }) => {
    const covered = own.map(({ period }) => period);
    const [first = '', last = ''] = [covered[0], covered.at(-1)];
    const expected = monthsOf(year).filter(
      (period) => period >= (firstEver.get(carrierId) ?? first) && period <= (latest ?? last),
    );
    return {
      carrierId,
      carrierName,
      ...paidOf(addUp(own)),
      periodsCovered: covered.length,
      firstPeriod: first,
      lastPeriod: last,
      missingPeriods: expected.filter((period) => !covered.includes(period)),
      balanceForward: exactToDollars(balances.get(carrierId) ?? 0n),
    };
  });
  return { year, data, totals: paidOf(addUp(months)) };
}
