/**
 * Limits the reports over stored periods and the lists compared with them. Figures marked (interface) are promised to
 * clients and must not change.
 */

/** (interface) Months of the attrition series. */
export const ATTRITION_MONTHS_MAX = 36;
export const ATTRITION_MONTHS_DEFAULT = 12;
/** Members of a census: the row limit of a statement. */
export const CENSUS_MEMBERS_MAX = 40_000;
/** Policies of one list of a book of business: the row limit of a statement. */
export const LISTED_POLICIES_MAX = 40_000;
/** Policies in all lists of an account: five carriers of the largest size, or hundreds of ordinary ones. */
export const LISTED_POLICIES_OF_ACCOUNT_MAX = 200_000;
/**
 * Months after a policy's start in which a missing first commission is not reported. Carriers usually pay it within two
 * months.
 */
export const NEVER_PAID_GRACE_MONTHS = 2;
/** (interface) Months of a renewal forecast. A member can renew twice in the longest forecast. */
export const FORECAST_MONTHS_DEFAULT = 12;
export const FORECAST_MONTHS_MAX = 24;
/**
 * Rows (a member and month each) on a page of a dispute worksheet. They take some 3 MB as JSON, below Lambda's 6 MB.
 */
export const WORKSHEET_ROWS_MAX = 5_000;
/** Statement lines that a worksheet reads at a time, a few tens of megabytes of memory. */
export const WORKSHEET_LINES_AT_ONCE = 50_000;
/** Statement rows shown as evidence of one claim. A claim of an employer group could otherwise show a whole file. */
export const CLAIM_EVIDENCE_ROWS_MAX = 50;
/** Claims in one dispute. Carriers do not answer longer letters. */
export const DISPUTE_CLAIMS_MAX = 500;
/** Characters of a dispute's note. */
export const DISPUTE_NOTE_MAX = 2_000;
/** Newest changes of a closed month that are listed. Its figures count all changes. */
export const MONTH_ADJUSTMENTS_MAX = 100;
/** Calendar months of the home screen: a year, for its chart. */
export const HOME_MONTHS = 12;
/** Agents of the home screen, the largest pay first. A person reads no more of them, and an agency may have thousands. */
export const HOME_AGENTS_MAX = 100;
