import type { ColumnProfile } from './column-profile.ts';
import type { HeaderMeaning } from './header-phrases.ts';

/** Fit of a column's values to a meaning. */
export interface ContentFit {
  /** From 0 to 1: 1 confirms the meaning, 0 refutes it, and a factor between leaves it open. */
  readonly factor: number;
  /** States why the values do not fit, for a person; '' when they fit. */
  readonly reason: string;
}

/** The fit of an empty column, which may be filled next month but which nothing confirms now. */
const EMPTY: ContentFit = { factor: 0.5, reason: 'it is empty' };
/**
 * The fit of an empty column of texts that only some lines need, such as the type of an adjustment. Such columns are often blank in a
 * carrier's first month.
 */
const EMPTY_TEXT: ContentFit = { ...EMPTY, factor: 0.8 };
const OFTEN_EMPTY: ReadonlySet<HeaderMeaning> = new Set(['transaction_type', 'description']);
/** Fit of a table without rows, of which only the header is known. */
const NO_ROWS: ContentFit = { factor: 0.6, reason: 'there are no rows to judge by' };
const FITS: ContentFit = { factor: 1, reason: '' };

/** Returns how well the values of a column fit a meaning. An empty column refutes the two required meanings. */
export function contentFit(meaning: HeaderMeaning, profile: ColumnProfile): ContentFit {
  if (profile.rows === 0) return NO_ROWS;
  if (profile.filled === 0) {
    if (OFTEN_EMPTY.has(meaning)) return EMPTY_TEXT;
    return meaning === 'commission_amount' || meaning === 'member_external_id' ? { ...EMPTY, factor: 0 } : EMPTY;
  }
  switch (meaning) {
    case 'commission_amount':
      return amountFit(profile);
    case 'premium_amount':
    case 'override_amount':
    case 'debit':
    case 'credit':
      return mostly(readableAmounts(profile), profile.dates, 'its values are not amounts');
    case 'rate':
    case 'split':
      return mostly(Math.max(profile.percentages, readableAmounts(profile)), profile.dates, 'its values are not rates');
    case 'lives':
    case 'months_paid':
      return mostly(profile.smallIntegers, 0, 'its values are not small counts');
    case 'term_date':
      return endFit(profile);
    case 'coverage_month':
      return paidMonthFit(profile);
    case 'effective_date':
      return beginFit(profile);
    case 'paid_date':
    case 'paid_through':
    case 'renewal_date':
      return mostly(profile.dates + profile.serials, 0, 'its values are not dates');
    case 'member_external_id':
    case 'alternate_member_id':
      return idFit(profile);
    case 'policy_number':
      // A CMS contract identifies the plan and not the member.
      if (profile.cmsContracts > 0.5) return { factor: 0.3, reason: 'its values are CMS contracts' };
      return mostly(profile.ids, profile.money, 'its values are not ids');
    case 'carrier_name':
      return carrierFit(profile);
    case 'agent_id':
      return mostly(profile.ids, profile.money, 'its values are not ids');
    case 'member_name':
    case 'first_name':
    case 'last_name':
    case 'agent_name':
    case 'agent_first_name':
    case 'agent_last_name':
      return mostly(profile.names, Math.max(profile.dates, profile.transactions), 'its values are not names');
    case 'email':
      return mostly(profile.emails, 0, 'its values are not email addresses');
    case 'state':
      return mostly(profile.states, 0, 'its values are not US states');
    case 'chargeback_flag':
      // A column of money may hold mostly zeros, which look like flags. A single amount refutes the flag.
      return mostly(profile.flags, profile.texts.some(isMoreThanFlag) ? 1 : 0, 'its values are not yes and no');
    case 'transaction_type':
      return transactionFit(profile);
    case 'product_type':
      return profile.transactions > 0.8
        ? { factor: 0.5, reason: 'its values are kinds of transactions' }
        : textFit(profile);
    default:
      return textFit(profile);
  }
}

function textFit({ money, dates }: ColumnProfile): ContentFit {
  return money > 0.5 || dates > 0.8 ? { factor: 0.3, reason: 'its values are numbers' } : FITS;
}

function isMoreThanFlag(text: string): boolean {
  return /\d/.test(text) && !/^[01]$/.test(text);
}

/** Returns the share of amounts, with the decimal mark that fits better. */
function readableAmounts(profile: ColumnProfile): number {
  return Math.max(profile.amounts, profile.commaAmounts);
}

/**
 * Returns factor 1 for a share of at least 0.9, and 0 for a share below 0.5 or more than half contradicting values. Between these shares
 * the factor grows with the share.
 */
function mostly(share: number, contradicting: number, reason: string): ContentFit {
  if (share < 0.5 || contradicting > 0.5) return { factor: 0, reason };
  return share >= 0.9 ? FITS : { factor: 0.6 + 0.4 * share, reason };
}

/**
 * Judges a column as the day on which coverage ended. Most members are still covered, so that a day in every row is rather another one,
 * such as the first day of a policy's term.
 */
function endFit(profile: ColumnProfile): ContentFit {
  const fit = mostly(profile.dates + profile.serials, 0, 'its values are not dates');
  const isEveryRow = profile.filled >= 0.9 * profile.rows && !profile.texts.some((text) => OPEN_ENDED.test(text));
  return isEveryRow && fit.factor === 1 ? { factor: 0.95, reason: 'every row has a date' } : fit;
}

/** Judges a column as the day on which coverage began, which most rows have. */
function beginFit(profile: ColumnProfile): ContentFit {
  const fit = mostly(profile.dates + profile.serials, 0, 'its values are not dates');
  const isRare = profile.filled < 0.5 * profile.rows;
  return isRare && fit.factor === 1 ? { factor: 0.97, reason: 'few rows have a date' } : fit;
}

/** Judges a column as the months that are paid: a statement pays for few years, while policies began in many. */
function paidMonthFit(profile: ColumnProfile): ContentFit {
  const fit = mostly(profile.dates + profile.serials, 0, 'its values are not dates');
  const years = new Set(profile.texts.flatMap((text) => /\b(?:19|20)\d\d\b/.exec(text) ?? []));
  return years.size > PAID_YEARS_MAX ? { factor: 0.4 * fit.factor, reason: 'its dates are many years apart' } : fit;
}
const PAID_YEARS_MAX = 4;

/** A far day that stands for no end. */
const OPEN_ENDED = /\b(?:9999|2999|2199|2099|2078)\b/;

/** Judges a column as amounts. Whole numbers that hardly repeat are ids, and a column of zeros is no pay. */
function amountFit(profile: ColumnProfile): ContentFit {
  const fit = mostly(readableAmounts(profile), profile.dates, 'its values are not amounts');
  if (fit.factor === 0) return fit;
  if (profile.money < 0.05 && profile.distinct > 20 && profile.distinct > 0.8 * profile.filled) {
    return { factor: 0.4, reason: 'its values are whole numbers that never repeat, like ids' };
  }
  if (profile.nonZero < 0.05) return { factor: fit.factor * 0.7, reason: 'nearly all of its values are 0' };
  if (profile.filled < 0.5 * profile.rows) return { factor: fit.factor * 0.85, reason: 'it is blank in most rows' };
  return fit;
}

function idFit(profile: ColumnProfile): ContentFit {
  const fit = mostly(profile.ids, Math.max(profile.money, profile.flags), 'its values are not ids');
  if (fit.factor === 0) return fit;
  if (profile.rows >= 8 && profile.distinct <= Math.max(1, 0.01 * profile.filled)) {
    return { factor: 0.4, reason: 'nearly all rows have the same value' };
  }
  // A column "Subscribers" may hold head counts. Small numbers that repeat are no ids.
  if (profile.rows >= 8 && profile.smallIntegers > 0.9 && profile.distinct < 0.6 * profile.filled) {
    return { factor: 0.5, reason: 'its values are small counts that repeat' };
  }
  if (profile.filled < 0.5 * profile.rows) return { factor: 0.75, reason: 'it is blank in most rows' };
  return fit;
}

/** Judges a column as carrier names. A file has few carriers, so ids that differ in most rows are the carriers' ids of members. */
function carrierFit({ rows, filled, ids, distinct }: ColumnProfile): ContentFit {
  return rows >= 8 && ids > 0.9 && distinct > 0.5 * filled
    ? { factor: 0, reason: 'its values are ids that differ from row to row' }
    : FITS;
}

function transactionFit(profile: ColumnProfile): ContentFit {
  if (profile.money > 0.3 || profile.dates > 0.5) return { factor: 0, reason: 'its values are numbers' };
  if (profile.distinct > 60 && profile.distinct > 0.5 * profile.filled) {
    return { factor: 0.5, reason: 'nearly every row has another text' };
  }
  return profile.transactions > 0.5 ? FITS : { factor: 0.9, reason: '' };
}

/** Weight of a column with one transaction type in all rows. Most known headers weigh more. */
const ONE_TYPE_WEIGHT = 0.5;

/**
 * Returns the possible meanings of a column by its values alone, each with its weight from 0 to 1. Only a few kinds of values show a
 * meaning.
 */
export function contentMeanings(profile: ColumnProfile): readonly (readonly [HeaderMeaning, number])[] {
  if (profile.filled < 5) return [];
  const found: (readonly [HeaderMeaning, number])[] = [];
  if (profile.mbis > 0.9) found.push(['member_external_id', 0.75]);
  if (profile.cmsContracts > 0.9) found.push(['plan_code', 0.72]);
  if (profile.emails > 0.9) found.push(['email', 0.7]);
  if (profile.states > 0.97 && profile.distinct > 1) found.push(['state', 0.55]);
  if (profile.transactions > 0.8 && profile.distinct <= 30) {
    // A carrier's first file may hold renewals only.
    found.push(['transaction_type', profile.distinct > 1 ? 0.6 : ONE_TYPE_WEIGHT]);
  }
  return found;
}
