/** A book of a carrier whose layout ended when the named carrier's layout began (core/catalogue/successions.ts). */
export interface EarlierBook {
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly carrierName: string;
  /** True when the book has files of months before the upload's month. */
  readonly hasEarlierMonths: boolean;
  /** True when the book already has files that were sent to the named carrier. */
  readonly isContinued: boolean;
  /** True when files of the month or a later month were sent to another carrier. Both layouts are then sent in parallel. */
  readonly isGoingOn: boolean;
  /** True when the named carrier has its own files in the workspace. */
  readonly isNamedInUse: boolean;
}

/**
 * Returns the book whose history a statement continues, or null for the named carrier's own book
 * (docs/reference/carriers-and-formats.md#layouts-that-follow-each-other). A continued book stays continued, because a correction must
 * find the file that it replaces. Of two possible books neither is continued, because nothing distinguishes them.
 */
export function continuedBook(books: readonly EarlierBook[], workspaceId: string): EarlierBook | null {
  const own = books.filter((book) => book.workspaceId === workspaceId);
  const continued = own.find(({ isContinued }) => isContinued);
  if (continued !== undefined) return continued;
  const [book, other] = own.filter(
    (candidate) => candidate.hasEarlierMonths && !candidate.isGoingOn && !candidate.isNamedInUse,
  );
  return book === undefined || other !== undefined ? null : book;
}

/** Warns that a statement was filed under another carrier than the named one; none for a null name. */
export function continuedWarning(carrierName: string | null): { code: 'carrier_continued'; detail: string }[] {
  if (carrierName === null) return [];
  const detail = `Filed under "${carrierName}": its months continue in the layout of the carrier that was named.`;
  return [{ code: 'carrier_continued', detail }];
}

/** Warns that the first statement in a later layout was read with the format of the carrier that has this layout. */
export function layoutWarning(carrierName: string): { code: 'carrier_continued'; detail: string }[] {
  const detail = `Read by the format of "${carrierName}", whose layout follows the one before: the months continue.`;
  return [{ code: 'carrier_continued', detail }];
}
