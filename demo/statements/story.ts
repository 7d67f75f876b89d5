import type { z } from 'zod';
import type { Period } from '../../core/period.ts';
import type { statementConfigSchema } from '../../core/statement/config.ts';
import type { BookEvent, BookLine, BookMonth } from './book.ts';
import { type ContractedRate, type PeriodFacts, periodFacts } from './expected-facts.ts';

/** The uploads of a demo or a test, in this order, and the facts that the service must find. */
export interface Story {
  readonly agency: string;
  readonly carriers: readonly StoryCarrier[];
}

/** The settings of a carrier before its first file. */
export interface CarrierProfile {
  readonly name: string;
  readonly slug: string;
  readonly productLine: 'medicare' | 'major_medical';
  readonly config: z.input<typeof statementConfigSchema>;
  readonly contractedRate?: ContractedRate;
}

export interface StoryCarrier extends CarrierProfile {
  readonly statements: readonly StoryStatement[];
  /** The facts of every period after all statements, oldest first. */
  readonly facts: readonly PeriodFacts[];
  /** The planned events by period. */
  readonly events: readonly { readonly period: Period; readonly events: readonly BookEvent[] }[];
}

interface Arrival {
  readonly period: Period;
  readonly fileName: string;
  /** The dollars on the carrier's remittance. */
  readonly statedTotal?: number;
  readonly mode: 'ingest' | 'replace' | 'append';
  /** Makes the file. Each call gives the same bytes. */
  bytes(): Uint8Array;
}

export interface StoryStatement extends Arrival {
  /** The event in plain words. */
  readonly note: string;
  readonly file: FileFacts;
  /** The facts of the period after this file and before the next. */
  readonly after: PeriodFacts;
}

/** The content of one file, whatever else its period has. */
export interface FileFacts {
  readonly rows: number;
  readonly rowsFailed: number;
  readonly commissionTotal: number;
}

/** A statement before its facts are counted. */
export interface Delivery extends Arrival {
  readonly lines: readonly BookLine[];
  note(after: PeriodFacts): string;
}

/** Counts the facts of each delivery from the files that are active after it. */
export function tellCarrier(
  profile: CarrierProfile,
  book: readonly BookMonth[],
  deliveries: readonly Delivery[],
): StoryCarrier {
  const active = new Map<Period, readonly BookLine[]>();
  let facts: PeriodFacts[] = [];
  const statements = deliveries.map(({ lines, note, ...arrival }) => {
    const before = arrival.mode === 'append' ? (active.get(arrival.period) ?? []) : [];
    active.set(arrival.period, [...before, ...lines]);
    facts = periodFacts(
      [...active].map(([period, periodLines]) => ({ period, lines: periodLines })),
      profile.contractedRate,
    );
    const after = facts.find((entry) => entry.period === arrival.period);
    if (after === undefined) throw new Error(`no facts for ${arrival.fileName}`);
    return { ...arrival, note: note(after), file: fileFacts(lines), after };
  });
  return { ...profile, statements, facts, events: book.map(({ period, events }) => ({ period, events })) };
}

function fileFacts(lines: readonly BookLine[]): FileFacts {
  const accepted = lines.filter((line) => line.fault === null);
  return {
    rows: lines.length,
    rowsFailed: lines.length - accepted.length,
    commissionTotal: totalCents(accepted) / 100,
  };
}

/** Returns the net amount of these lines in cents. A carrier's own total includes broken rows, which the service's total cannot. */
export function totalCents(lines: readonly BookLine[]): number {
  return lines.reduce((sum, line) => sum + line.cents, 0);
}

const MONTH_NAMES = 'January February March April May June July August September October November December'.split(' ');

/** Names a month: "August 2026". */
export function monthName(period: Period): string {
  return `${MONTH_NAMES[Number(period.slice(5)) - 1]} ${period.slice(0, 4)}`;
}

/** Writes a month in the US form "MM/YYYY". */
export function usMonth(period: Period): string {
  return `${period.slice(5)}/${period.slice(0, 4)}`;
}

/** Writes an ISO date as "MM/DD/YYYY". */
export function usDate(isoDate: string): string {
  return `${isoDate.slice(5, 7)}/${isoDate.slice(8, 10)}/${isoDate.slice(0, 4)}`;
}

/** Returns the ISO date of a month's last day. */
export function lastDay(period: Period): string {
  const day = new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5)), 0)).getUTCDate();
  return `${period}-${String(day).padStart(2, '0')}`;
}

/** Writes cents as "1234.50". */
export function dollars(cents: number): string {
  const size = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
}

/** Writes cents as "1,234.50". */
export function groupedDollars(cents: number): string {
  return dollars(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** Writes a number of people for the notes: "1,234". */
export function count(people: number): string {
  return String(people).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Writes dollars for the notes: "$1,234.50". */
export function spoken(amount: number): string {
  return `$${groupedDollars(Math.round(amount * 100))}`;
}
