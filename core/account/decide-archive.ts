import { addMonths, type Period, periodYear } from '../period.ts';

/** Decides which months of a book may leave the database (docs/adr/0071-an-archive-of-old-months.md). */

/** The fewest newest months that stay in the database. */
export const ARCHIVE_KEPT_MONTHS_MIN = 24;

/** Seconds between the mark and the removal. A request that may read later looks for the mark again. */
export const ARCHIVE_SETTLE_SECONDS = 60;

/** Facts about a book, counted up to the month through which it is to be archived. */
export interface ArchiveFacts {
  /** Jobs of the book that wait or run. */
  readonly openJobs: number;
  /** Active files of the whole book that print totals of the year. */
  readonly filesWithYearTotals: number;
  /** Second ids of members and lines with another id of the member. */
  readonly secondIds: number;
  /** Ids that were ever joined with a member. */
  readonly joinedIds: number;
  /** Disputed claims up to the month after the archived ones. */
  readonly disputedClaims: number;
  /** Setups of agents' pay that begin in these months, and pay runs over them. */
  readonly payOfMonths: number;
}

const REASONS: Readonly<Record<keyof ArchiveFacts, string>> = {
  openJobs: 'Statements of the book are waiting or being processed. Try again later.',
  filesWithYearTotals: 'Its statements print totals of the year, which are computed from the lines of earlier months.',
  secondIds: 'Its members have second ids, which are looked up in lines of all months.',
  joinedIds: 'Ids of its members were joined, which moves lines of all months.',
  disputedClaims: 'Claims of these months are disputed; later statements are compared with their lines.',
  payOfMonths: "Agents' pay is computed from the lines of these months.",
};

/** The newest month that leaves, and the first month with data after it. */
export interface ArchivedMonths {
  readonly last: Period;
  readonly held: Period;
}

const GAP_MONTHS_MAX = 12;
const GAP =
  'More than a year without statements follows these months, and the month after that could not be corrected.';

/** Returns why the months of a book have to stay; empty when they may leave. */
export function refuseArchive(facts: ArchiveFacts, { last, held }: ArchivedMonths): readonly string[] {
  const own = (Object.keys(REASONS) as (keyof ArchiveFacts)[]).filter((fact) => facts[fact] > 0);
  return [...own.map((fact) => REASONS[fact]), ...(held > addMonths(last, GAP_MONTHS_MAX) ? [GAP] : [])];
}

/**
 * Returns the last month that may leave so that the newest `keepMonths` months up to `latest` stay. Whole calendar years leave, because
 * reports and totals of a year read all its months.
 */
export function archiveThrough(latest: Period, keepMonths: number): Period {
  const newestOld = addMonths(latest, -keepMonths);
  const year = newestOld.endsWith('-12') ? periodYear(newestOld) : periodYear(newestOld) - 1;
  return `${String(year).padStart(4, '0')}-12`;
}

/** Months of one book that are archived or are held by them. */
export interface ArchivedBook {
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly archivedThrough: Period;
  readonly heldThrough: Period;
}
