/** Limits the notes that people write about a member. */

/** Characters of a note: about two pages. */
export const NOTE_CHARACTERS_MAX = 4_000;
/** Notes of one member: several a month for years. */
export const MEMBER_NOTES_MAX = 500;
