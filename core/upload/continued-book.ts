/** A book of a carrier whose layout ended when that of the named carrier began (core/catalogue/successions.ts). */
export interface EarlierBook {
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly carrierName: string;
  /** Has files of months before that of the upload. */
  readonly hasEarlierMonths: boolean;
  /** Has files that were sent to the named carrier: it continues the book already. */
  readonly isContinued: boolean;
  /** Has files of the month or of later ones that were not sent to the named carrier: both layouts come side by side. */
  readonly isGoingOn: boolean;
  /** The named carrier has files of its own in the workspace. */
  readonly isNamedInUse: boolean;
}

/**
 * Returns the book whose history a statement continues, or null for the named carrier's own book
 * (docs/reference/carriers-and-formats.md#layouts-that-follow-each-other). A book that is continued stays so: a correction
 * must find the file that it replaces. Two books that could begin to go on are told apart by nothing, so neither does.
 */
export function continuedBook(books: readonly EarlierBook[], workspaceId: string): EarlierBook | null {
  const own = books.filter((book) => book.workspaceId === workspaceId);
  const continued = own.find(({ isContinued }) => isContinued);
  if (continued !== undefined) return continued;
  const [book, other] = own.filter((one) => one.hasEarlierMonths && !one.isGoingOn && !one.isNamedInUse);
  return book === undefined || other !== undefined ? null : book;
}

/** Says under which carrier a statement was filed; no warning where that is the named one. */
export function continuedWarning(carrierName: string | null): { code: 'carrier_continued'; detail: string }[] {
  if (carrierName === null) return [];
  const detail = `Filed under "${carrierName}": its months continue in the layout of the carrier that was named.`;
  return [{ code: 'carrier_continued', detail }];
}

/** Says that the first statement in a later layout was read by the format of the carrier that continues this one. */
export function layoutWarning(carrierName: string): { code: 'carrier_continued'; detail: string }[] {
  const detail = `Read by the format of "${carrierName}", whose layout follows the one before: the months continue.`;
  return [{ code: 'carrier_continued', detail }];
}
