/**
 * What the reports over stored periods and the lists they compare with may be. Figures marked (interface) are promised
 * to clients and stay as they are.
 */

/** (interface) Months of the attrition series. */
export const ATTRITION_MONTHS_MAX = 36;
export const ATTRITION_MONTHS_DEFAULT = 12;
/** Members of a census: as many as a statement may have rows. */
export const CENSUS_MEMBERS_MAX = 40_000;
/** Policies of one list of a book of business: as many as a statement may have rows. */
export const LISTED_POLICIES_MAX = 40_000;
/** Policies of all lists of an account: five carriers of the largest size, or hundreds of ordinary ones. */
export const LISTED_POLICIES_OF_ACCOUNT_MAX = 200_000;
/** A carrier pays the first commission of a new policy within two months as a rule, so nothing is said about it until then. */
export const NEVER_PAID_GRACE_MONTHS = 2;
/** (interface) Months a renewal forecast looks ahead: a member can renew twice in it. */
export const FORECAST_MONTHS_DEFAULT = 12;
export const FORECAST_MONTHS_MAX = 24;
/** Members and months on a page of a dispute worksheet: as JSON some 3 MB, below the 6 MB a Lambda may answer with. */
export const WORKSHEET_ROWS_MAX = 5_000;
/** Statement lines that are read at a time for a worksheet: a few tens of megabytes of memory. */
export const WORKSHEET_LINES_AT_ONCE = 50_000;
/** Statement rows that one claim shows as its proof: an employer's may be all of a file's. */
export const CLAIM_EVIDENCE_ROWS_MAX = 50;
/** Claims of one dispute: nobody answers a longer letter. */
export const DISPUTE_CLAIMS_MAX = 500;
export const DISPUTE_NOTE_MAX = 2_000;
/** Changes of a closed month that are listed, the newest; its figures count all of them. */
export const MONTH_ADJUSTMENTS_MAX = 100;
