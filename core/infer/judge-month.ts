import { monthIndex, type Period } from '../period.ts';
import { monthFinding, type NamedMonth, statementMonth } from './named-months.ts';

/** The month of a statement, and whether the places of the file contradict each other (docs/reference/carriers-and-formats.md#identify). */

export interface JudgedMonth {
  /** The likeliest month; null when the file names none. */
  readonly month: NamedMonth | null;
  /** The question for a person, in a sentence; null when nothing contradicts the month. */
  readonly question: string | null;
}

export interface MonthEvidence {
  /** All months that the file names. */
  readonly months: readonly NamedMonth[];
  /** The months on which nearly all rows agree. Empty for a statement whose rows are of many months by its nature. */
  readonly agreed: readonly NamedMonth[];
  /** Months from the period of the carrier's latest stored statement to the coverage of its rows; null when it is not known. */
  readonly usualDistance: number | null;
}

/** Largest distance of coverage from the statement month, in months, at a carrier without history: paid in advance or in arrears. */
const COVERAGE_DISTANCE_MAX = 1;
/** Range of the distance of payment from the statement month, in months. */
const PAYMENT_DISTANCE = { min: -1, max: 2 } as const;
/** Largest distance between a title and a name, in months. A name may have the month of the download. */
const NAMES_DISTANCE_MAX = 1;

const distanceTo = (period: Period, month: NamedMonth) => monthIndex(month.period) - monthIndex(period);

/**
 * Judges the month of a statement. Rows that agree weigh more than the name of a file or sheet, and a title weighs more than rows, because
 * it may state the month of a late payment.
 */
export function judgeMonth({ months, agreed, usualDistance }: MonthEvidence): JudgedMonth {
  const named = statementMonth(months);
  if (named === null || named.kind !== 'statement') return { month: named, question: null };
  const rows = contradictingRows(agreed, named.period, usualDistance);
  if (rows !== null) {
    const month = named.foundIn === 'title' ? named : rows;
    return { month, question: questionOf(named, rows) };
  }
  const other = months.find(
    (month) =>
      month.kind === 'statement' &&
      month.foundIn !== named.foundIn &&
      Math.abs(distanceTo(named.period, month)) > NAMES_DISTANCE_MAX,
  );
  return { month: named, question: other === undefined ? null : questionOf(named, other) };
}

/**
 * Returns the month on which the rows agree, if it contradicts `period`. Null when the distance is ordinary: coverage of a neighbouring
 * month, a payment soon after, or the distance of the carrier's stored statement.
 */
export function contradictingRows(
  agreed: readonly NamedMonth[],
  period: Period,
  usualDistance: number | null,
): NamedMonth | null {
  const isOrdinary = (month: NamedMonth) => {
    const distance = distanceTo(period, month);
    if (month.kind === 'payment') return distance >= PAYMENT_DISTANCE.min && distance <= PAYMENT_DISTANCE.max;
    return Math.abs(distance) <= COVERAGE_DISTANCE_MAX || distance === usualDistance;
  };
  return agreed.some(isOrdinary) ? null : (agreed[0] ?? null);
}

function questionOf(one: NamedMonth, other: NamedMonth): string {
  return `${monthFinding(one)} ${monthFinding(other)} Which month is the statement for?`;
}
